"""A league at a table: people who sign up, timers and posts that run by hand, games of rounds."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from bot.match.actions import Action, Actor, Play
from bot.match.game import OPEN, Game
from bot.match.league.actions import SeasonAction, SeasonAnswer, SignUp
from bot.match.league.messages import LeaguePost
from bot.match.league.new_league import NewLeague
from bot.match.league.season import Fixture, FixtureState, Season, Terms
from bot.process.clock import DAY, HOUR, Millis
from bot.table.delivery import Delivery
from tests.bot.kit import CHANNEL, GUILD, NOON, FakePoster, Seated
from tests.bot.rounds import KIND
from tests.bot.turns import to_act

# The id of the first person.
FIRST = 700
_numbers = count(1)


def actor(user_id: int, *rights: str, interaction_id: str | None = None) -> Actor:
    name = interaction_id or f"league{next(_numbers)}"
    return Actor(name, user_id, f"Person {user_id}", frozenset({"start", "league", *rights}))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Moment:
    """All that a table and those who play at it know."""

    content: bytes
    """Of the database's file."""
    poster: FakePoster
    now: Millis
    season_id: int
    people: Sequence[int]


# The moments that many tests begin with, each reached once.
_moments: dict[object, Moment] = {}


@dataclass
class LeagueTable:
    seated: Seated
    outbox: Delivery
    poster: FakePoster
    season_id: int = 0
    people: Sequence[int] = field(default_factory=tuple)
    kind: str = KIND
    """The game that is played in it."""

    # People.

    async def open(
        self, terms: Terms | None = None, name: str = "Harvest League", **changes: object
    ) -> int:
        asked = NewLeague(self.kind, GUILD, CHANNEL, name, terms or Terms(), **changes)  # type: ignore[arg-type]
        answer = await self.seated.table.leagues.open(actor(FIRST), asked)
        self.season_id = answer.season_id
        return answer.season_id

    async def sign_up(self, people: int) -> None:
        self.people = range(FIRST, FIRST + people)
        for user_id in self.people:
            await self.act(user_id, SignUp())

    async def begin(self, people: int, terms: Terms | None = None) -> Season:
        """A season with its first games under way."""

        async def begin() -> None:
            await self.open(terms)
            await self.sign_up(people)
            await self.wait_until((await self.season()).closes_at)
            await self.settle()

        await self._reach(("begun", self.kind, people, terms), begin)
        return await self.season()

    async def play_a_season(self, people: int) -> Season:
        """A short one, which is over."""

        async def play() -> None:
            await self.begin(people, SHORT)
            await self.play_to_the_end()

        await self._reach(("over", self.kind, people), play)
        return await self.season()

    async def _reach(self, name: object, reach: Callable[[], Awaitable[None]]) -> None:
        """A table at which nothing has happened takes over what another one has stored, as after a
        restart; the first plays."""
        file = Path(self.seated.database.file)
        untouched = not Path(f"{file}-wal").exists() and self.poster == FakePoster()
        if not untouched or self.seated.clock.now != NOON:
            await reach()
        elif name in _moments:
            moment = _moments[name]
            file.write_bytes(moment.content)
            vars(self.poster).update(vars(deepcopy(moment.poster)))
            self.seated.clock.now = moment.now
            self.season_id = moment.season_id
            self.people = moment.people
        else:
            await reach()
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                content = file.read_bytes()
            _moments[name] = Moment(
                content,
                deepcopy(self.poster),
                self.seated.clock.now,
                self.season_id,
                self.people,
            )

    async def act(self, user_id: int, action: SeasonAction, *rights: str) -> SeasonAnswer:
        by = actor(user_id, *rights)
        return await self.seated.table.leagues.act(by, self.season_id, action)

    async def moderate(self, action: SeasonAction) -> SeasonAnswer:
        return await self.act(1, action, "end")

    # What happens.

    async def season(self, season_id: int | None = None) -> Season:
        return await self.seated.table.leagues.get(season_id or self.season_id)

    async def fixture(self, number: int) -> Fixture:
        return (await self.season()).fixtures[number]

    async def game_of(self, fixture: Fixture) -> Game:
        assert fixture.game_id is not None
        return await self.seated.table.games.get(fixture.game_id)

    async def settle(self) -> None:
        """Everything that is due, and every post."""
        for _ in range(20):
            looked = await self.seated.look()
            if not looked + await self.outbox.deliver_due():
                return
        raise AssertionError("it never rests")

    async def wait_until(self, moment: Millis, step: Millis = 6 * HOUR) -> None:
        clock = self.seated.clock
        while clock.now < moment:
            clock.turn(min(step, moment - clock.now))
            await self.settle()

    async def running(self) -> list[Fixture]:
        season = await self.season()
        return [fixture for fixture in season.fixtures if fixture.state is FixtureState.RUNNING]

    async def play_all(
        self, choose: Callable[[int], str] = lambda user: "1", *, but: int | None = None
    ) -> int:
        """Everybody who is to act in a running game moves, except in one; how many did."""
        moved = 0
        for fixture in await self.running():
            if fixture.number == but:
                continue
            game = await self.game_of(fixture)
            if game.status in OPEN and game.to_act is not None and game.pause is None:
                user_id = to_act(game)
                await self.play(game, user_id, choose(user_id))
                moved += 1
        return moved

    async def play(self, game: Game, user_id: int, points: str = "1") -> None:
        await self.ask(user_id, game, Play(points, game.ply, game.branch))

    async def ask(self, user_id: int, game: Game, action: Action, *rights: str) -> None:
        await self.seated.table.act(actor(user_id, *rights), game.id, action)

    async def play_until(self, moment: Millis, every: Millis = 8 * HOUR) -> None:
        while self.seated.clock.now < moment:
            await self.play_all()
            await self.wait_until(min(self.seated.clock.now + every, moment))

    async def play_to_the_end(self) -> Season:
        season = await self.season()
        assert season.ends_at is not None
        await self.play_until(season.ends_at)
        return await self.season()

    def news(self) -> list[str]:
        """What was posted about seasons, in order, without the games."""
        messages = [message for _, message, _ in self.poster.news]
        return [str(message.news) for message in messages if isinstance(message, LeaguePost)]


SHORT = Terms(length=28 * DAY)
