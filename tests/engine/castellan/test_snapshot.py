"""A state converted to text and back."""

import json

import pytest

from engine.castellan.rules import castellan
from engine.castellan.snapshot import SNAPSHOTS
from engine.errors import SnapshotError
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import SIMPLE, play, table

GAME = games(2)
MIDDLE = GAME[len(GAME) // 2]


def test_what_is_passed_on_who_left_and_who_is_waiting_is_kept() -> None:
    picture = """
        O---O---O
        | A | b |
        O---O---O
        """
    state = table(picture, ("T1", ""), seats=4, last=[2, 3], gone=[1], doubled=[0])
    state, _ = play(state, "T1:")
    assert (any(state.received), state.gone, state.waiting) == (True, (1,), (3,))
    back = SNAPSHOTS.decode(castellan.snapshots.encode(state), SIMPLE)
    assert back == state
    assert play(back, "T1 W1: s0,0S t0,-1") == play(state, "T1 W1: s0,0S t0,-1")


def test_equal_plans_built_in_another_order_are_stored_alike() -> None:
    state, _ = play(table("O---."), "T1 T2 W1: t1,0 s1,0N t1,1; w")
    other, _ = play(table("O---."), "T1 T2 W1: t1,0 s1,0N t1,1; w")
    assert castellan.snapshots.encode(state) == castellan.snapshots.encode(other)


def test_the_options_are_kept() -> None:
    state, _ = castellan.begin("seed", {"trial_building": "off"}, 0)
    assert SNAPSHOTS.decode(castellan.snapshots.encode(state)) == state
    back = SNAPSHOTS.decode(castellan.snapshots.encode(state))
    assert castellan.view(back, None).options.trial_building == "off"


def damaged_texts() -> list[str]:
    whole = json.loads(castellan.snapshots.encode(MIDDLE.state))
    changes: list[dict[str, object]] = [
        {"format": "castellan-state/2"},
        {"seats": 5},
        {"seat": 4},
        {"turn": -1},
        {"phase": "first"},
        {"towers": [[0]]},
        {"walls": ["t0"]},
        {"walls": ["nothing"]},
        {"received": [0, 0]},
        {"doubled": None},
        {"options": {"trial_building": "sometimes"}},
        {"options": {"weather": "fair"}},
    ]
    return [json.dumps({**whole, **change}) for change in changes]


@pytest.mark.parametrize("text", damaged_texts())
def test_a_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(SnapshotError):
        castellan.snapshots.decode(text)


def test_a_state_with_other_cards_is_refused() -> None:
    text = castellan.snapshots.encode(MIDDLE.state)
    with pytest.raises(SnapshotError, match="other cards"):
        SNAPSHOTS.decode(text, SIMPLE)
