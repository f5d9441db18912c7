"""Simulated seasons and cups: real processes on simulated time, with people who withdraw, are late
or away, and with outages, restarts and kills. Everything that a season promises is checked from
the database, by code that shares nothing with the league's own.

    python -m tools.soak --seasons 10 --seed 1      one line of JSON a season
    python -m tools.soak --seasons 10 --seed 1 --database postgresql
"""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations, count
from json import loads
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest.mock import patch

from sqlalchemy import make_url

import bot.store.connection.faults
import bot.store.connection.sqlite
from bot.host.data.verify import verify
from bot.match.actions import Actor, Play, Resign
from bot.match.errors import StoreError, TableError
from bot.match.game import OPEN
from bot.match.league.actions import (
    GiveTime,
    SeasonAction,
    SeasonAnswer,
    SignUp,
    Substitute,
    VoidFixture,
    WithdrawFromSeason,
)
from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage, LeaguePost
from bot.match.league.new_league import CUPS, NewLeague, fewest_days
from bot.match.league.season import Season, Terms
from bot.match.league.standings import POINTS
from bot.match.league.view import view_season
from bot.match.messages import (
    BoardPost,
    ChannelPost,
    DirectMessage,
    LiveBoard,
    Message,
    Notice,
    RetireButtons,
)
from bot.match.preferences import Away
from bot.match.rules import rules_of
from bot.process.clock import DAY as DAY_MS
from bot.process.clock import Millis
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.table.boards import ShownBoard
from bot.table.positions import Positions
from bot.table.posting import PlaceForbidden, TryLater
from bot.table.table import Table
from engine.errors import EngineError
from engine.games import GAMES
from engine.players.players import EXPERTS
from tests.bot.proof.postgres import Server
from tests.bot.thinking import CarelessExpert
from tests.engine.conformance.playing import random_move
from tools.soak import troubles
from tools.soak.chronicle import Broken, must
from tools.soak.loop import JumpingLoop, Simulation, WallClock
from tools.soak.people import DAY, HOUR
from tools.soak.process import Host, LoggedErrors, Process, capturing_errors
from tools.soak.running import MEMORY, Failed, chance_of
from tools.soak.server import ServerDesk, ServerLoop, ServerRows
from tools.soak.statements import Desk, begin_at_once

T = TypeVar("T")

START = 1_800_000_000_000
GUILD = 1
CHANNEL = 77
MODERATOR = 9
# After so many seconds somebody looks whether the process that they asked is still there.
LISTENS = 5.0
# How many seconds late a season may end, and a cup after its last game.
ON_ITS_DAY = 15 * 60.0
# The fewest with whom a season takes place.
FEWEST = 4
CAP = 3
RELEASED = 0.3
# In milliseconds: what a step may have taken since it was begun.
A_MOMENT = 5000
# How often each happens in a season.
MISHAPS: tuple[tuple[float, Callable[[Any], Coroutine[Any, Any, None]]], ...] = (
    (4, troubles.killed),
    (2, troubles.restarted),
    (2, troubles.restarted_side_by_side),
    (1, troubles.down_for_hours),
    (0.3, troubles.down_for_days),
    (1.5, troubles.discord_is_out),
)


class Gone(Exception):
    """The process that was asked has ended, or none is up."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one season came to."""

    players: int
    divisions: int
    pairs: int
    decided: int
    """With those that are void."""
    days: float
    forfeits: int
    voided: int
    most_running: int
    """Of anybody, before the day on which the rest begin."""
    doubled_posts: int
    moves: int
    kills: int
    kind: str
    seats: int
    cup: bool


def soak_seasons(seasons: int, seed: int, server: Server | None = None) -> Iterator[Report]:
    """One after another. Raises Failed."""
    template = None if server is None else make_template(server)
    for number in range(1, seasons + 1):
        if server is None or template is None:
            yield soak_season(seed, number)
        else:
            yield soak_season(seed, number, server.new_database(template=template))


def make_template(server: Server) -> str:
    """The name of a database with the newest schema, of which there can be copies."""
    url = server.new_database()

    async def make() -> None:
        database = Database(url)
        await migrate(database)
        await database.close()

    asyncio.run(make())
    return url.rpartition("/")[2]


def soak_season(seed: int, number: int, url: str | None = None) -> Report:
    """In a file of its own, or in this empty PostgreSQL database. Raises Failed."""
    with (
        TemporaryDirectory(dir=MEMORY) as folder,
        capturing_errors() as logged_errors,
        chance_of(seed * 1000 + number),
        patch.dict(EXPERTS, {kind: CarelessExpert(kind) for kind in GAMES}),
    ):
        loop = JumpingLoop() if url is None else ServerLoop()
        url = url or f"sqlite+aiosqlite:///{folder}/soak.db"
        with (
            patch.object(bot.store.connection.faults, "monotonic", loop.time),
            patch.object(bot.store.connection.sqlite, "_begin", begin_at_once),
            asyncio.Runner(loop_factory=lambda: loop) as runner,
        ):
            world = World(url, loop, logged_errors, Random(f"season {seed}/{number}"))
            try:
                report = runner.run(world.live_through())
            except Exception as error:
                day, hours = divmod(loop.time(), DAY)
                raise Failed(
                    f"seed {seed}, season {number} ({world.kind} for {world.terms.seats}):"
                    f" on day {day:.0f} at {hours / 3600:.4f} hours: {error!r}"
                ) from error
        asyncio.run(_check_games(url))
    return report


async def _check_games(url: str) -> None:
    database = Database(url)
    try:
        differences = [line async for line in verify(database)]
    finally:
        await database.close()
    must(not differences, "; ".join(map(str, differences)))


def some_cup(chance: Random, kind: str) -> Terms | None:
    """Of some leagues, none."""
    if chance.random() >= 0.2:
        return None
    full = chance.choice(CUPS)
    around_one_table = full in rules_of(kind).seat_counts and chance.random() < 0.5
    return Terms(full=full, seats=full if around_one_table else 2)


def some_season(chance: Random, kind: str) -> Terms:
    seats = 2
    if kind != "castle" and chance.random() < 0.25:
        seats = chance.choice((3, 4))
    least = fewest_days(kind, Terms(seats=seats))
    length = chance.randint(least, least + 14) * DAY_MS
    return Terms(seats=seats, division=chance.randint(4, 7), length=length)


@dataclass(slots=True)
class Player:
    id: int
    pace: float
    """The median time in seconds that they let others wait."""
    gone: bool = False
    """They no longer play, and say nothing."""

    def answers_after(self, chance: Random) -> float:
        return self.pace * chance.lognormvariate(0, 0.7)


class SeasonPosts:
    """Discord: slow, at times out, losing answers after a post was made."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.out = False
        self.lost: dict[int, object] = {}
        """Places that cannot be posted to."""
        self.in_flight = 0
        self.made: dict[str, int] = {}
        """By nonce."""
        self.news: Counter[tuple[int, str]] = Counter()
        """How often each was posted about a season, by place."""
        self.closed: dict[int, int] = {}
        """The invitation of each season, without its buttons."""
        self.starts: Counter[int] = Counter()
        """How often the start of a game was posted."""
        self.threads: dict[int, int] = {}
        """The fixture of each thread."""
        self.on_post: Callable[[Message], None] = lambda _: None
        self._numbers = count(100_000)

    def line_of(self, process: Process) -> "SeasonLine":
        return SeasonLine(self, process)

    async def take(self, place: int, message: Message | LeagueMessage, nonce: str | None) -> int:
        self.in_flight += 1
        try:
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))
            if self.out or self.chance.random() < 0.02:
                raise TryLater(self.chance.choice((0.0, 5.0)))
            if place in self.lost:
                raise PlaceForbidden
            post = 0 if nonce is None else self._make(place, message, nonce)
            if self.chance.random() < 0.015:
                raise TryLater  # the answer is lost
            return post
        finally:
            self.in_flight -= 1

    def _make(self, place: int, message: Message | LeagueMessage, nonce: str) -> int:
        if nonce in self.made:
            return self.made[nonce]
        post = self.made[nonce] = next(self._numbers)
        if isinstance(message, LeaguePost | FixturePost):
            self.news[place, repr(message)] += 1
        elif isinstance(message, Notice) and str(message.done) == "started":
            self.starts[message.game_id] += 1
        if isinstance(message, BoardPost):
            self.on_post(message)
        return post

    @property
    def doubled(self) -> int:
        made = [*self.news.values(), *self.starts.values()]
        return sum(times - 1 for times in made)


class SeasonLine:
    """The poster of one process."""

    ready = True

    def __init__(self, posts: SeasonPosts, process: Process) -> None:
        self._posts = posts
        self._process = process

    async def find(
        self, place_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        return None  # no nonce is forgotten here

    async def post(
        self, channel_id: int, message: ChannelPost, nonce: str, board: ShownBoard | None = None
    ) -> int:
        return await self._take(channel_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        raise AssertionError("a live board that nobody asked for")

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        return await self._take(user_id, message, nonce)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        await self._take(channel_id, message, None)

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        return await self._take(place_id, message, nonce)

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        await self._take(channel_id, message, None)
        fixture = self._posts.threads.setdefault(post_id, message.number)
        must(fixture == message.number, f"thread {post_id} is that of fixture {fixture}")

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        await self._take(channel_id, message, None)
        self._posts.closed[message.season_id] = post_id

    async def _take(self, place: int, message: Message | LeagueMessage, nonce: str | None) -> int:
        if self._process.dead:
            raise TryLater
        return await self._posts.take(place, message, nonce)


class FileRows:
    """Reads what is committed from a SQLite file."""

    def __init__(self, file: Path) -> None:
        file.touch()
        self._db = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._db.row_factory = sqlite3.Row

    def rows(self, sql: str, *values: object) -> list[Any]:
        return self._db.execute(sql, values).fetchall()

    def close(self) -> None:
        self._db.close()


class Watch:
    """Reads what is committed, and checks it after every transaction."""

    def __init__(self, url: str, clock: WallClock) -> None:
        file = make_url(url).database
        self._store = ServerRows(url) if "asyncpg" in url else FileRows(Path(str(file)))
        self._clock = clock
        self.commits = 0
        self.most_running = 0
        self.season: int | None = None
        self.goes_on = True
        """The season is not over yet."""
        self.played_out_at: float | None = None
        """When a cup that goes on had no more games to decide."""

    def close(self) -> None:
        self._store.close()

    def rows(self, sql: str, *values: object) -> list[Any]:
        return self._store.rows(sql, *values)

    def look(self, moment: float) -> None:
        self.commits += 1
        if self.season is None:
            return
        [season] = self.rows("SELECT * FROM seasons WHERE id = ?", self.season)
        self.goes_on = season["stage"] in ("sign_up", "running")
        if season["stage"] != "running":
            self.played_out_at = None
            return
        terms = loads(season["terms"])
        if terms["full"] is not None:
            [left] = self.rows(
                "SELECT count(*) AS n FROM fixtures WHERE season_id = ?"
                " AND state NOT IN ('decided', 'void')",
                self.season,
            )
            if not left["n"] and self.played_out_at is None:
                self.played_out_at = moment
        if terms["full"] is not None or terms["seats"] > 2:  # all games begin at once
            return
        length = season["ends_at"] - season["closes_at"]
        if self._clock() >= season["closes_at"] + round(length * RELEASED) - A_MOMENT:
            return
        running = Counter(
            player
            for row in self.rows(
                "SELECT players FROM fixtures WHERE season_id = ?"
                " AND state IN ('called', 'running')",
                self.season,
            )
            for player in loads(row["players"])
        )
        self.most_running = max(self.most_running, *running.values(), 0)
        must(self.most_running <= CAP, f"somebody has {self.most_running} running games")

    def next_due(self) -> Millis | None:
        found = self.rows(
            "SELECT min(at) AS at FROM ("
            " SELECT min(due_at) AS at FROM games WHERE due_at IS NOT NULL"
            " UNION ALL SELECT min(due_at) FROM seasons WHERE due_at IS NOT NULL"
            " UNION ALL SELECT min(CASE WHEN claimed_until > due_at THEN claimed_until"
            " ELSE due_at END) FROM outbox WHERE id IN (SELECT min(id) FROM outbox"
            " WHERE state = 'waiting' GROUP BY place_id,"
            " CASE WHEN kind IN ('live', 'retire', 'closed') THEN kind END)) AS moments"
        )
        at: Millis | None = found[0]["at"]
        return at


class World(Simulation):
    """One season or cup from its announcement to its end."""

    def __init__(
        self, url: str, loop: JumpingLoop, logged_errors: LoggedErrors, chance: Random
    ) -> None:
        super().__init__(loop, WallClock(loop, START), chance)
        self.logged_errors = logged_errors
        self.watch = Watch(url, self.clock)
        self.channels = SeasonPosts(chance)
        self.channels.on_post = self._on_post
        self.host = Host(
            url,
            self.clock,
            chance,
            self.channels,
            make_desk=self._make_desk,
            on_kill=self._on_kill,
        )
        self.places: list[Any] = []
        self.kind = chance.choice(("castle", "carcassonne", *["castellan"] * 4))
        self.terms = some_cup(chance, self.kind) or some_season(chance, self.kind)
        people = chance.randint(4, 30)
        if self.terms.full is not None:  # too few of them, too many, or as many
            people = self.terms.full + chance.randint(-1, 3)
        self.people = [
            Player(1000 + number, chance.choice((1, 2, 4, 7)) * HOUR) for number in range(people)
        ]
        self.fate = Random(chance.random())
        self.season_id = 0
        self.moves = 0
        self.kills = 0
        self._up_since = 0.0
        self._expected: set[int] = set()
        """The games at which somebody is going to look."""
        self._places: dict[int, tuple[int, int]] = {}
        """The places that each entrant can reach, as last seen."""
        self._excused: object = None
        """What was void or withdrawn when they were seen."""
        self._open_fixtures = -1

    # The whole of it.

    async def live_through(self) -> Report:
        try:
            await self.host.start()
            await self._announce()
            season = await self._season()
            ends = (season.counts_as_it_stands_at - START) / 1000
            self._plan(ends)
            until = ends + ON_ITS_DAY
            while self.loop.time() < until and self.watch.goes_on:
                await self.live(min(until, self.loop.time() + DAY))
            return await self._end()
        finally:
            await self.close()
            self.watch.close()

    async def _announce(self) -> None:
        asked = NewLeague(self.kind, GUILD, CHANNEL, "The League", self.terms)
        by = self._actor(MODERATOR)
        answer = await self._at_table(lambda table: table.leagues.open(by, asked))
        self.season_id = answer.season_id
        self.watch.season = self.season_id
        for player in self.people:
            moment = self.chance.uniform(0, 6.5 * DAY)
            self.at(moment, partial(self._ask_soon, player.id, SignUp()))

    def _plan(self, ends: float) -> None:
        """What people will do, and what will go wrong: the same for a seed."""
        chance = self.fate
        begins = 7 * DAY
        for often, trouble in MISHAPS:
            for _ in range(_times(chance, often)):
                # Whatever is down is up again at the end: else it could not be on its day.
                self.at(chance.uniform(DAY, ends - 6 * DAY), partial(self._start, trouble, self))
        for player in self.people:
            doing = chance.random()
            moment = chance.uniform(begins, ends)
            if doing < 0.04:
                self.at(moment, partial(self._ask_soon, player.id, WithdrawFromSeason()))
            elif doing < 0.10:
                self.at(moment, partial(setattr, player, "gone", True))
            elif doing < 0.25:
                self.at(moment, partial(self._start, self._go_away, player))
        for _ in range(_times(chance, 0.3)):
            self.at(chance.uniform(begins, ends), partial(self._start, self._substitute))
        for hours in range(12, 12 + _times(chance, 0.5)):
            moment = chance.uniform(begins, ends - 5 * DAY)
            self.at(moment, partial(self._ask_soon, MODERATOR, GiveTime(hours)))
        for _ in range(_times(chance, 0.3)):
            self.at(chance.uniform(begins, ends), partial(self._start, self._void))
        if chance.random() < 0.15:
            self.at(chance.uniform(begins, ends - 6 * DAY), self._lose_channel)
        self.at(begins + 2 * DAY, self._look_around)

    async def _end(self) -> Report:
        """Nothing more happens: let everything that waits be posted, and count."""
        self._queue.clear()
        self.channels.out = False
        self.channels.lost.clear()
        if not self.host.up:  # it was down, and what would have started it is cleared
            await self.host.start()
        await self.live(self.loop.time() + 2 * HOUR)
        self.watch.season = None
        season = await self._season()
        while self.host.up:
            await self.host.stop()
        self.check()
        return self._count(season)

    def _count(self, season: Season) -> Report:
        """From the rows alone."""
        [row] = self.watch.rows("SELECT * FROM seasons WHERE id = ?", season.id)
        entrants = self.watch.rows(
            "SELECT * FROM entrants WHERE season_id = ? ORDER BY number", season.id
        )
        fixtures = self.watch.rows(
            "SELECT * FROM fixtures WHERE season_id = ? ORDER BY number", season.id
        )
        invitation = self.channels.closed.get(season.id)
        must(invitation == row["post_id"], f"{row['post_id']} still has its buttons")
        full = self.terms.full
        in_divisions = [one for one in entrants if one["division"] is not None]
        if len(in_divisions) < (full or FEWEST):
            must(not in_divisions, f"{len(in_divisions)} play in a season of too few")
            must(row["stage"] == "cancelled", f"too few signed up, and it is {row['stage']}")
            return self._report(row, entrants, fixtures)
        must(row["stage"] == "over", f"it is {row['stage']}")
        if full is None:
            late = (row["ended_at"] - row["ends_at"]) / 1000
            must(0 <= late <= ON_ITS_DAY, f"it ended {late} seconds after its moment")
            [next_ones] = self.watch.rows(
                "SELECT count(*) AS n FROM seasons WHERE previous_id = ?", season.id
            )
            must(next_ones["n"] == 1, f"{next_ones['n']} seasons follow it")
        else:
            must(len(in_divisions) == full, f"{len(in_divisions)} play in a cup for {full}")
        states = Counter(one["state"] for one in fixtures)
        must({*states} <= {"decided", "void"}, f"{states} at the end")
        divisions: dict[int, list[int]] = {}
        for one in entrants:
            if one["division"] is not None:
                divisions.setdefault(one["division"], []).append(one["number"])
        if self.terms.seats == 2:
            pairs = sorted(tuple(sorted(loads(one["players"]))) for one in fixtures)
            expected = [pair for own in divisions.values() for pair in combinations(own, 2)]
            must(pairs == sorted(expected), "not every pair is there exactly once")
        elif self.terms.seats == full:
            must(len(fixtures) == 1, f"{len(fixtures)} games of a cup around one table")
        else:
            for own in divisions.values():
                self._check_tables(own, [loads(one["players"]) for one in fixtures])
        self._compare_standings(entrants, fixtures)
        open_games = self.watch.rows(
            "SELECT id FROM games WHERE season_id = ? AND status IN ('lobby', 'running')",
            season.id,
        )
        must(not open_games, f"{len(open_games)} games are still open")
        games = [one["game_id"] for one in fixtures if one["game_id"] is not None]
        must(len(games) == len({*games}), "a game belongs to two fixtures")
        [made] = self.watch.rows("SELECT count(*) AS n FROM games WHERE season_id = ?", season.id)
        must(made["n"] == len(games), f"{made['n']} games for {len(games)} fixtures")
        waiting = self.watch.rows(
            "SELECT kind, payload, error FROM outbox WHERE state = 'waiting' AND game_id IS NULL"
        )
        must(not waiting, f"still to be posted: {[tuple(one) for one in waiting]}")
        return self._report(row, entrants, fixtures)

    def _check_tables(self, players: list[int], games: list[list[int]]) -> None:
        """Everybody in a division meets equally often, or once more."""
        met = Counter(pair for game in games for pair in combinations(sorted(game), 2))
        times = [met[pair] for pair in combinations(players, 2)]
        must(max(times) - min(times) <= 1, f"pairs meet {min(times)} to {max(times)} times")

    def _report(self, row: Any, entrants: list[Any], fixtures: list[Any]) -> Report:
        divisions = [one["division"] for one in entrants if one["division"] is not None]
        reasons = Counter(one["reason"] for one in fixtures)
        voided = sum(one["state"] == "void" for one in fixtures)
        is_cup = self.terms.full is not None
        begun = row["began_at"] if is_cup and row["began_at"] else row["closes_at"]
        return Report(
            players=len(divisions),
            divisions=len({*divisions}),
            pairs=len(fixtures),
            decided=sum(one["state"] in ("decided", "void") for one in fixtures),
            days=round((row["ended_at"] - begun) / DAY_MS, 2),
            forfeits=sum(reasons[reason] for reason in ("late", "left", "withdrawn")),
            voided=voided,
            most_running=self.watch.most_running,
            doubled_posts=self.channels.doubled,
            moves=self.moves,
            kills=self.kills,
            kind=self.kind,
            seats=self.terms.seats,
            cup=is_cup,
        )

    def _compare_standings(self, entrants: list[Any], fixtures: list[Any]) -> None:
        """Nobody with more points stands below somebody with fewer: counted anew, from the rows."""
        points: Counter[int] = Counter()
        """In twelfths, as shared places share their points."""
        for one in fixtures:
            if one["state"] == "decided":
                players = loads(one["players"])
                places = loads(one["places"])
                given = POINTS[len(players)]
                for player, place in zip(players, places, strict=True):
                    sharing = places.count(place)
                    shared = sum(given[place - 1 : place - 1 + sharing])
                    points[player] += 12 * shared // sharing
        placed = [one for one in entrants if one["place"] is not None]
        for above in placed:
            for below in placed:
                if above["division"] == below["division"] and above["place"] < below["place"]:
                    must(
                        points[above["number"]] >= points[below["number"]],
                        f"{above['name']} stands above {below['name']} with fewer points",
                    )

    # Time.

    @property
    def processes(self) -> Sequence[Process]:
        return self.host.processes

    @property
    def commits(self) -> int:
        return self.watch.commits

    @property
    def posting(self) -> bool:
        return self.channels.in_flight > 0

    def next_due(self) -> Millis | None:
        return self.watch.next_due() if self.host.up else None

    def check(self) -> None:
        if self.broken is not None:
            raise self.broken
        if self.logged_errors.messages:
            raise Broken(self.logged_errors.messages[0])
        if not self.host.up:
            self._up_since = self.loop.time()
        elif self.watch.played_out_at is not None:
            since = max(self.watch.played_out_at, self._up_since)
            must(self.loop.time() - since <= ON_ITS_DAY, "a cup goes on without games")

    def clock_was_set(self) -> None:
        """The clock is right in seasons."""

    def _start(self, doing: Callable[..., Coroutine[Any, Any, None]], *about: Any) -> None:
        self.spawn(doing(*about))

    def _make_desk(self) -> Desk | ServerDesk:
        if isinstance(self.loop, ServerLoop):
            return ServerDesk(self.loop, self._committed)
        return Desk(self.chance, self._committed)

    def _committed(self) -> None:
        try:
            self.watch.look(self.loop.time())
        except Broken as broken:
            self.broken = self.broken or broken

    def _on_kill(self) -> None:
        self.kills += 1

    def _lose_channel(self) -> None:
        place = self.chance.choice([CHANNEL, *self.channels.threads])
        self.channels.lost[place] = "forbidden"
        back = partial(self.channels.lost.pop, place, None)
        self.after(self.chance.uniform(0.1, 5) * DAY, back)

    # People.

    async def _at_table(
        self, ask: Callable[[Table], Coroutine[Any, Any, T]], process: Process | None = None
    ) -> T:
        """What somebody asks of one of the processes. Raises Gone if that ends before it answers: a
        killed one never does."""
        process = process or self.host.anyone()
        if process is None:
            raise Gone
        with process.stopping.work():
            answer = asyncio.ensure_future(ask(process.table))
            while not answer.done():
                await asyncio.wait({answer}, timeout=LISTENS)
                if process.dead and not answer.done():
                    answer.cancel()
                    await asyncio.wait({answer})
                    raise Gone
        try:
            return answer.result()
        except (StoreError, asyncio.CancelledError) as error:
            if process.ends:
                raise Gone from error
            raise

    def _actor(self, user_id: int) -> Actor:
        rights: Any = frozenset({"start", "league"} | ({"end"} if user_id == MODERATOR else set()))
        return Actor(self.new_name(), user_id, f"Person {user_id}", rights)

    async def _season(self) -> Season:
        return await self._at_table(lambda table: table.leagues.get(self.season_id))

    def _ask_soon(self, user_id: int, action: SeasonAction) -> None:
        self.spawn(self._ask(user_id, action))

    async def _ask(self, user_id: int, action: SeasonAction, tries: int = 40) -> None:
        """Somebody presses a button until the bot answers. The same click is delivered twice."""
        by = self._actor(user_id)

        def act(table: Table) -> Coroutine[Any, Any, SeasonAnswer]:
            return table.leagues.act(by, self.season_id, action)

        for _ in range(tries):
            try:
                first = await self._at_table(act)
                if self.chance.random() < 0.2:
                    again = await self._at_table(act)
                    must(first == again, f"{first}, then {again}")
            except Gone:
                await self.sleep(self.chance.uniform(60, 3 * HOUR))
            except TableError:
                return
            else:
                return

    async def _go_away(self, player: Player) -> None:
        now = self.clock()
        away = Away(now, now + round(self.chance.uniform(2, 20)) * DAY_MS)
        with suppress(TableError, Gone):
            await self._at_table(lambda table: table.people.go_away(self._actor(player.id), away))
        pace = player.pace
        player.pace = 10 * DAY
        await self.sleep((away.until - now) / 1000)
        player.pace = pace

    async def _substitute(self) -> None:
        with suppress(Gone):
            season = await self._season()
            number = self.chance.randrange(max(1, len(season.entrants)))
            new = Player(5000 + next(self._numbers), 4 * HOUR)
            self.people.append(new)
            await self._ask(MODERATOR, Substitute(number, new.id, f"Person {new.id}"))

    async def _void(self) -> None:
        with suppress(Gone):
            season = await self._season()
            if season.fixtures:
                number = self.chance.randrange(len(season.fixtures))
                await self._ask(MODERATOR, VoidFixture(number))

    def _on_post(self, message: Message) -> None:
        if isinstance(message, BoardPost):
            self._expect(message.game_id)

    def _expect(self, game_id: int) -> None:
        """Whoever is to act will look at the game, at their own pace."""
        if game_id in self._expected:
            return
        self._expected.add(game_id)
        [*seats] = self.watch.rows(
            "SELECT s.user_id FROM games g JOIN seats s ON s.game_id = g.id AND s.seat = g.to_act"
            " WHERE g.id = ?",
            game_id,
        )
        user = seats[0]["user_id"] if seats else None
        player = next((one for one in self.people if one.id == user), None)
        wait = 60.0 if player is None else player.answers_after(self.chance)
        self.after(wait, partial(self._start, self._visit, game_id))

    async def _visit(self, game_id: int) -> None:
        self._expected.discard(game_id)
        try:
            await self._at_table(partial(self._play, game_id))
        except (TableError, EngineError):
            pass
        except Gone:
            self.after(HOUR, partial(self._expect, game_id))

    async def _play(self, game_id: int, table: Table) -> None:
        """One move, and another one if it is their turn again."""
        for _ in range(4):
            game = await table.games.get(game_id)
            if game.status not in OPEN or game.to_act is None or game.pause is not None:
                return
            user_id = game.seats[game.to_act].user_id
            player = next((one for one in self.people if one.id == user_id), None)
            if player is None or player.gone:
                return
            by = self._actor(player.id)
            if self.chance.random() < 0.0005:
                await table.act(by, game_id, Resign())
                return
            async with table._database.reading() as connection:
                state = await Positions(1).current(connection, game)
            rules = rules_of(game.kind)
            move = rules.move_text(random_move(rules, state, self.chance))
            answer = await table.act(by, game_id, Play(move, game.ply, game.branch))
            self.moves += 1
            if answer.waits_for != player.id:
                return

    def _look_around(self) -> None:
        """Every other day everybody looks at their games, called or not; and the ranges are
        checked."""
        self.after(2 * DAY, self._look_around)
        for row in self.watch.rows("SELECT id FROM games WHERE status = 'running'"):
            self._expect(row["id"])
        if self.host.up:
            self.spawn(self._check_ranges())

    async def _check_ranges(self) -> None:
        """The places that can be reached only become fewer, unless something is void or somebody
        has withdrawn since."""
        with suppress(Gone):
            season = await self._season()
            excused = (
                [one.number for one in season.fixtures if one.state == "void"],
                [one.number for one in season.entrants if one.entry == "withdrawn"],
            )
            undecided = sum(one.undecided for one in season.fixtures)
            if undecided == self._open_fixtures and excused == self._excused:
                return
            found: dict[int, tuple[int, int]] = {}
            for division in view_season(season).divisions:
                for row in division.rows:
                    found[row.entrant.number] = tuple(row.reachable)  # type: ignore[assignment]
            if excused == self._excused:
                for number, (first, last) in self._places.items():
                    now = found[number]
                    if not first <= now[0] <= now[1] <= last:
                        self.broken = Broken(f"{number} could reach {first}-{last}, now {now}")
            self._places = found
            self._excused = excused
            self._open_fixtures = undecided


def _times(chance: Random, often: float) -> int:
    """A number of times, of this mean."""
    times, rest = divmod(often, 1)
    return chance.randint(0, 2 * round(times)) + (chance.random() < rest)
