"""Why a move is refused, in words."""

import pytest

from bot.games.castle.refusing import refusal, unreadable
from engine import castle
from engine.castle.moves import Spot
from engine.castle.reasons import Reason
from engine.errors import NotationError
from tests.bot.games.kit import ENGLISH, NAMES

F5, D5 = Spot((5, 4), 11), Spot((3, 4), 5)

TOLD: dict[Reason, tuple[dict[str, object], str]] = {
    Reason.GAME_OVER: ({}, "The game is over."),
    Reason.NOT_YOUR_TURN: ({"seat": 1}, "It is the turn of **Ben**."),
    Reason.ANSWER_FIRST: (
        {},
        "First answer: another turn with wall tile 1? `again` or `end`.",
    ),
    Reason.NOTHING_TO_ANSWER: ({}, "There is no question to answer; lay the tile."),
    Reason.TILE_UNKNOWN: ({}, "The next tile is not known, so nothing can be laid."),
    Reason.OUTSIDE: ({"cell": "A1"}, "A1 is not inside the castle wall."),
    Reason.NO_SUCH_ROTATION: (
        {"rotation": 4},
        "A tile can be turned `r0`, `r1`, `r2` or `r3`, not r4.",
    ),
    Reason.OCCUPIED: ({"cell": "E5", "tile": "lane"}, "E5 is taken: *lane* lies there."),
    Reason.NOTHING_BESIDE: (
        {"cell": "E5"},
        "Nothing lies beside E5. A tile needs a tile or a start space along one of its sides.",
    ),
    Reason.PATH_MEETS: (
        {"cell": "C5", "side": "E", "kinds": ("house", "tower")},
        "On C5 the path of the tile would run east into house and tower. Paths must go on.",
    ),
    Reason.PATH_MISSING: (
        {"cell": "J2", "side": "S", "kinds": ("court",)},
        "On J2 a path comes in from the south, but there the tile shows court. Paths must go on.",
    ),
    Reason.NO_FOLLOWER_LEFT: ({}, "You have no follower in your supply."),
    Reason.NO_SUCH_SEGMENT: (
        {"port": "WNW", "ports": ("NNW", "N", "ESE")},
        "No part of the tile is named WNW as it lies. Its parts are NNW, N and ESE.",
    ),
    Reason.WRONG_ROLE: (
        {"role": "herald", "kind": "house", "expected": "squire"},
        "A herald cannot stand on a house; a squire can.",
    ),
    Reason.FEATURE_TAKEN: (
        {"kind": "house", "seats": (0, 1)},
        "A squire of **Anna** and **Ben** stands on this house already.",
    ),
    Reason.WALL_TILE_NOT_HELD: (
        {"kind": 2, "played": 2, "held": 1},
        "You hold 1 wall tile of kind 2, not 2.",
    ),
    Reason.WALL_TILE_FITS_NOTHING: (
        {"kind": 3},
        "Wall tile 3 fits nothing that this turn completes for you.",
    ),
    Reason.WALL_TILE_WRONG_TARGET: (
        {"kind": 2, "target": None, "targets": (D5, F5)},
        "Wall tile 2 cannot be played there; it can be `2@D5.ESE` and `2@F5.WNW`.",
    ),
    Reason.WALL_TILES_UNSORTED: (
        {},
        "Name wall tiles 2 before 3, and several of a kind in the order of their cells.",
    ),
    Reason.ORDER_NEEDED: (
        {"own": (D5,), "theirs": (F5,)},
        "The order of scoring decides who takes a wall tile. "
        "Add an order, such as `order D5.ESE>F5.WNW`.",
    ),
    Reason.ORDER_NOT_NEEDED: (
        {},
        "The order of scoring does not matter in this turn; leave it out.",
    ),
    Reason.WRONG_ORDER: (
        {"own": (D5, F5), "theirs": ()},
        "The order must name every scored feature once, your own first, "
        "such as `order D5.ESE>F5.WNW`.",
    ),
}


def test_every_reason_is_told_here() -> None:
    assert set(TOLD) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_told_with_its_facts(reason: Reason) -> None:
    facts, sentence = TOLD[reason]
    assert refusal(ENGLISH, NAMES, reason.value, facts) == sentence


def unread(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        castle.parse_move(text)
    return unreadable(ENGLISH, caught.value)


def test_a_text_that_is_not_a_move_is_told_where_it_goes_wrong() -> None:
    assert unread("E55 r1") == (
        "I cannot read `E55`: expected a cell such as E5. "
        "A whole move looks like `E5 r1 knight@NNE`."
    )


def test_a_text_that_ends_too_early() -> None:
    assert unread("") == (
        "That is not a move: expected a cell such as E5. "
        "A whole move looks like `E5 r1 knight@NNE`."
    )


def test_a_text_that_is_too_long() -> None:
    assert unread("E5 " * 90) == (
        "That is not a move: expected at most 200 characters. "
        "A whole move looks like `E5 r1 knight@NNE`."
    )


@pytest.mark.parametrize("text", ["`@everyone` r1", "``` r1", "x" * 190])
def test_what_somebody_typed_cannot_leave_its_quotes(text: str) -> None:
    told = unread(text)
    assert told.count("`") == 4
    assert len(told) < 200
