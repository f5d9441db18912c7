"""What the player to act could build next: what brings points, and where the rest does the least
harm."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.castellan.vocabulary.pieces import Pieces
from engine.players.castellan.board import STEPS, Board, Step, tower
from engine.players.castellan.outlook import CLOSED, Means, division, gain
from engine.players.castellan.works import Ground, Works

PIECE = 0.6
"""The cost of using a piece, since it could be used for something else."""
FILLED = 0.1
"""The harm of a wall on points where towers could be set."""
DIVIDING = 3.0
"""The harm of dividing a courtyard where it does not pay."""
TOWER = Pieces(tower=1)
WALLS = ((1, Pieces(short=1)), (2, Pieces(long=1)))
"""Walls by length."""


class Project(NamedTuple):
    worth: float
    steps: tuple[Step, ...]
    need: Pieces
    ground: Ground


def projects(works: Works, means: Means, left: Pieces) -> Iterator[Project]:
    """The projects that bring something and can be built with these pieces."""
    long = left.tower > 1 and left.short + left.long > 2
    for ground in works.grounds:
        yard = ground.yard
        for chain in works.chains(ground, long=long):
            if enough(left, chain.need):
                brings = gain(chain, means) if yard is None else division(chain, yard)
                worth = brings - PIECE * len(chain.steps)
                if worth > 0:
                    yield Project(worth, chain.steps, chain.need, ground)
        yield from _growth(works, ground, left)


def _growth(works: Works, ground: Ground, left: Pieces) -> Iterator[Project]:
    """Towers inside a courtyard: where a wall ends, or with a wall that leads there."""
    if ground.yard is None or not left.tower or not ground.yard.space:
        return
    brings, face = 2 if ground.yard.double else 1, works.face(ground)
    for _, spot in face.ends[:1]:
        yield Project(brings - PIECE, (tower(spot),), TOWER, ground)
    for length, wall in WALLS:
        need = TOWER.plus(wall)
        if enough(left, need):
            for step in _walls(works.board, face.slots, length):
                steps = step, tower(end_of(step))
                if steps[1].spot not in works.board.arms:
                    yield Project(brings - PIECE * (1 + length), steps, need, ground)
                    break


def rest(works: Works, left: Pieces) -> Project | None:
    """The place where a piece that brings nothing does the least harm."""
    found = list[Project]()
    for ground in works.grounds:
        face = works.face(ground)
        risks = _risks(works) if ground.yard is None else {}
        if left.tower:
            steps = [tower(spot) for _, spot in face.ends]
            found += [Project(-risks.get(one, 0.0), (one,), TOWER, ground) for one in steps]
        for length, need in WALLS:
            if enough(left, need):
                for step in _walls(works.board, face.slots, length):
                    harm = _harm_inside(works, step) if ground.yard else risks.get(step, 0.0)
                    found.append(Project(-harm, (step,), need, ground))
    return max(found, key=lambda one: one.worth, default=None)


def _harm_inside(works: Works, step: Step) -> float:
    return DIVIDING if end_of(step) in works.board.arms else FILLED * step.length


def _risks(works: Works) -> dict[Step, float]:
    """The harm done by each piece of a chain on open ground: others then lack one piece less."""
    risks = dict[Step, float]()
    for chain in works.chains(works.open):
        harm = CLOSED[len(chain.steps) - 1] * chain.towers
        for step in chain.steps:
            if harm > risks.get(step, 0.0):
                risks[step] = harm
    return risks


def _walls(board: Board, slots: list[tuple[int, int, int]], length: int) -> Iterator[Step]:
    for _, spot, heading in slots:
        if board.fits(spot, heading, length):
            yield Step(spot, heading, length)


def end_of(step: Step) -> int:
    return step.spot + STEPS[step.heading] * step.length


def enough(left: Pieces, need: Pieces) -> bool:
    return left[0] >= need[0] and left[1] >= need[1] and left[2] >= need[2]


def minus(left: Pieces, need: Pieces) -> Pieces:
    return Pieces(left[0] - need[0], left[1] - need[1], left[2] - need[2])
