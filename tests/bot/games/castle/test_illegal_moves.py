"""Why a move is refused, in words."""

import pytest

from bot.games.castle import CASTLE_FACE
from engine.castle.moves import Reason, Spot
from engine.castle.rules import castle
from engine.errors import NotationError
from tests.bot.games.kit import ENGLISH

refusal = CASTLE_FACE.texts.refusal
syntax_refusal = CASTLE_FACE.texts.syntax_refusal

F5 = Spot((5, 4), 11)
D5 = Spot((3, 4), 5)

# Facts for every reason.
REFUSALS: dict[Reason, dict[str, object]] = {
    Reason.GAME_OVER: {},
    Reason.NOT_YOUR_TURN: {"seat": 1},
    Reason.ANSWER_FIRST: {},
    Reason.NOTHING_TO_ANSWER: {},
    Reason.TILE_UNKNOWN: {},
    Reason.OUTSIDE: {"cell": "A1"},
    Reason.NO_SUCH_ROTATION: {"rotation": 4},
    Reason.OCCUPIED: {"cell": "E5", "tile": "lane"},
    Reason.NOTHING_BESIDE: {"cell": "E5"},
    Reason.PATH_MEETS: {"cell": "C5", "side": "E", "kinds": ("house", "tower")},
    Reason.PATH_MISSING: {"cell": "J2", "side": "S", "kinds": ("court",)},
    Reason.NO_FOLLOWER_LEFT: {},
    Reason.NO_SUCH_SEGMENT: {"port": "WNW", "ports": ("NNW", "N", "ESE")},
    Reason.WRONG_ROLE: {"role": "herald", "kind": "house", "expected": "squire"},
    Reason.FEATURE_TAKEN: {"kind": "house", "seats": (0, 1)},
    Reason.WALL_TILE_NOT_HELD: {"kind": 2, "played": 2, "held": 1},
    Reason.WALL_TILE_FITS_NOTHING: {"kind": 3},
    Reason.WALL_TILE_WRONG_TARGET: {"kind": 2, "target": None, "targets": (D5, F5)},
    Reason.WALL_TILES_UNSORTED: {},
    Reason.ORDER_NEEDED: {"own": (D5,), "theirs": (F5,)},
    Reason.ORDER_NOT_NEEDED: {},
    Reason.WRONG_ORDER: {"own": (D5, F5), "theirs": ()},
}


# Why a move is refused, and what to do next.
TOLD = [
    (
        Reason.NOT_YOUR_TURN,
        "It is **Ben**'s turn.",
        "Wait for it, or give an order meanwhile: `/castle play`.",
    ),
    (
        Reason.PATH_MEETS,
        "On C5 the tile's path would run into house and tower in the east. "
        "A path must meet a path.",
        "Turn the tile, or choose another cell.",
    ),
    (
        Reason.NO_SUCH_SEGMENT,
        "As the tile lies, none of its parts is named WNW.",
        "Name one of its parts: NNW, N and ESE.",
    ),
    (
        Reason.FEATURE_TAKEN,
        "A squire of **Anna** and **Ben** stands on this house already.",
        "Place your follower on another part, or none.",
    ),
    (
        Reason.WALL_TILE_NOT_HELD,
        "You hold 1 wall tile of kind 2, not 2.",
        "Play no more than you hold.",
    ),
    (
        Reason.WALL_TILE_WRONG_TARGET,
        "Wall tile 2 cannot be played there.",
        "It can be `2@D5.ESE` and `2@F5.WNW`.",
    ),
    (
        Reason.ORDER_NEEDED,
        "The order of scoring decides who takes a wall tile.",
        "Add an order, such as `order D5.ESE>F5.WNW`.",
    ),
]


def unread(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        castle.parse_move(text)
    return str(syntax_refusal(ENGLISH, caught.value))


def test_unreadable_moves_are_refused_where_they_go_wrong() -> None:
    assert unread("E55 r1") == (
        "`E55` cannot be read here; expected: a cell such as E5. "
        "Write a whole move, such as `E5 r1 knight@NNE`."
    )


def test_a_text_that_ends_too_early() -> None:
    assert unread("") == (
        "That is not a move: expected a cell such as E5. "
        "Write a whole move, such as `E5 r1 knight@NNE`."
    )


def test_a_text_that_is_too_long() -> None:
    assert unread("E5 " * 90) == (
        "That is not a move: expected at most 200 characters. "
        "Write a whole move, such as `E5 r1 knight@NNE`."
    )
