"""Runs simulated seasons and cups: real processes on simulated time, with people who withdraw, are
late or away, and with outages, restarts and kills. Everything that a season promises is checked
from the database, by code that shares nothing with the league's own.

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
from bot.table.posting import ChannelForbidden, TryLater
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
from tools.soak.running import MEMORY_FOLDER, Failed, seeded_randomness
from tools.soak.server import ServerDesk, ServerLoop, ServerRows
from tools.soak.statements import Desk, begin_at_once

T = TypeVar("T")

START = 1_800_000_000_000
GUILD = 1
CHANNEL = 77
MODERATOR = 9
# The seconds after which somebody looks whether the process that they asked is still there.
LISTEN_INTERVAL = 5.0
# The most seconds by which a season may end late, and a cup after its last game.
LONGEST_DELAY = 15 * 60.0
# The fewest players with whom a season takes place.
FEWEST_PLAYERS = 4
# The most games that a player has at a time before all others begin.
MOST_GAMES = 3
# The share of a season after which all other games begin.
RELEASE_SHARE = 0.3
# The most milliseconds that a step may take.
STEP_TIME = 5000
# The troubles of a season, with the mean number of times.
MISHAPS: tuple[tuple[float, Callable[[Any], Coroutine[Any, Any, None]]], ...] = (
    (4, troubles.kill),
    (2, troubles.restart),
    (2, troubles.restart_side_by_side),
    (1, troubles.stop_for_hours),
    (0.3, troubles.stop_for_days),
    (1.5, troubles.interrupt_discord),
)


class ProcessEnded(Exception):
    """The process that was asked has ended, or none is up."""


@dataclass(frozen=True, slots=True)
class Report:
    """Figures of a season."""

    players: int
    divisions: int
    pairs: int
    decided: int
    """The number of decided fixtures, with those that are void."""
    days: float
    forfeits: int
    voided: int
    most_running: int
    """The most games of anybody at a time, before the day on which the rest begin."""
    doubled_posts: int
    moves: int
    kills: int
    kind: str
    seats: int
    cup: bool


def soak_seasons(seasons: int, seed: int, server: Server | None = None) -> Iterator[Report]:
    """Run one season after another. Raises Failed."""
    template = None if server is None else make_template(server)
    for number in range(1, seasons + 1):
        if server is None or template is None:
            yield soak_season(seed, number)
        else:
            yield soak_season(seed, number, server.new_database(template=template))


def make_template(server: Server) -> str:
    """Make a database with the newest schema, and return its name, so that it can be copied."""
    url = server.new_database()

    async def make_tables() -> None:
        database = Database(url)
        await migrate(database)
        await database.close()

    asyncio.run(make_tables())
    return url.rpartition("/")[2]


def soak_season(seed: int, number: int, url: str | None = None) -> Report:
    """Run a season in a file of its own, or in this empty PostgreSQL database. Raises Failed."""
    with (
        TemporaryDirectory(dir=MEMORY_FOLDER) as folder,
        capturing_errors() as logged_errors,
        seeded_randomness(seed * 1000 + number),
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


def choose_cup(chance: Random, kind: str) -> Terms | None:
    """Choose the terms of a cup; None where the league has no cup."""
    if chance.random() >= 0.2:
        return None
    full = chance.choice(CUPS)
    around_one_table = full in rules_of(kind).seat_counts and chance.random() < 0.5
    return Terms(full=full, seats=full if around_one_table else 2)


def choose_season(chance: Random, kind: str) -> Terms:
    seats = 2
    if kind != "castle" and chance.random() < 0.25:
        seats = chance.choice((3, 4))
    least = fewest_days(kind, {}, Terms(seats=seats))
    length = chance.randint(least, least + 14) * DAY_MS
    return Terms(seats=seats, division=chance.randint(4, 7), length=length)


@dataclass(slots=True)
class Player:
    id: int
    pace: float
    """The median time in seconds that they let others wait."""
    has_left: bool = False
    """They no longer play, and say nothing."""

    def answer_delay(self, chance: Random) -> float:
        return self.pace * chance.lognormvariate(0, 0.7)


class SeasonPosts:
    """Discord: slow, at times out, losing answers after a post was made."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.has_outage = False
        self.lost_channels: dict[int, object] = {}
        """The channels that cannot be posted to."""
        self.in_flight = 0
        self.posts: dict[str, int] = {}
        """The posts by nonce."""
        self.news_counts: Counter[tuple[int, str]] = Counter()
        """The number of times that each news of a season was posted, by channel."""
        self.closed_invitations: dict[int, int] = {}
        """The invitation of each season, without its buttons."""
        self.start_counts: Counter[int] = Counter()
        """The number of times that the start of each game was posted."""
        self.threads: dict[int, int] = {}
        """The fixture of each thread."""
        self.on_post: Callable[[Message], None] = lambda _: None
        self._numbers = count(100_000)

    def poster_of(self, process: Process) -> "SeasonPoster":
        return SeasonPoster(self, process)

    async def send(
        self, channel_id: int, message: Message | LeagueMessage, nonce: str | None
    ) -> int:
        self.in_flight += 1
        try:
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))
            if self.has_outage or self.chance.random() < 0.02:
                raise TryLater(self.chance.choice((0.0, 5.0)))
            if channel_id in self.lost_channels:
                raise ChannelForbidden
            post = 0 if nonce is None else self._make_post(channel_id, message, nonce)
            if self.chance.random() < 0.015:
                raise TryLater  # the answer is lost
            return post
        finally:
            self.in_flight -= 1

    def _make_post(self, channel_id: int, message: Message | LeagueMessage, nonce: str) -> int:
        if nonce in self.posts:
            return self.posts[nonce]
        post = next(self._numbers)
        self.posts[nonce] = post
        if isinstance(message, LeaguePost | FixturePost):
            self.news_counts[channel_id, repr(message)] += 1
        elif isinstance(message, Notice) and str(message.done) == "started":
            self.start_counts[message.game_id] += 1
        if isinstance(message, BoardPost):
            self.on_post(message)
        return post

    @property
    def doubled_posts(self) -> int:
        post_counts = [*self.news_counts.values(), *self.start_counts.values()]
        return sum(times - 1 for times in post_counts)


class SeasonPoster:
    """Poster of one process."""

    ready = True

    def __init__(self, posts: SeasonPosts, process: Process) -> None:
        self._posts = posts
        self._process = process

    async def find(
        self, channel_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        return None  # no nonce is forgotten here

    async def post(
        self, channel_id: int, message: ChannelPost, nonce: str, board: ShownBoard | None = None
    ) -> int:
        return await self._send(channel_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: LiveBoard, message_id: int | None, nonce: str
    ) -> int | None:
        raise AssertionError("a live board that nobody asked for")

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        return await self._send(user_id, message, nonce)

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        await self._send(channel_id, message, None)

    async def post_news(self, channel_id: int, message: LeagueMessage, nonce: str) -> int:
        return await self._send(channel_id, message, nonce)

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        await self._send(channel_id, message, None)
        fixture = self._posts.threads.setdefault(post_id, message.number)
        must(fixture == message.number, f"thread {post_id} is that of fixture {fixture}")

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        await self._send(channel_id, message, None)
        self._posts.closed_invitations[message.season_id] = post_id

    async def _send(
        self, channel_id: int, message: Message | LeagueMessage, nonce: str | None
    ) -> int:
        if self._process.is_dead:
            raise TryLater
        return await self._posts.send(channel_id, message, nonce)


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
        self.is_open = True
        """The season is not over yet."""
        self.played_out_at: float | None = None
        """The time at which a cup that goes on had no more games to decide."""

    def close(self) -> None:
        self._store.close()

    def rows(self, sql: str, *values: object) -> list[Any]:
        return self._store.rows(sql, *values)

    def check_commit(self, moment: float) -> None:
        self.commits += 1
        if self.season is None:
            return
        [season] = self.rows("SELECT * FROM seasons WHERE id = ?", self.season)
        self.is_open = season["stage"] in ("sign_up", "running")
        if season["stage"] != "running":
            self.played_out_at = None
            return
        terms = loads(season["terms"])
        if terms["full"] is not None:
            [count_row] = self.rows(
                "SELECT count(*) AS n FROM fixtures WHERE season_id = ?"
                " AND state NOT IN ('decided', 'void')",
                self.season,
            )
            if not count_row["n"] and self.played_out_at is None:
                self.played_out_at = moment
        if terms["full"] is not None or terms["seats"] > 2:  # all games begin at once
            return
        length = season["ends_at"] - season["closes_at"]
        if self._clock() >= season["closes_at"] + round(length * RELEASE_SHARE) - STEP_TIME:
            return
        running = Counter[int]()
        for row in self.rows(
            "SELECT players FROM fixtures WHERE season_id = ? AND state IN ('called', 'running')",
            self.season,
        ):
            running.update(loads(row["players"]))
        self.most_running = max(self.most_running, *running.values(), 0)
        must(self.most_running <= MOST_GAMES, f"somebody has {self.most_running} running games")

    def next_due(self) -> Millis | None:
        due_rows = self.rows(
            "SELECT min(at) AS at FROM ("
            " SELECT min(due_at) AS at FROM games WHERE due_at IS NOT NULL"
            " UNION ALL SELECT min(due_at) FROM seasons WHERE due_at IS NOT NULL"
            " UNION ALL SELECT min(CASE WHEN claimed_until > due_at THEN claimed_until"
            " ELSE due_at END) FROM outbox WHERE id IN (SELECT min(id) FROM outbox"
            " WHERE state = 'waiting' GROUP BY place_id,"
            " CASE WHEN kind IN ('live', 'retire', 'closed') THEN kind END)) AS moments"
        )
        moment: Millis | None = due_rows[0]["at"]
        return moment


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
        self.terms = choose_cup(chance, self.kind) or choose_season(chance, self.kind)
        people = chance.randint(4, 30)
        if self.terms.full is not None:  # too few of them, too many, or as many
            people = self.terms.full + chance.randint(-1, 3)
        self.people = list[Player]()
        for number in range(people):
            self.people.append(Player(1000 + number, chance.choice((1, 2, 4, 7)) * HOUR))
        self.plan_chance = Random(chance.random())
        self.season_id = 0
        self.moves = 0
        self.kills = 0
        self._up_since = 0.0
        self._expected_visits: set[int] = set()
        """The games at which somebody is going to look."""
        self._reachable_places: dict[int, tuple[int, int]] = {}
        """The places that each entrant can reach, as last seen."""
        self._excused: object = None
        """The fixtures that were void and the entrants who had withdrawn at that time."""
        self._open_fixtures = -1

    # The whole of it.

    async def live_through(self) -> Report:
        try:
            await self.host.start()
            await self._announce()
            season = await self._season()
            ends = (season.counts_as_it_stands_at - START) / 1000
            self._schedule(ends)
            until = ends + LONGEST_DELAY
            while self.loop.time() < until and self.watch.is_open:
                await self.live(min(until, self.loop.time() + DAY))
            return await self._finish()
        finally:
            await self.close()
            self.watch.close()

    async def _announce(self) -> None:
        new_league = NewLeague(self.kind, GUILD, CHANNEL, "The League", self.terms)
        actor = self._actor(MODERATOR)
        answer = await self._call_table(lambda table: table.leagues.open(actor, new_league))
        self.season_id = answer.season_id
        self.watch.season = self.season_id
        for player in self.people:
            moment = self.chance.uniform(0, 6.5 * DAY)
            self.schedule_at(moment, partial(self._act_soon, player.id, SignUp()))

    def _schedule(self, ends: float) -> None:
        """Schedule the actions of people and the troubles: the same for a seed."""
        chance = self.plan_chance
        begins = 7 * DAY
        for mean, trouble in MISHAPS:
            for _ in range(_random_count(chance, mean)):
                # Whatever is down is up again at the end: else it could not be on its day.
                self.schedule_at(
                    chance.uniform(DAY, ends - 6 * DAY), partial(self._spawn, trouble, self)
                )
        for player in self.people:
            fate = chance.random()
            moment = chance.uniform(begins, ends)
            if fate < 0.04:
                self.schedule_at(moment, partial(self._act_soon, player.id, WithdrawFromSeason()))
            elif fate < 0.10:
                self.schedule_at(moment, partial(setattr, player, "has_left", True))
            elif fate < 0.25:
                self.schedule_at(moment, partial(self._spawn, self._go_away, player))
        for _ in range(_random_count(chance, 0.3)):
            self.schedule_at(chance.uniform(begins, ends), partial(self._spawn, self._substitute))
        for hours in range(12, 12 + _random_count(chance, 0.5)):
            moment = chance.uniform(begins, ends - 5 * DAY)
            self.schedule_at(moment, partial(self._act_soon, MODERATOR, GiveTime(hours)))
        for _ in range(_random_count(chance, 0.3)):
            self.schedule_at(chance.uniform(begins, ends), partial(self._spawn, self._void_fixture))
        if chance.random() < 0.15:
            self.schedule_at(chance.uniform(begins, ends - 6 * DAY), self._lose_channel)
        self.schedule_at(begins + 2 * DAY, self._look_around)

    async def _finish(self) -> Report:
        """Let everything that waits be posted, and check the results."""
        self._queue.clear()
        self.channels.has_outage = False
        self.channels.lost_channels.clear()
        # It may be down, and what would have started it is cleared.
        if not self.host.running_processes:
            await self.host.start()
        await self.live(self.loop.time() + 2 * HOUR)
        self.watch.season = None
        season = await self._season()
        while self.host.running_processes:
            await self.host.stop()
        self.check()
        return self._check_results(season)

    def _check_results(self, season: Season) -> Report:
        """Check the results of the season from the rows alone, and report them."""
        [row] = self.watch.rows("SELECT * FROM seasons WHERE id = ?", season.id)
        entrants = self.watch.rows(
            "SELECT * FROM entrants WHERE season_id = ? ORDER BY number", season.id
        )
        fixtures = self.watch.rows(
            "SELECT * FROM fixtures WHERE season_id = ? ORDER BY number", season.id
        )
        invitation = self.channels.closed_invitations.get(season.id)
        must(invitation == row["post_id"], f"{row['post_id']} still has its buttons")
        full = self.terms.full
        in_divisions = [entrant for entrant in entrants if entrant["division"] is not None]
        if len(in_divisions) < (full or FEWEST_PLAYERS):
            must(not in_divisions, f"{len(in_divisions)} play in a season of too few")
            must(row["stage"] == "cancelled", f"too few signed up, and it is {row['stage']}")
            return self._report(row, entrants, fixtures)
        must(row["stage"] == "over", f"it is {row['stage']}")
        if full is None:
            late = (row["ended_at"] - row["ends_at"]) / 1000
            must(0 <= late <= LONGEST_DELAY, f"it ended {late} seconds after its moment")
            [next_ones] = self.watch.rows(
                "SELECT count(*) AS n FROM seasons WHERE previous_id = ?", season.id
            )
            must(next_ones["n"] == 1, f"{next_ones['n']} seasons follow it")
        else:
            must(len(in_divisions) == full, f"{len(in_divisions)} play in a cup for {full}")
        states = Counter(fixture["state"] for fixture in fixtures)
        must({*states} <= {"decided", "void"}, f"{states} at the end")
        divisions: dict[int, list[int]] = {}
        for entrant in entrants:
            if entrant["division"] is not None:
                divisions.setdefault(entrant["division"], []).append(entrant["number"])
        if self.terms.seats == 2:
            pairs = [tuple(sorted(loads(fixture["players"]))) for fixture in fixtures]
            expected_pairs = list[tuple[int, ...]]()
            for members in divisions.values():
                expected_pairs += combinations(members, 2)
            must(sorted(pairs) == sorted(expected_pairs), "not every pair is there exactly once")
        elif self.terms.seats == full:
            must(len(fixtures) == 1, f"{len(fixtures)} games of a cup around one table")
        else:
            for members in divisions.values():
                self._check_tables(members, [loads(fixture["players"]) for fixture in fixtures])
        self._compare_standings(entrants, fixtures)
        open_games = self.watch.rows(
            "SELECT id FROM games WHERE season_id = ? AND status IN ('lobby', 'running')",
            season.id,
        )
        must(not open_games, f"{len(open_games)} games are still open")
        games = [fixture["game_id"] for fixture in fixtures if fixture["game_id"] is not None]
        must(len(games) == len({*games}), "a game belongs to two fixtures")
        [count_row] = self.watch.rows(
            "SELECT count(*) AS n FROM games WHERE season_id = ?", season.id
        )
        must(count_row["n"] == len(games), f"{count_row['n']} games for {len(games)} fixtures")
        waiting = self.watch.rows(
            "SELECT kind, payload, error FROM outbox WHERE state = 'waiting' AND game_id IS NULL"
        )
        must(not waiting, f"still to be posted: {[tuple(message) for message in waiting]}")
        return self._report(row, entrants, fixtures)

    def _check_tables(self, players: list[int], games: list[list[int]]) -> None:
        """Check that everybody in a division meets equally often, or once more."""
        meetings = Counter[tuple[int, ...]]()
        for game in games:
            meetings.update(combinations(sorted(game), 2))
        times = [meetings[pair] for pair in combinations(players, 2)]
        must(max(times) - min(times) <= 1, f"pairs meet {min(times)} to {max(times)} times")

    def _report(self, row: Any, entrants: list[Any], fixtures: list[Any]) -> Report:
        divisions = [entrant["division"] for entrant in entrants if entrant["division"] is not None]
        reasons = Counter(fixture["reason"] for fixture in fixtures)
        voided = sum(fixture["state"] == "void" for fixture in fixtures)
        is_cup = self.terms.full is not None
        began_at = row["began_at"] if is_cup and row["began_at"] else row["closes_at"]
        return Report(
            players=len(divisions),
            divisions=len({*divisions}),
            pairs=len(fixtures),
            decided=sum(fixture["state"] in ("decided", "void") for fixture in fixtures),
            days=round((row["ended_at"] - began_at) / DAY_MS, 2),
            forfeits=sum(reasons[reason] for reason in ("late", "left", "withdrawn")),
            voided=voided,
            most_running=self.watch.most_running,
            doubled_posts=self.channels.doubled_posts,
            moves=self.moves,
            kills=self.kills,
            kind=self.kind,
            seats=self.terms.seats,
            cup=is_cup,
        )

    def _compare_standings(self, entrants: list[Any], fixtures: list[Any]) -> None:
        """Check that nobody with more points stands below somebody with fewer, by counting the rows
        anew."""
        points: Counter[int] = Counter()
        """The points in twelfths, as shared places share their points."""
        for fixture in fixtures:
            if fixture["state"] == "decided":
                players = loads(fixture["players"])
                places = loads(fixture["places"])
                points_by_place = POINTS[len(players)]
                for player, place in zip(players, places, strict=True):
                    sharers = places.count(place)
                    points_shared = sum(points_by_place[place - 1 : place - 1 + sharers])
                    points[player] += 12 * points_shared // sharers
        ranked = [entrant for entrant in entrants if entrant["place"] is not None]
        for above in ranked:
            for below in ranked:
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
        return self.watch.next_due() if self.host.running_processes else None

    def check(self) -> None:
        if self.broken is not None:
            raise self.broken
        if self.logged_errors.messages:
            raise Broken(self.logged_errors.messages[0])
        if not self.host.running_processes:
            self._up_since = self.loop.time()
        elif self.watch.played_out_at is not None:
            since = max(self.watch.played_out_at, self._up_since)
            must(self.loop.time() - since <= LONGEST_DELAY, "a cup goes on without games")

    def clock_was_set(self) -> None:
        """Do nothing: the clock is right in seasons."""

    def _spawn(self, function: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        self.spawn(function(*arguments))

    def _make_desk(self) -> Desk | ServerDesk:
        if isinstance(self.loop, ServerLoop):
            return ServerDesk(self.loop, self._check_commit)
        return Desk(self.chance, self._check_commit)

    def _check_commit(self) -> None:
        try:
            self.watch.check_commit(self.loop.time())
        except Broken as broken:
            self.broken = self.broken or broken

    def _on_kill(self) -> None:
        self.kills += 1

    def _lose_channel(self) -> None:
        channel_id = self.chance.choice([CHANNEL, *self.channels.threads])
        self.channels.lost_channels[channel_id] = "forbidden"
        back = partial(self.channels.lost_channels.pop, channel_id, None)
        self.schedule_after(self.chance.uniform(0.1, 5) * DAY, back)

    # People.

    async def _call_table(
        self, call: Callable[[Table], Coroutine[Any, Any, T]], process: Process | None = None
    ) -> T:
        """Call the table of one of the processes. Raises ProcessEnded if that ends before it
        answers: a killed one never does."""
        process = process or self.host.choose_process()
        if process is None:
            raise ProcessEnded
        with process.stopping.work():
            answer = asyncio.ensure_future(call(process.table))
            while not answer.done():
                await asyncio.wait({answer}, timeout=LISTEN_INTERVAL)
                if process.is_dead and not answer.done():
                    answer.cancel()
                    await asyncio.wait({answer})
                    raise ProcessEnded
        try:
            return answer.result()
        except (StoreError, asyncio.CancelledError) as error:
            if process.is_ending:
                raise ProcessEnded from error
            raise

    def _actor(self, user_id: int) -> Actor:
        rights: Any = frozenset({"start", "league"} | ({"end"} if user_id == MODERATOR else set()))
        return Actor(self.new_name(), user_id, f"Person {user_id}", rights)

    async def _season(self) -> Season:
        return await self._call_table(lambda table: table.leagues.get(self.season_id))

    def _act_soon(self, user_id: int, action: SeasonAction) -> None:
        self.spawn(self._act(user_id, action))

    async def _act(self, user_id: int, action: SeasonAction, tries: int = 40) -> None:
        """Press a button until the bot answers. Sometimes the same click is delivered twice."""
        actor = self._actor(user_id)

        def act(table: Table) -> Coroutine[Any, Any, SeasonAnswer]:
            return table.leagues.act(actor, self.season_id, action)

        for _ in range(tries):
            try:
                first_answer = await self._call_table(act)
                if self.chance.random() < 0.2:
                    second_answer = await self._call_table(act)
                    must(first_answer == second_answer, f"{first_answer}, then {second_answer}")
            except ProcessEnded:
                await self.sleep(self.chance.uniform(60, 3 * HOUR))
            except TableError:
                return
            else:
                return

    async def _go_away(self, player: Player) -> None:
        now = self.clock()
        away = Away(now, now + round(self.chance.uniform(2, 20)) * DAY_MS)
        with suppress(TableError, ProcessEnded):
            await self._call_table(lambda table: table.people.go_away(self._actor(player.id), away))
        pace = player.pace
        player.pace = 10 * DAY
        await self.sleep((away.until - now) / 1000)
        player.pace = pace

    async def _substitute(self) -> None:
        with suppress(ProcessEnded):
            season = await self._season()
            number = self.chance.randrange(max(1, len(season.entrants)))
            substitute = Player(5000 + next(self._numbers), 4 * HOUR)
            self.people.append(substitute)
            await self._act(MODERATOR, Substitute(number, substitute.id, f"Person {substitute.id}"))

    async def _void_fixture(self) -> None:
        with suppress(ProcessEnded):
            season = await self._season()
            if season.fixtures:
                number = self.chance.randrange(len(season.fixtures))
                await self._act(MODERATOR, VoidFixture(number))

    def _on_post(self, message: Message) -> None:
        if isinstance(message, BoardPost):
            self._expect(message.game_id)

    def _expect(self, game_id: int) -> None:
        """Let whoever is to act look at the game, at their own pace."""
        if game_id in self._expected_visits:
            return
        self._expected_visits.add(game_id)
        seats = self.watch.rows(
            "SELECT s.user_id FROM games g JOIN seats s ON s.game_id = g.id AND s.seat = g.to_act"
            " WHERE g.id = ?",
            game_id,
        )
        user_id = seats[0]["user_id"] if seats else None
        player = self._player(user_id)
        wait = 60.0 if player is None else player.answer_delay(self.chance)
        self.schedule_after(wait, partial(self._spawn, self._visit, game_id))

    def _player(self, user_id: int | None) -> Player | None:
        return next((player for player in self.people if player.id == user_id), None)

    async def _visit(self, game_id: int) -> None:
        self._expected_visits.discard(game_id)
        try:
            await self._call_table(partial(self._play, game_id))
        except (TableError, EngineError):
            pass
        except ProcessEnded:
            self.schedule_after(HOUR, partial(self._expect, game_id))

    async def _play(self, game_id: int, table: Table) -> None:
        """Play a move, and another one if it is their turn again."""
        for _ in range(4):
            game = await table.games.get(game_id)
            if game.status not in OPEN or game.to_act is None or game.pause is not None:
                return
            user_id = game.seats[game.to_act].user_id
            player = self._player(user_id)
            if player is None or player.has_left:
                return
            actor = self._actor(player.id)
            if self.chance.random() < 0.0005:
                await table.act(actor, game_id, Resign())
                return
            async with table._database.reading() as connection:
                state = await Positions(1).current(connection, game)
            rules = rules_of(game.kind)
            move = rules.move_text(random_move(rules, state, self.chance))
            answer = await table.act(actor, game_id, Play(move, game.ply, game.branch))
            self.moves += 1
            if answer.waits_for != player.id:
                return

    def _look_around(self) -> None:
        """Let everybody look at their games, called or not, and check the ranges, every other
        day."""
        self.schedule_after(2 * DAY, self._look_around)
        for row in self.watch.rows("SELECT id FROM games WHERE status = 'running'"):
            self._expect(row["id"])
        if self.host.running_processes:
            self.spawn(self._check_ranges())

    async def _check_ranges(self) -> None:
        """Check that the places that can be reached only become fewer, unless something is void or
        somebody has withdrawn since."""
        with suppress(ProcessEnded):
            season = await self._season()
            excused = (
                [fixture.number for fixture in season.fixtures if fixture.state == "void"],
                [entrant.number for entrant in season.entrants if entrant.entry == "withdrawn"],
            )
            undecided = sum(fixture.undecided for fixture in season.fixtures)
            if undecided == self._open_fixtures and excused == self._excused:
                return
            ranges: dict[int, tuple[int, int]] = {}
            for division in view_season(season).divisions:
                for row in division.rows:
                    ranges[row.entrant.number] = tuple(row.reachable)  # type: ignore[assignment]
            if excused == self._excused:
                for number, (first, last) in self._reachable_places.items():
                    new_range = ranges[number]
                    if not first <= new_range[0] <= new_range[1] <= last:
                        self.broken = Broken(
                            f"{number} could reach {first}-{last}, now {new_range}"
                        )
            self._reachable_places = ranges
            self._excused = excused
            self._open_fixtures = undecided


def _random_count(chance: Random, mean: float) -> int:
    """Choose a number of times, of this mean."""
    whole, rest = divmod(mean, 1)
    times = chance.randint(0, 2 * round(whole))
    return times + 1 if chance.random() < rest else times
