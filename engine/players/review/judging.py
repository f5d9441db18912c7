"""Judging one move: the search compares it with the best, by what its player could know."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from engine.games import GAMES
from engine.players.levels import Level
from engine.players.players import positions_in, search
from engine.questions import Part

SECONDS = 0.2
"""How long a move is weighed by default, on one core of an ordinary machine."""
WIDTH = 6
"""How many moves are compared with the played one."""
NO_DIFFERENCE = 0.05
"""A lead of less than this many points counts as no difference."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The best move with the lead that it promises, and the lead that the played move promises."""

    best: Any
    best_lead: float
    played_lead: float


def budget(kind: str) -> int:
    """How many positions are weighed for a move by default."""
    return positions_in(kind, SECONDS)


def weigh(kind: str, state: Any, played: Any, rng: Random, positions: int) -> Weighed:
    """Compare the played move with the best. All moves are tried in the same positions, which look
    to the player like this one. Each opponent replies once, so that the same player is to act
    again."""
    plies = len(GAMES[kind].scores(state))
    depth = Level("review", SECONDS, WIDTH, plies)
    ideas = search(kind, depth, rng, positions).think(state, besides=played).ideas
    best = ideas[0]
    lead = next(idea.worth for idea in ideas if idea.move == played)
    if best.worth - lead < NO_DIFFERENCE:
        return Weighed(played, lead, lead)
    return Weighed(best.move, best.worth, lead)


def is_forced(kind: str, state: Any) -> bool:
    """Whether there is only one legal move."""
    return len(list(islice(_choices(kind, state, ()), 2))) == 1


def _choices(kind: str, state: Any, parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Every way of choosing a move that begins with these parts."""
    question = GAMES[kind].question(state, parts)
    if question is None:
        yield parts
        return
    for token in question.choices:
        yield from _choices(kind, state, (*parts, (question.step, token)))
