"""Tables drawn in ASCII: read into states, with moves played on them.

Every tile is five by five characters, as the oracle draws it; empty cells are dots.

    fcccf ffrff     a city on the north side and a road across, beside it a road north to south;
    fffff ffrff     a digit is a follower of that seat: here seat 1 has a farmer north of the road
    rrr1r ffrff     (the digit stands on a square of the segment, but not on a pennant)

The start tile is the first unrotated tile of its type, D or the spring, in reading order.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engine.carcassonne.catalogue import FOLLOWERS, Catalogue
from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.features import cloisters_on, tiles_around
from engine.carcassonne.moves import naming_port, weight_of
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
    options: str | Mapping[str, str] = "classic",
    supply: Sequence[int] | None = None,
    large: Collection[Cell] = (),
) -> State:
    """The table as drawn, with this seat to play a tile of type `draws`, and `then` the tiles after
    it; the game ends after the last of them. Of the followers, those on the cells in `large` are
    large ones; cells count as in the notation. Options are a preset, or those that differ from the
    usual ones."""
    preset, changes = (options, {}) if isinstance(options, str) else (None, options)
    settled = carcassonne.settle_options(changes, preset)
    state, _ = carcassonne.begin("kit", settled, seat, seats)
    catalogue = state.setup.catalogue
    pictures = _count_from_start(catalogue, read_pictures(drawn))
    board, followers = _lay_tiles(catalogue, pictures, [(x, -y) for x, y in large])
    small = [follower.seat for follower in followers.values() if not follower.large]
    assert fits_somewhere(board, catalogue, draws)
    return state._replace(
        setup=replace(state.setup, deck=(draws, *then)),
        board=board,
        followers=followers,
        cloisters=sum(
            cloisters_on(cell, tile)
            for cell, tile in board.laid.items()
            if tiles_around(board, cell) < 8
        ),
        drawn=draws,
        discarded=(),
        dealt=1,
        supply=tuple(supply or (FOLLOWERS - small.count(player) for player in range(seats))),
    )


def play(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    return moves.play(carcassonne, state, text)


def refusal(state: State, text: str) -> IllegalMove:
    return moves.refusal(carcassonne, state, carcassonne.parse_move(text))


def legal(state: State, beginning: str = "") -> set[str]:
    """Every legal move that begins with this text, without it."""
    texts = map(carcassonne.move_text, legal_moves(state))
    return {text.removeprefix(beginning).strip() for text in texts if text.startswith(beginning)}


def read_tile(catalogue: Catalogue, picture: Picture) -> tuple[str, int]:
    """Find the type and the rotation; a digit may stand for any letter but P. The lake is never
    drawn, since it looks like the spring."""
    matches = [
        (tile, rotation)
        for tile in catalogue.turned.keys() - {"river-2"}
        for rotation, other in enumerate(PICTURES[tile])
        if other not in PICTURES[tile][:rotation] and _looks_like(picture, other)
    ]
    assert len(matches) == 1, f"one tile looks like {picture}: {matches}"
    return matches[0]


def _looks_like(picture: Picture, other: Picture) -> bool:
    letters = zip("".join(picture), "".join(other), strict=True)
    return all(
        letter == other_letter or (letter.isdigit() and other_letter in "crfk")
        for letter, other_letter in letters
    )


def _count_from_start(
    catalogue: Catalogue, pictures: Mapping[Cell, Picture]
) -> dict[Cell, Picture]:
    """Count the cells from the start tile, which comes first."""
    left, top = next(
        cell
        for cell, picture in pictures.items()
        if read_tile(catalogue, picture) == (catalogue.start, 0)
    )
    moved = {(x - left, y - top): picture for (x, y), picture in pictures.items()}
    return {(0, 0): moved.pop((0, 0)), **moved}


def _lay_tiles(
    catalogue: Catalogue, pictures: dict[Cell, Picture], large: Collection[Cell]
) -> tuple[Board, dict[int, PlacedFollower]]:
    """Lay the tiles next to each other, with the followers on them."""
    board = type(catalogue.board).empty(OpenGrid.start(), catalogue.board.labels)
    followers = dict[int, PlacedFollower]()
    while pictures:
        cell = next(at for at in pictures if not board.laid or _beside(board, at))
        picture = pictures.pop(cell)
        number = board.grid.numbers[cell]
        tile, rotation = read_tile(catalogue, picture)
        turned = catalogue.turned[tile][rotation]
        assert not board.laid or Board.room_for(board, turned) >> number & 1, f"{cell} fits not"
        meeting = board.meet(number, turned)
        for row, line in enumerate(picture):
            for column, letter in enumerate(line):
                if letter.isdigit():
                    segments = catalogue.turned[tile][rotation].segments
                    names = [naming_port(ports) for _, ports, _ in segments]
                    segment = names.index(_port_at(PICTURES[tile][rotation], row, column))
                    weight = weight_of(large=cell in large)
                    followers[number] = PlacedFollower(int(letter), segment, weight)
                    meeting = meeting.with_follower(*followers[number])
        board = board.lay(meeting)
    return board, followers


def _port_at(picture: Picture, row: int, column: int) -> int | None:
    """Find the port that names the segment with this square."""
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


def scorings(
    events: Sequence[Event],
) -> list[tuple[str, int, tuple[int, ...], tuple[int, ...], int]]:
    """What was scored: kind, tiles, followers by seat, who scored, points; for farmers, the cities
    or fields that they are counted for instead of tiles."""
    entries: list[tuple[str, int, tuple[int, ...], tuple[int, ...], int]] = []
    for event in events:
        match event:
            case FeatureScored() | FinalScored():
                size = len(event.cells)
                entries.append((event.kind, size, event.followers, event.seats, event.points))
            case FarmersScored():
                size = len(event.cities)
                entries.append(("field", size, event.followers, event.seats, event.points))
            case _:
                pass
    return entries
