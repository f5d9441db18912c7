"""The end of a game is searched completely and exactly."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.players.endgame import FARTHEST, Endgame
from engine.players.players import EXPERTS, think
from engine.players.tiles import orders
from tests.engine.carcassonne.kit.boards import table
from tests.engine.players.search.endings import (
    TILED,
    dealt_out,
    endings,
    naive_leads,
    one_wall_tile,
)

ROAD = """
    fcccf
    fffff
    rr0rr
    fffff
    fffff
    """
ENOUGH = 10**9
ROOM = 3_000
"""How many moves a search may weigh."""
MOST_AT_ONCE = 500
"""Moves weighed or made before the next count."""
GAMES_PLAYED = 6
"""How many games each kind of ending is taken from."""


def short(kind: str, left: int, seats: int = 2) -> list[Any]:
    """The positions with this many tiles left to draw, from a few games, which take the naive
    search the least time."""
    found = list(islice(endings(kind, 1, left, seats), GAMES_PLAYED))
    if kind == "castle":
        found = [one_wall_tile(state) for state in found]
    return sorted(found, key=lambda one: len(legal_moves(kind, one)))[:2]


def legal_moves(kind: str, state: Any) -> list[Any]:
    return list(GAMES[kind].legal_moves(state))  # type: ignore[attr-defined]


def searched(kind: str, state: Any) -> dict[Any, float]:
    """The lead that each candidate brings if no reply is left out."""
    endgame, candidates = (
        Endgame(GAMES[kind], EXPERTS[kind], ENOUGH),
        EXPERTS[kind].candidates(state),
    )
    leads = endgame.search(state, candidates)
    assert not endgame.narrowed
    return {one.move: found for one, found in zip(candidates, leads, strict=True)}


@pytest.mark.parametrize(
    ("kind", "left", "seats"),
    [
        ("castle", 0, 2),
        ("castle", 1, 2),
        ("carcassonne", 0, 2),
        ("carcassonne", 1, 2),
        ("carcassonne", 1, 3),
        ("carcassonne", 1, 4),
    ],
)
def test_moves_bring_what_a_naive_search_says(kind: str, left: int, seats: int) -> None:
    for state in short(kind, left, seats):
        check_searched(kind, state)


def test_two_tiles_before_the_end_moves_bring_what_a_naive_search_says() -> None:
    """The last two can come in either order."""
    for then in (("E", "U"), ("B", "G"), ("V", "V")):
        check_searched("carcassonne", table(ROAD, "K", then=then, supply=(0, 0)))


def check_searched(kind: str, state: Any) -> None:
    """All candidates bring what the naive search says, and no legal move brings more."""
    seat = GAMES[kind].to_act(state)
    assert seat is not None
    naive = {
        move: float(leads[seat])
        for move, leads in naive_leads(kind, dealt_out(kind, state)).items()
    }
    found = searched(kind, state)
    assert max(found.values()) == pytest.approx(max(naive.values()))
    assert {move: naive[move] for move in found} == pytest.approx(found)


def test_every_tile_that_fits_may_be_drawn_after_those_that_do_not() -> None:
    found = {one.tiles: one.chance for one in orders("AAXB", lambda tile: tile != "X")}
    assert found == pytest.approx(
        {
            ("A", "A", "B", "X"): 1 / 2,
            ("B", "A", "A", "X"): 1 / 4,
            ("X", "A", "A", "B"): 1 / 6,
            ("X", "B", "A", "A"): 1 / 12,
        }
    )


def test_when_no_tile_fits_all_are_discarded() -> None:
    (only,) = orders("XYX", lambda tile: False)
    assert only.tiles == ("X", "X", "Y")
    assert only.chance == pytest.approx(1.0)


def test_the_last_tile_is_the_opponents() -> None:
    """At first sight a knight in the city beside the start promises most: the next tile completes
    it. But it is the opponent who draws it."""
    state = table(ROAD, "F", then=("E",))
    text = GAMES["carcassonne"].move_text
    first = EXPERTS["carcassonne"].candidates(state)[0]
    assert (text(first.move), round(first.worth)) == ("0,-1 r0 knight@E", 9)
    found = searched("carcassonne", state)
    brings = {text(move): worth for move, worth in found.items()}
    assert brings["0,-1 r0 knight@E"] == -1
    assert max(brings, key=brings.__getitem__) == "0,1 r1 knight@N"
    assert brings["0,1 r1 knight@N"] == 3


@pytest.mark.parametrize("left", range(FARTHEST + 1))
@pytest.mark.parametrize("kind", TILED)
def test_what_is_hidden_changes_neither_the_search_nor_its_length(kind: str, left: int) -> None:
    game, budget = GAMES[kind], ROOM * EXPERTS[kind].outcomes_cost
    for state in islice(endings(kind, 1, left), 2):
        seat = game.to_act(state)
        assert seat is not None
        thoughts = [
            think(kind, game.resample(state, seat, f"other/{number}"), "hard", Random(1), budget)
            for number in range(2)
        ]
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("kind", TILED)
def test_the_search_keeps_to_its_budget(kind: str) -> None:
    for state in islice(endings(kind, 1, FARTHEST), 2):
        for moves in (ROOM // 10, ROOM):
            expert, budget = EXPERTS[kind], moves * EXPERTS[kind].outcomes_cost
            endgame = Endgame(GAMES[kind], expert, budget)
            endgame.search(state, expert.candidates(state))
            assert endgame.positions <= budget + MOST_AT_ONCE * EXPERTS[kind].outcomes_cost
