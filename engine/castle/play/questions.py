"""The questions that a turn asks, one after another. All but the first have a default: the first
rotation that fits, no follower, no wall tiles, the first order."""

from collections.abc import Sequence

from engine.castle.play.choices import completions
from engine.castle.play.placing import placements
from engine.castle.state import State
from engine.castle.vocabulary.moves import Placement
from engine.castle.vocabulary.notation import AGAIN, END, cell_name, parse_cell, parts
from engine.questions import Part, Question, usually_first

STEPS = ("cell", "rotation", "follower", "wall_tiles", "order")
PREDICTABLE = STEPS[:3]


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    if state.phase == "again":
        return None if chosen else Question("again", (END, AGAIN))
    return None if len(chosen) == len(STEPS) else _question(state, chosen)


def predictable(state: State, chosen: Sequence[Part]) -> Question | None:
    """The answer to "another turn?" cannot be predicted."""
    if state.phase == "again" or len(chosen) == len(PREDICTABLE):
        return None
    return _question(state, chosen)


def _question(state: State, chosen: Sequence[Part]) -> Question:
    fitting = placements(state)
    if not chosen:
        return Question("cell", tuple(sorted({cell_name(one.cell) for one in fitting})))
    cell = parse_cell(chosen[0][1])
    there = [one for one in fitting if one.cell == cell]
    if len(chosen) == 1:
        return usually_first("rotation", [_turned(one) for one in there])
    [placement] = [one for one in there if _turned(one) == chosen[1][1]]
    number = len(chosen)
    turns = [parts(turn) for turn in completions(state, placement)]
    tokens = [turn[number][1] for turn in turns if turn[:number] == tuple(chosen)]
    return usually_first(STEPS[number], tokens)


def _turned(placement: Placement) -> str:
    return f"r{placement.rotation}"
