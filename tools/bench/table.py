"""The table: what a move costs among many running games, and how many moves a second.

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
PLAYED = 30
TO_PLAY = 6
MOVES = 1500
AT_ONCE = 64
WARM_UP = 100
SYNCS = 200
USERS = ((101, "Anna"), (102, "Ben"))


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for moves on one kind of database."""

    name: str
    at_once: str
    one_by_one: str | None = None
    processor: str | None = None
    p99: str | None = None


SQLITE = Limits("SQLite", "at least 850", "at least 450", "at most 1.3", "at most 5")
POSTGRESQL = Limits("PostgreSQL", "at least 500")


@dataclass(frozen=True, slots=True)
class Measured:
    moves: Sequence[Time]
    """What each move took, including the work for other moves in the same time."""
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
        yield from asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[Row]:
    templates = [template_of(number) for number in range(TEMPLATES)]
    settle_memory()
    return [
        _sync(folder),
        *await _on_sqlite(folder / "moves.db", templates),
        *await _on_postgresql(templates),
        *await disk.rows(folder),
        *await timers.rows(folder),
    ]


async def _on_sqlite(path: Path, templates: Sequence[Template]) -> list[Row]:
    database = await filled(path, templates, GAMES)
    found = await _measured_on(database, templates, SQLITE)
    await database.close()
    return found


async def _on_postgresql(templates: Sequence[Template]) -> list[Row]:
    """In a thread, since the server is started and stopped with event loops of its own."""
    binaries = find_binaries()
    if binaries is None:
        return []
    return await asyncio.to_thread(_on_server, binaries, templates)


def _on_server(binaries: Path, templates: Sequence[Template]) -> list[Row]:
    async def measured(url: str) -> list[Row]:
        database = Database(url)
        await migrate(database)
        await fill(database, templates, GAMES)
        found = await _measured_on(database, templates, POSTGRESQL)
        await database.close()
        return found

    with running_server(binaries) as server:
        return asyncio.run(measured(server.new_database()))


async def _measured_on(database: Database, templates: Sequence[Template], on: Limits) -> list[Row]:
    """Moves in games picked at random, so that few states are still in memory."""
    chosen = Random(1).sample(range(GAMES), WARM_UP + 2 * MOVES)
    table = Table(database)
    for game in chosen[:WARM_UP]:
        await _move(table, templates, game, 0)
    one_by_one = await _measure(table, templates, chosen[WARM_UP:-MOVES], players=1)
    at_once = await _measure(table, templates, chosen[-MOVES:], players=AT_ONCE)
    again = await _again(table, templates, chosen[:WARM_UP])
    return [
        time_row(f"a move on {on.name}, p50", one_by_one.moves, "ms"),
        time_row(f"a move on {on.name}, p99", one_by_one.moves, "ms", on.p99, 0.99),
        _processor(f"a move on {on.name}", one_by_one.mean, on.processor),
        rate_row(
            f"moves one at a time on {on.name}",
            [one_by_one.mean],
            "moves/s",
            on.one_by_one,
        ),
        _processor(f"one of {AT_ONCE} on {on.name}", at_once.mean),
        rate_row(f"moves of {AT_ONCE} at once on {on.name}", [at_once.mean], "moves/s", on.at_once),
        time_row(f"a move on {on.name} with its state in memory, p50", again, "ms"),
    ]


def _processor(of: str, mean: Time, limit: str | None = None) -> Row:
    """A row of its own, as there is a limit on it."""
    return Row(f"processor time of {of}", 1000 * mean.processor, "ms", limit)


async def _measure(
    table: Table, templates: Sequence[Template], chosen: Sequence[int], players: int
) -> Measured:
    """Each player makes a move as soon as the one before is acknowledged."""
    games_to_come = iter(chosen)
    times = list[Time]()

    async def play() -> None:
        for game in games_to_come:
            began = now()
            await _move(table, templates, game, 0)
            times.append(now() - began)

    started = now()
    await asyncio.gather(*(play() for _ in range(players)))
    return Measured(times, (now() - started) / len(chosen))


async def _again(table: Table, templates: Sequence[Template], chosen: Sequence[int]) -> list[Time]:
    times = []
    for turn in range(1, TO_PLAY):
        for game in chosen:
            began = now()
            await _move(table, templates, game, turn)
            times.append(now() - began)
    return times


async def _move(table: Table, templates: Sequence[Template], game: int, turn: int) -> None:
    seat, notation = templates[game % len(templates)].to_come[turn]
    user, name = USERS[seat]
    by = Actor(f"{game}/{turn}", user, name)
    await table.act(by, game + 1, Play(notation, PLAYED + turn))


def template_of(number: int) -> Template:
    rules = rules_of(KIND)
    rng = Random(number)
    seed = f"template {number}"
    options = dict(rules.settle_options({}))
    state, _ = rules.begin(seed, options)
    first = rules.to_act(state)
    assert first is not None
    snapshot = ""
    taken = []
    for ply in range(PLAYED + TO_PLAY):
        if ply == PLAYED:
            snapshot = rules.snapshots.encode(state)
        seat = rules.to_act(state)
        move = rng.choice(list(legal_moves(state)))
        assert seat is not None
        state, events = rules.apply(state, seat, move)
        taken.append((seat, rules.move_text(move), rules.event_log.text(events)))
    return Template(
        seed=seed,
        commitment=rules.commitment(state),
        snapshot=snapshot,
        first=first,
        options=options,
        played=taken[:PLAYED],
        to_come=[(seat, notation) for seat, notation, _ in taken[PLAYED:]],
    )


async def filled(path: Path, templates: Sequence[Template], count: int) -> Database:
    """A database with this many running games, each in a channel of its own."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    await fill(database, templates, count)
    return database


async def fill(database: Database, templates: Sequence[Template], count: int) -> None:
    for begin in range(0, count, 500):
        async with database.writing() as connection:
            chosen = [(n, templates[n % len(templates)]) for n in range(begin, begin + 500)]
            await connection.execute(insert(games), [_game_row(n, t) for n, t in chosen])
            await connection.execute(insert(seats), [row for n, _ in chosen for row in _seats(n)])
            rows = [row for n, template in chosen for row in _moves(n, template)]
            await connection.execute(insert(moves), rows)
            await connection.execute(insert(snapshots), [_snapshot(n, t) for n, t in chosen])


def _game_row(number: int, template: Template) -> dict[str, Any]:
    return {
        "id": number + 1,
        "kind": KIND,
        "guild_id": 1,
        "channel_id": 1_000_000 + number,
        "options": dumps(template.options),
        "status": "running",
        "first": template.first,
        "commitment": _own(number),
        "secret": template.seed,
        "ply": PLAYED,
        "branch": 0,
        "to_act": template.to_come[0][0],
        "winners": "[]",
        "waiting_since": 0,
        "revision": 0,
        "created_at": 0,
    }


def _seats(number: int) -> list[dict[str, Any]]:
    return [
        {"game_id": number + 1, "seat": seat, "user_id": user, "name": name, "taken": True}
        for seat, (user, name) in enumerate(USERS)
    ]


def _moves(number: int, template: Template) -> list[dict[str, Any]]:
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


def _snapshot(number: int, template: Template) -> dict[str, Any]:
    state = template.snapshot.replace(template.commitment, _own(number))
    return {
        "game_id": number + 1,
        "ply": PLAYED,
        "branch": 0,
        "rules_version": rules_of(KIND).rules_version,
        "digest": digest_of(state),
        "state": state,
    }


def _own(number: int) -> str:
    """A commitment of the copy's own, so that its state is not taken for that of another."""
    return f"{number:064d}"


def _sync(folder: Path) -> Row:
    """How long the disk alone takes for a commit, to compare the other figures with."""
    file = os.open(folder / "sync", os.O_CREAT | os.O_WRONLY)
    times = []
    for _ in range(SYNCS):
        os.write(file, bytes(16_384))
        times += times_of(lambda: os.fdatasync(file), 1)
    os.close(file)
    return time_row("one sync of 16 KB to this disk, p50", times, "ms")
