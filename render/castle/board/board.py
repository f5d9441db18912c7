"""The board of The Castle as a scene: what is on the table, what an overlay adds, and the panel."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from engine.castle.material.castle_wall import SPACES
from engine.castle.seen.view import View
from engine.castle.vocabulary.events import Event, TilePlaced
from engine.castle.vocabulary.moves import Role, Spot, Turn
from engine.recorded import Ending
from engine.tiles.grid import Cell
from render.board.camera import Camera, legend
from render.board.labels import Labels, seat_badge, seat_colours
from render.board.panel import Scale
from render.castle.art.layout import CastleLayout
from render.castle.art.sprites import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
)
from render.castle.board import overlays, panel
from render.castle.board.cells import (
    COURT,
    CastleBoard,
    covered,
    feature_at,
    ground_of,
    part_labels,
    standing,
    what_lies_on,
    with_tile,
)
from render.castle.board.overlays import Overlay
from render.locale import Words, english
from render.picture.palette import SEATS, THEMES
from render.picture.scene import TOP_LEFT, Badge, Inset, Item, Scene, SpritePicture, ThemeName
from render.tiles.board.board import CELL, CLOSE, close_up, compact, whole_board
from render.tiles.board.features import beyond, complete_segments
from render.tiles.board.marking import framed, numbered
from render.tiles.ending import at_rest
from render.tiles.sprites import edge_picture, tile_picture

FOLLOWER_HEIGHTS: Mapping[Role, float] = {
    "herald": 0.56,
    "knight": 0.56,
    "squire": 0.56,
    "merchant": 0.48,
}
KEEP = 0.6
MARKER = 0.44
WALL_TILE = 0.42
"""How high pieces are, in cells; a merchant lies down."""
LAPS, BELOW = 0.27, 0.2
"""How high the points of the laps are on a marker, and how far below its middle."""
UNCONFIRMED, QUESTION = "?", 0.36


@dataclass(frozen=True, slots=True)
class Look:
    """How to show a board, whatever the position."""

    theme: ThemeName = "light"
    overlays: Collection[Overlay] = ()
    compact: bool = False
    """Only the part that matters; with a preview, the part around it."""
    panel: bool = True
    cell: int = CELL
    """The width of a cell in pixels."""
    words: Words = field(default_factory=english)
    legend: bool = False
    """Whether a line below the board explains what is laid over it."""


PLAIN = Look()


def board_scene(
    view: View,
    names: tuple[str, str],
    *,
    events: Sequence[Event] = (),
    preview: Turn | None = None,
    choices: Sequence[int] = (),
    ending: Ending | None = None,
    look: Look = PLAIN,
) -> Scene:
    """The board with its panel. `events` are those of the last turn; `preview` is a turn that the
    player to act is checking before confirming it, `choices` are segments of its tile to number;
    `ending` is how the game ended early."""
    theme = THEMES[look.theme]
    view = at_rest(view, ending)
    shown = _with_preview(view, preview)
    close = look.compact and shown is not view
    zoom = CLOSE if close else 1.0
    layout = CastleLayout(view.catalogue.wall, round(zoom * look.cell))
    camera = close_up(layout, shown.laid[-1].cell) if close else _camera(shown, layout, look)
    strips = covered(layout, camera)
    ground = ground_of(shown, layout, theme, camera.window, zoom=zoom, strips=strips)
    below = _surroundings(ground, look.theme)
    items = [*below, *_on_board(ground, events, preview, look)]
    if choices:
        items += numbered(ground, shown.laid[-1].cell, choices)
    board = Scene(layout.size, theme.background, tuple(items))
    width, height = camera.size
    beside = part_labels(layout, camera, theme)
    if look.legend:
        told = overlays.legend_lines(shown, events, look.overlays, look.words)
        lines, high = legend(told, theme, camera.size)
        beside += lines
        height += high
    if look.panel:
        scale = Scale((0, height), width)
        turns = 0 if preview is None else preview.placement.rotation
        beside += panel.panel_items(
            look.words, view, names, theme, scale, turns=turns, ending=ending
        )
    return Scene(
        (width, height + (panel.height(width) if look.panel else 0)),
        theme.background,
        (Inset((0, 0), camera.window, board), *beside),
    )


def _with_preview(view: View, preview: Turn | None) -> View:
    if preview is None or view.drawn is None:
        return view
    return with_tile(view, view.drawn, preview.placement)


def _camera(view: View, layout: CastleLayout, look: Look) -> Camera:
    if not look.compact:
        return whole_board(layout)
    matters = {tile.cell for tile in view.laid} | {cell for cell, _ in view.placements}
    return compact(layout, matters)


def _surroundings(ground: CastleBoard, theme: ThemeName) -> list[Item]:
    """The board below everything. If it is larger than its art, only the visible parts, each as
    large as a cell: most of them have already been made for other pictures."""
    cell = ground.cell
    if ground.zoom <= 1:
        return [SpritePicture(BoardSprite(theme), (0, 0), cell, anchor=TOP_LEFT)]
    (left, top, right, bottom), (width, height) = ground.window, ground.layout.size
    corners = [
        (x, y)
        for y in range(max(top, 0) // cell * cell, min(bottom, height), cell)
        for x in range(max(left, 0) // cell * cell, min(right, width), cell)
    ]
    parts = [(x, y, min(x + cell, width), min(y + cell, height)) for x, y in corners]
    return [
        SpritePicture(BoardSprite(theme, part), part[:2], cell, anchor=TOP_LEFT) for part in parts
    ]


def _on_board(
    ground: CastleBoard, events: Sequence[Event], preview: Turn | None, look: Look
) -> list[Item]:
    below, above = overlays.overlay_items(ground, frozenset(look.overlays), events, look.words)
    return [
        *_tiles(ground),
        *below,
        *_last_move(ground, events, preview),
        *_wall_tiles(ground),
        *_keeps(ground),
        *_followers(ground, preview),
        *_markers(ground),
        *above,
    ]


def _tiles(ground: CastleBoard) -> list[Item]:
    """The tiles, each with what lies beyond its sides and which of its features are complete.
    Towards the wall and its start spaces a tile's edges extend beyond it."""
    items: list[Item] = []
    complete = complete_segments(ground.tiles, ground.inside, {COURT})
    for tile in ground.view.laid:
        around = [beyond(tile.cell, side) for side in range(4)]
        north, east, south, west = (what_lies_on(ground, cell) for cell in around)
        near = (north, east, south, west)
        origin = ground.layout.cell_origin(tile.cell)
        turned, lined = ground.turned(tile.cell), complete.get(tile.cell, ())
        items.append(tile_picture(turned, origin, ground.cell, near, lined))
        items += [
            edge_picture(turned, side, near[side], origin, ground.cell)
            for side, cell in enumerate(around)
            if cell not in ground.inside
        ]
    return items


def _last_move(ground: CastleBoard, events: Sequence[Event], preview: Turn | None) -> list[Item]:
    """A frame around the last tile, in the colour of the player who laid it, if known."""
    if not ground.view.laid:
        return []
    laid = [event.seat for event in events if isinstance(event, TilePlaced)]
    seat = laid[-1] if laid else None
    if preview is not None:
        seat = ground.view.to_act
    colour = ground.theme.accent if seat is None else SEATS[seat].main
    cell = ground.view.laid[-1].cell
    items: list[Item] = [*framed(ground, cell, colour)]
    if preview is not None:
        _, top, right, _ = ground.rect(cell)
        size, (_, ink) = ground.sized(QUESTION), seat_colours(seat)
        items.append(Badge(UNCONFIRMED, (right, top), size, ink, colour, ink))
    return items


def _wall_tiles(ground: CastleBoard) -> list[Item]:
    ring = ground.view.catalogue.wall.ring
    size = ground.scaled(WALL_TILE)
    return [
        SpritePicture(WallTileSprite(None), ground.middle(ring[space // 2]), size)
        for space in ground.view.towers
    ]


def _keeps(ground: CastleBoard) -> list[Item]:
    """The keeps on their houses; two that would be on the same spot are moved apart."""
    spots = [
        None if keep is None else standing(ground, _house_spot(ground, keep.cell, keep.tiles))
        for keep in ground.view.keeps
    ]
    size, apart = ground.sized(KEEP), ground.scaled(0.2)
    items: list[Item] = []
    for seat, spot in enumerate(spots):
        if spot is not None:
            step = (2 * seat - 1) * apart if spots[0] == spots[1] else 0
            items.append(SpritePicture(KeepSprite(seat), (spot[0] + step, spot[1]), size))
    return items


def _house_spot(ground: CastleBoard, cell: Cell, tiles: int) -> Spot:
    """A spot on the house of that size in a cell."""
    tile = ground.tiles[cell]
    houses = [Spot(cell, segment.ports[0]) for segment in tile.segments if segment.kind == "house"]
    sizes = {spot: len({piece.cell for piece in feature_at(ground.tiles, spot)}) for spot in houses}
    return min(houses, key=lambda spot: abs(sizes[spot] - tiles))


def _followers(ground: CastleBoard, preview: Turn | None) -> list[Item]:
    posted = [
        (follower.seat, follower.role, follower.spot)
        for feature in ground.view.features
        for follower in feature.followers
    ]
    if preview is not None and preview.follower is not None and ground.view.to_act is not None:
        role, port = preview.follower
        posted.append((ground.view.to_act, role, Spot(preview.placement.cell, port)))
    return [
        SpritePicture(
            FollowerSprite(seat, role), standing(ground, spot), ground.sized(FOLLOWER_HEIGHTS[role])
        )
        for seat, role, spot in posted
    ]


def _markers(ground: CastleBoard) -> list[Item]:
    """The score markers; on the same space they are side by side. One that has passed the end of
    the track says how many points to add to the number of its space."""
    scores = ground.view.scores
    together = scores[0] % SPACES == scores[1] % SPACES
    size, apart = ground.sized(MARKER), ground.scaled(0.13)
    items: list[Item] = []
    laps_told: list[Item] = []
    labels, high = Labels(ground), ground.sized(LAPS)
    for seat, score in enumerate(scores):
        x, y = ground.layout.space_centre(score % SPACES)
        step = (2 * seat - 1) * apart if together else 0
        at = (x + step, y + step)
        items.append(SpritePicture(MarkerSprite(seat, score >= SPACES), at, size))
        if score >= SPACES:
            told = f"+{score // SPACES * SPACES}"
            place = labels.upon(told, [(at[0], at[1] + ground.sized(BELOW))], high)
            laps_told.append(seat_badge(told, place, high, seat))
    return [*items, *laps_told]
