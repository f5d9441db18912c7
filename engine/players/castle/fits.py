"""How many of the tiles still to come fit on a cell."""

from engine.players.castle.board.position import Area, Position
from engine.tiles.grid import bits


def hardest_to_fill(position: Position, area: Area) -> int:
    """How many of the tiles to come fit on the hardest cell to fill in front of an area; 0 for an
    area that faces none."""
    return min((fitting(position, cell) for cell in bits(area.faces)), default=0)


def fitting(position: Position, cell: int) -> int:
    """How many of the tiles to come fit on an empty cell, given the neighbours already laid."""
    barred = [position.barred[2 * side : 2 * side + 2] for side in range(4)]
    allowed = [[not cells >> cell & 1 for cells in labels] for labels in barred]
    turned = position.ground.catalogue.turned
    return sum(
        any(all(map(list.__getitem__, allowed, one.edges)) for one in turned[tile])
        for tile in position.deck[position.dealt :]
    )
