"""Two processes look after the same season at the same moment: every step happens once."""

import asyncio
from collections import Counter
from random import Random

import pytest
from sqlalchemy import select

from bot.match.actions import Actor, Play
from bot.match.errors import StaleMove
from bot.match.game import OPEN
from bot.match.league.actions import GiveTime, SignUp, WithdrawFromSeason
from bot.match.league.messages import FixturePost
from bot.match.league.new_league import NewLeague
from bot.match.league.season import FixtureState, Season, Stage, Terms
from bot.process.clock import DAY, HOUR
from bot.store.connection.database import Database
from bot.store.leagues import titles_of
from bot.store.results import ratings_before
from bot.store.schema import results
from bot.table.delivery import Delivery
from bot.table.housekeeping import Timers
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.kit import NOON, FakePoster, TurnedClock
from tests.bot.proof.playing import opened
from tests.bot.rounds import KIND, ROUNDS
from tests.bot.turns import to_act

PEOPLE = range(700, 706)
TERMS = Terms(length=28 * DAY)


@pytest.fixture(autouse=True)
def _rounds_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, KIND, ROUNDS)


class Pair:
    """Two processes that share a database, a clock and a Discord."""

    def __init__(self, *databases: Database) -> None:
        self.clock = TurnedClock(NOON)
        self.poster = FakePoster()
        self.tables = [Table(database, clock=self.clock) for database in databases]
        self.deliveries = [
            Delivery(database, self.poster, clock=self.clock) for database in databases
        ]
        both = zip(databases, self.tables, strict=True)
        self.timers = [Timers(database, table, self.clock) for database, table in both]
        self.chance = Random(1)
        self._names = iter(range(1_000_000))
        self.season_id = 0

    def actor(self, user_id: int) -> Actor:
        name = f"race{next(self._names)}"
        rights = frozenset({"start", "league", "end"})
        return Actor(name, user_id, str(user_id), rights)  # type: ignore[arg-type]

    async def begin(self) -> None:
        asked = NewLeague(KIND, 1, 10, "League", TERMS)
        self.season_id = (await self.tables[0].leagues.open(self.actor(1), asked)).season_id
        await asyncio.gather(
            *(
                self.tables[number % 2].leagues.act(self.actor(user), self.season_id, SignUp())
                for number, user in enumerate(PEOPLE)
            )
        )

    async def season(self) -> Season:
        return await self.tables[0].leagues.get(self.season_id)

    async def settle(self) -> None:
        for _ in range(12):
            looked = await asyncio.gather(*(timer.look() for timer in self.timers))
            posted = await asyncio.gather(*(delivery.deliver_due() for delivery in self.deliveries))
            if not sum(looked) + sum(posted):
                return

    async def play(self) -> None:
        """Whoever is to act moves, both processes at once."""
        moves = []
        for fixture in (await self.season()).fixtures:
            if fixture.state is FixtureState.RUNNING and fixture.game_id is not None:
                game = await self.tables[0].games.get(fixture.game_id)
                if game.status in OPEN and game.to_act is not None:
                    user = to_act(game)
                    play = Play(self.chance.choice("123"), game.ply, game.branch)
                    table = self.chance.choice(self.tables)
                    moves.append(table.act(self.actor(user), game.id, play))
        for begin in range(0, len(moves), 6):
            for answer in await asyncio.gather(*moves[begin : begin + 6], return_exceptions=True):
                assert not isinstance(answer, BaseException) or isinstance(answer, StaleMove), (
                    answer
                )


async def check_readers(database: Database, over: Season) -> None:
    """What is read of a season that is over is the same on every kind of database."""
    guild_id = over.guild_id
    ids = [fixture.game_id for fixture in over.fixtures if fixture.game_id]
    listed = await Table(database).leagues.in_server(guild_id, PEOPLE[0], 5)
    assert [(listing.season.id, listing.entered) for listing in listed] == [
        (over.next_id, True),
        (over.id, True),
    ]
    async with database.viewing() as connection:
        before = await ratings_before(connection, over.kind, guild_id, ids)
        counted = select(results.c.game_id, results.c.user_id).where(results.c.change.is_not(None))
        rated = [tuple(row) for row in await connection.execute(counted.order_by(results.c.id))]
        firsts = {user: game for game, user in reversed(rated)}
        assert {(game, user) for game, ratings in before.items() for user in ratings} == {
            (game, user) for game, user in rated if game != firsts[user]
        }
        for entrant in over.entrants:
            titles = await titles_of(connection, guild_id, entrant.user_id or 0)
            won = entrant.division == 0 and entrant.place == 1
            assert [title.id for title in titles] == [over.id] * won


def test_a_season_with_two_processes_does_nothing_twice(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            pair = Pair(database, second)
            await pair.begin()
            season = await pair.season()
            assert len(season.taking_part) == len(PEOPLE)
            pair.clock.turn(season.closes_at - pair.clock.now)
            await pair.settle()
            await asyncio.gather(
                pair.tables[0].leagues.act(pair.actor(1), season.id, GiveTime(24)),
                pair.tables[1].leagues.act(pair.actor(PEOPLE[0]), season.id, WithdrawFromSeason()),
            )
            while pair.clock.now < (season.ends_at or 0):
                await pair.play()
                pair.clock.turn(min(20 * HOUR, (season.ends_at or 0) - pair.clock.now))
                await pair.settle()
            over = await pair.season()
            assert over.stage is Stage.OVER
            assert {fixture.state for fixture in over.fixtures} <= {
                FixtureState.DECIDED,
                FixtureState.VOID,
            }
            games = [fixture.game_id for fixture in over.fixtures if fixture.game_id is not None]
            assert len(games) == len({*games})
            posted = Counter(
                message.number
                for _, message, _ in pair.poster.news
                if isinstance(message, FixturePost)
            )
            assert {*posted.values()} == {1}
            assert over.next_id is not None
            await check_readers(second, over)

    asyncio.run(run())
