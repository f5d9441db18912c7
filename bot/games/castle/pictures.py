"""Implements `bot.games.pictures.Pictures`.

What a picture shows and how it looks is decided in `render`. A drawing is only described here: its
scene is made and painted later, in a painter process.
"""

from collections.abc import Collection, Sequence

from bot.games.drawn.drawings import THEME, drawing
from bot.games.drawn.overlays import applying
from bot.games.drawn.standings import averages_drawing, leaderboard_drawing
from bot.games.drawn.stories import chart_drawing, replay_drawing
from bot.games.moment import Events, Moment, Names
from bot.games.pictures import BOARD_FILE, Drawing, Standings
from bot.games.tiles.turnings import turns_of
from bot.locale import Words
from bot.match.results.statistics import Statistics
from engine.castle.material.catalogue import standard_catalogue
from engine.castle.seen.view import View
from engine.castle.vocabulary.moves import Turn
from engine.castle.vocabulary.notation import assembled, parse_cell
from engine.questions import Part
from engine.recorded import Ending
from engine.tiles.grid import Cell
from render.castle import replay as animation
from render.castle.board.board import Look, board_scene
from render.castle.board.ending import at_rest
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.painter import castle_painter
from render.castle.primer import primer_alt, primer_scene
from render.castle.rotations import rotations_scene, turnings
from render.castle.sheet import sheet_scene
from render.castle.tables import KINDS, LEADERBOARD, PLAYERS, course
from render.castle.text import alt_text

ILLUSTRATED = "aim"
"""The topic that has a picture, which shows all pieces."""

Pair = tuple[str, str]


def pair(names: Names) -> Pair:
    first, second = names
    return first, second


def _look(words: Words, overlays: Collection[str] = (), *, compact: bool = False) -> Look:
    return Look(THEME, tuple(Overlay(name) for name in overlays), compact, words=words)


class CastlePictures:
    overlays: Sequence[str] = tuple(overlay.value for overlay in Overlay)
    usual_overlays: Sequence[str] = (Overlay.SCORED.value,)

    def board(
        self,
        words: Words,
        view: View,
        names: Names,
        *,
        events: Events = (),
        ending: Ending | None = None,
        overlays: Collection[str] = (),
        compact: bool = False,
    ) -> Drawing:
        both, look = pair(names), _look(words, overlays, compact=compact)
        alt = alt_text.board_alt(
            words, view, both, events=events, ending=ending, overlays=look.overlays
        )
        return drawing(
            BOARD_FILE,
            alt,
            castle_painter,
            board_scene,
            view,
            both,
            events=events,
            ending=ending,
            look=look,
        )

    def overlays_on(self, view: View, ending: Ending | None = None) -> Sequence[str]:
        return applying(
            self.overlays,
            at_the_end=[Overlay.FINAL],
            for_a_move=[Overlay.LEGAL, Overlay.LANDING],
            played_out=view.phase == "over",
            ended_early=ending is not None,
        )

    def overlay_note(
        self,
        words: Words,
        view: View,
        names: Names,
        events: Events,
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        return alt_text.overlay_note(words, at_rest(view, ending), events, Overlay(overlay))

    def opening(self, words: Words, view: View, names: Names) -> Sequence[Drawing]:
        """The cells that fit, and the rotations of the drawn tile."""
        drawings = [self.board(words, view, names, overlays=[Overlay.LEGAL], compact=True)]
        if len(turnings(view)) > 1:
            drawings.append(_turnings(words, view, None, None))
        return drawings

    def tried(
        self, words: Words, view: View, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """A move, close up, with what it would score, to the extent that can be foreseen. The
        answer to "another turn?" lays no tile: it leaves the board unchanged."""
        both, look = pair(names), _look(words, [Overlay.SCORED], compact=True)
        move = assembled(parts)
        turn = move if isinstance(move, Turn) else None
        alt = alt_text.board_alt(words, view, both, preview=turn)
        return drawing(
            BOARD_FILE,
            alt,
            castle_painter,
            board_scene,
            view,
            both,
            events=events,
            preview=turn,
            look=look,
        )

    def side_by_side(self, words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
        """The rotations that fit on the chosen cell."""
        step, turned = chosen[-1]
        if step != "rotation" or view.drawn is None:
            return None
        cell = parse_cell(dict(chosen)["cell"])
        return _turnings(words, view, cell, turns_of(turned))

    def supply(self, words: Words, view: View, names: Names) -> Drawing:
        alt = alt_text.sheet_alt(words, view)
        return drawing("tiles.png", alt, castle_painter, sheet_scene, words, view, THEME)

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        both, events = pair(names), [event for move in told for event in move]
        alt = alt_text.final_alt(words, view, both, events)
        return drawing(
            "final.png", alt, castle_painter, final_scene, words, view, both, events, THEME
        )

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        alt = alt_text.chart_alt(words, told, pair(names))
        return chart_drawing(words, names, castle_painter, course(told), alt)

    def replay(
        self,
        words: Words,
        moments: Sequence[Moment],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing:
        both, look = pair(names), _look(words)
        frames = [animation.Moment(moment.view, tuple(moment.events)) for moment in moments]
        alt = alt_text.replay_alt(words, frames, both)
        return replay_drawing(alt, castle_painter, animation.replay_gif, frames, both, look, ending)

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        return leaderboard_drawing(words, shown, castle_painter, LEADERBOARD)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        return averages_drawing(words, players, castle_painter, KINDS, PLAYERS)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        if topic != ILLUSTRATED:
            return None
        catalogue, alt = standard_catalogue(), primer_alt(words)
        return drawing("pieces.png", alt, castle_painter, primer_scene, words, catalogue, THEME)


def _turnings(words: Words, view: View, cell: Cell | None, chosen: int | None) -> Drawing:
    alt = alt_text.rotations_alt(words, view, cell)
    return drawing(
        "turnings.png",
        alt,
        castle_painter,
        rotations_scene,
        words,
        view,
        THEME,
        cell=cell,
        chosen=chosen,
    )
