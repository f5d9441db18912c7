"""Pictures of Carcassonne, for the bot and for the command line."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from PIL.Image import Image

from engine.carcassonne.catalogue import Catalogue
from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.moves import OPTIONS, parse_cell
from engine.carcassonne.view import View
from engine.tiles.grid import Cell
from engine.tiles.tile import TurnedTile
from render import pictures
from render.board.footer import Head
from render.carcassonne import alt_text, emojis, final, primer, showcase, tables, text_board, tiles
from render.carcassonne.art.spots import spots_on
from render.carcassonne.art.sprites import (
    FOLDER,
    added_palette,
    complete_catalogue,
    is_added,
    load_sprites,
    shared_palette,
)
from render.carcassonne.board import board
from render.carcassonne.board.board import Look
from render.carcassonne.board.footer import head_of
from render.carcassonne.board.layout import (
    CarcassonneSubject,
    TableLayout,
    panel_theme,
    span_of,
)
from render.carcassonne.board.overlays import OVERLAYS, Overlay
from render.locale import Words
from render.picture.emojis import EmojiName
from render.picture.paint import Painter
from render.picture.palette import Theme
from render.picture.scene import Inset, Item, Scene, SpritePicture, ThemeName
from render.picture.sprites import Sprites
from render.subject import Names
from render.tables.chart import Course
from render.tiles.pictures import TilePictures
from render.tiles.turnings import Turning

# The possible sizes of a cell in a replay.
REPLAY_CELLS = (52, 44, 36)
# The maximum width and height of all cells together, unless they are of the smallest size.
REPLAY_LONGEST = 640


def replay_layout(last: View) -> TableLayout:
    """Lay out the cells that hold tiles in the end."""
    span = span_of([tile.cell for tile in last.laid], 0)
    longest = max(span.columns, span.rows)
    sizes = (cell for cell in REPLAY_CELLS if cell * longest <= REPLAY_LONGEST)
    return TableLayout(span, next(sizes, REPLAY_CELLS[-1]))


@cache
def carcassonne_painter() -> Painter:
    """Make the painter of a process, with the art as it ships."""
    return Painter(load_sprites(), shared_palette())


@cache
def added_painter() -> Painter:
    """Make the painter of pictures in which there is anything of an expansion: they share colours
    of their own, so that those of the base game stay as they are."""
    return Painter(carcassonne_painter().source, added_palette())


def has_added(items: Iterable[Item]) -> bool:
    """Tell whether there is anything of an expansion in a picture."""
    return any(
        has_added(item.scene.items)
        if isinstance(item, Inset)
        else isinstance(item, SpritePicture) and is_added(item.name)
        for item in items
    )


def painter_for(catalogue: Catalogue) -> Painter:
    """Find the painter for a catalogue: the pictures of one that does not ship are drawn now, which
    is slow."""
    shipped = complete_catalogue().turned
    if all(shipped.get(name) == turned for name, turned in catalogue.turned.items()):
        return carcassonne_painter()
    from render.carcassonne.art.drawing import draw_sprites  # noqa: PLC0415, only needed here

    return Painter(draw_sprites(catalogue), shared_palette())


class Introduction(pictures.Introduction):
    def primer_scene(self, words: Words, theme: ThemeName) -> Scene:
        return primer.primer_scene(words, theme)

    def primer_alt(self, words: Words) -> str:
        return primer.primer_alt(words)

    def showcase_scene(self, theme: ThemeName) -> Scene:
        return showcase.showcase_scene(theme)


class CarcassonnePictures(TilePictures[View, Event, Look]):
    kind = "carcassonne"
    look = Look
    overlay = Overlay
    move_overlays = (Overlay.LEGAL,)
    adornment = tables.ADORNMENT
    sources = tables.POINT_SOURCES
    roles = tables.ROLE_KINDS
    art = FOLDER
    introduction = Introduction()

    def illustration(
        self, words: Words, topic: str, options: Mapping[str, str] | None = None
    ) -> pictures.Drawing | None:
        """Show the pieces of a game with expansions with what these add, which their topics show
        alone."""
        for expansion in primer.ADDED:
            if topic == expansion:
                alt = primer.expansion_alt(words, expansion)
                scene = primer.expansion_scene
                return self.draw("pieces.png", alt, scene, words, expansion, self.theme)
        expansions = OPTIONS.parse(options or {}).expansions
        if topic != pictures.ILLUSTRATED or not expansions:
            return super().illustration(words, topic)
        filename = f"pieces-{'-'.join(expansions)}.png"
        alt = primer.primer_alt(words, expansions)
        return self.draw(filename, alt, primer.primer_scene, words, self.theme, expansions)

    def prepare(self) -> None:
        super().prepare()
        for tile in complete_catalogue().tiles:
            spots_on(tile)

    def painter_of(self, scene: Scene) -> Painter:
        painter = self.painter()
        is_usual = painter is carcassonne_painter()
        return added_painter() if is_usual and has_added(scene.items) else painter

    def comparison_look(
        self, look: Look, played: CarcassonneSubject, better: CarcassonneSubject
    ) -> Look:
        return replace(look, around=self.cells_of_moves(played, better))

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, layout=replay_layout(last), near=False)

    def note(self, words: Words, view: View, events: Sequence[Event], overlay: str) -> str:
        return OVERLAYS.note(words, view, events, overlay)

    @property
    def panel_theme(self) -> Theme:
        return panel_theme(self.theme)

    def head(self, subject: CarcassonneSubject) -> Head:
        return head_of(subject)

    def board_scene(self, subject: CarcassonneSubject, look: Look) -> Scene:
        return board.board_scene(subject, look)

    def board_alt(
        self, words: Words, subject: CarcassonneSubject, overlays: Collection[str] = ()
    ) -> str:
        return alt_text.board_alt(words, subject, overlays)

    def cell_name(self, cell: Cell) -> str:
        return tiles.cell_alias(cell)

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
        self, words: Words, subject: CarcassonneSubject, theme: ThemeName = "light"
    ) -> Scene:
        return final.final_scene(words, subject, theme)

    def final_alt(self, words: Words, subject: CarcassonneSubject) -> str:
        return alt_text.final_alt(words, subject)

    def text_board(self, words: Words, subject: CarcassonneSubject) -> str:
        return text_board.text_board(words, subject)

    def course(self, moves: Iterable[Sequence[Event]]) -> Course:
        return tables.course(moves)

    def chart_alt(self, words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
        return alt_text.chart_alt(words, moves, names)

    def replay_alt(self, words: Words, subjects: Sequence[CarcassonneSubject]) -> str:
        return alt_text.replay_alt(words, subjects)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FeatureScored) and event.points for event in events)

    def emoji_image(self, sprites: Sprites, name: EmojiName) -> Image:
        return emojis.draw_emoji(sprites, name)
