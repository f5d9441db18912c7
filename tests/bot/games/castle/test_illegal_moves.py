"""Why a move is refused, in words."""

import pytest

from bot.games.castle import CASTLE_FACE
from bot.locale.refusals import Refusal
from engine.castle.game import castle
from engine.castle.moves import Reason, Spot
from engine.errors import NotationError
from tests.bot.games.castle.kit import NAMES
from tests.bot.games.kit import ENGLISH

refusal = CASTLE_FACE.texts.refusal
syntax_refusal = CASTLE_FACE.texts.syntax_refusal

F5 = Spot((5, 4), 11)
D5 = Spot((3, 4), 5)

REFUSALS: dict[Reason, tuple[dict[str, object], str, str]] = {
    Reason.GAME_OVER: ({}, "The game is over.", "`/castle rematch` starts the next one."),
    Reason.NOT_YOUR_TURN: (
        {"seat": 1},
        "It is **Ben**'s turn.",
        "Wait for it, or give an order meanwhile: `/castle play`.",
    ),
    Reason.ANSWER_FIRST: (
        {},
        "One question is still open: another turn with wall tile 1?",
        "Answer `again` or `end`.",
    ),
    Reason.NOTHING_TO_ANSWER: (
        {},
        "No question is open.",
        "Lay the tile, such as `E5 r1`.",
    ),
    Reason.TILE_UNKNOWN: (
        {},
        "The next tile is not known, so nothing can be laid.",
        "Take a record that goes further.",
    ),
    Reason.OUTSIDE: (
        {"cell": "A1"},
        "A1 is not inside the castle wall.",
        "Choose a cell inside it.",
    ),
    Reason.NO_SUCH_ROTATION: (
        {"rotation": 4},
        "There is no rotation r4.",
        "Turn the tile `r0`, `r1`, `r2` or `r3`.",
    ),
    Reason.OCCUPIED: (
        {"cell": "E5", "tile": "lane"},
        "E5 is taken: *lane* lies there.",
        "Choose an empty cell.",
    ),
    Reason.NOTHING_BESIDE: (
        {"cell": "E5"},
        "Nothing lies beside E5.",
        "Choose a cell with a tile or a start space along one of its sides.",
    ),
    Reason.PATH_MEETS: (
        {"cell": "C5", "side": "E", "kinds": ("house", "tower")},
        "On C5 the tile's path would run into house and tower in the east. "
        "A path must meet a path.",
        "Turn the tile, or choose another cell.",
    ),
    Reason.PATH_MISSING: (
        {"cell": "J2", "side": "S", "kinds": ("court",)},
        "On J2 a path comes in from the south, but there the tile shows court. "
        "A path must meet a path.",
        "Turn the tile, or choose another cell.",
    ),
    Reason.NO_FOLLOWER_LEFT: (
        {},
        "You have no follower left in your supply.",
        "Lay the tile without one.",
    ),
    Reason.NO_SUCH_SEGMENT: (
        {"port": "WNW", "ports": ("NNW", "N", "ESE")},
        "As the tile lies, none of its parts is named WNW.",
        "Name one of its parts: NNW, N and ESE.",
    ),
    Reason.WRONG_ROLE: (
        {"role": "herald", "kind": "house", "expected": "squire"},
        "A herald cannot stand on a house.",
        "Place a squire there.",
    ),
    Reason.FEATURE_TAKEN: (
        {"kind": "house", "seats": (0, 1)},
        "A squire of **Anna** and **Ben** stands on this house already.",
        "Place your follower on another part, or none.",
    ),
    Reason.WALL_TILE_NOT_HELD: (
        {"kind": 2, "played": 2, "held": 1},
        "You hold 1 wall tile of kind 2, not 2.",
        "Play no more than you hold.",
    ),
    Reason.WALL_TILE_FITS_NOTHING: (
        {"kind": 3},
        "Wall tile 3 fits nothing that this turn completes for you.",
        "Leave it out, and keep it for later.",
    ),
    Reason.WALL_TILE_WRONG_TARGET: (
        {"kind": 2, "target": None, "targets": (D5, F5)},
        "Wall tile 2 cannot be played there.",
        "It can be `2@D5.ESE` and `2@F5.WNW`.",
    ),
    Reason.WALL_TILES_UNSORTED: (
        {},
        "The wall tiles are not in their order.",
        "Name wall tiles 2 before 3, and several of a kind in the order of their cells.",
    ),
    Reason.ORDER_NEEDED: (
        {"own": (D5,), "theirs": (F5,)},
        "The order of scoring decides who takes a wall tile.",
        "Add an order, such as `order D5.ESE>F5.WNW`.",
    ),
    Reason.ORDER_NOT_NEEDED: (
        {},
        "The order of scoring does not matter in this turn.",
        "Leave it out.",
    ),
    Reason.WRONG_ORDER: (
        {"own": (D5, F5), "theirs": ()},
        "The order must name every scored feature once, your own first.",
        "Write, for example, `order D5.ESE>F5.WNW`.",
    ),
}


def test_every_reason_is_told_here() -> None:
    assert set(REFUSALS) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_told_with_its_facts(reason: Reason) -> None:
    facts, why, what_next = REFUSALS[reason]
    assert refusal(ENGLISH, NAMES, reason.value, facts) == Refusal(why, what_next)


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


@pytest.mark.parametrize("text", ["`@everyone` r1", "``` r1", "x" * 190])
def test_what_somebody_typed_cannot_leave_its_quotes(text: str) -> None:
    answer = unread(text)
    assert answer.count("`") == 4
    assert len(answer) < 200
