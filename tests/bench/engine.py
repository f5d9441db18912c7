"""The engine: plies a second beside those of the chess package, memory, and how cost grows."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Any

import chess

from engine import carcassonne, castle
from engine.carcassonne.setup import new_setup as new_carcassonne
from engine.carcassonne.setup import start as start_carcassonne
from engine.castle import apply, completions, decode, encode, placements
from engine.castle.setup import new_setup, start
from engine.castle.state import State
from engine.castle.stored.record_reading import read_record
from engine.castle.stored.record_writing import play, write_record
from engine.castle.vocabulary.moves import AnotherTurn, Move
from engine.selfplay.castle_match import Match
from tests.bench.row import Row, median_seconds
from tests.memory import MEASURE, peak_of

ROUNDS = 15
GAMES_A_ROUND = 12
CHESS_GAMES_A_ROUND = 8
EVALUATED_EVERY = 10
"""A position in so many plies."""


def rows() -> Iterator[Row]:
    yield from _beside_chess()
    yield from _evaluating()
    yield from _growth()
    yield from _growth_of_carcassonne()
    yield _several_seats()
    yield _greedy()
    yield from _memory()
    yield from _texts()


def _random_move(state: State, rng: Random) -> Move:
    """The complete legal placements, then the complete choices for the one picked."""
    if state.phase == "again":
        return AnotherTurn(rng.random() < 0.5)
    return rng.choice(completions(state, rng.choice(placements(state))))


def _castle_plies_per_second(seed: int) -> float:
    plies, rng, started = 0, Random(seed), process_time()
    for game in range(GAMES_A_ROUND):
        state, _ = start(new_setup(f"{seed}/{game}"))
        while state.phase != "over":
            state, _ = apply(state, state.seat, _random_move(state, rng))
            plies += 1
    return plies / (process_time() - started)


def _carcassonne_plies_per_second(seed: int, seats: int = 2) -> float:
    plies, rng, started = 0, Random(seed), process_time()
    for game in range(GAMES_A_ROUND):
        for _ in _random_carcassonne(f"{seed}/{game}", rng, seats):
            plies += 1
    return plies / (process_time() - started)


def _random_carcassonne(seed: str, rng: Random, seats: int = 2) -> Iterator[float]:
    """A game move by move, and what each of them cost."""
    state, _ = start_carcassonne(new_carcassonne(seed, seats=seats))
    while state.phase != "over":
        started = process_time()
        placement = rng.choice(carcassonne.placements(state))
        move = rng.choice(carcassonne.completions(state, placement))
        state, _ = carcassonne.apply(state, state.seat, move)
        yield process_time() - started


def _chess_plies_per_second(seed: int) -> float:
    plies, rng, started = 0, Random(seed), process_time()
    for _ in range(CHESS_GAMES_A_ROUND):
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.ply() < 400:
            board.push(rng.choice(moves))
            plies += 1
    return plies / (process_time() - started)


def _beside_chess() -> Iterator[Row]:
    """Round by round, so that a machine that speeds up or slows down does so for all."""
    rounds = [
        (
            _castle_plies_per_second(seed),
            _carcassonne_plies_per_second(seed),
            _chess_plies_per_second(seed),
        )
        for seed in range(ROUNDS)
    ]
    for game, speeds in zip(
        ("castle", "carcassonne", "chess"), zip(*rounds, strict=True), strict=True
    ):
        yield Row(f"{game}, random games", round(median(speeds)), "plies/s")
    ours = median(one / chess for one, _, chess in rounds)
    yield Row("castle beside chess", round(ours, 3), "ratio", "at least 0.42")
    other = median(one / chess for _, one, chess in rounds)
    yield Row("carcassonne beside chess", round(other, 3), "ratio", "at least 0.3")


def _evaluating() -> Iterator[Row]:
    """Every legal move of some positions applied, and the points that come of it looked up: what
    a search does that looks one move ahead."""
    for name, game in (("castle", castle), ("carcassonne", carcassonne)):
        speeds = [_positions_per_second(game, seed) for seed in range(ROUNDS)]
        yield Row(f"{name}, apply and evaluate", round(median(speeds)), "positions/s")


def _positions_per_second(rules: Any, seed: int) -> float:
    rng, seconds, seen = Random(seed), 0.0, 0
    state, _ = rules.begin(f"search/{seed}", rules.settle_options({}))
    for ply in count():
        if (seat := rules.to_act(state)) is None:
            break
        moves = list(rules.legal_moves(state))
        if ply % EVALUATED_EVERY == 0:
            started = process_time()
            for move in moves:
                rules.scores(rules.apply(state, seat, move)[0])
            seconds, seen = seconds + process_time() - started, seen + len(moves)
        state, _ = rules.apply(state, seat, rng.choice(moves))
    return seen / seconds


def _growth() -> Iterator[Row]:
    """What a turn costs by how many tiles lie."""
    costs = defaultdict(list)
    rng = Random(1)
    for game in range(60):
        state, _ = start(new_setup(f"growth/{game}"))
        turn = 0
        while state.phase != "over":
            turn += 1
            started = process_time()
            state, _ = apply(state, state.seat, _random_move(state, rng))
            costs[turn].append(process_time() - started)
    fifth = median([cost for turn in (4, 5, 6) for cost in costs[turn]])
    last = median([cost for turn in (56, 57, 58) for cost in costs[turn]])
    yield Row("a turn at the fifth tile", round(fifth * 1e6, 1), "us")
    yield Row("a turn at the last tiles", round(last * 1e6, 1), "us")
    yield Row("last beside fifth", round(last / fifth, 2), "ratio", "at most 3")


def _growth_of_carcassonne() -> Iterator[Row]:
    costs = defaultdict(list)
    rng = Random(1)
    for game in range(60):
        for turn, cost in enumerate(_random_carcassonne(f"growth/{game}", rng), 1):
            costs[turn].append(cost)
    fifth = median([cost for turn in (4, 5, 6) for cost in costs[turn]])
    late = median([cost for turn in (59, 60, 61) for cost in costs[turn]])
    yield Row("carcassonne, a turn at the 5th tile", round(fifth * 1e6, 1), "us")
    yield Row("carcassonne, a turn at the 60th tile", round(late * 1e6, 1), "us")
    yield Row("carcassonne, 60th beside 5th", round(late / fifth, 2), "ratio", "at most 3")


def _several_seats() -> Row:
    """What a turn costs among five, by what it costs between two."""
    rounds = [
        _carcassonne_plies_per_second(seed) / _carcassonne_plies_per_second(seed, 5)
        for seed in range(ROUNDS)
    ]
    return Row("carcassonne, five beside two", round(median(rounds), 2), "ratio", "at most 1.5")


def _greedy() -> Row:
    match = Match(1, "greedy", "official")
    for game in range(10):
        match.play_game(game)
    return Row("castle, greedy games", round(match.turns / match.seconds), "turns/s")


def _memory() -> Iterator[Row]:
    for game in ("castle", "carcassonne"):
        arguments = ("--game", game, "--games", "200", "--policy", "random")
        peak = peak_of("engine.selfplay", *arguments)
        named = f"{game}, peak memory of 200 random games ({MEASURE})"
        yield Row(named, round(peak, 1), "MB", "at most 80")


def _texts() -> Iterator[Row]:
    """Records and snapshots of a whole game."""
    setup, rng, moves = new_setup("texts"), Random(2), []
    state, _ = start(setup)
    while state.phase != "over":
        moves.append(_random_move(state, rng))
        state, _ = apply(state, state.seat, moves[-1])
    record, snapshot = write_record(play(setup, moves)), encode(state)
    for measure, work in (
        ("write a record", lambda: write_record(play(setup, moves))),
        ("read a record", lambda: read_record(record)),
        ("encode a state", lambda: encode(state)),
        ("decode a state", lambda: decode(snapshot)),
    ):
        yield Row(measure, round(median_seconds(work, 30) * 1000, 2), "ms")
