"""Places of the drawn tile and a follower (C4 to C6), and the questions that lead to a turn."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.carcassonne.catalogue import EDGE_LABELS_WITH_RIVER, Deployments
from engine.carcassonne.moves import (
    ROLES,
    Deployment,
    Move,
    Reason,
    Turn,
    cell_name,
    deployment_text,
    parse_cell,
    parts,
)
from engine.carcassonne.river import river_fault
from engine.carcassonne.state import State, large_supply
from engine.errors import IllegalMove
from engine.questions import Part, Question, default_first
from engine.rules import PredictionRules
from engine.tiles.board import Meeting, look
from engine.tiles.grid import Placement, bits
from engine.tiles.tile import SIDES, TurnedTile, opposite

STEPS = ("cell", "rotation", "follower")


def placements(state: State) -> list[Placement]:
    """Every legal placement of the drawn tile, in rotations that look different (C5)."""
    if state.drawn is None:
        return []
    catalogue = state.setup.catalogue
    board = state.board
    turned = catalogue.turned[state.drawn]
    cells = board.grid.cells
    return [
        _placement(cells[cell], rotation)
        for rotation in catalogue.rotations[state.drawn]
        for cell in bits(board.room_for(turned[rotation]))
    ]


# An LRU cache: most placements of a turn were also possible in the turn before.
_placement = lru_cache(4096)(Placement)


def meeting_at(state: State, placement: Placement) -> Meeting:
    """Find the effect of the drawn tile there, in any of the four rotations; an illegal placement
    is refused with the reason."""
    if state.drawn is None:
        raise IllegalMove(Reason.TILE_UNKNOWN)
    if placement.rotation not in range(4):
        raise IllegalMove(Reason.NO_SUCH_ROTATION, rotation=placement.rotation)
    board = state.board
    cell = board.grid.numbers.get(placement.cell)
    if cell is None:
        raise IllegalMove(Reason.NOTHING_BESIDE, cell=cell_name(placement.cell))
    tile = state.setup.catalogue.turned[state.drawn][placement.rotation]
    if board.room_for(tile) >> cell & 1:
        return look(board, cell, tile)
    name = cell_name(placement.cell)
    if cell in board.laid:
        raise IllegalMove(Reason.OCCUPIED, cell=name, tile=board.laid[cell].tile.id)
    if not board.frontier >> cell & 1:
        raise IllegalMove(Reason.NOTHING_BESIDE, cell=name)
    fault = river_fault(board, cell, tile)
    if fault is not None:
        raise IllegalMove(fault, cell=name)
    side, other = board.clash(cell, tile)
    kind = EDGE_LABELS_WITH_RIVER[tile.edges[side]]
    beside = EDGE_LABELS_WITH_RIVER[other.edges[opposite(side)]]
    raise IllegalMove(Reason.SIDES_DIFFER, cell=name, side=SIDES[side], kind=kind, beside=beside)


def _deployments_on(state: State, tile: TurnedTile) -> Deployments:
    return state.setup.catalogue.deployments[tile.tile.id][tile.rotation]


def deployments(state: State, meeting: Meeting) -> list[tuple[int, Deployment]]:
    """C6, IC8: the followers that the player to act may place on the tile, each with the segment
    that it goes on; the large one last."""
    every = _deployments_on(state, meeting.tile)
    free = [
        (segment, deployment)
        for segment, deployment in enumerate(every)
        if deployment is not None and not meeting.joined[segment].followers
    ]
    small = free if state.supply[state.seat] else []
    if not large_supply(state)[state.seat]:
        return small
    large = [(segment, Deployment(role, port, large=True)) for segment, (role, port, _) in free]
    return [*small, *large]


def segment_for(state: State, meeting: Meeting, deployment: Deployment) -> int:
    """Find the segment that the follower goes on; an illegal one is refused with the reason."""
    every = _deployments_on(state, meeting.tile)
    named = {
        candidate.port: segment for segment, candidate in enumerate(every) if candidate is not None
    }
    if deployment.port not in named:
        raise IllegalMove(
            Reason.NO_SUCH_SEGMENT,
            follower=deployment_text(deployment),
            followers=[deployment_text(candidate) for candidate in every if candidate is not None],
        )
    segment = named[deployment.port]
    kind = meeting.tile.segments[segment].kind
    if deployment.role != ROLES[kind]:
        raise IllegalMove(Reason.WRONG_ROLE, role=deployment.role, kind=kind, expected=ROLES[kind])
    small = state.supply[state.seat]
    large = large_supply(state)[state.seat]
    if deployment.large and not large:
        raise IllegalMove(Reason.NO_LARGE_FOLLOWER_LEFT)
    if not deployment.large and not small:
        reason = Reason.NO_SMALL_FOLLOWER_LEFT if large else Reason.NO_FOLLOWER_LEFT
        raise IllegalMove(reason)
    followers = meeting.joined[segment].followers
    if followers:
        seats = sorted({follower.seat for follower in followers})
        raise IllegalMove(Reason.FEATURE_TAKEN, kind=kind, seats=seats)
    return segment


def legal_moves(state: State) -> Iterator[Move]:
    for placement in placements(state):
        yield from completions(state, placement)


def completions(state: State, placement: Placement) -> list[Turn]:
    """Every legal turn that begins with this placement of the drawn tile."""
    meeting = meeting_at(state, placement)
    with_follower = [Turn(placement, placed) for _, placed in deployments(state, meeting)]
    return [Turn(placement), *with_follower]


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    if len(chosen) == len(STEPS):
        return None
    fitting = placements(state)
    if not chosen:
        cells = sorted({placement.cell for placement in fitting}, key=lambda cell: cell[::-1])
        return Question("cell", tuple(map(cell_name, cells)))
    cell = parse_cell(chosen[0][1])
    if len(chosen) == 1:
        rotations = [placement.rotation for placement in fitting if placement.cell == cell]
        return default_first("rotation", [f"r{rotation}" for rotation in rotations])
    turns = completions(state, Placement(cell, int(chosen[1][1].removeprefix("r"))))
    return default_first("follower", [parts(turn)[2][1] for turn in turns])


class Predictions(PredictionRules[State]):
    """Of a turn, all of it."""

    steps = STEPS

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return question(state, chosen) if state.drawn else None
