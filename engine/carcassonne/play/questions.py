"""The questions that a turn asks one after another. All but the first have a default: the first
rotation that fits, no follower."""

from collections.abc import Sequence

from engine.carcassonne.play.choices import completions
from engine.carcassonne.play.placing import placements
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import Placement
from engine.carcassonne.vocabulary.notation import cell_name, parse_cell, parts
from engine.questions import Part, Question, usually_first
from engine.tiles.grid import Cell

STEPS = ("cell", "rotation", "follower")


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    if len(chosen) == len(STEPS):
        return None
    fitting = placements(state)
    if not chosen:
        cells = sorted({one.cell for one in fitting}, key=_reading_order)
        return Question("cell", tuple(map(cell_name, cells)))
    cell = parse_cell(chosen[0][1])
    if len(chosen) == 1:
        rotations = [one.rotation for one in fitting if one.cell == cell]
        return usually_first("rotation", [f"r{rotation}" for rotation in rotations])
    turns = completions(state, Placement(cell, int(chosen[1][1].removeprefix("r"))))
    return usually_first("follower", [parts(turn)[2][1] for turn in turns])


def _reading_order(cell: Cell) -> tuple[int, int]:
    x, y = cell
    return y, x
