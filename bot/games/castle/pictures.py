"""The pictures of The Castle with what they say to somebody who does not see them.

What is true on the board and how it looks is decided in `render`; only paint is left for later.
"""

from collections.abc import Collection, Sequence

from bot.games.face import Drawing, Events, Moment, Names
from bot.locale import Words
from engine.castle.moves import Turn
from engine.castle.notation import parse_move
from engine.castle.view import View
from render import alt_text
from render import replay as animation
from render.castle import Look, board_scene
from render.chart import chart_scene
from render.final import final_scene
from render.overlays import Overlay
from render.paint import Painter
from render.scene import Scene, ThemeName
from render.sheet import sheet_scene

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
    events: Events,
    preview: str | None,
    shown: Look,
) -> Drawing:
    both, turn = pair(names), _turn(preview)
    alt = alt_text.board_alt(
        shown.words, view, both, events=events, preview=turn, overlays=shown.overlays
    )

    def scene() -> Scene:
        return board_scene(view, both, events=events, preview=turn, look=shown)

    return Drawing("board.png", alt, lambda: painter.png(scene()))


def _turn(preview: str | None) -> Turn | None:
    """The turn to be looked at; the answer to "another turn?" lays no tile."""
    move = None if preview is None else parse_move(preview)
    return move if isinstance(move, Turn) else None


def tiles(words: Words, painter: Painter, view: View) -> Drawing:
    alt = alt_text.sheet_alt(words, view)
    return Drawing("tiles.png", alt, lambda: painter.png(sheet_scene(words, view, THEME)))


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
    return Drawing("chart.png", alt, lambda: painter.png(chart_scene(words, told, both, THEME)))


def replay(words: Words, painter: Painter, moments: Sequence[Moment], names: Names) -> Drawing:
    both, shown = pair(names), look(words)
    frames = [animation.Moment(moment.view, tuple(moment.events)) for moment in moments]
    alt = alt_text.replay_alt(words, frames, both)
    return Drawing("replay.gif", alt, lambda: animation.replay_gif(painter, frames, both, shown))
