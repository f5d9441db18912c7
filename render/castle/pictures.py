"""The pictures of The Castle, for the bot and for the command line."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.events import Event, FeatureScored
from engine.castle.moves import ROLES, cell_name, parse_cell
from engine.castle.view import View
from render.castle import alt_text
from render.castle.art.shapes import tile_shape
from render.castle.art.sprites import CELL, FOLDER, load_sprites, shared_palette
from render.castle.art.standing import places
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.emojis import draw_emoji
from render.castle.final import final_scene
from render.castle.lesson import STEPS, lesson_scene, showcase_scene
from render.castle.primer import CARDS, primer_scene
from render.castle.tables import ADORNMENT, POINT_SOURCES, ROLE_KINDS, course
from render.castle.text_board import text_board
from render.castle.tiles import describe_tile, sheet_scene, tile_name, turnings
from render.picture.paint import Painter
from render.tiles.pictures import TilePictures

REPLAY_CELL = 46
"""Half the size at which sprites are made: little detail is lost, and the files get smaller."""


@cache
def castle_painter() -> Painter:
    """The painter of a process, with the art as it ships."""
    return Painter(load_sprites(), shared_palette())


def painter_for(catalogue: Catalogue) -> Painter:
    """The painter for a catalogue: the pictures of one that does not ship are drawn now, which is
    slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return castle_painter()
    from render.castle.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


class CastlePictures(TilePictures[View, Event, Look]):
    kind, look, overlay = "castle", Look, Overlay
    for_a_move = (Overlay.LEGAL, Overlay.LANDING)
    final_overlays = (Overlay.SCORED, Overlay.FINAL, Overlay.EMPTY)
    adornment, sources, roles = ADORNMENT, POINT_SOURCES, ROLE_KINDS

    def prepare(self) -> None:
        super().prepare()
        catalogue = standard_catalogue()
        for tile in catalogue.tiles:
            places(tile.segments)
            for size in (CELL, REPLAY_CELL):
                tile_shape(catalogue.turned[tile.id][0], size)

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, cell=REPLAY_CELL)

    note = staticmethod(alt_text.overlay_note)
    board_scene = staticmethod(board_scene)
    board_alt = staticmethod(alt_text.board_alt)
    cell_name, parse_cell = staticmethod(cell_name), staticmethod(parse_cell)
    tile_name, describe_tile = staticmethod(tile_name), staticmethod(describe_tile)
    turnings = staticmethod(turnings)
    sheet_scene = staticmethod(sheet_scene)
    sheet_alt = staticmethod(alt_text.sheet_alt)
    final_scene = staticmethod(final_scene)
    final_alt = staticmethod(alt_text.final_alt)
    primer_names, primer_scene = (ROLES.values(), CARDS), staticmethod(primer_scene)
    lesson_steps, lesson_scene = STEPS, staticmethod(lesson_scene)
    showcase_scene = staticmethod(showcase_scene)
    text_board = staticmethod(text_board)
    course = staticmethod(course)
    chart_alt = staticmethod(alt_text.chart_alt)
    replay_alt = staticmethod(alt_text.replay_alt)

    art, emoji_image = FOLDER, staticmethod(draw_emoji)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FeatureScored) and event.points for event in events)
