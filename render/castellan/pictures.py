"""The pictures of Castellan, for the bot and for the command line. A hand is drawn only from its
owner's view."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engine.castellan.events import Event, TurnScored
from engine.castellan.moves import BUILD, assemble
from engine.castellan.plan import Plan
from engine.castellan.view import View, try_turn
from engine.questions import Part
from render.castellan import alt_text
from render.castellan.art.sprites import FOLDER, load_sprites, shared_palette
from render.castellan.board.board import Look, at_rest, board_scene
from render.castellan.board.layout import CastellanSubject, PlanLayout, largest, span_of
from render.castellan.board.overlays import OVERLAYS, Overlay
from render.castellan.cards import hand_scene, sheet_scene
from render.castellan.emojis import draw_emoji
from render.castellan.final import final_scene
from render.castellan.lesson import STEPS, lesson_scene, showcase_scene
from render.castellan.primer import CARDS, NAMED, primer_scene
from render.castellan.tables import ADORNMENT, POINT_SOURCES, ROLE_KINDS, course
from render.castellan.text_board import text_board
from render.locale import Words
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.pictures import BoardPictures, Drawing, NotThere
from render.tables.alt_text import join_lines

ABOUT_WHAT_STANDS = (Overlay.VALUES, Overlay.SCORED, Overlay.FINAL)
"""The overlays that do not help with a move."""
REPLAY_ROOM = (900, 900)
"""The maximum width and height of a replay's meadow."""


def replay_layout(last: Plan) -> PlanLayout:
    """As much of the meadow as the castle covers in the end."""
    return largest(span_of([*last.ends, *last.towers, (0, 0)], 1), REPLAY_ROOM)


@cache
def castellan_painter() -> Painter:
    """The painter of a process, with the art as it ships: the same for all cards."""
    return Painter(load_sprites(), shared_palette())


class CastellanPictures(BoardPictures[View, Event, Look]):
    kind, look, overlay = "castellan", Look, Overlay
    for_a_move = tuple(one for one in Overlay if one not in ABOUT_WHAT_STANDS)
    adornment, sources, roles = ADORNMENT, POINT_SOURCES, ROLE_KINDS
    final_overlays = (Overlay.SCORED,)
    extras = ("sheet", "hand")

    def is_over(self, view: View) -> bool:
        return view.phase == "over"

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, layout=replay_layout(last.plan))

    def replay_scenes(self, words: Words, shown: Sequence[CastellanSubject]) -> Sequence[Scene]:
        """All of one size, although there is no line of the last turn before the first one."""
        scenes = [*super().replay_scenes(words, shown)]
        size = max(scene.size for scene in scenes)
        return [replace(scene, size=size) for scene in scenes]

    note = staticmethod(OVERLAYS.note)
    at_rest = staticmethod(at_rest)
    board_scene = staticmethod(board_scene)
    board_alt = staticmethod(alt_text.board_alt)

    def opening(self, words: Words, subject: CastellanSubject) -> Sequence[Drawing]:
        """The plan, and the viewer's hand unless they are a spectator."""
        view = subject.view
        plan = self.board(words, replace(subject, marks=()), compact=True, panel=False)
        return [plan] if view.hand is None else [plan, self.hand(words, view)]

    def preview(self, words: Words, subject: CastellanSubject) -> Drawing:
        """The hand while cards are chosen, and then the pieces, close up."""
        view, parts, marks = subject.view, subject.parts, subject.marks
        if not marks and parts[-1][0].startswith("card") and parts[-1][1] != BUILD:
            return self.hand(words, view, parts)
        shown = self.board(words, replace(subject, events=()), compact=True)
        named = alt_text.marks_alt(words, try_turn(view, parts), marks)
        return replace(shown, alt=join_lines([*named, shown.alt]))

    def hand(self, words: Words, view: View, parts: Sequence[Part] = ()) -> Drawing:
        """The viewer's hand, with the cards chosen so far raised."""
        chosen, alt = assemble(parts).cards, alt_text.hand_alt(words, view, parts)
        return self.draw("hand.png", alt, hand_scene, words, view, chosen, self.theme)

    def supply(self, words: Words, subject: CastellanSubject) -> Drawing:
        """The cards that each player has left."""
        view, names = subject.view, subject.names
        alt = alt_text.sheet_alt(words, view, names)
        return self.draw("cards.png", alt, sheet_scene, words, view, names, self.theme)

    def extra(self, name: str, words: Words, subject: CastellanSubject) -> Drawing:
        if name == "sheet":
            return self.supply(words, subject)
        if not subject.view.hand:
            raise NotThere("no hand is seen without a seat, or with no card in it")
        return self.hand(words, subject.view)

    final_scene = staticmethod(final_scene)
    final_alt = staticmethod(alt_text.final_alt)
    primer_names, primer_scene = (NAMED, CARDS), staticmethod(primer_scene)
    lesson_steps, lesson_scene = STEPS, staticmethod(lesson_scene)
    showcase_scene = staticmethod(showcase_scene)
    text_board = staticmethod(text_board)
    course = staticmethod(course)
    chart_alt = staticmethod(alt_text.chart_alt)
    replay_alt = staticmethod(alt_text.replay_alt)

    art, emoji_image = FOLDER, staticmethod(draw_emoji)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, TurnScored) and event.points > 0 for event in events)
