"""Moves in notation, played by the player to act or refused, in any game."""

from typing import Any

from engine.game import E, M, S

from engine.errors import IllegalMove


def play(game: Rules[S, M, E, Any], state: S, text: str) -> tuple[S, tuple[E, ...]]:
    return game.apply(state, game.to_act(state) or 0, game.parse_move(text))


def refusal(game: Rules[S, M, E, Any], state: S, move: M, seat: int | None = None) -> IllegalMove:
    """Why this move is refused to a seat, or else to the one to act; nothing may have changed."""
    if seat is None:
        seat = game.to_act(state) or 0
    before = game.snapshots.encode(state)
    try:
        game.apply(state, seat, move)
    except IllegalMove as error:
        assert game.snapshots.encode(state) == before, "a refused move changed the state"
        return error
    raise AssertionError(f"{game.move_text(move)} was allowed")
