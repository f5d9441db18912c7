"""What a position is worth to each player."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.carcassonne.game import carcassonne
from engine.carcassonne.scoring import finish
from engine.players.carcassonne.appraisal import Appraisal, prospects
from engine.players.carcassonne.candidates import candidates
from tests.engine.carcassonne.kit.boards import play, table
from tests.engine.players.carcassonne.games import positions

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
def test_without_tiles_to_come_a_position_is_worth_its_final_scoring(
    seats: int, options: Mapping[str, str]
) -> None:
    for state in positions(seats, options):
        final, _ = finish(state, [])
        assert Appraisal(state, Counter()).points() == pytest.approx(final.scores)


def test_the_order_of_the_tiles_to_come_changes_nothing() -> None:
    for state in positions(3, {}, every=11):
        setup, dealt = state.setup, state.dealt
        deck = (*setup.deck[:dealt], *reversed(setup.deck[dealt:]))
        other = state._replace(setup=replace(setup, deck=deck))
        assert list(prospects(other)) == list(prospects(state))
        assert candidates(other) == candidates(state)


def test_a_city_is_worth_more_the_more_tiles_complete_it() -> None:
    worths = [
        prospects(table(CITY, then=("E",) * many + ("U",) * (12 - many)))[0] for many in range(6)
    ]
    assert all(fewer < more for fewer, more in pairwise(worths))


def test_those_with_equally_many_knights_in_a_city_both_expect_its_points() -> None:
    both = prospects(table(SHARED, then=("E",) * 9))
    one = prospects(table(SHARED.replace("1", "c"), then=("E",) * 9, supply=(6, 6)))
    assert both[0] == pytest.approx(both[1])
    assert both[0] == pytest.approx(one[0])


def test_a_follower_in_the_supply_is_worth_more_the_fewer_there_are() -> None:
    worths = [prospects(table(CITY, then=("E",) * 9, supply=(number, 7)))[0] for number in range(8)]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps == sorted(steps, reverse=True)
    assert min(steps) > 0
