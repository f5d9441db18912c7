"""Themes of puzzles, by the reason that sets the best move apart from the second."""

from collections.abc import Sequence
from typing import Any

from engine.players.expert import Reason
from engine.players.players import EXPERTS

# The theme of a block after which nothing fits any more.
DEAD_CELL = "dead-cell"
# The theme of a best move without a reason.
JUDGEMENT = "judgement"


def theme_of(kind: str, world: Any, best: Any, second: Any) -> str:
    """Find the theme of a puzzle with this best move in a position."""
    expert = EXPERTS[kind]
    of_best = expert.reasons(world, best)
    differences = _differences(of_best, expert.reasons(world, second)) or of_best
    if not differences:
        return JUDGEMENT
    weightiest = max(differences, key=lambda reason: abs(reason.scored or reason.points))
    theme = expert.themes[weightiest.name]
    leaves_nothing = weightiest.facts.get("fits", weightiest.facts.get("chance")) == 0
    return DEAD_CELL if theme == "block" and leaves_nothing else theme


def _differences(of_best: Sequence[Reason], of_second: Sequence[Reason]) -> Sequence[Reason]:
    """List what speaks for the best move alone, and what speaks against the second alone."""
    gained = [reason for reason in of_best if reason.is_good]
    avoided = [reason for reason in of_second if not reason.is_good]
    names_of_best = {reason.name for reason in of_best}
    names_of_second = {reason.name for reason in of_second}
    return [
        *(reason for reason in gained if reason.name not in names_of_second),
        *(reason for reason in avoided if reason.name not in names_of_best),
    ]
