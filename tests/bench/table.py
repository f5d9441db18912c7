"""The table: what a move costs among many running games, how many a second.

The games are copies of a few that the engine played, each under a seed of its own, so that no two
share a state. They stand in an SQLite file in the folder for temporary files, with FULL sync.
"""

import asyncio
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import insert

from bot.host.running import settle_memory
from bot.match.actions import Interaction, Play
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.connection.migrating import migrate
from bot.store.games.snapshots import digest_of
from bot.store.schema import games, moves, seats, snapshots
from bot.table.table import Table
from engine import castle
from tests.bench import disk, timers
from tests.bench.row import Row, quantile

KIND = "castle"
GAMES = 10_000
TEMPLATES = 20
PLAYED = 30
TO_PLAY = 6
MOVES = 1500
WARM_UP = 100
USERS = ((101, "Anna"), (102, "Ben"))


@dataclass(frozen=True, slots=True)
class Template:
    """A game played half-way, and how it goes on."""

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
        Row("one sync of 16 KB to this disk, median", _sync_ms(folder), "ms"),
        *await _one_after_the_other(folder, templates),
        *await disk.rows(folder),
        *await timers.rows(folder),
    ]


async def _one_after_the_other(folder: Path, templates: Sequence[Template]) -> list[Row]:
    """Moves in games picked at random, so that hardly any state is still in memory."""
    database = await filled(folder / "moves.db", templates, GAMES)
    table, rng, seconds = Table(database), Random(1), []
    chosen = rng.sample(range(GAMES), MOVES + WARM_UP)
    for game in chosen[:WARM_UP]:
        await _move(table, templates, game, 0)
    processor, started = process_time(), perf_counter()
    for game in chosen[WARM_UP:]:
        began = perf_counter()
        await _move(table, templates, game, 0)
        seconds.append(perf_counter() - began)
    elapsed, busy = perf_counter() - started, process_time() - processor
    again = await _again(table, templates, chosen[-WARM_UP:])
    await database.close()
    return [
        Row("a move among 10,000 games, p50", _ms(quantile(seconds, 0.5)), "ms", "at most 4"),
        Row("a move among 10,000 games, p99", _ms(quantile(seconds, 0.99)), "ms", "at most 12"),
        Row("moves one after the other", round(MOVES / elapsed), "moves/s", "at least 250"),
        Row("processor time of a move", _ms(busy / MOVES), "ms"),
        Row("a move with its state in memory, p50", _ms(again), "ms"),
    ]


async def _again(table: Table, templates: Sequence[Template], chosen: Sequence[int]) -> float:
    seconds = []
    for turn in range(1, TO_PLAY):
        for game in chosen:
            began = perf_counter()
            await _move(table, templates, game, turn)
            seconds.append(perf_counter() - began)
    return quantile(seconds, 0.5)


async def _move(table: Table, templates: Sequence[Template], game: int, turn: int) -> None:
    seat, notation = templates[game % len(templates)].to_come[turn]
    user, name = USERS[seat]
    by = Interaction(f"{game}/{turn}", user, name)
    await table.act(by, game + 1, Play(notation, PLAYED + turn))


def template_of(number: int) -> Template:
    rules, rng, seed = rules_of(KIND), Random(number), f"template {number}"
    options = dict(rules.settle_options({}))
    state, _ = rules.begin(seed, options)
    first = rules.to_act(state)
    assert first is not None
    snapshot, taken = "", []
    for ply in range(PLAYED + TO_PLAY):
        if ply == PLAYED:
            snapshot = rules.encode(state)
        seat, move = rules.to_act(state), rng.choice(list(castle.legal_moves(state)))
        assert seat is not None
        state, events = rules.apply(state, seat, move)
        taken.append((seat, rules.move_text(move), rules.events_text(events)))
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
    """A database with so many running games, each in a channel of its own."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    for begin in range(0, count, 500):
        async with database.writing() as connection:
            chosen = [(n, templates[n % len(templates)]) for n in range(begin, begin + 500)]
            await connection.execute(insert(games), [_game_row(n, t) for n, t in chosen])
            await connection.execute(insert(seats), [row for n, _ in chosen for row in _seats(n)])
            rows = [row for n, template in chosen for row in _moves(n, template)]
            await connection.execute(insert(moves), rows)
            await connection.execute(insert(snapshots), [_snapshot(n, t) for n, t in chosen])
    return database


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


def _sync_ms(folder: Path) -> float:
    """What the disk alone takes for a commit, to read the other figures by."""
    seconds, file = [], os.open(folder / "sync", os.O_CREAT | os.O_WRONLY)
    for _ in range(200):
        os.write(file, bytes(16_384))
        began = perf_counter()
        os.fdatasync(file)
        seconds.append(perf_counter() - began)
    os.close(file)
    return _ms(quantile(seconds, 0.5))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
