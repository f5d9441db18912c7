"""Why a move is refused, in words."""

import pytest

from bot.games.carcassonne import CARCASSONNE_FACE
from engine.carcassonne.moves import Reason
from engine.carcassonne.rules import carcassonne
from engine.errors import NotationError
from tests.bot.games.kit import ENGLISH

refusal = CARCASSONNE_FACE.texts.refusal
syntax_refusal = CARCASSONNE_FACE.texts.syntax_refusal

# Facts for every reason.
REFUSALS: dict[Reason, dict[str, object]] = {
    Reason.GAME_OVER: {},
    Reason.NOT_YOUR_TURN: {"seat": 3},
    Reason.TILE_UNKNOWN: {},
    Reason.NO_SUCH_ROTATION: {"rotation": 4},
    Reason.OCCUPIED: {"cell": "0,1", "tile": "B"},
    Reason.NOTHING_BESIDE: {"cell": "9,9"},
    Reason.SIDES_DIFFER: {"cell": "0,1", "side": "S", "kind": "road", "beside": "city"},
    Reason.RIVER_ELSEWHERE: {"cell": "0,1"},
    Reason.RIVER_TURNS_BACK: {"cell": "0,1"},
    Reason.NO_FOLLOWER_LEFT: {},
    Reason.NO_SMALL_FOLLOWER_LEFT: {},
    Reason.NO_LARGE_FOLLOWER_LEFT: {},
    Reason.NO_SUCH_SEGMENT: {"follower": "knight@S", "followers": ["knight@N", "monk"]},
    Reason.WRONG_ROLE: {"role": "knight", "kind": "field", "expected": "farmer"},
    Reason.FEATURE_TAKEN: {"kind": "city", "seats": [0, 2, 4]},
}


# Why a move is refused, and what to do next.
TOLD = [
    (
        Reason.NOT_YOUR_TURN,
        "It is **Dora**'s turn.",
        "Wait for it, or give an order meanwhile: `/carcassonne play`.",
    ),
    (
        Reason.OCCUPIED,
        "M51 is taken: *cloister* lies there.",
        "Choose an empty cell.",
    ),
    (
        Reason.SIDES_DIFFER,
        "On M51 the tile's road would meet a city in the south. "
        "City must meet city, road meet road, and field meet field.",
        "Turn the tile, or choose another cell.",
    ),
    (
        Reason.NO_SUCH_SEGMENT,
        "As the tile lies, `knight@S` names none of its parts.",
        "What can be named: `knight@N` and `monk`.",
    ),
    (
        Reason.FEATURE_TAKEN,
        "This city has a knight of **Anna**, **Carla** and **Emil** already.",
        "Place your follower on another part, or none.",
    ),
]


def unread(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        carcassonne.parse_move(text)
    return str(syntax_refusal(ENGLISH, caught.value))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E5 r1", "`E5` cannot be read here; expected: a cell such as J62."),
        ("1,2 r4", "`r4` cannot be read here; expected: a rotation r0, r1, r2 or r3."),
        ("1,2 R9", "`R9` cannot be read here; expected: a rotation r0, r1, r2 or r3."),
        ("1,2 r1 duke", "`duke` cannot be read here; expected: a follower such as knight@N,"),
        ("1,2 r1 knight@EN", "`EN` cannot be read here; expected: one of NNW, N,"),
        ("", "That is not a move: expected a cell such as J62."),
        ("1,2 " * 90, "That is not a move: expected at most 200 characters."),
    ],
)
def test_unreadable_moves_are_refused_where_they_go_wrong(text: str, expected: str) -> None:
    answer = unread(text)
    assert answer.startswith(expected)
    assert answer.endswith("Write a whole move, such as `J62 r1 knight@N`.")
