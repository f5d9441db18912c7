"""Tables drawn in ASCII: read into states, with moves played on them.

Every tile is five by five characters, as the oracle draws it; empty cells are dots.

    fcccf ffrff     a city on the north side and a road across, beside it a road north to south;
    fffff ffrff     a digit is a follower of that seat: here seat 1 has a farmer north of the road
    rrr1r ffrff     (the digit stands on a square of the segment, but not on a pennant)

The start tile is the first unrotated tile of type D, in reading order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.carcassonne.catalogue import EDGE_LABELS, FOLLOWERS, Catalogue
from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.features import cloisters_on, tiles_around
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import PlacedFollower, State
from engine.errors import IllegalMove
from engine.tiles.board import Board
from engine.tiles.draws import fits_somewhere
from engine.tiles.grid import OpenGrid
from engine.tiles.tile import PORT_NAMES
from tests.engine import moves
from tests.engine.carcassonne.oracle.pictures import PICTURES
from tests.engine.carcassonne.oracle.table import Table, segments_of
from tests.engine.pictures import Picture, read_pictures

Cell = tuple[int, int]


def table(
    drawn: str,
    draws: str = "U",
    *,
    then: Sequence[str] = ("U",),
    seat: int = 0,
    seats: int = 2,
    options: str = "classic",
    supply: Sequence[int] | None = None,
) -> State:
    """The table as drawn, with this seat to play a tile of type `draws`, and `then` the tiles after
    it; the game ends after the last of them."""
    state, _ = carcassonne.begin("kit", carcassonne.presets[options], seat, seats)
    catalogue = state.setup.catalogue
    board, standing = _lying(catalogue, _from_the_start(read_pictures(drawn)))
    out = [sum(one.seat == player for one in standing.values()) for player in range(seats)]
    assert fits_somewhere(board, catalogue, draws)
    return state._replace(
        setup=replace(state.setup, deck=(draws, *then)),
        board=board,
        followers=standing,
        cloisters=sum(
            cloisters_on(cell, tile)
            for cell, tile in board.laid.items()
            if tiles_around(board, cell) < 8
        ),
        drawn=draws,
        discarded=(),
        dealt=1,
        supply=tuple(supply or (FOLLOWERS - placed for placed in out)),
    )


def play(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    return moves.play(carcassonne, state, text)


def refusal(state: State, text: str) -> IllegalMove:
    return moves.refusal(carcassonne, state, carcassonne.parse_move(text))


def legal(state: State, beginning: str = "") -> set[str]:
    """The legal moves that begin with this text, without it."""
    texts = map(carcassonne.move_text, legal_moves(state))
    return {text.removeprefix(beginning).strip() for text in texts if text.startswith(beginning)}


def seen(picture: Picture) -> tuple[str, int]:
    """The type and the rotation of a tile; a digit may stand for any letter but P."""
    found = [
        (tile, rotation)
        for tile, four in PICTURES.items()
        for rotation, other in enumerate(four)
        if other not in four[:rotation] and _alike(picture, other)
    ]
    assert len(found) == 1, f"one tile looks like {picture}: {found}"
    return found[0]


def _alike(picture: Picture, other: Picture) -> bool:
    letters = zip("".join(picture), "".join(other), strict=True)
    return all(here == there or (here.isdigit() and there in "crfk") for here, there in letters)


def _from_the_start(pictures: Mapping[Cell, Picture]) -> dict[Cell, Picture]:
    """The cells counted from the start tile, which comes first."""
    left, top = next(cell for cell, picture in pictures.items() if seen(picture) == ("D", 0))
    moved = {(x - left, y - top): picture for (x, y), picture in pictures.items()}
    return {(0, 0): moved.pop((0, 0)), **moved}


def _lying(
    catalogue: Catalogue, pictures: dict[Cell, Picture]
) -> tuple[Board, dict[int, PlacedFollower]]:
    """The tiles laid next to each other, with the followers on them."""
    board = Board.empty(OpenGrid.start(), len(EDGE_LABELS))
    standing = dict[int, PlacedFollower]()
    while pictures:
        cell = next(at for at in pictures if not board.laid or _beside(board, at))
        picture = pictures.pop(cell)
        number = board.grid.numbers[cell]
        tile, rotation = seen(picture)
        turned = catalogue.turned[tile][rotation]
        assert not board.laid or board.room_for(turned) >> number & 1, f"{cell} does not fit"
        meeting = board.meet(number, turned)
        for row, line in enumerate(picture):
            for column, letter in enumerate(line):
                if letter.isdigit():
                    names = [one.port for one in catalogue.deployments[tile][rotation]]
                    segment = names.index(_named(PICTURES[tile][rotation], row, column))
                    meeting = meeting.with_follower(int(letter), segment)
                    standing[number] = PlacedFollower(int(letter), segment)
        board = board.lay(meeting)
    return board, standing


def _named(picture: Picture, row: int, column: int) -> int | None:
    """The port that names the segment with this square."""
    alone = Table({(0, 0): picture})
    port = next(
        port
        for port, square in segments_of(picture).items()
        if ((0, 0), row, column) in alone.feature(square).squares
    )
    return None if port is None else PORT_NAMES.index(port)


def _beside(board: Board, cell: Cell) -> bool:
    number = board.grid.numbers.get(cell)
    return number is not None and bool(board.frontier >> number & 1)


def scored(events: Sequence[Event]) -> list[tuple[str, int, tuple[int, ...], tuple[int, ...], int]]:
    """What was scored: kind, tiles, followers by seat, who scored, points; for farmers, the cities
    or fields that they are counted for instead of tiles."""
    found: list[tuple[str, int, tuple[int, ...], tuple[int, ...], int]] = []
    for event in events:
        match event:
            case FeatureScored() | FinalScored():
                size = len(event.cells)
                found.append((event.kind, size, event.followers, event.seats, event.points))
            case FarmersScored():
                size = len(event.cities)
                found.append(("field", size, event.followers, event.seats, event.points))
            case _:
                pass
    return found
