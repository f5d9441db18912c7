"""Board of Carcassonne as a scene: what is on the table, what overlays add, and the footer."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import count, product
from typing import cast

from engine.carcassonne.events import TilePlaced
from engine.carcassonne.moves import LARGE, Role, assemble, parse_cell
from engine.tiles.grid import Cell
from render.board.footer import Footer, FooterStrip
from render.board.scene import BoardLook, scene_of
from render.carcassonne.art.ground import ACROSS, DOWN, WOODS, GroundSprite
from render.carcassonne.board.footer import footer_height, footer_items, head_of
from render.carcassonne.board.layout import (
    CELLS,
    JOINING,
    KIND_COLOURS,
    PHONE,
    SEEN,
    CarcassonneBoard,
    CarcassonneSubject,
    TableLayout,
    around_cells,
    around_last,
    beside_players,
    board_of,
    coordinates,
    follower_of,
    height_of,
    panel_theme,
    whole_layout,
    with_turn,
)
from render.carcassonne.board.overlays import OVERLAYS, Overlay
from render.picture.scene import TOP_LEFT, Area, Box, Inset, Item, Rect, Scene, Size, SpritePicture
from render.tiles.board import trial
from render.tiles.board.board import (
    FLAT_OF_TWO,
    compact_window,
    lower_window,
    whole_board,
)
from render.tiles.board.features import PlacedSegment
from render.tiles.board.marking import mark_last_move
from render.tiles.sprites import tile_picture
from render.tiles.views import at_rest


@dataclass(frozen=True, slots=True)
class Look(BoardLook[Overlay]):
    layout: TableLayout | None = None
    """The place of each cell; by default as large as they fit into the picture."""
    around: Collection[Cell] = ()
    """The cells that a turn under construction is shown with; by default that of its tile."""
    near: bool = True
    """A close-up of the last move is added next to a board that is small on a phone."""


PLAIN = Look()


# The width of the dark rim of the land, in cells.
RIM = 0.012
# Half the width of the lines between empty cells, in cells.
SEAM = 0.012
# The width of the rim with the shadow of the land, below it and to the right, in cells.
SHADOW = 0.04


def table(board: CarcassonneBoard) -> Iterator[SpritePicture]:
    """Draw the wood under all cells and around them. A place looks the same in every picture."""
    layout = board.layout
    span = board.layout.span
    name = GroundSprite(board.theme.name)
    size = DOWN * layout.cell
    for y in range((span.north - 1) // DOWN * DOWN, span.north + span.rows + 1, DOWN):
        for x in range((span.west - 1) // ACROSS * ACROSS, span.west + span.columns + 1, ACROSS):
            yield SpritePicture(name, layout.cell_origin((x, y)), size, anchor=TOP_LEFT)


def meadow(board: CarcassonneBoard) -> Iterator[Box]:
    """Draw the empty cells around each tile, so that land lies in a meadow."""
    wood = WOODS[board.theme.name]
    seam = max(1, board.mark_pixels(SEAM))
    around = product((-1, 0, 1), repeat=2)
    cells = {(x + dx, y + dy) for dx, dy in around for x, y in board.tiles} - board.tiles.keys()
    for cell in sorted(cells):
        yield Box(board.rect(cell, -seam), wood.seams)
    for cell in sorted(cells):
        yield Box(board.rect(cell, seam), wood.meadow)


def shadows(board: CarcassonneBoard) -> Iterator[Box]:
    """Draw the shadow of the land and a rim around it, by rows of tiles without a gap."""
    rim = max(1, board.mark_pixels(RIM))
    reach = max(2, board.mark_pixels(SHADOW))
    colour = WOODS[board.theme.name].shade
    for x, y in board.tiles:
        if (x - 1, y) not in board.tiles:
            end = next(end for end in count(x) if (end, y) not in board.tiles)
            left, top = board.layout.cell_origin((x, y))
            right, bottom = board.layout.cell_origin((end, y + 1))
            yield Box((left - rim, top - rim, right + reach, bottom + reach), colour)


def board_scene(subject: CarcassonneSubject, look: Look = PLAIN) -> Scene:
    subject = at_rest(subject)
    view = subject.view
    preview = assemble(subject.parts) if subject.parts else None
    previewed = replace(subject, view=with_turn(view, preview))
    is_preview = previewed.view is not view
    laid = previewed.view.laid
    placed = [event for event in subject.events if isinstance(event, TilePlaced)]
    panel = panel_theme(look.theme)
    last = laid[-1].cell
    mover = view.to_act
    if preview is None:
        last = placed[-1].cell if placed else last
        mover = placed[-1].seat if placed else None
    close = look.compact and is_preview
    offered = [] if look.footer or close else trial.marked_cells(subject.marks, parse_cell)

    def figure(name: str) -> trial.Figure:
        large = name.endswith(LARGE)
        role = cast(Role, name.removesuffix(LARGE))
        seat = view.to_act or 0
        return follower_of(seat, role, large=large), height_of(role, large=large)

    def part(layout: TableLayout, window: Rect, strips: Size = (0, 0)) -> Inset:
        board = board_of(previewed, look, layout, window, strips)
        below, above = OVERLAYS.layers(look.overlays, board)
        items: list[Item] = [*table(board), *meadow(board), *shadows(board)]
        items += [
            tile_picture((tile.tile, tile.rotation), layout.cell_origin(tile.cell), layout.cell)
            for tile in laid
        ]
        items += below
        if close:
            items += [
                *trial.tint_joined(board, last, JOINING),
                *trial.frame_new_tile(board, last, mover),
            ]
        elif len(laid) > 1:
            items += mark_last_move(board, last, mover, unconfirmed=is_preview)
        items += [
            SpritePicture(
                follower_of(follower.seat, follower.role, large=follower.large),
                board.follower_point(PlacedSegment(follower.spot.cell, follower.segment)),
                board.mark_pixels(height_of(follower.role, large=follower.large)),
            )
            for follower in previewed.view.followers
        ]
        plates, names_of_marks = trial.name_cells(board, parse_cell)
        rotations = () if view.drawn is None else view.catalogue.turned[view.drawn]
        tiles_of_moves, names_of_moves = trial.draw_moves(board, rotations, parse_cell, figure)
        followers = trial.offer_followers(board, last, figure, KIND_COLOURS)
        items += [*plates, *names_of_marks, *tiles_of_moves, *names_of_moves]
        items += [*followers, *above]
        return Inset((0, 0), window, Scene(layout.size, panel.background, tuple(items)))

    if look.around:
        layout, window = around_cells(look.around, FLAT_OF_TWO, FLAT_OF_TWO)
    elif close:
        layout, window = around_last(
            previewed.view, CELLS[0], closer=trial.is_crowded(subject.marks)
        )
    elif offered:
        layout, window = around_cells(offered, tallest=trial.tallest_of(subject.marks))
    else:
        layout = look.layout or whole_layout(previewed.view)
        window = whole_board(layout)
        if look.compact:
            window = compact_window(
                layout, {last, *(cell for cell, _ in previewed.view.placements)}
            )
            if not look.footer:
                window = lower_window(layout, window, last)
    is_small = window == whole_board(layout) and layout.cell * PHONE < SEEN * layout.size[0]

    def close_up(size: Size) -> Inset:
        return part(*beside_players(previewed.view, size))

    def footer(strip: FooterStrip) -> list[Item]:
        turns = 0 if preview is None else preview.placement.rotation
        return footer_items(strip, subject, turns, close_up if look.near and is_small else None)

    axis_names = coordinates(layout, window, panel)
    whole = part(layout, window, axis_names.covered)
    areas: tuple[Area, ...] = ()
    if subject.marks:
        board = board_of(previewed, look, layout, window, axis_names.covered)
        areas = trial.areas_of(board, last, parse_cell)
    if trial.asks_for_cell(subject.marks) and offered and view.drawn is not None:
        occupied = {*board.tiles, *offered}
        scene = trial.show_drawn_tile(board, whole, axis_names, view.drawn, occupied)
        return replace(scene, areas=areas)
    below = Footer(footer_height(view), footer)
    scene = scene_of(
        whole,
        axis_names,
        look,
        OVERLAYS.legend(look, previewed.view, previewed.events),
        below,
        head=head_of(subject),
        theme=panel,
    )
    return replace(scene, areas=areas)
