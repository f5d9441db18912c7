"""The computer player of Carcassonne, checked against the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.scoring import finish
from engine.carcassonne.state import State
from engine.counts import most
from engine.players.carcassonne.appraisal import Appraisal, prospects
from engine.players.carcassonne.candidates import beginner, candidates, spread
from engine.players.carcassonne.fields import FarmedField
from engine.players.carcassonne.reasons import NAMES, reasons
from engine.players.expert import MOST, lead
from engine.players.tiles import stack
from tests.engine.carcassonne.kit.boards import play, table


def positions(seats: int, options: Mapping[str, str], every: int = 1) -> Iterator[State]:
    """One in this many turns of a game, in which somebody is to act."""
    state, _ = carcassonne.begin(f"judged {seats}", options, seats=seats)
    chance = Random(seats)
    while state.phase != "over":
        if state.dealt % every == 0:
            yield state
        sensible = chance.random() < 0.5
        moves = [one.move for one in candidates(state)]
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
    one = prospects(table(SHARED.replace("1", "c"), then=("E",) * 9, supply=(6, 6)))
    assert both[0] == pytest.approx(both[1])
    assert both[0] == pytest.approx(one[0])


def field(farmers: tuple[int, int], *, spots: int = 4, faces: int = 1) -> FarmedField:
    return FarmedField(farmers, most(farmers), (faces,), spots, frozenset([faces]), fed=1.0)


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
    here = field((2, 0))
    there = field((0, 1))._replace(cities=(5,))

    def worth(other: FarmedField) -> list[float]:
        return appraisal.joining_points(here, other, lambda city: 1.0)

    gained, lost = worth(there)
    assert gained > 0 > lost
    assert not worth(there._replace(faces=frozenset([9])))


def test_followers_are_worth_more_the_fewer_are_in_the_supply() -> None:
    worths = [prospects(table(CITY, then=("E",) * 9, supply=(number, 7)))[0] for number in range(8)]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps == sorted(steps, reverse=True)
    assert min(steps) > 0


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("options", carcassonne.presets.values(), ids=carcassonne.presets)
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
        found = {one.move for one in beginner(state)}
        assert found == {
            turn
            for turn in legal_moves(state)
            if turn.follower is None or turn.follower.role != "farmer"
        }


def test_each_legal_turn_is_weighed_once_the_best_first() -> None:
    for state in positions(2, {}, every=9):
        found = candidates(state)
        legal = list(legal_moves(state))
        assert len(found) == len(legal)
        assert {one.move for one in found} == set(legal)
        worths = [one.worth for one in found]
        assert worths == sorted(worths, reverse=True)


TO_COME = ("E", "N", "U", "V", "R", "W", "L") * 2


def reasons_for(drawn: str, move: str, draws: str = "U") -> dict[str, dict[str, str | int]]:
    """The reasons for and against this move: facts by name."""
    state = table(drawn, draws, then=TO_COME)
    found = reasons(state, carcassonne.parse_move(move))
    return {one.name: dict(one.facts) for one in found}


def test_every_turn_has_a_few_reasons_with_the_listed_facts() -> None:
    for state in positions(3, {}, every=6):
        for candidate in candidates(state)[::3]:
            found = reasons(state, candidate.move)
            assert len(found) <= MOST
            for one in found:
                assert tuple(one.facts) == NAMES[one.name]


def test_the_weightiest_reason_comes_first() -> None:
    for state in positions(2, {}, every=9):
        for candidate in candidates(state)[::4]:
            points = [abs(one.points) for one in reasons(state, candidate.move)]
            assert points == sorted(points, reverse=True)


def test_it_completes_the_players_own_city() -> None:
    drawn = """
        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    given = reasons_for(drawn, "0,1 r2", draws="E")
    assert given["completes-own"] == {"kind": "city", "place": "0,0", "points": 2}
    assert given["returns-followers"] == {"number": 1}


def test_it_makes_anothers_city_harder_to_complete() -> None:
    drawn = """
        fc1cf fffff
        fffff fffff
        rrrrr rrrrr
        fffff fffff
        fffff fffff
        """
    given = reasons_for(drawn, "1,1 r1")
    assert given["hinders-other"]["kind"] == "city"
    assert given["hinders-other"]["seat"] == 1


def test_it_makes_anothers_cloister_harder_to_surround() -> None:
    given = reasons_for(CLOISTER.replace("0", "1"), "1,1 r2", draws="E")
    assert given["hinders-other"]["kind"] == "cloister"
    assert given["hinders-other"]["seat"] == 1


def test_it_joins_the_city_of_another() -> None:
    drawn = """
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
    given = reasons_for(drawn, "0,1 r1", draws="R")
    assert given["joins-other"]["seat"] == 1
    assert given["joins-other"]["tiles"] == 4


FARM = """
    fcccf
    ff0ff
    rrrrr
    fffff
    fffff
    """


def test_it_completes_a_city_that_a_field_feeds() -> None:
    assert reasons_for(FARM, "0,1 r2", draws="E")["feeds"] == {"cities": 1}
    given = reasons_for(FARM.replace("0", "1"), "0,1 r2", draws="E")
    assert given["feeds-theirs"] == {"cities": 1, "seat": 1}


def test_it_joins_its_field_with_that_of_another() -> None:
    drawn = """
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
    given = reasons_for(drawn, "0,-1 r0", draws="V")
    assert given["joins-fields"] == {"own": 1, "others": 1, "seat": 1}


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
    given = reasons_for(drawn, "1,0 r1 highwayman@E")
    assert given["claims"]["kind"] == "road"
    assert given["uses-follower"] == {"number": 6}
