"""The luck of a draw."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.reviewer import luck_of_draw
from tests.engine.carcassonne.kit.boards import table
from tests.engine.players.review.games import played

FEW = 8
"""With more possible draws it would take long to weigh all of them."""
POSITIONS = 3


def drawn(kind: str) -> Iterator[tuple[Any, Any]]:
    """Some late positions, each with the one in which the same player moved before."""
    states, found = played(kind, 1).states, 0
    for at in range(len(states) - 2, 1, -1):
        state, seat = states[at], GAMES[kind].to_act(states[at])
        earlier = (one for one in states[at - 1 :: -1] if GAMES[kind].to_act(one) == seat)
        before = next(earlier, None)
        if 1 < len(EXPERTS[kind].draws(state, before)) <= FEW and found < POSITIONS:
            found += 1
            yield state, before
    assert found == POSITIONS


@pytest.mark.parametrize("kind", GAMES)
def test_luck_sums_to_nothing_over_all_draws_of_a_position(kind: str) -> None:
    expert = EXPERTS[kind]
    for state, before in drawn(kind):
        draws = expert.draws(state, before)
        lucks = [
            draw.weight * luck_of_draw(kind, draw.state, expert.draws(draw.state, before))
            for draw in draws
        ]
        assert sum(lucks) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("kind", GAMES)
def test_what_was_drawn_is_among_what_could_have_been(kind: str) -> None:
    game = GAMES[kind]
    for state, before in drawn(kind):
        seat = game.to_act(state)
        assert seat is not None
        draws = EXPERTS[kind].draws(state, before)
        like_this = [
            draw for draw in draws if game.view(draw.state, seat) == game.view(state, seat)
        ]
        assert len(like_this) == 1


@pytest.mark.parametrize("kind", GAMES)
def test_luck_does_not_depend_on_what_is_hidden(kind: str) -> None:
    game = GAMES[kind]
    for state, before in drawn(kind):
        seat = game.to_act(state)
        assert seat is not None
        other = game.resample(state, seat, "other")
        found = [
            luck_of_draw(kind, one, EXPERTS[kind].draws(one, before)) for one in (state, other)
        ]
        assert found[0] == found[1]


def test_a_last_tile_that_completes_a_city_is_lucky_and_a_road_is_not() -> None:
    city = """
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fcccf
        fc0cf
        fffff
        rrrrr
        fffff
        fffff
        """
    found = {}
    for tile in "EU":
        state = table(city, tile, then=())
        draws = EXPERTS["carcassonne"].draws(state, None)
        found[tile] = luck_of_draw("carcassonne", state, draws)
    assert found["E"] > 0 > found["U"]
