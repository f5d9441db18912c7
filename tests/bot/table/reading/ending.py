"""Games that end soon, and their results."""

from collections.abc import Sequence

from bot.match.actions import Join, NewGame, Resign
from bot.match.game import Game
from bot.match.results import Result
from bot.store.results import GamesOf
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, Seated, by

KIND = "castle"


async def started(
    seated: Seated, channel: int = CHANNEL, other: int = BEN, *, rated: bool = True
) -> Game:
    """A game of Anna, who starts, against Ben or somebody else."""
    asked = NewGame(KIND, GUILD, channel, first=0, rated=rated)
    game_id = (await seated.table.open(by(ANNA), asked)).game_id
    await seated.table.act(by(other), game_id, Join())
    return await seated.table.games.get(game_id)


async def resigned(
    seated: Seated, *, loser: int = ANNA, moves: int = 2, other: int = BEN, rated: bool = True
) -> Game:
    game = await started(seated, other=other, rated=rated)
    if moves:
        await seated.play(game.id, moves)
    await seated.act(loser, game.id, Resign())
    return game


async def results(seated: Seated, user: int = ANNA) -> Sequence[tuple[Result, ...]]:
    return [
        game_results
        for _, game_results in await seated.table.statistics.games_of(GamesOf(KIND, GUILD, user))
    ]
