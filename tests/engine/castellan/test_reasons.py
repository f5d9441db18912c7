"""Every reason for refusing a turn, with the facts that go with it."""

import json

import pytest

from engine.castellan.moves import Reason, Turn
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.errors import IllegalMove
from tests.engine.castellan.kit.tables import BEGUN, play, refusal, table

HAND = BEGUN[0].split()
OPEN = table("O---.", ("W1 W2 W5 T1 T2", "W3 T3"))
CORNER = table(
    """
    O---O
    |   |
    O---.
    """
)
LONG = table(
    """
    O-------O
    |
    O---O
    """,
    ("W1 W5 T1", "W2 T2"),
)
GAP = table(
    """
    O---O
    |
    O---.
    """,
    ("W1 W5 T1", "W2 T2"),
)
SIDES = table(
    """
    O---O
    |
    O---O
    """,
    ("W1 W5 T1", "W2 T2"),
)
SQUARE = table(
    """
    O---O
    | a |
    O---O
    """,
    ("W1 W5 T1", "W2 T2"),
)
TAKEN = table(
    """
    O---O---O
    | b   b |
    O---.---O
    | b   b |
    O---O---O
    """
)
DOUBLE = table(
    """
    O---O---O
    | A   A |
    O---O---O
    """,
    doubled=[0],
)
OVER, _ = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")

REFUSALS: list[tuple[State, str, Reason, dict[str, object]]] = [
    (OVER, "W1: s0,0N", Reason.GAME_OVER, {}),
    (table("O"), "W3: s0,0E; w", Reason.NOT_IN_HAND, {"card": "W3", "hand": HAND}),
    (table("O"), "X9: s0,0E; w", Reason.NOT_IN_HAND, {"card": "X9", "hand": HAND}),
    (table("O"), "W1 T1 W1: s0,0E; w", Reason.CARD_TWICE, {"card": "W1"}),
    (table(), "W1 W2: s0,0E; w", Reason.NO_TOWER_SHOWN, {"cards": ["W1", "W2"]}),
    (
        OPEN,
        "W1: s0,0N l0,0N; w",
        Reason.NOT_TO_PLACE,
        {"piece": "l0,0N", "left": {"tower": 0, "short": 0, "long": 0}},
    ),
    (table(), "T1: t1,0; w", Reason.NOT_THE_START, {"piece": "t1,0"}),
    (OPEN, "T1: t0,0; w", Reason.TOWER_STANDS, {"at": "0,0"}),
    (LONG, "T1: t1,1; w", Reason.ON_A_MIDDLE, {"at": "1,1", "wall": "l0,1E"}),
    (OPEN, "T1: t7,-3; w", Reason.NO_OPEN_END, {"at": "7,-3"}),
    (OPEN, "W1: s1,0E; w", Reason.NO_TOWER, {"piece": "s1,0E", "at": "1,0", "to": "2,0"}),
    (OPEN, "W5: l-1,0E; w", Reason.WALL_STANDS, {"piece": "l-1,0E", "wall": "s0,0E"}),
    (
        LONG,
        "W1: s1,0N; w",
        Reason.END_ON_MIDDLE,
        {"piece": "s1,0N", "at": "1,1", "wall": "l0,1E"},
    ),
    (SIDES, "W5: l1,-1N; w", Reason.MIDDLE_ON_TOWER, {"piece": "l1,-1N", "at": "1,0"}),
    (
        GAP,
        "W5: l1,-1N; w",
        Reason.MIDDLE_ON_END,
        {"piece": "l1,-1N", "at": "1,0", "wall": "s0,0E"},
    ),
    (
        LONG,
        "W5: l1,0N; w",
        Reason.MIDDLE_ON_MIDDLE,
        {"piece": "l1,0N", "at": "1,1", "wall": "l0,1E"},
    ),
    (TAKEN, "T1: t1,1; w", Reason.COURTYARD_TAKEN, {"piece": "t1,1", "seat": 1}),
    (TAKEN, "W1: s1,0N; w", Reason.COURTYARD_TAKEN, {"piece": "s1,0N", "seat": 1}),
    (
        OPEN,
        "T1 T2 W1: s0,0N; w",
        Reason.PIECE_LEFT,
        {
            "kind": "tower",
            "places": ["0,1", "1,0"],
            "left": {"tower": 2, "short": 0, "long": 0},
        },
    ),
    (CORNER, "T1: t1,0; 2x5,5; w", Reason.NO_DOUBLE_HERE, {"cell": "5,5", "cells": ["0,0"]}),
    (SQUARE, "W1: s1,0E; 2x0,0; w", Reason.NO_DOUBLE_HERE, {"cell": "0,0", "cells": []}),
    (
        CORNER._replace(doubled=(True, False)),
        "T1: t1,0; 2x0,0; w",
        Reason.DOUBLE_USED,
        {"cell": "0,0"},
    ),
    (DOUBLE, "W1: s1,0N; w", Reason.DOUBLE_STAYS, {"cells": ["0,0", "1,0"]}),
    (
        OPEN,
        "W1: s0,0N; wt",
        Reason.DRAW_COUNT,
        {"draws": 2, "due": 1, "left": {"wall": 1, "tower": 1}},
    ),
    (
        table("O", ("W1", "T1")),
        "W1: s0,0E; w",
        Reason.DECK_EMPTY,
        {"deck": "wall", "left": {"wall": 0, "tower": 1}},
    ),
]


@pytest.mark.parametrize(("state", "text", "reason", "facts"), REFUSALS)
def test_a_refused_turn_is_told_why(
    state: State, text: str, reason: Reason, facts: dict[str, object]
) -> None:
    error = refusal(state, text)
    assert (error.reason, error.facts) == (reason, facts)
    assert json.loads(json.dumps(error.facts)) == facts


def test_so_is_one_without_cards_and_one_out_of_turn() -> None:
    """Neither can be typed."""
    with pytest.raises(IllegalMove) as without:
        castellan.apply(OPEN, 0, Turn((), ()))
    assert (without.value.reason, without.value.facts) == (
        Reason.NO_CARD,
        {"hand": ["W1", "W2", "W5", "T1", "T2"]},
    )
    with pytest.raises(IllegalMove) as out_of_turn:
        castellan.apply(OPEN, 1, Turn(("W1",), ()))
    assert (out_of_turn.value.reason, out_of_turn.value.facts) == (
        Reason.NOT_YOUR_TURN,
        {"seat": 0},
    )


def test_these_are_all_the_reasons() -> None:
    covered = {reason for _, _, reason, _ in REFUSALS}
    assert covered | {Reason.NO_CARD, Reason.NOT_YOUR_TURN} == set(Reason)
