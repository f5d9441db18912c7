"""Implements `bot.games.pictures.Pictures`.

What a picture shows and how it looks is decided in `render`. A drawing is only described here: its
scene is made and painted later, in a painter process. A hand is drawn only from its owner's view.
"""

from collections.abc import Collection, Sequence

from bot.games.drawn.drawings import THEME, drawing
from bot.games.drawn.overlays import applying
from bot.games.drawn.standings import averages_drawing, leaderboard_drawing
from bot.games.drawn.stories import chart_drawing, replay_drawing
from bot.games.moment import Events, Moment, Names
from bot.games.pictures import BOARD_FILE, Drawing, Standings
from bot.locale import Words
from bot.match.results.statistics import Statistics
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import BUILD, assembled
from engine.questions import Part
from engine.recorded import Ending
from render.castellan import replay as animation
from render.castellan.board.board import Look, board_scene
from render.castellan.board.ending import at_rest
from render.castellan.board.overlays import Overlay
from render.castellan.cards.hand import hand_scene
from render.castellan.cards.sheet import sheet_scene
from render.castellan.final import final_scene
from render.castellan.painter import castellan_painter
from render.castellan.primer import primer_alt, primer_scene
from render.castellan.tables import KINDS, LEADERBOARD, PLAYERS, course
from render.castellan.text import alt_text

ILLUSTRATED = "aim"
"""The topic that has a picture, which shows all pieces."""
ABOUT_WHAT_STANDS = (Overlay.VALUES, Overlay.SCORED, Overlay.FINAL)
"""The overlays that do not help with a move."""


def _look(words: Words, overlays: Collection[str] = (), *, compact: bool = False) -> Look:
    return Look(THEME, tuple(Overlay(name) for name in overlays), compact, words=words)


class CastellanPictures:
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
        players, look = tuple(names), _look(words, overlays, compact=compact)
        alt = alt_text.board_alt(
            words, view, players, events=events, ending=ending, overlays=look.overlays
        )
        return drawing(
            BOARD_FILE,
            alt,
            castellan_painter,
            board_scene,
            view,
            players,
            events=events,
            ending=ending,
            look=look,
        )

    def overlays_on(self, view: View, ending: Ending | None = None) -> Sequence[str]:
        return applying(
            self.overlays,
            at_the_end=[Overlay.FINAL],
            for_a_move=[one for one in Overlay if one not in ABOUT_WHAT_STANDS],
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
        """The plan, and the hand of whoever looks, unless it is a spectator."""
        plan = self.board(words, view, names)
        return [plan] if view.hand is None else [plan, _hand(words, view, ())]

    def tried(
        self, words: Words, view: View, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """The hand while cards are chosen, and then the pieces, close up."""
        if parts[-1][0].startswith("card") and parts[-1][1] != BUILD:
            return _hand(words, view, parts)
        players, look = tuple(names), _look(words, compact=True)
        alt = alt_text.board_alt(words, view, players, parts=parts)
        return drawing(
            BOARD_FILE, alt, castellan_painter, board_scene, view, players, parts=parts, look=look
        )

    def side_by_side(self, words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
        """Nothing: the places are in the picture of the castle."""
        return None

    def supply(self, words: Words, view: View, names: Names) -> Drawing:
        """The cards that everybody has left."""
        players = tuple(names)
        alt = alt_text.sheet_alt(words, view, players)
        return drawing(
            "cards.png", alt, castellan_painter, sheet_scene, words, view, players, THEME
        )

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        players = tuple(names)
        alt = alt_text.final_alt(words, view, players)
        return drawing(
            "final.png", alt, castellan_painter, final_scene, words, view, players, THEME
        )

    def chart(self, words: Words, told: Sequence[Events], names: Names) -> Drawing:
        alt = alt_text.chart_alt(words, told, tuple(names))
        return chart_drawing(words, names, castellan_painter, course(told), alt)

    def replay(
        self,
        words: Words,
        moments: Sequence[Moment],
        names: Names,
        ending: Ending | None = None,
    ) -> Drawing:
        players, look = tuple(names), _look(words)
        frames = [animation.Moment(moment.view, tuple(moment.events)) for moment in moments]
        alt = alt_text.replay_alt(words, frames, players)
        return replay_drawing(
            alt, castellan_painter, animation.replay_gif, frames, players, look, ending
        )

    def leaderboard(self, words: Words, shown: Standings) -> Drawing:
        return leaderboard_drawing(words, shown, castellan_painter, LEADERBOARD)

    def averages(self, words: Words, players: Sequence[tuple[str, Statistics]]) -> Drawing:
        return averages_drawing(words, players, castellan_painter, KINDS, PLAYERS)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        if topic != ILLUSTRATED:
            return None
        return drawing(
            "pieces.png", primer_alt(words), castellan_painter, primer_scene, words, THEME
        )


def _hand(words: Words, view: View, parts: Sequence[Part]) -> Drawing:
    """With the cards chosen so far raised."""
    chosen, alt = assembled(parts).cards, alt_text.hand_alt(words, view, parts)
    return drawing("hand.png", alt, castellan_painter, hand_scene, words, view, chosen, THEME)
