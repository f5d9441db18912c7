"""Puzzles: one move clearly best, told by what its player knows, found from the command line."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.games import GAMES
from engine.players import carcassonne, castellan, castle
from engine.players.expert import Candidate, Reason
from engine.players.players import EXPERTS
from engine.puzzles.__main__ import main
from engine.puzzles.finding import (
    Solution,
    find_puzzles,
    score_move,
    solve,
    weigh_further_move,
)
from engine.puzzles.stock import Puzzle, pack, position_of, stock_of, unpack
from engine.puzzles.themes import DEAD_CELL, JUDGEMENT, theme_of
from engine.selfplay.match import Match

# The number of the move before the last in the first game of the seed, a puzzle.
PUZZLE = 60


@cache
def states(kind: str = "castle") -> Sequence[Any]:
    """A game of two medium players from its start to its end."""
    return [ply.state for ply in Match(kind, 1, "medium").play_game(0).plies]


def puzzle() -> Any:
    return states()[PUZZLE - 1]


@cache
def solution() -> Solution:
    found = solve("castle", puzzle())
    assert found is not None
    return found


def scores_after(state: Any, move: str) -> Sequence[int]:
    """The scores when everybody goes on with what is best at first sight."""
    game = GAMES["castle"]
    seat = game.to_act(state)
    assert seat is not None
    state, _ = game.apply(state, seat, game.parse_move(move))
    while (seat := game.to_act(state)) is not None:
        state, _ = game.apply(state, seat, EXPERTS["castle"].candidates(state)[0].move)
    return game.scores(state)


def test_the_best_move_ends_better_than_the_second() -> None:
    """With one tile left to draw, which everybody can work out."""
    found = solution()
    best, second = (scores_after(puzzle(), move) for move in (found.best[0], found.second))
    rival = 1 - found.seat
    assert best[found.seat] - best[rival] == second[found.seat] - second[rival] + 3
    assert found.margin == EXPERTS["castle"].clear_margin == 3
    assert found.chances == (0.5, 0.0)


def test_moves_lose_as_much_as_the_best_is_better() -> None:
    found = solution()
    assert [move for move, lost in found.lost.items() if lost == 0] == found.best
    assert found.lost[found.second] == found.margin


def test_a_solution_depends_on_nothing_hidden() -> None:
    same = GAMES["castle"].resample(puzzle(), solution().seat, "other")
    assert solve("castle", same) == solution()


def test_a_move_that_a_beginner_finds_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    best = GAMES["castle"].parse_move(solution().best[0])
    expert = type(EXPERTS["castle"])
    monkeypatch.setattr(expert, "beginner", lambda *_: [Candidate(best, 0.0)])
    assert solve("castle", puzzle()) is None


def test_a_move_that_does_not_prove_better_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    expert = type(EXPERTS["castle"])
    monkeypatch.setattr(expert, "rollout", lambda *_: ((0, 0), 0))
    assert solve("castle", puzzle()) is None


def test_the_puzzles_of_a_game_come_with_their_moves() -> None:
    before = PUZZLE - 3
    found = dict(find_puzzles("castle", states()[before:]))
    assert found == {PUZZLE - before: solution()}


def test_the_command_line_prints_puzzles_with_the_record_of_their_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_one(kind: str, states: Sequence[Any], positions: int | None) -> Any:
        assert positions == 9
        return [(PUZZLE, solve(kind, states[PUZZLE - 1]))]

    monkeypatch.setattr("engine.puzzles.__main__.find_puzzles", find_one)
    assert main(["--game", "castle", "--positions", "9"]) == 0
    [line] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    recorded = GAMES[line["game"]].records.read_record(json.dumps(line["record"]))
    assert len(recorded.moves) == len(states()) - 1
    assert (line["ply"], line["seat"]) == (PUZZLE, solution().seat)
    assert (line["best"], line["second"]) == (solution().best, solution().second)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--game", "whist"), "invalid choice"),
        (("--games", "0"), "whole number"),
        (("--options", "huge"), "choose one of"),
        (("--game", "castle", "--seats", "7"), "choose one of"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert message in capsys.readouterr().err


def test_every_reason_has_a_theme() -> None:
    named = {
        "castle": castle.reasons.NAMES,
        "carcassonne": carcassonne.reasons.NAMES,
        "castellan": castellan.reasons.NAMES,
    }
    for kind, names in named.items():
        assert EXPERTS[kind].themes.keys() == names.keys()


def theme(monkeypatch: pytest.MonkeyPatch, best: Sequence[Reason], second: Sequence[Reason]) -> str:
    """The theme where the best move and the second have these reasons."""
    reasons = {"best": best, "second": second}
    monkeypatch.setattr(type(EXPERTS["castle"]), "reasons", lambda _, world, move: reasons[move])
    return theme_of("castle", None, "best", "second")


def test_the_theme_is_what_sets_the_best_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    completes = Reason("scores", 5.0, scored=5)
    takes_over = Reason("takes-over", 3.0)
    assert theme(monkeypatch, (completes, takes_over), (completes,)) == "takeover"


def test_the_theme_may_be_what_the_best_avoids(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = Reason("opens", 2.0)
    spends = Reason("last-follower", -4.0)
    assert theme(monkeypatch, (claims,), (claims, spends)) == "last-follower"


def test_a_block_after_which_nothing_fits_is_a_dead_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    assert theme(monkeypatch, (Reason("hinders", 4.0, {"fits": 0}),), ()) == DEAD_CELL


def test_moves_alike_have_the_theme_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    larger = Reason("scores", 5.0, scored=5)
    smaller = Reason("scores", 3.0, scored=3)
    assert theme(monkeypatch, (larger,), (smaller,)) == "completion"


def test_moves_without_reasons_have_no_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    assert theme(monkeypatch, (), ()) == JUDGEMENT


def shipped() -> Iterator[tuple[str, Puzzle]]:
    for kind in GAMES:
        for puzzle in stock_of(kind):
            yield kind, puzzle


@pytest.mark.parametrize(("kind", "puzzle"), [*shipped()])
def test_the_moves_of_a_shipped_puzzle_are_legal(kind: str, puzzle: Puzzle) -> None:
    game = GAMES[kind]
    state = position_of(kind, puzzle)
    assert game.to_act(state) == puzzle.solution.seat
    for move in puzzle.solution.lost:
        game.apply(state, puzzle.solution.seat, game.parse_move(move))


def test_no_position_is_shipped_twice() -> None:
    positions = [(kind, puzzle.seed, puzzle.moves) for kind, puzzle in shipped()]
    assert len(set(positions)) == len(positions)


def test_a_packed_stock_shows_no_move() -> None:
    stock = [Puzzle({}, "seed", 0, 2, ("E5 r0",), solution())]
    packed = pack(stock)
    assert [*unpack(packed)] == stock
    assert unpack(packed)[-1:] == stock
    assert not any(move.encode() in packed for move in solution().lost)


def test_moves_score_by_the_points_that_they_lose() -> None:
    found = solution()
    scores = [score_move("castle", found, move) for move in found.lost]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 100
    assert score_move("castle", found, found.second) == 75
    assert score_move("castle", found, "A1 r0") == 0


def unweighed(found: Solution) -> Solution:
    """The solution as if the second had not been weighed."""
    lost = {move: lost for move, lost in found.lost.items() if move != found.second}
    return replace(found, lost=lost)


def test_a_further_move_loses_what_a_round_tells() -> None:
    found = solution()
    weighed = weigh_further_move("castle", puzzle(), unweighed(found), found.second)
    assert weighed.lost == found.lost


def test_a_move_that_was_weighed_keeps_what_it_loses() -> None:
    found = replace(solution(), lost={solution().second: 1.5})
    assert weigh_further_move("castle", puzzle(), found, found.second) is found


def test_a_further_move_is_weighed_by_nothing_hidden() -> None:
    found = unweighed(solution())
    same = GAMES["castle"].resample(puzzle(), found.seat, "other")
    weighed = weigh_further_move("castle", puzzle(), found, found.second)
    assert weigh_further_move("castle", same, found, found.second) == weighed


def test_no_further_move_gains_on_the_best() -> None:
    found = unweighed(solution())
    worse = replace(found, best=[[*found.lost][-1]])
    assert weigh_further_move("castle", puzzle(), worse, found.second).lost[found.second] == 0


def test_a_further_move_that_is_not_as_good_is_no_better_than_the_second() -> None:
    wider = replace(unweighed(solution()), margin=3.5)
    weighed = weigh_further_move("castle", puzzle(), wider, wider.second)
    assert weighed.lost[wider.second] == 3.5
