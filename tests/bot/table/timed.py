"""What the tests of time share: games with a time limit, and what is told as time goes by."""

from collections.abc import Sequence

from bot.match.actions import Join
from bot.match.game import Game
from bot.match.time_limits import read_limit
from bot.process.clock import HOUR, Moment
from bot.table.background.outbox import Outbox
from bot.table.background.timers import Timers
from bot.table.table import Table
from tests.bot.kit import BEN, CHANNEL, FakePoster, Seated


async def start(seated: Seated, time: str, channel: int = CHANNEL) -> Game:
    """Anna, who begins, against Ben."""
    game_id = await seated.open(channel, first=0, time_limit=read_limit(time))
    await seated.act(BEN, game_id, Join())
    return await seated.table.games.get(game_id)


async def look(seated: Seated) -> None:
    await Timers(seated.database, seated.table, seated.clock).look()


async def pass_time(seated: Seated, time: Moment, step: Moment = HOUR) -> None:
    """So much time goes by, and the bot looks at its games again and again."""
    until = seated.clock.now + time
    while seated.clock.now < until:
        seated.clock.now = min(seated.clock.now + step, until)
        await look(seated)


def restarted(seated: Seated) -> Seated:
    """Another process at the same database."""
    return Seated(Table(seated.database, clock=seated.clock), seated.database, seated.clock)


async def left(seated: Seated, game: Game) -> tuple[Moment, ...]:
    """Without the turn that runs."""
    limit = (await seated.table.games.get(game.id)).time_limit
    assert limit is not None
    return limit.left


async def of_time(seated: Seated, poster: FakePoster, place: int = CHANNEL) -> Sequence[str]:
    """What was told of time in a place, in the order in which it was."""
    await Outbox(seated.database, poster, seated.table.pause, clock=seated.clock).drain()
    told = {"warned", "timed_out", "waited", "away", "back"}
    return [kind for kind in poster.kinds(place) if kind in told]
