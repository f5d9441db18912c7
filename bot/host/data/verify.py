"""Replaying every game from its log, and reporting what differs from what is stored.

The log is the truth. A snapshot that differs can be rewritten, and what an earlier version counted
can be counted again; anything else needs a person.
"""

from asyncio import to_thread
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import text

from bot.match.errors import StoreCorrupt, StoreError
from bot.match.game import Game, Status
from bot.match.results import Result
from bot.match.rules import EARLY, play_notation, replay, rules_of
from bot.store.cleanup import is_shortened
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import WriteConflict
from bot.store.games import game_ids, load_game, lock_game
from bot.store.log import NOT_UNDONE, LoggedMove, every_move, recorded_of
from bot.store.results import results_of_games, save_tallies
from bot.store.snapshots import drop_snapshot, load_snapshot, save_snapshot
from bot.table.results import count_results
from engine.errors import EngineError
from engine.games import AnyRules
from engine.recorded import Recorded, leaving_seat

BATCH = 200


class Mismatch(Exception):
    """Something that a game's log contradicts."""


class Difference(NamedTuple):
    """Between what is stored and what the log says."""

    text: str
    repaired: bool = False

    def __str__(self) -> str:
        return f"{self.text}, rewritten" if self.repaired else self.text


async def verify(database: Database, *, repair: bool = False) -> AsyncIterator[Difference]:
    async for line in _check_file(database):
        yield Difference(line)
    ids: Sequence[int] = await database.read(game_ids, 0, BATCH)
    while ids:
        for game_id in ids:
            async for difference in verify_game(database, game_id, repair=repair):
                yield difference
        ids = await database.read(game_ids, ids[-1], BATCH)


async def verify_game(
    database: Database, game_id: int, *, repair: bool = False
) -> AsyncIterator[Difference]:
    try:
        async for difference in _replay_game(database, game_id, repair=repair):
            yield difference._replace(text=f"game {game_id}: {difference.text}")
    except Exception as fault:
        # Damage may be confined to the game; other trouble of the store affects them all.
        if isinstance(fault, StoreError) and not isinstance(fault, StoreCorrupt):
            raise
        reason = f"it cannot be read ({type(fault).__name__}: {fault})"
        yield Difference(f"game {game_id}: {reason}")


class Logged(NamedTuple):
    """A started game and its log, from which everything else about it follows."""

    game: Game
    recorded: Recorded
    log: Sequence[LoggedMove]


async def _replay_game(
    database: Database, game_id: int, *, repair: bool
) -> AsyncIterator[Difference]:
    async with database.viewing() as connection:
        game = await load_game(connection, game_id)
        if game is None or game.commitment is None:
            return
        rules = rules_of(game.kind)
        stored = await load_snapshot(connection, game, rules.rules_version)
        needs_one = stored is not None or not await is_shortened(connection, game.id)
        results = (await results_of_games(connection, [game.id]))[game.id]
        logged = await load_log(connection, game)
    try:
        state = await to_thread(replay_and_check, logged)
    except (Mismatch, EngineError) as problem:
        yield Difference(str(problem))
        return
    if game.settled and not results:
        yield Difference("it was counted, and its results are missing")
    elif results and tuple(result.points for result in results) != rules.scores(state):
        yield Difference("the results tell other points than the moves")
    elif results and lacks_counts(rules, logged.recorded, results):
        yield Difference("the results lack what is counted today", repaired=repair)
        if repair:
            counts = await to_thread(count_results, game.kind, logged.recorded)
            async with database.writing() as connection:
                await save_tallies(connection, game.id, counts.tallies)
    fresh = rules.snapshots.encode(state)
    if needs_one and stored != fresh:
        yield Difference("the snapshot is missing, old or wrong", repaired=repair)
        if repair:
            with suppress(WriteConflict):  # the game has moved on since and written its own
                await database.write(_rewrite_snapshot, game, rules.rules_version, fresh)


async def _rewrite_snapshot(
    connection: AsyncConnection, game: Game, rules_version: str, state: str
) -> None:
    await lock_game(connection, game)
    await drop_snapshot(connection, game.id)
    await save_snapshot(connection, game, rules_version, state)


def lacks_counts(rules: AnyRules, recorded: Recorded, results: Sequence[Result]) -> bool:
    """True for results of an earlier version, which counted less: the names of all counts are those
    of a game that has just begun."""
    [*today] = rules.tally([next(replay(rules, recorded))])
    return any(
        own.keys() - result.tally.keys() for own, result in zip(today, results, strict=False)
    )


async def _check_file(database: Database) -> AsyncIterator[str]:
    """Yield what SQLite finds wrong in its own file; nothing for a server."""
    if database.on_sqlite:
        async with database.reading() as connection:
            for (line,) in await connection.execute(text("PRAGMA integrity_check")):
                if line != "ok":
                    yield f"the file: {line}"
            for row in await connection.execute(text("PRAGMA foreign_key_check")):
                yield f"the file: a row of {row[0]} belongs to nothing"


async def load_log(connection: AsyncConnection, game: Game) -> Logged:
    recorded = await recorded_of(connection, game)
    return Logged(game, recorded, await every_move(connection, game.id))


def replay_and_check(logged: Logged) -> Any:
    """Replay a started game and return its last state. Every move is replayed in the order in which
    they were played, one that was taken back where it was made. Raises Mismatch or an engine's
    error. Slow: run it off the event loop."""
    game, recorded, log = logged
    rules = rules_of(game.kind)
    state = next(replay(rules, recorded)).state
    if rules.commitment(state) != game.commitment:
        raise Mismatch("the commitment is not that of the seed")
    if rules.to_act(state) != game.first:
        raise Mismatch(f"seat {rules.to_act(state)} starts, stored is {game.first}")
    states = [state]
    for move in log:
        if not 0 < move.ply <= len(states):
            raise Mismatch(f"a move is at ply {move.ply}, where {len(states) - 1} were played")
        states[move.ply :] = [_after(rules, states[move.ply - 1], move)]
    current = [move for move in log if move.undone == NOT_UNDONE]
    plies = [move.ply for move in current]
    if plies != list(range(1, game.ply + 1)):
        raise Mismatch(f"{game.ply} plies are stored, in the log stand {plies}")
    left = {move.seat for move in current if move.leaves}
    stored = {number for number, seat in enumerate(game.seats) if seat.left}
    if left != stored:
        raise Mismatch(f"seats {sorted(stored)} are stored as left, in the log {sorted(left)} are")
    _check_end(game, rules, states[game.ply])
    return states[game.ply]


def _after(rules: AnyRules, state: Any, move: LoggedMove) -> Any:
    left = leaving_seat(move.notation)
    seat = rules.to_act(state) if left is None else left
    if seat != move.seat:
        raise Mismatch(f"ply {move.ply} is by seat {move.seat}, not by {seat}")
    after, events = play_notation(rules, state, move.notation)
    if not move.gave(rules.event_log.text(events)):
        raise Mismatch(f"ply {move.ply} gives other events than the stored ones")
    return after


def _check_end(game: Game, rules: AnyRules, state: Any) -> None:
    """Check whose turn it is and how the game ended, as far as the rules decide that."""
    to_act = rules.to_act(state)
    if (to_act is None) != (game.status is Status.FINISHED):
        raise Mismatch(f"the game is stored as {game.status}, seat {to_act} is to act")
    waits = to_act if game.status is Status.RUNNING else None
    if game.to_act != waits:
        raise Mismatch(f"seat {game.to_act} is stored as to act, seat {waits} is")
    if game.status is Status.FINISHED and game.winners != rules.winners(state):
        raise Mismatch(f"won by {game.winners} as stored, by {rules.winners(state)} by the rules")
    if game.status is not Status.RUNNING and game.status not in (Status.FINISHED, *EARLY):
        raise Mismatch(f"a game that was started is stored as {game.status}")
