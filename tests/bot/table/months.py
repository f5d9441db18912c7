"""A table at which time passes, and what Anna is told.

Time jumps from one due moment to the next, as the timers see them.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import select

from bot.match.actions import Action
from bot.match.errors import Refused
from bot.match.game import Game
from bot.match.messages import BoardPost, DirectMessage, Message, Notice
from bot.match.preferences import Away, dump_aways
from bot.process.clock import HOUR, SECOND, Millis
from bot.store.schema import games, players
from bot.table.delivery import Delivery
from bot.table.saving import Saver
from tests.bot.kit import ANNA, NOON, FakePoster, Seated, refusal_of


@dataclass
class Months:
    """A table at which time passes."""

    seated: Seated
    outbox: Delivery
    poster: FakePoster
    pings: list[tuple[Millis, Message]] = field(default_factory=list)
    """Every message that pinged somebody, with its moment."""

    @property
    def now(self) -> Millis:
        return self.seated.clock.now

    async def start(self, **likes: str) -> Game:
        """Start a game of Anna, who begins and has these preferences, against Ben."""
        if likes:
            await self.seated.table.people.prefer(ANNA, likes)
        game = await self.seated.start()
        await self.listen()
        return game

    async def listen(self) -> None:
        """Deliver everything, and keep what pinged Anna."""
        count_before = len(self.poster.posted)
        await self.outbox.drain()
        new = [message for _, message, _ in self.poster.posted[count_before:]]
        self.pings += [(self.now, message) for message in new if ANNA in pinged(message)]

    async def wait(self, time: Millis) -> None:
        """Let this much time pass, with a look at every moment at which something is due."""
        end = self.now + time
        while (due := await self._due()) is not None and due <= end:
            self.seated.clock.now = max(due, self.now)
            await self.look()
        self.seated.clock.now = end

    async def look(self) -> None:
        await self.seated.look()
        await self.listen()

    async def act(self, user_id: int, game: Game, action: Action) -> None:
        await self.seated.act(user_id, game.id, action)
        await self.listen()

    async def play(self, game: Game, until: int | None = None) -> None:
        """Play one move, or play until it is a seat's turn."""
        await self.seated.play(game.id)
        while until is not None and (await self.game(game)).to_act != until:
            await self.seated.play(game.id)
        await self.listen()

    async def game(self, game: Game) -> Game:
        return await self.seated.table.games.get(game.id)

    async def restart(self) -> None:
        """Continue in another process with the same database."""
        self.seated = self.seated.in_another_process()

    async def away(self, *aways: Away) -> None:
        async with self.seated.database.writing() as connection:
            row = players.insert().values(
                user_id=ANNA, preferences="{}", changed_at=0, aways=dump_aways(aways)
            )
            await connection.execute(row)
            saver = Saver(connection, self.seated.table.timeouts, self.now)
            await saver.reschedule_games_of(ANNA)

    async def _due(self) -> Millis | None:
        async with self.seated.database.reading() as connection:
            query = select(games.c.due_at).where(games.c.due_at.is_not(None))
            return (await connection.execute(query.order_by(games.c.due_at))).scalars().first()

    def hours(self, since: Millis = NOON) -> list[float]:
        """After how many hours each message reached Anna."""
        return [(at - since) / HOUR for at, _ in self.pings if at > since]

    def whole_hours(self) -> list[str]:
        """The same as UTC dates and times."""
        return [f"{datetime.fromtimestamp(at // SECOND, UTC):%d %b %H:%M}" for at, _ in self.pings]


def pinged(message: Message) -> tuple[int, ...]:
    match message:
        case BoardPost() | Notice():
            return message.mention
        case DirectMessage():
            return (message.user_id,)
        case _:
            return ()


async def refused(months: Months, user_id: int, game: Game, action: Action) -> Refused:
    return await refusal_of(months.seated.act(user_id, game.id, action))
