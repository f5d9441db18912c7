"""A state as text and back."""

import pytest

from engine import carcassonne
from engine.errors import SnapshotError
from tests.engine.carcassonne.kit.boards import play
from tests.engine.carcassonne.kit.positions import POSITIONS


def test_a_state_reads_back_and_goes_on_as_before() -> None:
    for state, after in zip(POSITIONS[::5], POSITIONS[1::5], strict=False):
        text = carcassonne.encode(state)
        back = carcassonne.decode(text)
        assert back == state
        assert carcassonne.encode(back) == text
        assert carcassonne.view(back, None) == carcassonne.view(state, None)
        if state.phase != "over":
            moves = list(carcassonne.legal_moves(state))
            assert list(carcassonne.legal_moves(back)) == moves
            assert any(carcassonne.apply(back, back.seat, move)[0] == after for move in moves)


def test_who_left_is_kept() -> None:
    state, _ = carcassonne.leave(POSITIONS[10], 1)
    assert carcassonne.decode(carcassonne.encode(state)) == state


def test_a_snapshot_of_a_long_game_stays_small() -> None:
    assert len(carcassonne.encode(POSITIONS[-2])) < 20_000


def test_a_damaged_text_is_refused() -> None:
    text = carcassonne.encode(POSITIONS[40])
    damaged = [text[:-1], text + "x", text.replace('"laid":[[0', '"laid":[[1'), "", "{}", "null"]
    damaged += [text.replace(state, "x") for state in ("carcassonne-state/1", '"place"', "by_city")]
    for one in damaged:
        with pytest.raises(SnapshotError):
            carcassonne.decode(one)


def test_a_state_of_another_set_of_tiles_is_refused() -> None:
    text = carcassonne.encode(POSITIONS[40])
    fingerprint = POSITIONS[40].setup.catalogue.fingerprint
    with pytest.raises(SnapshotError, match="another catalogue"):
        carcassonne.decode(text.replace(fingerprint, "0" * 16))


def test_the_next_move_after_a_snapshot_is_the_same() -> None:
    state = POSITIONS[8]
    move = carcassonne.move_text(next(carcassonne.legal_moves(state)))
    assert play(carcassonne.decode(carcassonne.encode(state)), move) == play(state, move)
