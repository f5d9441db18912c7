"""Moves in notation, played by the player to act or refused, in any game."""

from typing import Any

from engine.errors import IllegalMove
from engine.rules import E, M, Rules, S


def play(rules: Rules[S, M, E, Any], state: S, text: str) -> tuple[S, tuple[E, ...]]:
    return rules.apply(state, rules.to_act(state) or 0, rules.parse_move(text))


def refusal(rules: Rules[S, M, E, Any], state: S, move: M, seat: int | None = None) -> IllegalMove:
    """Why this move is refused to a seat, or else to the one to act; nothing may have changed."""
    if seat is None:
        seat = rules.to_act(state) or 0
    before = rules.snapshots.encode(state)
    try:
        rules.apply(state, seat, move)
    except IllegalMove as error:
        assert rules.snapshots.encode(state) == before, "a refused move changed the state"
        return error
    raise AssertionError(f"{rules.move_text(move)} was allowed")
