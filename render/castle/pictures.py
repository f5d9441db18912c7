"""Pictures of The Castle, for the bot and for the command line."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

from PIL.Image import Image

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.events import Event, FeatureScored
from engine.castle.moves import ROLES, cell_name, parse_cell
from engine.castle.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render import pictures
from render.board.footer import Head
from render.castle import alt_text, emojis, final, primer, showcase, tables, text_board, tiles
from render.castle.art.shapes import tile_shape
from render.castle.art.spots import spots_on
from render.castle.art.sprites import CELL, FOLDER, load_sprites, shared_palette
from render.castle.board import board
from render.castle.board.board import Look
from render.castle.board.cells import CastleSubject
from render.castle.board.footer import head_of
from render.castle.board.overlays import Overlay
from render.locale import Words
from render.picture.emojis import EmojiName
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName
from render.picture.sprites import Sprites
from render.subject import Names
from render.tables.chart import Course
from render.tables.primer import describe_primer
from render.tiles.pictures import TilePictures
from render.tiles.turnings import Turning

# Half the size at which sprites are made: little detail is lost, and the files get smaller.
REPLAY_CELL = 46


@cache
def castle_painter() -> Painter:
    """Make the painter of a process, with the art as it ships."""
    return Painter(load_sprites(), shared_palette())


def painter_for(catalogue: Catalogue) -> Painter:
    """Find the painter for a catalogue: the pictures of one that does not ship are drawn now, which
    is slow."""
    if catalogue.fingerprint == standard_catalogue().fingerprint:
        return castle_painter()
    from render.castle.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


class Introduction(pictures.Introduction):
    def primer_scene(self, words: Words, theme: ThemeName) -> Scene:
        return primer.primer_scene(words, theme)

    def primer_alt(self, words: Words) -> str:
        return describe_primer(words, "castle", ROLES.values(), primer.CARDS)

    def showcase_scene(self, theme: ThemeName) -> Scene:
        return showcase.showcase_scene(theme)


class CastlePictures(TilePictures[View, Event, Look]):
    kind = "castle"
    look = Look
    overlay = Overlay
    move_overlays = (Overlay.LEGAL, Overlay.LANDING)
    final_overlays = (Overlay.SCORED, Overlay.FINAL, Overlay.EMPTY)
    adornment = tables.ADORNMENT
    sources = tables.POINT_SOURCES
    roles = tables.ROLE_KINDS
    art = FOLDER
    introduction = Introduction()

    def prepare(self) -> None:
        super().prepare()
        catalogue = standard_catalogue()
        for tile in catalogue.tiles:
            spots_on(tile.segments)
            for size in (CELL, REPLAY_CELL):
                tile_shape(catalogue.turned[tile.id][0], size)

    def comparison_look(self, look: Look, played: CastleSubject, better: CastleSubject) -> Look:
        return replace(look, around=self.cells_of_moves(played, better))

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, cell=REPLAY_CELL)

    def note(self, words: Words, view: View, events: Sequence[Event], overlay: str) -> str:
        return alt_text.overlay_note(words, view, events, overlay)

    def head(self, subject: CastleSubject) -> Head:
        return head_of(subject)

    def board_scene(self, subject: CastleSubject, look: Look) -> Scene:
        return board.board_scene(subject, look)

    def board_alt(
        self, words: Words, subject: CastleSubject, overlays: Collection[str] = ()
    ) -> str:
        return alt_text.board_alt(words, subject, overlays)

    def cell_name(self, cell: Cell) -> str:
        return cell_name(cell)

    def parse_cell(self, text: str) -> Cell:
        return parse_cell(text)

    def tile_name(self, words: Words, tile: str) -> str:
        return tiles.tile_name(words, tile)

    def describe_tile(self, words: Words, tile: TurnedTile) -> str:
        return tiles.describe_tile(words, tile)

    def turnings(self, view: View) -> Sequence[Turning]:
        return tiles.turnings(view)

    def sheet_scene(self, words: Words, view: View, theme: ThemeName = "light") -> Scene:
        return tiles.sheet_scene(words, view, theme)

    def sheet_alt(self, words: Words, view: View) -> str:
        return alt_text.sheet_alt(words, view)

    def final_scene(
        self, words: Words, subject: CastleSubject, theme: ThemeName = "light"
    ) -> Scene:
        return final.final_scene(words, subject, theme)

    def final_alt(self, words: Words, subject: CastleSubject) -> str:
        return alt_text.final_alt(words, subject)

    def text_board(self, words: Words, subject: CastleSubject) -> str:
        return text_board.text_board(words, subject)

    def course(self, moves: Iterable[Sequence[Event]]) -> Course:
        return tables.course(moves)

    def chart_alt(self, words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
        return alt_text.chart_alt(words, moves, names)

    def replay_alt(self, words: Words, subjects: Sequence[CastleSubject]) -> str:
        return alt_text.replay_alt(words, subjects)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FeatureScored) and event.points for event in events)

    def emoji_image(self, sprites: Sprites, name: EmojiName) -> Image:
        return emojis.draw_emoji(sprites, name)
