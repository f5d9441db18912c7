"""Measures the table: what a move costs among many running games, and how many moves a second.

The games are copies of a few that the engine played, each under a seed of its own, so that no two
share a state. They are in an SQLite file in the folder for temporary files, with FULL sync, and on
machines with PostgreSQL also in a temporary server.
"""

import asyncio
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert

from bot.match.actions import Actor, Play
from bot.match.rules import rules_of
from bot.process.memory import settle_memory
from bot.store.connection.database import Database
from bot.store.migration import migrate
from bot.store.schema import games, moves, seats, snapshots
from bot.store.snapshots import digest_of
from bot.table.table import Table
from engine.castle.choices import legal_moves
from tests.bot.proof.postgres import find_binaries, running_server
from tests.town.clocks import Time, now, times_of
from tools.bench import disk, timers
from tools.bench.row import Row, rate_row, time_row

KIND = "castle"
GAMES = 10_000
TEMPLATES = 20
PLAYED_PLIES = 30
PLIES_TO_COME = 6
MOVES = 1500
AT_ONCE = 64
WARM_UP = 100
SYNCS = 200
USERS = ((101, "Anna"), (102, "Ben"))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for moves on one kind of database."""

    name: str
    at_once: str
    one_by_one: str | None = None
    processor: str | None = None
    p99: str | None = None


SQLITE = Limits("SQLite", "at least 850", "at least 450", "at most 1.3", "at most 5")
POSTGRESQL = Limits("PostgreSQL", "at least 500")


@dataclass(frozen=True, slots=True)
class MoveTimes:
    times: Sequence[Time]
    """The time of each move, including the work for other moves meanwhile."""
    mean: Time
    """The total time divided by the number of moves."""


@dataclass(frozen=True, slots=True)
class Template:
    """A half-played game, with the moves to come."""

    seed: str
    commitment: str
    snapshot: str
    first: int
    options: dict[str, str]
    played: Sequence[tuple[int, str, str]]
    """Seat, notation and events of each move."""
    to_come: Sequence[tuple[int, str]]


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    templates = [template_of(number) for number in range(TEMPLATES)]
    settle_memory()
    return [
        _sync_row(folder),
        *await _measure_sqlite(folder / "moves.db", templates),
        *await _measure_postgresql(templates),
        *await disk.rows(folder),
        *await timers.rows(folder),
    ]


async def _measure_sqlite(path: Path, templates: Sequence[Template]) -> list[Row]:
    database = await filled(path, templates, GAMES)
    measured_rows = await _measure_database(database, templates, SQLITE)
    await database.close()
    return measured_rows


async def _measure_postgresql(templates: Sequence[Template]) -> list[Row]:
    """Measure in a thread, since the server is started and stopped with event loops of its own."""
    binaries = find_binaries()
    if binaries is None:
        return []
    return await asyncio.to_thread(_measure_server, binaries, templates)


def _measure_server(binaries: Path, templates: Sequence[Template]) -> list[Row]:
    async def measure(url: str) -> list[Row]:
        database = Database(url)
        await migrate(database)
        await fill(database, templates, GAMES)
        measured_rows = await _measure_database(database, templates, POSTGRESQL)
        await database.close()
        return measured_rows

    with running_server(binaries) as server:
        return asyncio.run(measure(server.new_database()))


async def _measure_database(
    database: Database, templates: Sequence[Template], limits: Limits
) -> list[Row]:
    """Measure moves in games picked at random, so that few states are still in memory."""
    chosen_games = Random(1).sample(range(GAMES), WARM_UP + 2 * MOVES)
    table = Table(database)
    for game in chosen_games[:WARM_UP]:
        await _play_move(table, templates, game, 0)
    one_by_one = await _time_moves(table, templates, chosen_games[WARM_UP:-MOVES], players=1)
    at_once = await _time_moves(table, templates, chosen_games[-MOVES:], players=AT_ONCE)
    repeated = await _time_more_moves(table, templates, chosen_games[:WARM_UP])
    return [
        time_row(f"a move on {limits.name}, p50", one_by_one.times, "ms"),
        time_row(f"a move on {limits.name}, p99", one_by_one.times, "ms", limits.p99, 0.99),
        _processor_row(f"a move on {limits.name}", one_by_one.mean, limits.processor),
        rate_row(
            f"moves one at a time on {limits.name}",
            [one_by_one.mean],
            "moves/s",
            limits.one_by_one,
        ),
        _processor_row(f"one of {AT_ONCE} on {limits.name}", at_once.mean),
        rate_row(
            f"moves of {AT_ONCE} at once on {limits.name}",
            [at_once.mean],
            "moves/s",
            limits.at_once,
        ),
        time_row(f"a move on {limits.name} with its state in memory, p50", repeated, "ms"),
    ]


def _processor_row(measure: str, mean: Time, limit: str | None = None) -> Row:
    """Make a separate row of the processor time, as there is a limit on it."""
    return Row(f"processor time of {measure}", 1000 * mean.processor, "ms", limit)


async def _time_moves(
    table: Table, templates: Sequence[Template], chosen_games: Sequence[int], players: int
) -> MoveTimes:
    """Let each player make a move as soon as the one before is acknowledged."""
    waiting_games = iter(chosen_games)
    times = list[Time]()

    async def play() -> None:
        for game in waiting_games:
            start = now()
            await _play_move(table, templates, game, 0)
            times.append(now() - start)

    started = now()
    await asyncio.gather(*(play() for _ in range(players)))
    return MoveTimes(times, (now() - started) / len(chosen_games))


async def _time_more_moves(
    table: Table, templates: Sequence[Template], chosen_games: Sequence[int]
) -> list[Time]:
    times = []
    for turn in range(1, PLIES_TO_COME):
        for game in chosen_games:
            start = now()
            await _play_move(table, templates, game, turn)
            times.append(now() - start)
    return times


async def _play_move(table: Table, templates: Sequence[Template], game: int, turn: int) -> None:
    seat, notation = templates[game % len(templates)].to_come[turn]
    user, name = USERS[seat]
    actor = Actor(f"{game}/{turn}", user, name)
    await table.act(actor, game + 1, Play(notation, PLAYED_PLIES + turn))


def template_of(number: int) -> Template:
    rules = rules_of(KIND)
    rng = Random(number)
    seed = f"template {number}"
    options = dict(rules.settle_options({}))
    state, _ = rules.begin(seed, options)
    first = rules.to_act(state)
    assert first is not None
    snapshot = ""
    plies = []
    for ply in range(PLAYED_PLIES + PLIES_TO_COME):
        if ply == PLAYED_PLIES:
            snapshot = rules.snapshots.encode(state)
        seat = rules.to_act(state)
        move = rng.choice(list(legal_moves(state)))
        assert seat is not None
        state, events = rules.apply(state, seat, move)
        plies.append((seat, rules.move_text(move), rules.event_log.text(events)))
    return Template(
        seed=seed,
        commitment=rules.commitment(state),
        snapshot=snapshot,
        first=first,
        options=options,
        played=plies[:PLAYED_PLIES],
        to_come=[(seat, notation) for seat, notation, _ in plies[PLAYED_PLIES:]],
    )


async def filled(path: Path, templates: Sequence[Template], count: int) -> Database:
    """Make a database with this many running games, each in a channel of its own."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    await fill(database, templates, count)
    return database


async def fill(database: Database, templates: Sequence[Template], count: int) -> None:
    for first in range(0, count, 500):
        async with database.writing() as connection:
            numbered = [
                (number, templates[number % len(templates)]) for number in range(first, first + 500)
            ]
            await connection.execute(
                insert(games), [_game_row(number, template) for number, template in numbered]
            )
            await connection.execute(
                insert(seats), [row for number, _ in numbered for row in _seat_rows(number)]
            )
            move_rows = [
                row for number, template in numbered for row in _move_rows(number, template)
            ]
            await connection.execute(insert(moves), move_rows)
            await connection.execute(
                insert(snapshots),
                [_snapshot_row(number, template) for number, template in numbered],
            )


def _game_row(number: int, template: Template) -> dict[str, Any]:
    return {
        "id": number + 1,
        "kind": KIND,
        "guild_id": 1,
        "channel_id": 1_000_000 + number,
        "options": dumps(template.options),
        "status": "running",
        "first": template.first,
        "commitment": _own_commitment(number),
        "secret": template.seed,
        "ply": PLAYED_PLIES,
        "branch": 0,
        "to_act": template.to_come[0][0],
        "winners": "[]",
        "waiting_since": 0,
        "revision": 0,
        "created_at": 0,
    }


def _seat_rows(number: int) -> list[dict[str, Any]]:
    return [
        {"game_id": number + 1, "seat": seat, "user_id": user, "name": name, "taken": True}
        for seat, (user, name) in enumerate(USERS)
    ]


def _move_rows(number: int, template: Template) -> list[dict[str, Any]]:
    return [
        {
            "game_id": number + 1,
            "ply": ply,
            "undone": 0,
            "seat": seat,
            "user_id": USERS[seat][0],
            "notation": notation,
            "events": events,
            "played_at": 0,
            "interaction_id": f"{number} {ply}",
        }
        for ply, (seat, notation, events) in enumerate(template.played, 1)
    ]


def _snapshot_row(number: int, template: Template) -> dict[str, Any]:
    state = template.snapshot.replace(template.commitment, _own_commitment(number))
    return {
        "game_id": number + 1,
        "ply": PLAYED_PLIES,
        "branch": 0,
        "rules_version": rules_of(KIND).rules_version,
        "digest": digest_of(state),
        "state": state,
    }


def _own_commitment(number: int) -> str:
    """Return a commitment of the copy's own, so that its state is not taken for that of another."""
    return f"{number:064d}"


def _sync_row(folder: Path) -> Row:
    """Measure how long the disk alone takes for a commit, to compare the other figures with."""
    file = os.open(folder / "sync", os.O_CREAT | os.O_WRONLY)
    times = []
    for _ in range(SYNCS):
        os.write(file, bytes(16_384))
        times += times_of(lambda: os.fdatasync(file), 1)
    os.close(file)
    return time_row("one sync of 16 KB to this disk, p50", times, "ms")
