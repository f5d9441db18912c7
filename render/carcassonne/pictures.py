"""The pictures of Carcassonne, for the bot and for the command line."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from engine.carcassonne.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.moves import assemble, parse_cell
from engine.carcassonne.view import View
from engine.questions import Part
from engine.recorded import Ending
from render.carcassonne import alt_text
from render.carcassonne.art.sprites import load_sprites, shared_palette
from render.carcassonne.art.standing import find_places
from render.carcassonne.board.board import PLAIN, Look, board_scene
from render.carcassonne.board.layout import TableLayout, span_of
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.primer import primer_alt, primer_scene
from render.carcassonne.tables import FIGURES, LEADERBOARD, POINT_SOURCES, course
from render.carcassonne.text_board import text_board
from render.carcassonne.tiles import rotations_scene, sheet_scene, turnings
from render.locale import Words
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.pictures import BOARD_FILE, Drawing, Names
from render.tables.replay import Frame
from render.tiles.pictures import TilePictures, segments_to_number
from render.tiles.views import at_rest

REPLAY_CELLS = (52, 44, 36)
"""The largest cell of a replay."""
REPLAY_LONGEST = 640
"""The maximum width and height of all cells together, unless they are of the smallest size."""


def replay_scenes(
    frames: Sequence[Frame[View, Event]],
    names: Names,
    look: Look = PLAIN,
    ending: Ending | None = None,
) -> Iterator[Scene]:
    """Every scene shows the cells that hold tiles in the end. `look` gives the theme and the words;
    `ending` is how the game ended with the last frame."""
    layout = replay_layout(frames[-1].view)
    for frame in frames:
        over = frame.view.phase == "over"
        overlays = (Overlay.SCORED, Overlay.FINAL) if over else (Overlay.SCORED,)
        framed = replace(look, overlays=overlays, layout=layout, near=False)
        ends = ending if frame is frames[-1] else None
        yield board_scene(frame.view, names, events=frame.events, ending=ends, look=framed)


def replay_layout(last: View) -> TableLayout:
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


class CarcassonnePictures(TilePictures[View, Event]):
    overlay = Overlay
    for_a_move = (Overlay.LEGAL,)
    adornment, sources, figures = LEADERBOARD, POINT_SOURCES, FIGURES

    def prepare(self) -> None:
        carcassonne_painter()
        find_places(standard_catalogue().tiles)

    def overlay_note(
        self,
        words: Words,
        view: View,
        names: Names,
        events: Sequence[Event],
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        return alt_text.overlay_note(words, at_rest(view, ending), events, Overlay(overlay))

    def board(
        self,
        words: Words,
        view: View,
        names: Names,
        *,
        events: Sequence[Event] = (),
        parts: Sequence[Part] = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
    ) -> Drawing:
        chosen = tuple(map(Overlay, overlays))
        look = Look(self.theme, chosen, compact, words=words, legend=legend)
        turn = assemble(parts) if parts else None
        alt = alt_text.board_alt(
            words,
            view,
            names,
            events=() if parts else events,
            preview=turn,
            ending=ending,
            overlays=chosen if legend else (),
        )
        return self.draw(
            BOARD_FILE,
            alt,
            board_scene,
            view,
            names,
            events=events,
            preview=turn,
            choices=segments_to_number(view, parts),
            ending=ending,
            look=look,
        )

    parse_cell = staticmethod(parse_cell)
    turnings = staticmethod(turnings)

    rotations_scene = staticmethod(rotations_scene)
    rotations_alt = staticmethod(alt_text.rotations_alt)
    sheet_scene = staticmethod(sheet_scene)
    sheet_alt = staticmethod(alt_text.sheet_alt)
    final_scene = staticmethod(final_scene)
    final_alt = staticmethod(alt_text.final_alt)

    def primer(self, words: Words) -> Drawing:
        alt, catalogue = primer_alt(words), standard_catalogue()
        return self.draw("pieces.png", alt, primer_scene, words, catalogue, self.theme)

    text_board = staticmethod(text_board)
    course = staticmethod(course)
    chart_alt = staticmethod(alt_text.chart_alt)

    def replay_scenes(
        self,
        words: Words,
        frames: Sequence[Frame[View, Event]],
        names: Names,
        ending: Ending | None = None,
    ) -> Iterable[Scene]:
        return replay_scenes(frames, names, Look(self.theme, words=words), ending)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FeatureScored) and event.points for event in events)

    replay_alt = staticmethod(alt_text.replay_alt)
