"""The pictures of Carcassonne, for the bot and for the command line."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.moves import parse_cell
from engine.carcassonne.view import View
from render.carcassonne import alt_text
from render.carcassonne.art.sprites import FOLDER, load_sprites, shared_palette
from render.carcassonne.art.standing import places
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import TableLayout, span_of
from render.carcassonne.board.overlays import OVERLAYS, Overlay
from render.carcassonne.emojis import draw_emoji
from render.carcassonne.final import final_scene
from render.carcassonne.lesson import STEPS, lesson_scene, showcase_scene
from render.carcassonne.primer import CARDS, ON_A_TILE, primer_scene
from render.carcassonne.tables import ADORNMENT, POINT_SOURCES, ROLE_KINDS, course
from render.carcassonne.text_board import text_board
from render.carcassonne.tiles import cell_alias, describe_tile, sheet_scene, tile_name, turnings
from render.picture.paint import Painter
from render.tiles.pictures import TilePictures

REPLAY_CELLS = (52, 44, 36)
"""The largest cell of a replay."""
REPLAY_LONGEST = 640
"""The maximum width and height of all cells together, unless they are of the smallest size."""


def replay_layout(last: View) -> TableLayout:
    """The cells that hold tiles in the end."""
    span = span_of([tile.cell for tile in last.laid], 0)
    longest = max(span.columns, span.rows)
    fitting = (cell for cell in REPLAY_CELLS if cell * longest <= REPLAY_LONGEST)
    return TableLayout(span, next(fitting, REPLAY_CELLS[-1]))


@cache
def carcassonne_painter() -> Painter:
    """The painter of a process, with the art as it ships."""
    return Painter(load_sprites(), shared_palette())


def painter_for(catalogue: Catalogue) -> Painter:
    """The painter for a catalogue: the pictures of one that does not ship are drawn now, which is
    slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return carcassonne_painter()
    from render.carcassonne.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


class CarcassonnePictures(TilePictures[View, Event, Look]):
    kind, look, overlay = "carcassonne", Look, Overlay
    for_a_move = (Overlay.LEGAL,)
    adornment, sources, roles = ADORNMENT, POINT_SOURCES, ROLE_KINDS

    def prepare(self) -> None:
        super().prepare()
        for tile in standard_catalogue().tiles:
            places(tile.segments)

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, layout=replay_layout(last), near=False)

    note = staticmethod(OVERLAYS.note)
    board_scene = staticmethod(board_scene)
    board_alt = staticmethod(alt_text.board_alt)
    cell_name, parse_cell = staticmethod(cell_alias), staticmethod(parse_cell)
    tile_name, describe_tile = staticmethod(tile_name), staticmethod(describe_tile)
    turnings = staticmethod(turnings)
    sheet_scene = staticmethod(sheet_scene)
    sheet_alt = staticmethod(alt_text.sheet_alt)
    final_scene = staticmethod(final_scene)
    final_alt = staticmethod(alt_text.final_alt)
    primer_names, primer_scene = (ON_A_TILE, CARDS), staticmethod(primer_scene)
    lesson_steps, lesson_scene = STEPS, staticmethod(lesson_scene)
    showcase_scene = staticmethod(showcase_scene)
    text_board = staticmethod(text_board)
    course = staticmethod(course)
    chart_alt = staticmethod(alt_text.chart_alt)
    replay_alt = staticmethod(alt_text.replay_alt)

    art, emoji_image = FOLDER, staticmethod(draw_emoji)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FeatureScored) and event.points for event in events)
