"""Board of The Castle as a scene: what is on the table, overlays, and the footer."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import cast

from engine.castle.catalogue import SPACES
from engine.castle.events import TilePlaced
from engine.castle.moves import Role, Spot, Turn, parse_cell
from engine.tiles.grid import Cell
from render.board.footer import Footer, FooterStrip
from render.board.labels import Labels, seat_badge
from render.board.scene import BoardLook, scene_of
from render.castle.art import sprites as art
from render.castle.art.layout import CastleLayout
from render.castle.board.cells import (
    COURT,
    JOINING,
    KIND_COLOURS,
    CastleBoard,
    CastleSubject,
    board_of,
    chosen_turn,
    coordinates,
    follower_point,
    keep_points,
    with_tile,
)
from render.castle.board.footer import HEIGHT, footer_items
from render.castle.board.overlays import OVERLAYS, Overlay
from render.picture.palette import SEATS
from render.picture.scene import TOP_LEFT, Inset, Item, Scene, SpritePicture, Text
from render.tiles.board import trial
from render.tiles.board.board import (
    COMPACT_CELLS,
    FLAT_OF_TWO,
    close_up,
    compact_window,
    extent_around,
    lower_window,
    whole_board,
    window_within,
)
from render.tiles.board.features import beyond, complete_segments
from render.tiles.board.marking import mark_last_move
from render.tiles.sprites import Beyond, edge_picture, tile_picture
from render.tiles.views import at_rest

# The least cells across a picture around some of them.
FEWEST = 4
# The most cells across a picture in which they are as large as in a close-up.
MOST_FINE = 6
# The height of followers, in cells; a merchant lies down.
FOLLOWER_HEIGHTS: Mapping[Role, float] = {
    "herald": 0.56,
    "knight": 0.56,
    "squire": 0.56,
    "merchant": 0.48,
}
# The heights of other pieces, in cells.
KEEP = 0.6
MARKER = 0.44
WALL_TILE = 0.42
# The height of the points of the laps on a marker, in cells.
LAPS = 0.27
# The distance of these points below the middle of the marker, in cells.
BELOW = 0.2
# The height of the number on a marker, in cells.
DIGITS = 0.26
# The height of that number above the points of laps, in cells.
ABOVE = 0.2
# The distance of that number from the middle of the marker there, in cells.
RAISED = 0.07


@dataclass(frozen=True, slots=True)
class Look(BoardLook[Overlay]):
    cell: int = art.CELL
    """The width of a cell in pixels."""
    around: Collection[Cell] = ()
    """The cells that a turn under construction is shown with; by default that of its tile."""


PLAIN = Look()


def board_scene(subject: CastleSubject, look: Look = PLAIN) -> Scene:
    subject = at_rest(subject)
    view = subject.view
    preview = chosen_turn(subject.parts)
    previewed = subject
    if preview is not None and view.drawn is not None:
        previewed = replace(subject, view=with_tile(view, view.drawn, preview.placement))
    close = look.compact and previewed is not subject
    laid = previewed.view.laid

    def figure(role: str) -> trial.Figure:
        follower_role = cast(Role, role)
        return art.FollowerSprite(view.to_act or 0, follower_role), FOLLOWER_HEIGHTS[follower_role]

    part_around = None
    if look.around:
        part_around = extent_around(look.around, FEWEST, FLAT_OF_TWO, FLAT_OF_TWO)
    fine = close if part_around is None else part_around[1][0] <= MOST_FINE
    layout = CastleLayout(view.catalogue.wall, art.FINE if fine else look.cell)
    offered = [] if look.footer or close else trial.marked_cells(subject.marks, parse_cell)
    if part_around is not None:
        window = window_within(layout, *part_around)
    elif close:
        cells = {tile.cell for tile in laid}
        is_crowded = trial.is_crowded(subject.marks)
        window = close_up(layout, laid[-1].cell, cells, closer=is_crowded)
    elif offered:
        tallest = trial.tallest_of(subject.marks)
        extent = extent_around(offered, COMPACT_CELLS[0], tallest=tallest)
        window = window_within(layout, *extent)
    elif look.compact:
        cells = {tile.cell for tile in laid} | {cell for cell, _ in view.placements}
        window = compact_window(layout, cells)
        if laid and not look.footer:
            window = lower_window(layout, window, laid[-1].cell)
    else:
        window = whole_board(layout)
    axis_names = coordinates(layout, window)
    strips = (0, 0) if axis_names is None else axis_names.covered
    board = board_of(previewed, look, layout, window, strips)
    below, above = OVERLAYS.layers(look.overlays, board)
    items: list[Item] = [*_surroundings(board), *_tiles(board), *below]
    if laid:
        placed = [event for event in subject.events if isinstance(event, TilePlaced)]
        last = laid[-1].cell
        mover = view.to_act
        if preview is None:
            last = placed[-1].cell if placed else last
            mover = placed[-1].seat if placed else None
        if close:
            items += [
                *trial.tint_joined(board, last, JOINING),
                *trial.frame_new_tile(board, last, mover),
            ]
        else:
            items += mark_last_move(board, last, mover, unconfirmed=preview is not None)
    ring = view.catalogue.wall.ring
    wall_tile = board.pixels(WALL_TILE)
    items += [
        *(
            SpritePicture(art.WallTileSprite(None), board.middle(ring[space // 2]), wall_tile)
            for space in view.towers
        ),
        *_keeps(board),
        *_followers(board, preview),
        *_markers(board),
    ]
    plates, names_of_marks = trial.name_cells(board, parse_cell)
    rotations = () if view.drawn is None else view.catalogue.turned[view.drawn]
    tiles_of_moves, names_of_moves = trial.draw_moves(board, rotations, parse_cell, figure)
    items += [*above, *plates, *names_of_marks, *tiles_of_moves, *names_of_moves]
    if close:
        items += trial.offer_followers(board, laid[-1].cell, figure, KIND_COLOURS)

    part = Inset((0, 0), window, Scene(layout.size, board.theme.background, tuple(items)))
    areas = trial.areas_of(board, laid[-1].cell if laid else (0, 0), parse_cell)
    if trial.asks_for_cell(subject.marks) and offered and view.drawn is not None:
        occupied = {*board.tiles, *ring, *offered}
        scene = trial.show_drawn_tile(board, part, axis_names, view.drawn, occupied)
        return replace(scene, areas=areas)

    def footer(strip: FooterStrip) -> list[Item]:
        return footer_items(strip, subject, 0 if preview is None else preview.placement.rotation)

    scene = scene_of(
        part,
        axis_names,
        look,
        OVERLAYS.legend(look, previewed.view, previewed.events),
        Footer(HEIGHT, footer),
    )
    return replace(scene, areas=areas)


def _surroundings(board: CastleBoard) -> list[Item]:
    """Draw the board below everything; in a close-up only its visible parts."""
    cell = board.cell
    theme = board.look.theme
    if cell <= art.CELL:
        return [SpritePicture(art.BoardSprite(theme), (0, 0), cell, anchor=TOP_LEFT)]
    side = art.PART * cell
    (left, top, right, bottom) = board.window
    return [
        SpritePicture(art.BoardPart(theme, column, row), (x, y), cell, anchor=TOP_LEFT)
        for column, row in art.board_parts(board.layout)
        for x, y in [(column * side, row * side)]
        if x < right and x + side > left and y < bottom and y + side > top
    ]


def _tiles(board: CastleBoard) -> list[Item]:
    """Draw the tiles, each with what lies beyond its sides and which of its features are complete.
    Towards the wall and its start spaces a tile's edges extend beyond it."""
    items: list[Item] = []
    complete_segments_by_cell = complete_segments(board.tiles, board.inside, {COURT})

    def neighbour_at(cell: Cell) -> Beyond:
        if cell in board.tiles:
            return board.turned_tile(cell)
        return "empty" if cell in board.inside else "wall"

    for tile in board.view.laid:
        cells_around = [beyond(tile.cell, side) for side in range(4)]
        north, east, south, west = map(neighbour_at, cells_around)
        near = (north, east, south, west)
        origin = board.layout.cell_origin(tile.cell)
        turned = board.turned_tile(tile.cell)
        complete_here = complete_segments_by_cell.get(tile.cell, ())
        items.append(tile_picture(turned, origin, board.cell, near, complete_here))
        items += [
            edge_picture(turned, side, near[side], origin, board.cell)
            for side, cell in enumerate(cells_around)
            if cell not in board.inside
        ]
    return items


def _keeps(board: CastleBoard) -> list[Item]:
    """Draw the keeps on their houses."""
    size = board.mark_pixels(KEEP)
    return [
        SpritePicture(art.KeepSprite(seat), point, size)
        for seat, point in enumerate(keep_points(board))
        if point is not None
    ]


def _followers(board: CastleBoard, preview: Turn | None) -> list[Item]:
    followers = [
        (follower.seat, follower.role, follower.spot)
        for feature in board.view.features
        for follower in feature.followers
    ]
    if preview is not None and preview.follower is not None and board.view.to_act is not None:
        role, port = preview.follower
        followers.append((board.view.to_act, role, Spot(preview.placement.cell, port)))
    return [
        SpritePicture(
            art.FollowerSprite(seat, role),
            follower_point(board, spot),
            board.mark_pixels(FOLLOWER_HEIGHTS[role]),
        )
        for seat, role, spot in followers
    ]


def _markers(board: CastleBoard) -> list[Item]:
    """Draw the score markers, each with the number of its space, which it covers, unless choices
    are numbered; on the same space they are side by side. One that has passed the end of the track
    says how many points to add."""
    scores = board.view.scores
    share_space = scores[0] % SPACES == scores[1] % SPACES
    size = board.mark_pixels(MARKER)
    apart = board.pixels(0.13)
    markers: list[Item] = []
    badges: list[Item] = []
    labels = Labels(board)
    high = board.mark_pixels(LAPS)
    for seat, score in enumerate(scores):
        x, y = board.layout.space_centre(score % SPACES)
        step = (2 * seat - 1) * apart if share_space else 0
        at = (x + step, y + step)
        markers.append(SpritePicture(art.MarkerSprite(seat, score >= SPACES), at, size))
        digit_height, rise = (ABOVE, RAISED) if score >= SPACES else (DIGITS, 0)
        number = str(score % SPACES)
        middle = (at[0], at[1] - board.mark_pixels(rise))
        height = board.mark_pixels(digit_height)
        ink = SEATS[seat].ink
        if not board.subject.marks:
            markers.append(Text(number, middle, height, ink, bold=True, align="middle"))
        if score >= SPACES:
            text = f"+{score // SPACES * SPACES}"
            point = labels.place_upon(text, [(at[0], at[1] + board.mark_pixels(BELOW))], high)
            badges.append(seat_badge(text, point, high, seat))
    return [*markers, *badges]
