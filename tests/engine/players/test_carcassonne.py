"""The computer player of Carcassonne, checked against the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from engine.carcassonne.events import FeatureScored
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.scoring import finish
from engine.carcassonne.state import State
from engine.counts import most
from engine.players.carcassonne.appraisal import Appraisal, prospects
from engine.players.carcassonne.candidates import beginner, candidates, spread
from engine.players.carcassonne.chances import FREE
from engine.players.carcassonne.fields import FarmedField
from engine.players.carcassonne.reasons import NAMES, reasons
from engine.players.expert import MOST, Reason, lead, weightiest
from engine.players.tiles import stack
from tests.engine.carcassonne.kit.boards import play, table

PRESETS = {name: carcassonne.settle_options({}, name) for name in carcassonne.options.presets}


def positions(seats: int, options: Mapping[str, str], every: int = 1) -> Iterator[State]:
    """One in this many turns of a game, in which somebody is to act."""
    state, _ = carcassonne.begin(f"judged {seats}", options, seats=seats)
    chance = Random(seats)
    while state.phase != "over":
        if state.dealt % every == 0:
            yield state
        sensible = chance.random() < 0.5
        moves = [candidate.move for candidate in candidates(state)]
        move = moves[0] if sensible else chance.choice(moves)
        state, _ = carcassonne.apply(state, state.seat, move)


ROAD = """
    fcccf
    fffff
    rr0rr
    fffff
    fffff
    """
CITY = """
    fc0cf
    fffff
    rrrrr
    fffff
    fffff
    """
CLOISTER = """
    fffff
    fffff
    fffff
    fffff
    fcccf

    fcccf
    fffff
    rrrrr
    fffff
    fffff

    fffff
    fffff
    ff0ff
    fffff
    fffff
    """
SHARED = """
    fc1cf
    fcccf
    fcccf
    fcccf
    fcccf

    fcccf
    fcccf
    fcccf
    fcccf
    fc0cf

    fcccf
    fffff
    rrrrr
    fffff
    fffff
    """
TWO_FIELDS = """
    fcccf ffrff
    fffff ffrff
    rrrrr rrrff
    ff0ff fffff
    fffff fcccf

    ..... fcccf
    ..... fffff
    ..... ff1ff
    ..... fffff
    ..... fcccf

    ..... fcccf
    ..... fffff
    ..... fffff
    ..... fffff
    ..... fffff
    """


def test_a_game_that_is_over_is_worth_its_scores() -> None:
    after, _ = play(table(ROAD, then=()), "1,0 r1")
    assert tuple(prospects(after)) == after.scores == (2, 0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", carcassonne.presets.values(), ids=carcassonne.presets)
def test_without_tiles_to_come_a_position_is_its_final_scoring(
    seats: int, options: Mapping[str, str]
) -> None:
    for state in positions(seats, options):
        final, _ = finish(state, [])
        assert Appraisal(state, Counter()).points() == pytest.approx(final.scores)


def test_the_order_of_the_tiles_to_come_changes_nothing() -> None:
    for state in positions(3, {}, every=11):
        setup = state.setup
        dealt = state.dealt
        deck = (*setup.deck[:dealt], *reversed(setup.deck[dealt:]))
        other = state._replace(setup=replace(setup, deck=deck))
        assert list(prospects(other)) == list(prospects(state))
        assert candidates(other) == candidates(state)


def test_a_city_is_worth_more_the_more_tiles_complete_it() -> None:
    worths = [
        prospects(table(CITY, then=("E",) * many + ("U",) * (12 - many)))[0] for many in range(6)
    ]
    assert all(fewer < more for fewer, more in pairwise(worths))


def test_a_monk_is_worth_more_the_more_tiles_fit_around() -> None:
    """C is a city on all sides, which fits only where no tile lies yet."""
    worths = [
        prospects(table(CLOISTER, then=("U",) * many + ("C",) * (12 - many)))[0]
        for many in range(6)
    ]
    assert all(fewer < more for fewer, more in pairwise(worths))


def test_equally_many_knights_share_what_a_city_promises() -> None:
    both = prospects(table(SHARED, then=("E",) * 9))
    alone = prospects(table(SHARED.replace("1", "c"), then=("E",) * 9, supply=(6, 6)))
    assert both[0] == pytest.approx(both[1])
    assert both[0] == pytest.approx(alone[0])


# The ports on the north side of a cell.
NORTH = 0b111


def field(farmers: tuple[int, int], *, spots: int = 4, faces: int = 1) -> FarmedField:
    return FarmedField(farmers, most(farmers), (faces,), spots, {faces: NORTH}, fed=1.0)


@pytest.mark.parametrize("farms", ["by_city", "by_field"])
def test_a_field_promises_more_the_more_it_can_grow(farms: str) -> None:
    state, _ = carcassonne.begin("growing", {"farms": farms})
    appraisal = Appraisal(state, Counter(stack(state)))
    worths = [appraisal.farm_points([field((1, 0), spots=spots)], {})[0] for spots in (0, 2, 8, 30)]
    assert worths == sorted(worths)
    assert worths[0] == 0


@pytest.mark.parametrize("farms", ["by_city", "by_field"])
def test_fields_about_to_join_count_for_who_would_have_most(farms: str) -> None:
    state, _ = carcassonne.begin("joining", {"farms": farms})
    appraisal = Appraisal(state, Counter(stack(state)))
    ours = field((2, 0))
    theirs = field((0, 1))._replace(cities=(5,))

    def worth(other: FarmedField) -> list[float]:
        return appraisal.joining_points(ours, other, lambda city: 1.0, lambda cell: FREE)

    gained, lost = worth(theirs)
    assert gained > 0 > lost
    assert not worth(theirs._replace(faces={9: NORTH}))


def test_a_farmer_counts_on_the_tiles_that_join_fields() -> None:
    """Into the corner between both fields fits V, which joins them, but not U."""
    worths = [
        prospects(table(TWO_FIELDS, then=("V",) * many + ("U",) * (12 - many)))[0]
        for many in range(6)
    ]
    assert all(fewer < more for fewer, more in pairwise(worths))


def test_each_further_farmer_costs_more() -> None:
    chances = Appraisal(table(CITY, then=("U",) * 9), Counter("U" * 9)).chances
    costs = [chances.farmers_cost(number) for number in range(8)]
    steps = [more - fewer for fewer, more in pairwise(costs)]
    assert steps == sorted(set(steps))
    assert costs[0] == 0 < costs[1]


def test_followers_are_worth_more_the_fewer_are_in_the_supply() -> None:
    worths = [prospects(table(CITY, then=("E",) * 9, supply=(number, 7)))[0] for number in range(8)]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps == sorted(steps, reverse=True)
    assert min(steps) > 0


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
def test_a_turn_is_worth_the_lead_that_it_leads_to(seats: int, options: Mapping[str, str]) -> None:
    for state in positions(seats, options, every=7):
        for candidate in candidates(state)[::5]:
            after, _ = carcassonne.apply(state, state.seat, candidate.move)
            if after.phase != "over" and not after.discarded:
                led_to = lead(prospects(after), state.seat, spread(state))
                assert candidate.worth == pytest.approx(led_to), candidate


def test_a_beginner_sees_only_points_of_their_own() -> None:
    for state in positions(3, {}, every=7):
        for candidate in beginner(state)[::5]:
            after, _ = carcassonne.apply(state, state.seat, candidate.move)
            if after.phase != "over" and not after.discarded:
                own = prospects(after)[state.seat]
                assert candidate.worth == pytest.approx(own), candidate


def test_a_beginner_has_not_understood_farmers() -> None:
    for state in positions(2, {}, every=9):
        moves = {candidate.move for candidate in beginner(state)}
        assert moves == {
            turn
            for turn in legal_moves(state)
            if turn.follower is None or turn.follower.role != "farmer"
        }


def test_each_legal_turn_is_weighed_once_the_best_first() -> None:
    for state in positions(2, {}, every=9):
        ranking = candidates(state)
        legal = list(legal_moves(state))
        assert len(ranking) == len(legal)
        assert {candidate.move for candidate in ranking} == set(legal)
        worths = [candidate.worth for candidate in ranking]
        assert worths == sorted(worths, reverse=True)


TO_COME = ("E", "N", "U", "V", "R", "W", "L") * 2


def reasons_for(drawn: str, move: str, draws: str = "U") -> dict[str, dict[str, str | int]]:
    """Facts for and against this move, by the names of the reasons."""
    state = table(drawn, draws, then=TO_COME)
    move_reasons = reasons(state, carcassonne.parse_move(move))
    return {reason.name: dict(reason.facts) for reason in move_reasons}


def test_every_turn_has_a_few_reasons_with_the_listed_facts() -> None:
    for state in (*positions(3, {}, every=6), *positions(3, PRESETS["big"], every=9)):
        for candidate in candidates(state)[::3]:
            move_reasons = reasons(state, candidate.move)
            assert len(move_reasons) <= MOST
            for reason in move_reasons:
                assert tuple(reason.facts) == NAMES[reason.name]


def test_the_weightiest_reason_comes_first() -> None:
    for state in positions(2, {}, every=9):
        for candidate in candidates(state)[::4]:
            every = reasons(state, candidate.move)
            points = [abs(reason.points) for reason in every if not reason.scored]
            assert points == sorted(points, reverse=True)


def test_what_is_scored_comes_first_and_is_what_the_rules_give() -> None:
    for state in (*positions(2, {}, every=3), *positions(2, PRESETS["big"], every=5)):
        for candidate in candidates(state)[::4]:
            _, events = carcassonne.apply(state, state.seat, candidate.move)
            points = [
                event.points * (1 if state.seat in event.seats else -1)
                for event in events
                if isinstance(event, FeatureScored) and event.seats
            ]
            every = reasons(state, candidate.move)
            scored = [reason.scored for reason in every if reason.scored]
            assert sorted(scored) == sorted(points)
            assert [reason.scored for reason in every[: len(scored)]] == scored


def test_the_players_own_points_come_before_those_of_others() -> None:
    own = Reason("completes-own", -1.0, scored=2)
    other = Reason("completes-other", -9.0, scored=-12)
    judged = Reason("feeds", 20.0)
    assert weightiest([other, judged, own], least=1.0) == (own, other, judged)


def test_it_completes_the_players_own_city() -> None:
    drawn = """
        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    facts = reasons_for(drawn, "0,1 r2", draws="E")
    assert facts["completes-own"] == {"kind": "city", "place": "0,0", "points": 2}
    assert facts["returns-followers"] == {"number": 1}


def test_it_makes_anothers_city_harder_to_complete() -> None:
    drawn = """
        fc1cf fffff
        fffff fffff
        rrrrr rrrrr
        fffff fffff
        fffff fffff
        """
    facts = reasons_for(drawn, "1,1 r1")
    assert facts["hinders-other"]["kind"] == "city"
    assert facts["hinders-other"]["seat"] == 1


def test_it_makes_anothers_cloister_harder_to_surround() -> None:
    facts = reasons_for(CLOISTER.replace("0", "1"), "1,1 r2", draws="E")
    assert facts["hinders-other"]["kind"] == "cloister"
    assert facts["hinders-other"]["seat"] == 1


def test_it_completes_a_city_that_both_share() -> None:
    facts = reasons_for(SHARED, "0,3 r2", draws="E")
    assert facts["completes-shared"] == {"kind": "city", "place": "0,1", "points": 8}


def test_it_completes_a_cloister_for_nine_points() -> None:
    drawn = """
        fffff fcccf fffff
        fffff fffff fffff
        rrrrr rrrrr rrrrr
        fffff fffff fffff
        fffff fffff fffff

        fffff fffff fffff
        fffff fffff fffff
        ffkff ff0ff ffkff
        fffff fffff fffff
        fffff fffff fffff

        fffff fffff .....
        fffff fffff .....
        ffkff ffkff .....
        fffff fffff .....
        fffff fffff .....
        """
    facts = reasons_for(drawn, "1,-2 r0", draws="B")
    assert facts["completes-own"] == {"kind": "cloister", "place": "0,-1", "points": 9}
    assert "surrounds-own" not in facts


JOINING_CITIES = """
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
# The city in the east has two followers.
JOINING_A_LARGER_CITY = JOINING_CITIES.replace("1cccc cffff", "1cccc 1ffff")


def test_it_shares_the_city_of_another() -> None:
    facts = reasons_for(JOINING_CITIES, "0,1 r1", draws="R")
    assert facts["shares"]["seat"] == 1
    assert facts["shares"]["tiles"] == 4


def test_it_takes_over_the_city_of_another() -> None:
    swapped = JOINING_A_LARGER_CITY.translate(str.maketrans("01", "10"))
    assert reasons_for(swapped, "0,1 r1", draws="R")["takes-over"]["seat"] == 1


def test_it_lets_another_take_over_a_city() -> None:
    facts = reasons_for(JOINING_A_LARGER_CITY, "0,1 r1", draws="R")
    assert facts["loses"] == {"kind": "city", "place": facts["loses"]["place"], "seat": 1}


FARM = """
    fcccf
    ff0ff
    rrrrr
    fffff
    fffff
    """


def test_it_completes_a_city_that_a_field_feeds() -> None:
    facts = reasons_for(FARM, "0,1 r2", draws="E")
    assert facts["feeds"] == {"cities": 1, "yours": 4, "theirs": 0, "seat": 1}
    facts = reasons_for(FARM.replace("0", "1"), "0,1 r2", draws="E")
    assert facts["feeds-theirs"] == {"cities": 1, "yours": 0, "theirs": 4, "seat": 1}


def test_it_joins_its_field_with_that_of_another() -> None:
    facts = reasons_for(TWO_FIELDS, "0,-1 r0", draws="V")
    assert facts["joins-fields"] == {
        "own": 1,
        "others": 1,
        "yours": 8,
        "theirs": 8,
        "seat": 1,
    }


def test_it_puts_a_farmer_where_a_city_is_likely() -> None:
    drawn = FARM.replace("0", "f")
    assert reasons_for(drawn, "1,0 r1 farmer@N")["farms-soon"] == {"soon": 1}
    assert "farms-growing" in reasons_for(drawn, "1,0 r1 farmer@S")


def test_it_claims_a_road() -> None:
    drawn = """
        fcccf
        fffff
        rrrrr
        fffff
        fffff
        """
    facts = reasons_for(drawn, "1,0 r1 highwayman@E")
    assert facts["claims"]["kind"] == "road"
    assert "last-follower" not in facts
