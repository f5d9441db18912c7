"""The computer player of The Castle, checked against the rules."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.castle.choices import completions, legal_moves
from engine.castle.events import FeatureScored
from engine.castle.moves import ROLES, AnotherTurn, Deployment, Turn, parse_move
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.castle.state import State
from engine.players.castle.candidates import Weigher, beginner, candidates
from engine.players.castle.play import lay, play
from engine.players.castle.position import KINDS, NOBODY, CastlePosition, WeighedTurn
from engine.players.castle.reasons import NAMES, considerations, reasons
from engine.players.castle.worth import expected_lead, weights
from engine.tiles.grid import Placement
from tests.engine.castle.kit.boards import game

# The share of turns that are the best at first sight; the others are chosen at random.
WELL_PLAYED = 0.7


class Step(NamedTuple):
    state: State
    position: CastlePosition
    """The same position on the thinking board,"""
    turn: WeighedTurn
    """the turn played on it,"""
    after: CastlePosition
    """the position after it,"""
    outcomes: list[State]
    """and all results that the rules allow, by order of scoring and wall tiles."""


@cache
def steps(number: int, preset: str = "official") -> Sequence[Step]:
    """A game, played on both boards in parallel."""
    seed = f"board/{number}"
    played = list[Step]()
    chance = Random(seed)
    state, _ = castle.begin(seed, castle.settle_options({}, preset))
    position = CastlePosition.of(state)
    while position.drawn is not None:
        seen = list(Weigher(position).turns())
        turn = max(seen) if chance.random() < WELL_PLAYED else chance.choice(seen)
        after = position.copy()
        play(after, turn)
        outcomes = list(_outcomes(state, position, turn))
        played.append(Step(state, position, turn, after, outcomes))
        state = next(
            outcome for outcome in outcomes if summary(CastlePosition.of(outcome)) == summary(after)
        )
        position = after
    return played


def turn_of(state: State, position: CastlePosition, turn: WeighedTurn) -> Turn:
    """Name the turn as the rules do, without wall tiles and order."""
    _, cell, rotation, number = turn
    placement = Placement(state.board.grid.cells[cell], rotation)
    if number == NOBODY or position.drawn is None:
        return Turn(placement)
    part = position.tables.parts[position.drawn][rotation][number]
    return Turn(placement, Deployment(ROLES[KINDS[part.kind]], part.ports[0]))


def _outcomes(state: State, position: CastlePosition, turn: WeighedTurn) -> Iterator[State]:
    chosen = turn_of(state, position, turn)
    for complete in completions(state, chosen.placement):
        if complete.follower == chosen.follower:
            after, _ = castle.apply(state, state.seat, complete)
            if after.phase == "again":
                after, _ = castle.apply(after, after.seat, AnotherTurn(True))
            yield after


def _both(state: State) -> tuple[int, int]:
    """The seat of the player to act, and the other."""
    return state.seat, 1 - state.seat


def summary(position: CastlePosition) -> tuple[object, ...]:
    """Everything in a position, to compare two of them."""
    areas = frozenset(area._replace(spots=tuple(sorted(area.spots))) for area in position.areas())
    over = position.drawn is None
    return (
        position.laid,
        position.frontier,
        tuple(position.barred),
        areas,
        None if over else (position.seat, position.drawn, frozenset(position.wall)),
        position.dealt,
        tuple(position.scores),
        tuple(position.supply),
        tuple(tuple(sorted(held)) for held in position.held),
        tuple(position.keeps),
    )


PRESETS = ("official", "rio-grande", "site")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("number", range(3))
def test_a_turn_on_the_board_is_a_turn_by_the_rules(number: int, preset: str) -> None:
    """Up to the scores at the end."""
    played = steps(number, preset)
    for step in played:
        assert summary(step.after) in [
            summary(CastlePosition.of(outcome)) for outcome in step.outcomes
        ]
    assert len(played) > 50
    assert played[-1].after.drawn is None


def test_a_copy_is_not_changed_by_what_is_played() -> None:
    for step in steps(0):
        assert summary(step.position) == summary(CastlePosition.of(step.state))


@pytest.mark.parametrize("number", range(3))
def test_a_turn_is_worth_what_it_changes_in_the_lead(number: int) -> None:
    for step in steps(number):
        before = step.position
        now = weights(step.position.left)
        sign = 1 if before.seat == 0 else -1
        for turn in Weigher(before).turns()[number::3]:
            after = before.copy()
            lay(after, turn)
            gained = sign * (expected_lead(after, now) - expected_lead(before, now))
            assert turn[0] == pytest.approx(gained, abs=1e-9)


HELD = ((2, 3), (2, 3))


def test_candidates_are_legal_and_cover_every_placement() -> None:
    for step in steps(1):
        state = step.state._replace(held=HELD)
        moves = [candidate.move for candidate in candidates(state)]
        assert set(moves) <= set(legal_moves(state))
        placed = {move.placement for move in moves if isinstance(move, Turn)}
        assert placed == set(placements(state))


def test_the_best_comes_first() -> None:
    for step in steps(2):
        worths = [candidate.worth for candidate in candidates(step.state)]
        assert worths == sorted(worths, reverse=True)


def test_a_beginner_does_not_see_what_a_turn_brings_the_opponent() -> None:
    gifts = list[float]()
    for state in [step.state for step in steps(1)[20:40:4]]:
        worths = {candidate.move: candidate.worth for candidate in candidates(state)}
        for turn, worth in beginner(state):
            after, _ = castle.apply(state, state.seat, turn)
            own, other = (after.scores[seat] - state.scores[seat] for seat in _both(state))
            if own == 0 < other and isinstance(turn, Turn) and turn.follower is None:
                assert worth >= 0
                gifts.append(worths[turn])
    assert min(gifts) < 0


def test_another_turn_is_taken_rather_than_kept() -> None:
    state = game(held=([1], []))._replace(phase="again", drawn=None)
    assert [candidate.move for candidate in candidates(state)] == [
        AnotherTurn(True),
        AnotherTurn(False),
    ]


def test_without_a_follower_left_none_is_placed() -> None:
    state, _ = castle.begin("supply", castle.settle_options({}), 0)
    moves = [candidate.move for candidate in candidates(state._replace(supply=(0, 6)))]
    assert all(isinstance(move, Turn) and move.follower is None for move in moves)


ONE_GAP = """
         D     E     F     G
       ..... .ccc. ..... .....
             ccccc
     6       ccccc
             cchcc
       ..... .hhh. ..... .....
       .ccc. ..... .ccc. .ccc.
       ccctt       ttttt ttccc
     5 ccctt       ttttt ttccc
       ccctt       ttttt ttccc
       .ccc. ..... .ccc. .ccc.
"""
TOWER = "knight D5.E"
LARGE_TOWER = "knight F5.W"


def reasons_for(followers: str, **more: object) -> dict[str, dict[str, str | int]]:
    """Lay a court tile on E5, which completes a house and two towers: for which reasons."""
    state = game(ONE_GAP, followers=followers, **more)  # type: ignore[arg-type]
    return {reason.name: dict(reason.facts) for reason in reasons(state, parse_move("E5 r0"))}


def test_own_features_are_named_with_their_points() -> None:
    facts = reasons_for(f"0 {LARGE_TOWER}")
    assert facts["scores"] == {"kind": "tower", "points": 4}
    assert facts["brings-home"] == {"followers": 1}


def test_features_of_the_opponent_are_named_with_their_points() -> None:
    assert reasons_for(f"1 {TOWER}")["scores-theirs"] == {"kind": "tower", "seat": 1, "points": 2}


def test_a_marker_on_a_corner_tower_takes_a_wall_tile_unseen() -> None:
    facts = reasons_for(f"0 {LARGE_TOWER}", scores=(12, 0), wall={16: 9})
    assert facts["takes-wall-tile"] == {"space": 16}


COURT_WITH_A_GAP = """
         D     E
       ..... .cmc.
             hhhhh
     5       hhhhh
             hhhhh
       ..... .hhh.
"""


def reasons_beside_a_court(followers: str, drawn: str) -> dict[str, dict[str, str | int]]:
    """Lay a tile in front of the only open side of a court."""
    state = game(COURT_WITH_A_GAP, draw="\n".join([drawn * 5] * 5), followers=followers)
    return {reason.name: dict(reason.facts) for reason in reasons(state, parse_move("E6 r0"))}


def test_a_court_is_closed_in_and_never_completed() -> None:
    facts = reasons_beside_a_court("0 merchant E5.N", drawn="t")
    assert facts == {"closes-in": {"markets": 1, "points": 3}}


def test_closing_in_the_court_of_the_opponent_names_whose_it_is() -> None:
    facts = reasons_beside_a_court("1 merchant E5.N", drawn="t")
    assert facts == {"closes-in-theirs": {"seat": 1, "markets": 1, "points": 3}}


def test_no_court_is_harder_or_easier_to_complete() -> None:
    for step in steps(1)[::3]:
        for candidate in candidates(step.state)[::5]:
            for reason in considerations(step.state, candidate.move):
                if reason.name in ("continues", "eases", "hinders", "helps"):
                    assert reason.facts["kind"] != "court"


def test_what_is_scored_comes_first_and_is_what_the_rules_give() -> None:
    for step in steps(1)[::3]:
        state = step.state
        for candidate in candidates(state)[::5]:
            _, events = castle.apply(state, state.seat, candidate.move)
            points = [
                event.points if event.seat == state.seat else -event.points
                for event in events
                if isinstance(event, FeatureScored) and event.points
            ]
            every = considerations(state, candidate.move)
            assert sorted(reason.scored for reason in every if reason.scored) == sorted(points)
            assert [bool(reason.scored) for reason in reasons(state, candidate.move)] == sorted(
                [bool(reason.scored) for reason in reasons(state, candidate.move)], reverse=True
            )


def test_the_reasons_add_up_to_the_worth_at_first_sight() -> None:
    for step in steps(0):
        state = step.state
        for candidate in candidates(state)[::3]:
            assert isinstance(candidate.move, Turn)
            if not candidate.move.wall_tiles and not candidate.move.order and not any(state.held):
                total = sum(reason.points for reason in considerations(state, candidate.move))
                assert total == pytest.approx(candidate.worth, abs=1e-9)


def test_every_reason_is_listed_with_its_facts() -> None:
    for step in steps(1):
        for candidate in candidates(step.state)[:20]:
            assert isinstance(candidate.move, Turn)
            for reason in considerations(step.state, candidate.move):
                assert tuple(reason.facts) == NAMES[reason.name]


def test_nothing_hidden_is_named() -> None:
    for number, step in enumerate(steps(2)):
        state = step.state
        seat = step.state.seat
        other = castle.resample(state, seat, f"another/{number}")
        for candidate in candidates(state)[:5]:
            assert isinstance(candidate.move, Turn)
            assert reasons(state, candidate.move) == reasons(other, candidate.move)


def test_another_turn_has_a_reason() -> None:
    state = game(held=([1], []))._replace(phase="again", drawn=None)
    assert [reason.name for reason in reasons(state, AnotherTurn(taken=True))] == ["another-turn"]
    assert not reasons(state, AnotherTurn(taken=False))
