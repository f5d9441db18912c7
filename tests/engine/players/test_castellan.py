"""The computer player of Castellan, checked against the rules."""

from collections.abc import Sequence
from copy import deepcopy

import pytest

from engine.castellan.events import TurnScored
from engine.castellan.imagining import closings
from engine.castellan.moves import Turn, parse_move
from engine.castellan.pieces import KINDS, Pieces, walls_from
from engine.castellan.places import obstacle
from engine.castellan.plan import EMPTY, Plan, new_courtyards
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.players.castellan.board import (
    PlacedPiece,
    WallBoard,
    cell_of,
    edge_of,
    outer_face,
    piece_of,
    place_of_piece,
    spot_of,
    tower,
    walk_face,
)
from engine.players.castellan.candidates import beginner, candidates, rollout
from engine.players.castellan.chains import Chain, find_chains
from engine.players.castellan.prospects import prospects
from engine.players.castellan.reasons import NAMES, reasons
from engine.players.expert import MOST, lead
from tests.engine.castellan.kit.plans import pieces
from tests.engine.castellan.kit.plans import plan as read_plan
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import Held, build, table


def positions() -> list[State]:
    """Of games of two, three and four."""
    return [step.state for number in range(9) for step in games(number)[::6]]


def plans() -> list[Plan]:
    return [state.plan for state in positions() if not state.plan.is_empty]


def test_a_piece_can_be_read_back_from_either_end() -> None:
    for piece in pieces("t0,0 t-3,7 s-1,2E s4,-4N l0,0E l-2,-9N"):
        assert piece_of(place_of_piece(piece)) == piece
    assert piece_of(PlacedPiece(spot_of((2, 0)), 3, 2)) == pieces("l0,0E")[0]
    assert piece_of(PlacedPiece(spot_of((0, 1)), 2, 1)) == pieces("s0,0N")[0]


def test_walls_fit_where_the_rules_allow_them_on_open_ground() -> None:
    for plan in plans()[::4]:
        bare = plan.with_courtyards(())
        board = WallBoard(bare)
        for at in plan.towers:
            for wall in (*walls_from("short", at), *walls_from("long", at)):
                if wall.at not in plan.middles:
                    assert board.fits(*place_of_piece(wall)) == (obstacle(bare, wall, None) is None)


def test_what_is_taken_back_leaves_no_trace() -> None:
    for plan in plans():
        board = WallBoard(plan)
        before = deepcopy((board.arms, board.middles, board.towers))
        added = [PlacedPiece(max(board.towers), 1, 2), tower(max(board.towers) + 2048)]
        if board.fits(*added[0]) and added[1].spot not in board.arms:
            for piece in added:
                board.put(piece)
            for piece in reversed(added):
                board.take_back(piece)
        assert (board.arms, board.middles, board.towers) == before


def test_an_empty_plan_is_an_empty_board() -> None:
    assert not WallBoard(EMPTY).arms


def test_the_walk_round_a_courtyard_passes_the_towers_that_count() -> None:
    for plan in plans():
        board = WallBoard(plan)
        for courtyard in plan.courtyards:
            face = walk_face(board, *edge_of(plan, courtyard))
            assert face.count == plan.towers_of(courtyard)
            assert face.area == len(courtyard.cells)
            assert cell_of(face) == courtyard.name


def test_the_walk_round_everything_has_no_area_of_its_own() -> None:
    for plan in plans():
        enclosed = sum(len(courtyard.cells) for courtyard in plan.courtyards)
        assert outer_face(WallBoard(plan)).area == -enclosed


def test_space_is_where_a_tower_could_still_be_set_inside() -> None:
    plan = read_plan(
        """
        O-------O---O
        | a   a   a |
        O   .---O   O
        | a   a | a |
        O-------O---O
        """
    )
    assert walk_face(WallBoard(plan), *edge_of(plan, plan.courtyards[0])).space == 1


def test_points_without_anything_count_as_space() -> None:
    plan = read_plan(
        """
        O---O---O---O
        | a   a   a |
        O           O
        | a   a   a |
        O---O---O---O
        """
    )
    assert walk_face(WallBoard(plan), *edge_of(plan, plan.courtyards[0])).space == 2


# The other way of finding chains knows those of up to this many pieces.
SHORT = 3
EVERY = 7


def on_open_ground(plan: Plan) -> Sequence[Chain]:
    board = WallBoard(plan)
    return find_chains(board, outer_face(board), long=True)


def build_chain(plan: Plan, chain: Chain, seat: int) -> Plan:
    text = " ".join(_text(chain))
    return build(plan, text, seat)


def _text(chain: Chain) -> list[str]:
    pieces = [piece_of(step) for step in chain.pieces]
    assert tuple(sum(piece.kind == kind for piece in pieces) for kind in KINDS) == chain.need
    return [f"{piece.kind[0]}{piece.at[0]},{piece.at[1]}{piece.heading}" for piece in pieces]


def test_every_chain_can_be_built_and_encloses_what_it_says() -> None:
    """Somewhat more if a tower joins other walls."""
    for plan in plans():
        for chain in on_open_ground(plan)[::EVERY]:
            after = build_chain(plan, chain, 0)
            towers = sum(map(after.towers_of, new_courtyards(plan, after)))
            joined = any(plan.ends.get(piece.at, 0) > 1 for piece in map(piece_of, chain.pieces))
            assert towers == chain.towers or (joined and towers > chain.towers)


def test_chains_within_a_courtyard_divide_it() -> None:
    for plan in plans():
        board = WallBoard(plan)
        for whole in plan.courtyards:
            face = walk_face(board, *edge_of(plan, whole))
            for chain in find_chains(board, face, long=False)[::EVERY]:
                parts = new_courtyards(plan, build_chain(plan, chain, whole.seat))
                if len(parts) == 2:
                    towers = [
                        build_chain(plan, chain, whole.seat).towers_of(part) for part in parts
                    ]
                    assert (sum(towers), min(towers)) == (chain.towers, chain.smaller)


def test_no_better_closing_of_few_pieces_is_missed() -> None:
    for plan in plans():
        chains = on_open_ground(plan)
        for number in range(1, SHORT + 1):
            closing_towers = [
                closing.towers for closing in closings(plan) if len(closing.pieces) <= number
            ]
            chain_towers = [chain.towers for chain in chains if len(chain.pieces) <= number]
            assert max(chain_towers, default=0) >= max(closing_towers, default=0)


def best_turn(state: State) -> Turn:
    move = candidates(state)[0].move
    assert isinstance(move, Turn)
    return move


def test_the_best_candidate_comes_first() -> None:
    for state in positions()[::3]:
        worths = [candidate.worth for candidate in candidates(state)]
        assert worths == sorted(worths, reverse=True)


def test_a_courtyard_is_closed_where_a_wall_is_missing() -> None:
    state = table(
        """
        O   O
        |   |
        O---O
        """
    )
    after, _ = castellan.apply(state, 0, best_turn(state))
    assert castellan.scores(after)[0] >= 4


def test_cards_that_others_hold_change_nothing() -> None:
    for state in positions()[::3]:
        other = castellan.resample(state, state.seat, "other")
        another = castellan.resample(state, state.seat, "another")
        assert candidates(other) == candidates(another)


def test_candidates_are_legal_and_valued_by_the_resulting_lead() -> None:
    for state in positions():
        for candidate in candidates(state):
            after, _ = castellan.apply(state, state.seat, candidate.move)
            assert candidate.worth == pytest.approx(lead(prospects(after), state.seat))


def test_a_beginner_overlooks_what_a_turn_leaves_open_for_others() -> None:
    for state in positions():
        for turn, worth in beginner(state):
            after, _ = castellan.apply(state, state.seat, turn)
            assert worth == pytest.approx(prospects(after)[state.seat])


def test_keeping_the_double_keep_is_a_choice_of_its_own() -> None:
    state = table(
        """
        O   O
        |   |
        O---O
        """,
        ("W1", "T1 T2 T3"),
    )
    doubles = {candidate.move.double for candidate in candidates(state)}
    assert doubles == {None, (0, 0)}


def test_the_prospects_of_an_ended_game_are_its_scores() -> None:
    for number in range(6):
        end = games(number)[-1].after
        assert prospects(end) == castellan.scores(end)


def test_a_card_more_is_worth_something() -> None:
    few = ("W1", "T1")
    more = ("W1", "T1 T2")
    assert prospects(table("O---O", few, more))[1] > prospects(table("O---O", few, few))[1]


def test_what_can_be_closed_is_worth_something_to_who_acts() -> None:
    nearly = """
        O   O
        |   |
        O---O
    """
    first = prospects(table(nearly))
    second = prospects(table(nearly, seat=1))
    assert first[0] > first[1]
    assert first == second[::-1]


def test_playing_on_ends_with_the_game() -> None:
    state = table("O---O", ("W1", ""), ("T1", ""), last=[1])
    points, weighed = rollout(state, 9)
    assert points == (0.0, 0.0)
    assert weighed > 0


def test_a_rollout_of_zero_turns_leaves_the_prospects_unchanged() -> None:
    state = positions()[5]
    assert rollout(state, 0) == (prospects(state), 0)


U_SHAPE = """
    O   O
    |   |
    O---O
"""
FEW: Held = ("W1 W2 T1 T2", "")


def reasons_for(
    picture: str | Plan, move: str, *held: Held, **more: object
) -> dict[str, tuple[float, dict[str, str | int]]]:
    """Points and facts of each reason."""
    state = table(picture, *(held or (FEW,)), **more)  # type: ignore[arg-type]
    return {
        reason.name: (reason.points, dict(reason.facts))
        for reason in reasons(state, parse_move(move))
    }


def test_enclosing_a_courtyard_names_its_place_and_points() -> None:
    enclosed = reasons_for(U_SHAPE, "W1: s0,1E")
    assert enclosed["encloses"] == (4.0, {"place": "0,0", "points": 4})


def test_a_double_keep_is_in_the_points_and_is_used_up() -> None:
    doubled = reasons_for(U_SHAPE, "W1: s0,1E; 2x0,0")
    assert doubled["encloses"] == (8.0, {"place": "0,0", "points": 8})
    assert doubled["uses-double-keep"][0] < 0


def test_a_double_keep_that_stays_double_is_no_reason() -> None:
    divided = reasons_for(
        """
        O---O---O
        | A   A |
        O---O---O
        """,
        "W1: s1,0N; 2x0,0",
        doubled=[0],
    )
    assert divided.keys().isdisjoint({"uses-double-keep", "divides"})


def test_several_courtyards_are_counted_at_once() -> None:
    enclosed = reasons_for(
        """
        O   O   O
        |   |   |
        O---O---O
        """,
        "W1 W2: s0,1E s1,1E",
    )
    assert enclosed["encloses-several"] == (8.0, {"courtyards": 2, "points": 8})


def test_dividing_a_courtyard_names_the_points_it_brings() -> None:
    divided = reasons_for(
        """
        O---O---O
        | a   a |
        O---O---O
        """,
        "W1: s1,0N",
    )
    assert divided["divides"] == (2.0, {"place": "0,0", "number": 2, "points": 2})
    assert "encloses" not in divided


def test_a_tower_in_ones_own_courtyard_names_what_it_adds() -> None:
    grown = reasons_for(
        """
        O---O---O
        | A   A |
        O---.   O
        | A   A |
        O---O---O
        """,
        "T1: t1,1",
        doubled=[0],
    )
    assert grown["grows"] == (2.0, {"place": "0,0", "number": 1, "points": 2})


def test_what_is_left_open_names_who_can_close_it_and_how() -> None:
    left = reasons_for(
        """
        O
        |
        O---O
        """,
        "W1: s0,1E",
    )
    points, facts = left["leaves-open"]
    assert points < 0
    assert facts == {"seat": 1, "place": "0,0", "number": 4, "pieces": 2}


def test_a_chance_that_is_gone_names_whose_it_was() -> None:
    spoilt = reasons_for(
        """
        O
        |
        O---O
        """,
        "W5: l1,0N",
        ("W1 W5 T1 T2", ""),
    )
    points, facts = spoilt["forestalls"]
    assert points > 0
    assert facts == {"seat": 1, "place": "0,0", "number": 4}


def test_pieces_passed_on_name_who_gets_them() -> None:
    passed = reasons_for("O---O", "T1:", passed=Pieces(tower=2))
    points, facts = passed["passes-on"]
    assert points == pytest.approx(-0.9)
    assert facts == {"seat": 1, "number": 3}


def test_several_cards_at_once_are_spent() -> None:
    held = ("W1 W2 T1 T2", "T3")
    assert "spends-cards" not in reasons_for("O---O", "W1: s1,0E; t", held)
    points, facts = reasons_for("O---O", "W1 W2: s1,0E s0,0N; t", held)["spends-cards"]
    assert points < 0
    assert facts == {"number": 1}


def test_more_cards_in_hand_are_gained() -> None:
    points, facts = reasons_for("O---.", "T6: t1,0; tt", ("W1 T6", "T1 T2"))["gains-cards"]
    assert points > 0
    assert facts == {"number": 1}


def test_a_quiet_turn_leaves_the_next_player_nothing() -> None:
    assert reasons_for("O---.", "T1: t1,0; t", ("W1 T1", "T2")) == {
        "leaves-nothing": (0.0, {"seat": 1})
    }


def test_a_quiet_last_turn_ends_the_game() -> None:
    assert reasons_for("O---.", "T1: t1,0", ("T1", ""), ("", ""), last=[]) == {
        "ends-game": (0.0, {})
    }


def test_the_points_of_the_reasons_are_those_of_the_turn() -> None:
    for number in range(9):
        for step in games(number):
            if step.move is not None:
                _, events = castellan.apply(step.state, step.state.seat, step.move)
                scored = sum(event.points for event in events if isinstance(event, TurnScored))
                every = reasons(step.state, step.move)
                assert scored == sum(reason.scored for reason in every)


def test_every_reason_is_listed_with_its_facts() -> None:
    for number in range(9):
        for step in games(number)[::5]:
            if step.move is not None:
                move_reasons = reasons(step.state, step.move)
                assert len(move_reasons) <= MOST
                assert all(
                    tuple(reason.facts) == tuple(NAMES[reason.name]) for reason in move_reasons
                )
                judged = [abs(reason.points) for reason in move_reasons if not reason.scored]
                assert judged == sorted(judged, reverse=True)
