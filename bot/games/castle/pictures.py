"""The pictures of The Castle with what they say to somebody who does not see them.

What is true on the board and how it looks is decided in `render`; only paint is left for later.
"""

from collections.abc import Collection, Sequence

from bot.games.castle.choosing import turns_of
from bot.games.face import BOARD_FILE, Drawing, Events, Moment, Names
from bot.locale import Words
from engine.castle.material.catalogue import standard_catalogue
from engine.castle.seen.view import View
from engine.castle.vocabulary.moves import Turn
from engine.castle.vocabulary.notation import assembled, parse_cell
from engine.questions import Part
from engine.recorded import Ending
from engine.tiles.grid import Cell
from render.castle import replay as animation
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.primer import primer_alt, primer_scene
from render.castle.rotations import rotations_scene, turnings
from render.castle.sheet import sheet_scene
from render.castle.tables import course
from render.castle.text import alt_text
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName
from render.tables.chart import chart_scene

THEME: ThemeName = "dark"
"""Discord's own unless somebody changes it."""

Pair = tuple[str, str]


def pair(names: Names) -> Pair:
    first, second = names
    return first, second


def look(words: Words, overlays: Collection[str] = (), *, compact: bool = False) -> Look:
    return Look(THEME, tuple(Overlay(name) for name in overlays), compact, words=words)


def board(
    painter: Painter,
    view: View,
    names: Names,
    *,
    events: Events = (),
    ending: Ending | None = None,
    shown: Look,
) -> Drawing:
    both = pair(names)
    alt = alt_text.board_alt(
        shown.words, view, both, events=events, ending=ending, overlays=shown.overlays
    )

    def scene() -> Scene:
        return board_scene(view, both, events=events, ending=ending, look=shown)

    return Drawing(BOARD_FILE, alt, lambda: painter.png(scene()))


def overlays_on(view: View, ending: Ending | None) -> list[str]:
    """The points at the end come at the end, if there are any; what only helps to move, before
    it."""
    played_out = view.phase == "over"
    elsewhere = [] if played_out else [Overlay.FINAL]
    if played_out or ending is not None:
        elsewhere += [Overlay.LEGAL, Overlay.LANDING]
    return [overlay.value for overlay in Overlay if overlay not in elsewhere]


def opening(words: Words, painter: Painter, view: View, names: Names) -> list[Drawing]:
    """The cells that fit, and the drawn tile in its turnings."""
    shown = look(words, [Overlay.LEGAL], compact=True)
    drawings = [board(painter, view, names, shown=shown)]
    if len(turnings(view)) > 1:
        drawings.append(_turnings(words, painter, view, None, None))
    return drawings


def tried(
    words: Words,
    painter: Painter,
    view: View,
    names: Names,
    told: tuple[Sequence[Part], Events],
) -> Drawing:
    """A move, close up, with what it would score, as far as that can be foreseen. The answer to
    "another turn?" lays no tile: it leaves the board as it is."""
    (parts, events), both = told, pair(names)
    move, shown = assembled(parts), look(words, [Overlay.SCORED], compact=True)
    turn = move if isinstance(move, Turn) else None
    alt = alt_text.board_alt(words, view, both, preview=turn)

    def scene() -> Scene:
        return board_scene(view, both, events=events, preview=turn, look=shown)

    return Drawing(BOARD_FILE, alt, lambda: painter.png(scene()))


def side_by_side(
    words: Words, painter: Painter, view: View, chosen: Sequence[Part]
) -> Drawing | None:
    """The turnings that fit on the chosen cell."""
    step, turned = chosen[-1]
    if step != "rotation" or view.drawn is None:
        return None
    cell = parse_cell(dict(chosen)["cell"])
    return _turnings(words, painter, view, cell, turns_of(turned))


def _turnings(
    words: Words, painter: Painter, view: View, cell: Cell | None, chosen: int | None
) -> Drawing:
    def picture() -> bytes:
        scene = rotations_scene(words, view, THEME, cell=cell, chosen=chosen)
        assert scene is not None
        return painter.png(scene)

    return Drawing("turnings.png", alt_text.rotations_alt(words, view, cell), picture)


def tiles(words: Words, painter: Painter, view: View) -> Drawing:
    alt = alt_text.sheet_alt(words, view)
    return Drawing("tiles.png", alt, lambda: painter.png(sheet_scene(words, view, THEME)))


def primer(words: Words, painter: Painter) -> Drawing:
    catalogue, alt = standard_catalogue(), primer_alt(words)
    return Drawing("pieces.png", alt, lambda: painter.png(primer_scene(words, catalogue, THEME)))


def final(
    words: Words, painter: Painter, view: View, names: Names, told: Sequence[Events]
) -> Drawing:
    both, events = pair(names), [event for move in told for event in move]

    def scene() -> Scene:
        return final_scene(words, view, both, events, THEME)

    alt = alt_text.final_alt(words, view, both, events)
    return Drawing("final.png", alt, lambda: painter.png(scene()))


def chart(words: Words, painter: Painter, told: Sequence[Events], names: Names) -> Drawing:
    both = pair(names)
    alt = alt_text.chart_alt(words, told, both)
    return Drawing(
        "chart.png", alt, lambda: painter.png(chart_scene(words, course(told), both, THEME))
    )


def replay(
    words: Words,
    painter: Painter,
    moments: Sequence[Moment],
    names: Names,
    ending: Ending | None,
) -> Drawing:
    both, shown = pair(names), look(words)
    frames = [animation.Moment(moment.view, tuple(moment.events)) for moment in moments]
    alt = alt_text.replay_alt(words, frames, both)
    return Drawing(
        "replay.gif", alt, lambda: animation.replay_gif(painter, frames, both, shown, ending)
    )
