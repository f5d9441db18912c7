"""Why a move is refused, in words."""

import pytest

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.locale.refusals import Refusal
from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Reason
from engine.errors import NotationError
from tests.bot.games.kit import ENGLISH, NAMES

refusal = CARCASSONNE_FACE.texts.refusal
syntax_refusal = CARCASSONNE_FACE.texts.syntax_refusal

REFUSALS: dict[Reason, tuple[dict[str, object], str, str]] = {
    Reason.GAME_OVER: ({}, "The game is over.", "`/carcassonne rematch` starts the next one."),
    Reason.NOT_YOUR_TURN: (
        {"seat": 3},
        "It is **Dora**'s turn.",
        "Wait for it, or give an order meanwhile: `/carcassonne play`.",
    ),
    Reason.TILE_UNKNOWN: (
        {},
        "The next tile is not known, so nothing can be laid.",
        "Take a record that goes further.",
    ),
    Reason.NO_SUCH_ROTATION: (
        {"rotation": 4},
        "There is no rotation r4.",
        "Turn the tile `r0`, `r1`, `r2` or `r3`.",
    ),
    Reason.OCCUPIED: (
        {"cell": "0,1", "tile": "B"},
        "M51 is taken: *cloister* lies there.",
        "Choose an empty cell.",
    ),
    Reason.NOTHING_BESIDE: (
        {"cell": "9,9"},
        "Nothing lies beside V59.",
        "Choose a cell with a tile along one of its sides.",
    ),
    Reason.SIDES_DIFFER: (
        {"cell": "0,1", "side": "S", "kind": "road", "beside": "city"},
        "On M51 the tile's road would meet a city in the south. "
        "City must meet city, road meet road, and field meet field.",
        "Turn the tile, or choose another cell.",
    ),
    Reason.NO_FOLLOWER_LEFT: (
        {},
        "You have no follower left in your supply.",
        "Lay the tile without one.",
    ),
    Reason.NO_SUCH_SEGMENT: (
        {"follower": "knight@S", "followers": ["knight@N", "monk"]},
        "As the tile lies, `knight@S` names none of its parts.",
        "What can be named: `knight@N` and `monk`.",
    ),
    Reason.WRONG_ROLE: (
        {"role": "knight", "kind": "field", "expected": "farmer"},
        "A knight cannot be placed there: it is a field.",
        "Place a farmer there.",
    ),
    Reason.FEATURE_TAKEN: (
        {"kind": "city", "seats": [0, 2, 4]},
        "This city has a knight of **Anna**, **Carla** and **Emil** already.",
        "Place your follower on another part, or none.",
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


@pytest.mark.parametrize("text", ["`@everyone` r1", "``` r1", "x" * 190])
def test_what_somebody_typed_cannot_leave_its_quotes(text: str) -> None:
    answer = unread(text)
    assert answer.count("`") == 4
    assert len(answer) < 200
