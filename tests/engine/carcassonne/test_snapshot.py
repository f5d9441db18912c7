"""A state converted to text and back."""

import pytest

from engine.carcassonne.rules import carcassonne
from engine.errors import SnapshotError
from tests.engine.carcassonne.kit.positions import POSITIONS


def test_a_damaged_text_is_refused() -> None:
    text = carcassonne.snapshots.encode(POSITIONS[40])
    damaged = [text.replace('"laid":[[0', '"laid":[[1')]
    damaged += [text.replace(state, "x") for state in ("carcassonne-state/1", '"place"', "by_city")]
    for bad_text in damaged:
        with pytest.raises(SnapshotError):
            carcassonne.snapshots.decode(bad_text)


def test_a_state_of_another_set_of_tiles_is_refused() -> None:
    text = carcassonne.snapshots.encode(POSITIONS[40])
    fingerprint = POSITIONS[40].setup.catalogue.fingerprint
    with pytest.raises(SnapshotError, match="another catalogue"):
        carcassonne.snapshots.decode(text.replace(fingerprint, "0" * 16))
