"""The board of Carcassonne as a scene: what is on the table, what overlays add, and the panel."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.carcassonne.seen.view import View
from engine.carcassonne.vocabulary.events import Event, TilePlaced
from engine.carcassonne.vocabulary.moves import Turn
from engine.recorded import Ending
from render.board.camera import Camera, legend
from render.board.labels import seat_colours
from render.board.panel import Scale
from render.carcassonne.board import overlays, panel
from render.carcassonne.board.layout import (
    CarcassonneBoard,
    TableLayout,
    beside,
    closely,
    coordinates,
    covered,
    follower_of,
    ground_of,
    height_of,
    part_that_matters,
    small_on_a_phone,
    whole,
    with_turn,
)
from render.carcassonne.board.overlays import Overlay
from render.locale import Words, english
from render.picture.palette import SEATS, THEMES
from render.picture.scene import Badge, Inset, Item, Scene, Size, SpritePicture, ThemeName
from render.tiles.board.board import whole_board
from render.tiles.board.features import PlacedSegment
from render.tiles.board.marking import framed, numbered
from render.tiles.ending import at_rest
from render.tiles.sprites import tile_picture

UNCONFIRMED, QUESTION = "?", 0.36

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How to show a board, whatever the position."""

    theme: ThemeName = "light"
    overlays: Collection[Overlay] = ()
    compact: bool = False
    """Only the part that matters; with a preview, the part around it."""
    panel: bool = True
    layout: TableLayout | None = None
    """Where the cells are; by default as large as they fit into the picture."""
    near: bool = True
    """Whether a close-up of the last move is added next to a board that is small on a phone."""
    words: Words = field(default_factory=english)
    legend: bool = False
    """Whether a line below the board explains what is laid over it."""


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on the table, and what happened to it."""

    view: View
    """The view, including the previewed tile."""
    mover: int | None
    """Who laid the last tile or is about to, if known."""
    events: Sequence[Event]
    unconfirmed: bool
    choices: Sequence[int]
    """The segments of the last tile to number."""


def board_scene(
    view: View,
    names: Names,
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
    theme, view = THEMES[look.theme], at_rest(view, ending)
    seen = with_turn(view, preview)
    shown = Shown(seen, _mover(view, events, preview), events, seen is not view, choices)
    layout, camera = _part(shown, look)
    width, height = camera.size
    board = _inset(shown, layout, camera, look, covered(layout, camera))
    items = [board, *coordinates(layout, camera, theme)]
    if look.legend:
        told = overlays.legend_lines(shown.view, events, look.overlays, look.words)
        lines, high = legend(told, theme, camera.size)
        items += lines
        height += high
    if look.panel:
        whole_and_small = camera == whole_board(layout) and small_on_a_phone(layout)
        below = panel.Panel(
            look.words,
            view,
            theme,
            Scale((0, height), width),
            turns=0 if preview is None else preview.placement.rotation,
            ending=ending,
            close_up=_last_move_closely(shown, look) if look.near and whole_and_small else None,
        )
        items += panel.panel_items(below, names)
        height += panel.height(below)
    return Scene((width, height), theme.background, tuple(items))


def _mover(view: View, events: Sequence[Event], preview: Turn | None) -> int | None:
    if preview is not None:
        return view.to_act
    laid = [event.seat for event in events if isinstance(event, TilePlaced)]
    return laid[-1] if laid else None


def _part(shown: Shown, look: Look) -> tuple[TableLayout, Camera]:
    """Where the cells are, and which part of them is visible."""
    if look.compact and shown.unconfirmed:
        return closely(shown.view)
    layout = look.layout or whole(shown.view)
    return layout, part_that_matters(shown.view, layout) if look.compact else whole_board(layout)


def _last_move_closely(shown: Shown, look: Look) -> Inset:
    """The surroundings of the last tile, for those who see the whole board small."""
    layout, camera = beside(shown.view)
    return _inset(shown, layout, camera, look)


def _inset(
    shown: Shown, layout: TableLayout, camera: Camera, look: Look, strips: Size = (0, 0)
) -> Inset:
    theme = THEMES[look.theme]
    ground = ground_of(shown.view, layout, theme, camera.window, strips)
    board = Scene(layout.size, theme.background, tuple(_on_board(ground, shown, look)))
    return Inset((0, 0), camera.window, board)


def _on_board(ground: CarcassonneBoard, shown: Shown, look: Look) -> list[Item]:
    below, above = overlays.overlay_items(
        ground, frozenset(look.overlays), shown.events, look.words
    )
    return [
        *_tiles(ground),
        *below,
        *_last_move(ground, shown),
        *_followers(ground),
        *numbered(ground, shown.view.laid[-1].cell, shown.choices),
        *above,
    ]


def _tiles(ground: CarcassonneBoard) -> list[Item]:
    layout = ground.layout
    return [
        tile_picture((tile.tile, tile.rotation), layout.cell_origin(tile.cell), layout.cell)
        for tile in ground.view.laid
    ]


def _last_move(ground: CarcassonneBoard, shown: Shown) -> list[Item]:
    """A frame around the last tile, in the colour of the player who laid it; none around the start
    tile."""
    if len(ground.view.laid) == 1:
        return []
    seat, cell = shown.mover, ground.view.laid[-1].cell
    colour = ground.theme.accent if seat is None else SEATS[seat].main
    items: list[Item] = [*framed(ground, cell, colour)]
    if shown.unconfirmed:
        _, top, right, _ = ground.rect(cell)
        size, (_, ink) = ground.sized(QUESTION), seat_colours(seat)
        items.append(Badge(UNCONFIRMED, (right, top), size, ink, colour, ink))
    return items


def _followers(ground: CarcassonneBoard) -> list[Item]:
    return [
        SpritePicture(
            follower_of(one.seat, one.role),
            ground.standing(PlacedSegment(one.spot.cell, one.segment)),
            ground.sized(height_of(one.role)),
        )
        for one in ground.view.followers
    ]
