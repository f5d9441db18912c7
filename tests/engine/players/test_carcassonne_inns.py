"""The computer player of Carcassonne with inns, cathedrals and large followers."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.carcassonne.moves import Turn
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.players.carcassonne.candidates import candidates
from engine.players.carcassonne.reasons import every_reason, reasons
from engine.players.expert import Reason
from tests.engine.carcassonne.kit.boards import table
from tests.engine.players.test_search import search_end

WITH_INNS = {"inns": "on"}
Facts = dict[str, str | int]


def best_turn(state: State) -> str:
    return carcassonne.move_text(candidates(state)[0].move)


def worth_of(state: State, move: str) -> float:
    """What a turn promises at first sight."""
    return next(
        candidate.worth
        for candidate in candidates(state)
        if carcassonne.move_text(candidate.move) == move
    )


def reasons_for(state: State, move: str) -> dict[str, Reason]:
    return {reason.name: reason for reason in reasons(state, carcassonne.parse_move(move))}


# Ben's city of three tiles and one that nobody has claimed, each open in one place.
CITIES = """
    fcccf ..... .....
    fcccf ..... .....
    fcccf ..... .....
    fcccf ..... .....
    fcccf ..... .....

    fcccf ..... .....
    fcccf ..... .....
    fc1cf ..... .....
    fcccf ..... .....
    fcccf ..... .....

    fcccf fffff fcccf
    fffff fffff fffff
    rrrrr rrrrr rrrrr
    fffff fffff fffff
    fffff fffff fffff
    """
ON_BENS_CITY = "0,3 r0"


def test_a_cathedral_goes_on_anothers_city_that_will_hardly_be_completed() -> None:
    state = table(CITIES, "ic-1", then=("U", "R", "E") * 6, options=WITH_INNS)
    assert best_turn(state) == ON_BENS_CITY
    reason = reasons_for(state, ON_BENS_CITY)["spoils-other"]
    assert reason.points > 0
    assert (reason.facts["thing"], reason.facts["seat"]) == ("cathedral", 1)


def test_a_cathedral_stays_off_ones_own_city_that_will_hardly_be_completed() -> None:
    own = CITIES.replace("1", "0")
    state = table(own, "ic-1", then=("U", "R", "E") * 6, options=WITH_INNS)
    assert best_turn(state) != ON_BENS_CITY
    assert reasons_for(state, ON_BENS_CITY)["spoils-own"].points < 0


# A city that lacks the tile in its middle and the one north of it.
NEARLY_COMPLETE = """
    fffff ..... fffff
    ffffc ..... cffff
    ffffc ..... cffff
    ffffc ..... cffff
    fffff ..... fffff

    fffff fc0cf fffff
    fffff fffff fffff
    rrrrr rrrrr rrrrr
    fffff fffff fffff
    fffff fffff fffff
    """


def test_a_cathedral_goes_on_ones_own_city_that_is_nearly_complete() -> None:
    state = table(NEARLY_COMPLETE, "ic-1", then=("E", "N") * 9, options=WITH_INNS)
    reason = reasons_for(state, "0,1 r0")["raises-own"]
    assert reason.points > 0
    assert reason.facts == {"kind": "city", "place": "0,0", "thing": "cathedral", "each": 3}


ROAD = """
    ffrff fcccf fffff fffff
    ffrff fffff fffff fffff
    rr+rr rr0rr rrrrr rrrrr
    ffrff fffff fffff fffff
    ffrff fffff fffff fffff
    """
ON_THE_ROAD = "3,0 r0"


def test_an_inn_goes_on_ones_own_road_that_is_nearly_complete() -> None:
    state = table(ROAD, "ic-15", then=("L", "X", "W", "A") * 3, options=WITH_INNS)
    assert best_turn(state) == ON_THE_ROAD
    reason = reasons_for(state, ON_THE_ROAD)["raises-own"]
    assert reason.facts == {"kind": "road", "place": "0,0", "thing": "inn", "each": 2}


def test_an_inn_spoils_anothers_road_that_nothing_completes() -> None:
    theirs = ROAD.replace("0", "1")
    state = table(theirs, "ic-15", then=("U",) * 12, options=WITH_INNS)
    assert best_turn(state) == ON_THE_ROAD
    reason = reasons_for(state, ON_THE_ROAD)["spoils-other"]
    assert reason.points > 0
    assert (reason.facts["thing"], reason.facts["chance"]) == ("inn", 0)


def test_a_second_inn_changes_nothing_and_is_not_named() -> None:
    with_inn = ROAD.replace("rrrrr rrrrr", "rrrrr rrirr")
    state = table(with_inn, "ic-15", then=("L", "X", "W", "A") * 3, options=WITH_INNS)
    reason = reasons_for(state, ON_THE_ROAD)["extends-own"]
    assert reason.facts["kind"] == "inn_road"


def test_a_completed_road_with_an_inn_is_named_with_its_points() -> None:
    state = table(ROAD, "ic-14", options=WITH_INNS)
    reason = reasons_for(state, "3,0 r2")["completes-own"]
    assert (reason.facts["kind"], reason.scored) == ("inn_road", 2 * 5)


# Into the gap of Ben's city fits a tile that joins what lies on the other side of it.
GAP = """
    fcccf fffff fffff
    fffff fffff fffff
    rrrrr rrrrr rrrrr
    fffff fffff fffff
    fffff fffff fffff

    fffff ..... .....
    ffffc ..... .....
    ffff1 ..... .....
    ffffc ..... .....
    fffff ..... .....
    """


def test_the_large_follower_is_placed_where_it_will_take_a_city_over() -> None:
    """Ben draws the next tile, which would share the city with him if the knight were small."""
    state = table(GAP, "E", then=("G", "G"), options=WITH_INNS)
    first, *others = search_end("carcassonne", state)
    text = carcassonne.move_text
    assert (text(first.move), first.worth(0)) == ("2,-1 r3 knight!@W", 2)
    [small] = [line for line in others if text(line.move) == "2,-1 r3 knight@W"]
    assert small.worth(0) == 0


FIELDS = """
    fcccf ffrff
    fffff ffrff
    rrrrr rrrff
    ff1ff fffff
    fffff fcccf

    ..... fcccf
    ..... fffff
    ..... fffff
    ..... fffff
    ..... fcccf

    ..... fcccf
    ..... fffff
    ..... fffff
    ..... fffff
    ..... fffff
    """


def test_a_large_farmer_is_worth_more_where_fields_will_join() -> None:
    state = table(FIELDS, "E", then=("V",) * 6, options=WITH_INNS)
    assert worth_of(state, "2,-1 r0 farmer!@E") > worth_of(state, "2,-1 r0 farmer@E")
    reason = reasons_for(state, "2,-1 r0 farmer!@E")["outweighs"]
    assert reason.points > 0


def test_the_large_follower_is_kept_where_it_decides_nothing() -> None:
    state = table(ROAD, "ic-15", then=("L", "X", "W", "A") * 3, options=WITH_INNS)
    small = worth_of(state, "-2,0 r0 highwayman@E")
    assert small > worth_of(state, "-2,0 r0 highwayman!@E")


JOINED = """
    ..... fffff fffff
    ..... ccccc cffff
    ..... 1cccc cffff
    ..... ccccc cffff
    ..... fffff fffff

    fc0cf fffff .....
    fffff fffff .....
    rrrrr rrrrr .....
    fffff fffff .....
    fffff fffff .....
    """


@pytest.mark.parametrize(
    ("large", "name"),
    [((0, 0), "takes-over-large"), ((1, 1), "loses-large")],
)
def test_who_has_a_large_follower_takes_over(large: tuple[int, int], name: str) -> None:
    state = table(JOINED, "R", options=WITH_INNS, large=[large])
    reason = reasons_for(state, "0,1 r1")[name]
    assert reason.facts["seat"] == 1
    assert (reason.points > 0) == (name == "takes-over-large")


def test_a_large_follower_shares_with_two() -> None:
    two = JOINED.replace("1cccc cffff", "1cccc 1ffff")
    state = table(two, "R", options=WITH_INNS, large=[(0, 0)])
    assert reasons_for(state, "0,1 r1")["shares-large"].facts["seat"] == 1


def test_numbers_that_would_do_without_a_large_follower_do_not_name_it() -> None:
    """Anna's large follower would equal Ben's as a small one."""
    assert "shares" in reasons_for(table(JOINED, "R", options=WITH_INNS), "0,1 r1")


def test_a_move_is_told_to_use_the_large_follower() -> None:
    state = table(ROAD, "ic-15", options=WITH_INNS)
    assert reasons_for(state, "-2,0 r0 highwayman!@E")["large-follower"].points < 0


def test_a_move_is_told_to_bring_the_large_follower_back() -> None:
    state = table(ROAD, "ic-14", options=WITH_INNS, large=[(0, 0)])
    named = reasons_for(state, "3,0 r2")
    assert named["returns-large"].points > 0
    assert "returns-followers" not in named


@pytest.mark.parametrize(
    ("options", "name"), [(WITH_INNS, "last-small-follower"), ("classic", "last-follower")]
)
def test_the_last_small_follower_is_not_the_last(options: str | dict[str, str], name: str) -> None:
    state = table(ROAD, "U", supply=(1, 7), then=("U",) * 30, options=options)
    assert name in reasons_for(state, "-2,0 r1 highwayman@E")


def positions(every: int) -> Iterator[State]:
    state, _ = carcassonne.begin("inns", carcassonne.presets["big"])
    chance = Random(1)
    while state.phase != "over":
        if state.dealt % every == 0:
            yield state
        likely = candidates(state)[:4]
        state, _ = carcassonne.apply(state, state.seat, chance.choice(likely).move)


def test_only_a_large_follower_that_does_what_a_small_one_does_is_left_out() -> None:
    left_out = 0
    for state in positions(every=4):
        moves = [candidate.move for candidate in candidates(state)]
        assert len(set(moves)) == len(moves)
        legal = set(legal_moves(state))
        assert legal.issuperset(moves)
        for move in legal.difference(moves):
            assert move.follower is not None
            small = move._replace(follower=move.follower._replace(large=False))
            after, like_this = [
                carcassonne.apply(state, state.seat, each)[0] for each in (move, small)
            ]
            assert after == like_this
            left_out += 1
    assert left_out


def test_what_is_said_of_a_follower_is_what_it_adds_to_the_worth_of_the_turn() -> None:
    def total(every: Sequence[Reason]) -> float:
        return sum(reason.points for reason in every)

    for state in positions(every=5):
        worths = {candidate.move: candidate.worth for candidate in candidates(state)}
        for move in [move for move in worths if move.follower is not None][::5]:
            without = Turn(move.placement)
            added = total(every_reason(state, move)) - total(every_reason(state, without))
            assert added == pytest.approx(worths[move] - worths[without]), move
