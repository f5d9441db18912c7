"""What the tests of time share: games with a time limit, and what is posted as time passes."""

from collections.abc import Sequence

from bot.match.actions import Join
from bot.match.game import Game
from bot.match.time_limits import read_limit
from bot.process.clock import HOUR, Millis
from bot.table.delivery import Delivery
from tests.bot.kit import BEN, CHANNEL, FakePoster, Seated


async def start(seated: Seated, time: str, channel: int = CHANNEL) -> Game:
    """A game of Anna, who begins, against Ben."""
    game_id = await seated.open(channel, first=0, time_limit=read_limit(time))
    await seated.act(BEN, game_id, Join())
    return await seated.table.games.get(game_id)


async def pass_time(seated: Seated, time: Millis, step: Millis = HOUR) -> None:
    """Let this much time pass, while the bot looks at its games again and again."""
    until = seated.clock.now + time
    while seated.clock.now < until:
        seated.clock.now = min(seated.clock.now + step, until)
        await seated.look()


async def left(seated: Seated, game: Game) -> tuple[Millis, ...]:
    """The time that each seat has left, without the current turn."""
    limit = (await seated.table.games.get(game.id)).time_limit
    assert limit is not None
    return limit.left


async def of_time(seated: Seated, poster: FakePoster, place: int = CHANNEL) -> Sequence[str]:
    """The notices about time that were posted in a place, in order."""
    await Delivery(seated.database, poster, clock=seated.clock).drain()
    about_time = {"warned", "timed_out", "waited", "away", "back"}
    return [kind for kind in poster.kinds(place) if kind in about_time]
