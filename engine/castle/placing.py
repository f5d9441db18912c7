"""Places of the drawn tile and a follower, and what is wrong with others (R8, R9, R11)."""

from engine.castle.moves import ROLES, Deployment, Reason, cell_name
from engine.castle.state import State
from engine.errors import IllegalMove
from engine.tiles.board import Meeting, look
from engine.tiles.grid import Placement, bits
from engine.tiles.tile import PORT_NAMES, PORTS, SIDES, opposite


def placements(state: State) -> list[Placement]:
    """Every legal placement of the drawn tile, in each of the four rotations."""
    if state.drawn is None:
        return []
    catalogue = state.setup.catalogue
    return [
        table[cell]
        for tile, table in zip(catalogue.turned[state.drawn], catalogue.placements, strict=True)
        for cell in bits(state.board.room_for(tile))
    ]


def meeting_at(state: State, placement: Placement) -> Meeting:
    """Find the effect of the drawn tile there; an illegal placement is refused with the reason."""
    if state.drawn is None:
        again = state.phase == "again"
        raise IllegalMove(Reason.ANSWER_FIRST if again else Reason.TILE_UNKNOWN)
    board = state.board
    cell = board.grid.numbers.get(placement.cell)
    if cell is None:
        raise IllegalMove(Reason.OUTSIDE, cell=cell_name(placement.cell))
    if placement.rotation not in range(4):
        raise IllegalMove(Reason.NO_SUCH_ROTATION, rotation=placement.rotation)
    tile = state.setup.catalogue.turned[state.drawn][placement.rotation]
    if board.room_for(tile) >> cell & 1:
        return look(board, cell, tile)
    name = cell_name(placement.cell)
    if cell in board.laid:
        raise IllegalMove(Reason.OCCUPIED, cell=name, tile=board.laid[cell].tile.id)
    if not board.frontier >> cell & 1:
        raise IllegalMove(Reason.NOTHING_BESIDE, cell=name)
    side, other = board.clash(cell, tile)
    if tile.edges[side]:
        reason = Reason.PATH_MEETS
        bare = other
        bare_side = opposite(side)
    else:
        reason = Reason.PATH_MISSING
        bare = tile
        bare_side = side
    # The kinds on the two halves of the side without a path.
    owners = (bare.owners[3 * bare_side], bare.owners[3 * bare_side + 2])
    kinds = [bare.segments[owner].kind for owner in owners if owner is not None]
    raise IllegalMove(reason, cell=name, side=SIDES[side], kinds=tuple(dict.fromkeys(kinds)))


def deployments(state: State, meeting: Meeting) -> list[tuple[int, Deployment]]:
    """R11: the segments of the tile that may take a follower."""
    if not state.supply[state.seat]:
        return []
    return [
        (index, Deployment(ROLES[segment.kind], segment.ports[0]))
        for index, (segment, feature) in enumerate(
            zip(meeting.tile.segments, meeting.joined, strict=True)
        )
        if not feature.followers
    ]


def segment_for(state: State, meeting: Meeting, deployment: Deployment) -> int:
    """Find the segment meant for the follower; an illegal one is refused with the reason."""
    lowest = [segment.ports[0] for segment in meeting.tile.segments]
    if deployment.port not in lowest:
        names = tuple(PORT_NAMES[port] for port in sorted(lowest))
        port = PORT_NAMES[deployment.port] if deployment.port in range(PORTS) else deployment.port
        raise IllegalMove(Reason.NO_SUCH_SEGMENT, port=port, ports=names)
    segment = lowest.index(deployment.port)
    kind = meeting.tile.segments[segment].kind
    if deployment.role != ROLES[kind]:
        raise IllegalMove(Reason.WRONG_ROLE, role=deployment.role, kind=kind, expected=ROLES[kind])
    if not state.supply[state.seat]:
        raise IllegalMove(Reason.NO_FOLLOWER_LEFT)
    followers = meeting.joined[segment].followers
    if followers:
        seats = tuple(sorted({follower.seat for follower in followers}))
        raise IllegalMove(Reason.FEATURE_TAKEN, kind=kind, seats=seats)
    return segment
