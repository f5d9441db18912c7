"""A state converted to text and back: the same state, or a clear refusal."""

import json

import pytest

from engine.castle.catalogue import standard_catalogue
from engine.castle.rules import castle
from engine.castle.snapshot import SNAPSHOTS
from engine.errors import SnapshotError
from tests.engine.castle.kit.boards import game, play

BOARD = """
         D     E
       .ccc. .ttt.
       ccchh httcc
     5 ccchh hhtcc
       ccchh httcc
       .ccc. .ttt.
"""


def test_a_state_is_the_same_after_being_stored() -> None:
    state = game(
        BOARD,
        followers="0 merchant D5.N, 1 knight E5.N",
        scores=(3, 104),
        held=([1, 4], [2]),
        wall={12: 9, 32: 5},
        keeps=(None, (2, "D5")),
        extra=True,
        preset="site",
    )
    assert castle.view(
        SNAPSHOTS.decode(SNAPSHOTS.encode(state), state.setup.catalogue), 0
    ) == castle.view(state, 0)
    assert SNAPSHOTS.decode(SNAPSHOTS.encode(state), state.setup.catalogue) == state
    state, _ = play(state, "C5 r0 ")
    assert state.phase == "again"
    assert SNAPSHOTS.decode(SNAPSHOTS.encode(state), state.setup.catalogue) == state


def test_a_state_stored_with_another_catalogue_is_refused() -> None:
    with pytest.raises(SnapshotError, match="another catalogue"):
        SNAPSHOTS.decode(SNAPSHOTS.encode(game(BOARD)), standard_catalogue())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "castle-state/0"),
        ("first", 2),
        ("seat", -1),
        ("phase", "paused"),
        ("scores", [1]),
        ("laid", [[0, "no such tile", 0]]),
        ("laid", [[0, "donjon", 7]]),
        ("options", {"colour": "red"}),
        ("wall", [13]),
        ("regions", [["path", 1, [], 0]]),
        ("regions", [["path", 1, [], 0, [[0]]]]),
        ("spots", [0]),
        ("frontier", "1"),
        ("closed_courts", None),
    ],
)
def test_a_damaged_state_is_refused(field: str, value: object) -> None:
    state, _ = castle.begin("seed", {})
    data = json.loads(castle.snapshots.encode(state)) | {field: value}
    with pytest.raises(SnapshotError):
        castle.snapshots.decode(json.dumps(data))
