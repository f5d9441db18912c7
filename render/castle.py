"""The board of The Castle as a scene: what lies on the table, what an overlay adds, and the panel.

Begins from a view, and from the events of the last turn for what they alone can tell. What a thing
looks like is decided elsewhere.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.castle.castle_wall import SPACES
from engine.castle.events import Event, TilePlaced
from engine.castle.moves import Spot, Turn
from engine.castle.view import View
from engine.tiles.grid import Cell
from render import overlays, panel
from render.art.layout import Layout
from render.camera import CELL, Camera, compact, edge_labels, whole_board
from render.ground import Ground
from render.locale import Words, english
from render.overlays import Overlay
from render.palette import CREAM, INK, SEATS, THEMES
from render.scene import (
    Badge,
    BoardPicture,
    Box,
    FollowerPicture,
    Inset,
    Item,
    KeepPicture,
    MarkerPicture,
    Scene,
    ThemeName,
    TilePicture,
    WallTilePicture,
)
from render.segments import feature_at, lying, with_tile

FOLLOWER = 0.56
KEEP = 0.6
MARKER = 0.44
WALL_TILE = 0.42
"""How high pieces are, in cells."""
UNCONFIRMED = "?"


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is to be shown, whatever the position."""

    theme: ThemeName = "light"
    overlays: Collection[Overlay] = ()
    compact: bool = False
    panel: bool = True
    cell: int = CELL
    """The width of a cell in pixels."""
    words: Words = field(default_factory=english)


PLAIN = Look()


def board_scene(
    view: View,
    names: tuple[str, str],
    *,
    events: Sequence[Event] = (),
    preview: Turn | None = None,
    look: Look = PLAIN,
) -> Scene:
    """The board with its panel. `events` are those of the last turn; `preview` is a turn that the
    player to act looks at before confirming it."""
    theme = THEMES[look.theme]
    shown = _with_preview(view, preview)
    ground = Ground(shown, lying(shown), Layout(view.catalogue.wall, look.cell), theme)
    items = _board(ground, events, preview, look)
    board = Scene(ground.layout.size, theme.background, tuple(items))
    camera = _camera(ground, look)
    width, height = camera.size
    below = edge_labels(ground.layout, camera, theme)
    if look.panel:
        scale = panel.Scale((0, height), width)
        below += panel.panel_items(look.words, view, names, theme, scale)
    return Scene(
        (width, height + (panel.height(width) if look.panel else 0)),
        theme.background,
        (Inset((0, 0), camera.window, board), *below),
    )


def _with_preview(view: View, preview: Turn | None) -> View:
    if preview is None or view.drawn is None:
        return view
    return with_tile(view, view.drawn, preview.placement)


def _camera(ground: Ground, look: Look) -> Camera:
    if not look.compact:
        return whole_board(ground.layout)
    view = ground.view
    matters = {tile.cell for tile in view.laid} | {cell for cell, _ in view.placements}
    return compact(ground.layout, matters)


def _board(ground: Ground, events: Sequence[Event], preview: Turn | None, look: Look) -> list[Item]:
    below, above = overlays.overlay_items(ground, frozenset(look.overlays), events)
    return [
        BoardPicture((0, 0), look.theme, ground.cell),
        *_tiles(ground),
        *below,
        *_last_move(ground, events, preview),
        *_wall_tiles(ground),
        *_keeps(ground),
        *_followers(ground, preview),
        *_markers(ground),
        *above,
    ]


def _tiles(ground: Ground) -> list[Item]:
    """The tiles, each with what lies beyond its sides."""
    items: list[Item] = []
    for tile in ground.view.laid:
        north, east, south, west = (ground.beyond(tile.cell, side) for side in range(4))
        origin = ground.layout.cell_origin(tile.cell)
        near = (north, east, south, west)
        items.append(TilePicture((tile.tile, tile.rotation), origin, ground.cell, near))
    return items


def _last_move(ground: Ground, events: Sequence[Event], preview: Turn | None) -> list[Item]:
    """The outline of the last tile, in the colour of who laid it where that is known."""
    if not ground.view.laid:
        return []
    seat = next((event.seat for event in events if isinstance(event, TilePlaced)), None)
    if preview is not None:
        seat = ground.view.to_act
    cell = ground.view.laid[-1].cell
    colour = ground.theme.accent if seat is None else SEATS[seat].main
    items: list[Item] = [
        Box(ground.rect(cell, -5), outline=INK if preview is None else CREAM, width=9, radius=9),
        Box(ground.rect(cell, -3), outline=colour, width=5, radius=7),
    ]
    if preview is not None:
        _, top, right, _ = ground.rect(cell)
        size, ink = ground.scaled(0.36), INK if seat == 0 else CREAM
        items.append(Badge(UNCONFIRMED, (right, top), size, ink, colour, ink))
    return items


def _wall_tiles(ground: Ground) -> list[Item]:
    ring = ground.view.catalogue.wall.ring
    size = ground.scaled(WALL_TILE)
    return [
        WallTilePicture(None, ground.middle(ring[space // 2]), size) for space in ground.view.towers
    ]


def _keeps(ground: Ground) -> list[Item]:
    """The keeps on their houses; two that would stand on the same spot stand apart."""
    spots = [
        None if keep is None else ground.standing(_house_spot(ground, keep.cell, keep.tiles))
        for keep in ground.view.keeps
    ]
    size, apart = ground.scaled(KEEP), ground.scaled(0.2)
    items: list[Item] = []
    for seat, spot in enumerate(spots):
        if spot is not None:
            step = (2 * seat - 1) * apart if spots[0] == spots[1] else 0
            items.append(KeepPicture(seat, (spot[0] + step, spot[1]), size))
    return items


def _house_spot(ground: Ground, cell: Cell, tiles: int) -> Spot:
    """A spot of the house of that size on a cell."""
    tile = ground.tiles[cell]
    houses = [Spot(cell, segment.ports[0]) for segment in tile.segments if segment.kind == "house"]
    sizes = {spot: len({piece.cell for piece in feature_at(ground.tiles, spot)}) for spot in houses}
    return min(houses, key=lambda spot: abs(sizes[spot] - tiles))


def _followers(ground: Ground, preview: Turn | None) -> list[Item]:
    size = ground.scaled(FOLLOWER)
    items: list[Item] = [
        FollowerPicture(follower.seat, follower.role, ground.standing(follower.spot), size)
        for feature in ground.view.features
        for follower in feature.followers
    ]
    if preview is not None and preview.follower is not None and ground.view.to_act is not None:
        role, port = preview.follower
        spot = ground.standing(Spot(preview.placement.cell, port))
        items.append(FollowerPicture(ground.view.to_act, role, spot, size))
    return items


def _markers(ground: Ground) -> list[Item]:
    """The score markers; on the same space they stand side by side."""
    scores = ground.view.scores
    together = scores[0] % SPACES == scores[1] % SPACES
    size, apart = ground.scaled(MARKER), ground.scaled(0.13)
    items: list[Item] = []
    for seat, score in enumerate(scores):
        x, y = ground.layout.space_centre(score % SPACES)
        step = (2 * seat - 1) * apart if together else 0
        items.append(MarkerPicture(seat, score >= SPACES, (x + step, y + step), size))
    return items
