"""The pictures of Castellan. A hand is drawn only from its owner's view."""

from collections.abc import Sequence

from bot.games.drawn.drawings import THEME
from bot.games.drawn.pictures import ILLUSTRATED, Art, DrawnPictures
from bot.games.moment import Events, Names
from bot.games.pictures import Drawing
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import BUILD, assemble
from engine.questions import Part
from render.castellan.board.board import Look, at_rest, board_scene
from render.castellan.board.overlays import Overlay
from render.castellan.cards.hand import hand_scene
from render.castellan.cards.sheet import sheet_scene
from render.castellan.final import final_scene
from render.castellan.painter import castellan_painter
from render.castellan.primer import primer_alt, primer_scene
from render.castellan.replay import replay_gif
from render.castellan.tables import KINDS, LEADERBOARD, PLAYERS, course
from render.castellan.text import alt_text
from render.tables.replay import Frame

ABOUT_WHAT_STANDS = (Overlay.VALUES, Overlay.SCORED, Overlay.FINAL)
"""The overlays that do not help with a move."""


class CastellanPictures(DrawnPictures):
    art = Art(
        painter=castellan_painter,
        alt=alt_text,
        overlay=Overlay,
        for_a_move=[one for one in Overlay if one not in ABOUT_WHAT_STANDS],
        look=Look,
        board=board_scene,
        at_rest=at_rest,
        frame=Frame,
        replay=replay_gif,
        course=course,
        leaderboard=LEADERBOARD,
        kinds=KINDS,
        players=PLAYERS,
    )

    def opening(self, words: Words, view: View, names: Names) -> Sequence[Drawing]:
        """The plan, and the viewer's hand unless they are a spectator."""
        plan = self.board(words, view, names)
        return [plan] if view.hand is None else [plan, self._hand(words, view, ())]

    def preview(
        self, words: Words, view: View, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """The hand while cards are chosen, and then the pieces, close up."""
        if parts[-1][0].startswith("card") and parts[-1][1] != BUILD:
            return self._hand(words, view, parts)
        alt = alt_text.board_alt(words, view, tuple(names), parts=parts)
        return self.on_the_board(alt, view, names, self.look(words, compact=True), parts=parts)

    def _hand(self, words: Words, view: View, parts: Sequence[Part]) -> Drawing:
        """The hand, with the cards chosen so far raised."""
        chosen, alt = assemble(parts).cards, alt_text.hand_alt(words, view, parts)
        return self.drawn("hand.png", alt, hand_scene, words, view, chosen, THEME)

    def side_by_side(self, words: Words, view: View, chosen: Sequence[Part]) -> Drawing | None:
        """Nothing: the places are in the picture of the castle."""
        return None

    def supply(self, words: Words, view: View, names: Names) -> Drawing:
        """The cards that each player has left."""
        players = tuple(names)
        alt = alt_text.sheet_alt(words, view, players)
        return self.drawn("cards.png", alt, sheet_scene, words, view, players, THEME)

    def final(
        self, words: Words, view: View, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        players = tuple(names)
        alt = alt_text.final_alt(words, view, players)
        return self.drawn("final.png", alt, final_scene, words, view, players, THEME)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        if topic != ILLUSTRATED:
            return None
        return self.drawn("pieces.png", primer_alt(words), primer_scene, words, THEME)
