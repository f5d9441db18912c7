"""Pictures of Castellan, for the bot and for the command line. A hand is drawn only from its
owner's view."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

from PIL.Image import Image

from engine.castellan.events import Event, TurnScored
from engine.castellan.moves import BUILD, assemble
from engine.castellan.plan import Plan
from engine.castellan.view import View, try_turn
from engine.questions import Part
from render import pictures
from render.board.footer import Head
from render.castellan import alt_text, cards, emojis, final, primer, showcase, tables, text_board
from render.castellan.art.sprites import FOLDER, load_sprites, shared_palette
from render.castellan.board import board
from render.castellan.board.board import Look
from render.castellan.board.footer import head_of
from render.castellan.board.layout import (
    LOWER,
    OF_TWO,
    TO_CHOOSE,
    CastellanSubject,
    PlanLayout,
    largest_layout,
    partial_layout,
    span_of,
)
from render.castellan.board.overlays import OVERLAYS, Overlay
from render.locale import Words
from render.picture.emojis import EmojiName
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName
from render.picture.sprites import Sprites
from render.pictures import BOARD_FILE, BoardPictures, Drawing, NotThere
from render.subject import Mark, Names
from render.tables.alt_text import join_lines
from render.tables.chart import Course
from render.tables.primer import describe_primer

# The overlays that do not help with a move.
POSITION_OVERLAYS = (Overlay.VALUES, Overlay.SCORED, Overlay.FINAL)
# The maximum width and height of a replay's meadow.
REPLAY_ROOM = (900, 900)


def replay_layout(last: Plan) -> PlanLayout:
    """Lay out as much of the meadow as the castle covers in the end."""
    return largest_layout(span_of([*last.ends, *last.towers, (0, 0)], 1), REPLAY_ROOM)


@cache
def castellan_painter() -> Painter:
    """Make the painter of a process, with the art as it ships: the same for all cards."""
    return Painter(load_sprites(), shared_palette())


class Introduction(pictures.Introduction):
    def primer_scene(self, words: Words, theme: ThemeName) -> Scene:
        return primer.primer_scene(words, theme)

    def primer_alt(self, words: Words) -> str:
        return describe_primer(words, "castellan", primer.NAMED, primer.CARDS)

    def showcase_scene(self, theme: ThemeName) -> Scene:
        return showcase.showcase_scene(theme)


class CastellanPictures(BoardPictures[View, Event, Look]):
    kind = "castellan"
    look = Look
    overlay = Overlay
    move_overlays = tuple(overlay for overlay in Overlay if overlay not in POSITION_OVERLAYS)
    adornment = tables.ADORNMENT
    sources = tables.POINT_SOURCES
    roles = tables.ROLE_KINDS
    art = FOLDER
    introduction = Introduction()
    final_overlays = (Overlay.SCORED,)
    extras = ("sheet", "hand")

    def is_over(self, view: View) -> bool:
        return view.phase == "over"

    def comparison_look(
        self, look: Look, played: CastellanSubject, better: CastellanSubject
    ) -> Look:
        pieces = [piece for move in (played, better) for piece in assemble(move.parts).build]
        layout = partial_layout(played.view.plan, pieces, room=1, narrowest=OF_TWO)
        return replace(look, layout=layout, overlays=())

    def replay_look(self, look: Look, last: View) -> Look:
        return replace(look, layout=replay_layout(last.plan))

    def replay_scenes(self, words: Words, subjects: Sequence[CastellanSubject]) -> Sequence[Scene]:
        """Make all scenes of one size, although there is no line of the last turn before the first
        one."""
        scenes = [*super().replay_scenes(words, subjects)]
        size = max(scene.size for scene in scenes)
        return [replace(scene, size=size) for scene in scenes]

    def at_rest(self, subject: CastellanSubject) -> CastellanSubject:
        return board.at_rest(subject)

    def note(self, words: Words, view: View, events: Sequence[Event], overlay: str) -> str:
        return OVERLAYS.note(words, view, events, overlay)

    def head(self, subject: CastellanSubject) -> Head:
        return head_of(subject)

    def board_scene(self, subject: CastellanSubject, look: Look) -> Scene:
        return board.board_scene(subject, look)

    def board_alt(
        self, words: Words, subject: CastellanSubject, overlays: Collection[str] = ()
    ) -> str:
        return alt_text.board_alt(words, subject, overlays)

    def opening(self, words: Words, subject: CastellanSubject) -> Sequence[Drawing]:
        """Show the plan, and the viewer's hand unless they are a spectator."""
        view = subject.view
        marks = subject.marks
        subject = replace(subject, marks=())
        if view.hand is None:
            return [self.board(words, subject, compact=True, footer=False)]
        look = Look(self.theme, compact=True, footer=False, words=words, narrowest=LOWER)
        alt = self.board_alt(words, subject)
        plan = self.draw(BOARD_FILE, alt, self.board_scene, subject, look)
        return [plan, self.hand(words, view, marks=marks)]

    def preview(self, words: Words, subject: CastellanSubject) -> Drawing:
        """Show the hand while cards are chosen, and then the pieces, close up; the text beside it
        says which cards are played and what is left to build."""
        view = subject.view
        parts = subject.parts
        chooses_cards = all(map(_is_card, (parts[-1], *(mark.parts[0] for mark in subject.marks))))
        if chooses_cards:
            return self.hand(words, view, parts, subject.marks)
        return self._close_up(words, subject, TO_CHOOSE)

    def suggestions(self, words: Words, subject: CastellanSubject) -> Drawing:
        """Leave room for what speaks for each move."""
        return self._close_up(words, subject, LOWER)

    def _close_up(self, words: Words, subject: CastellanSubject, narrowest: float) -> Drawing:
        """Show pieces close up, in a picture that is at least so wide, relative to its height."""
        subject = replace(subject, events=())
        look = Look(self.theme, compact=True, footer=False, words=words, narrowest=narrowest)
        trial = try_turn(subject.view, subject.parts)
        mark_texts = alt_text.marks_alt(words, trial, subject.marks)
        alt = join_lines([*mark_texts, self.board_alt(words, subject)])
        return self.draw(BOARD_FILE, alt, self.board_scene, subject, look)

    def hand(
        self, words: Words, view: View, parts: Sequence[Part] = (), marks: Sequence[Mark] = ()
    ) -> Drawing:
        """Show the viewer's hand, with the cards chosen so far raised."""
        chosen = assemble(parts).cards
        alt = alt_text.hand_alt(words, view, parts)
        return self.draw("hand.png", alt, cards.hand_scene, words, view, chosen, self.theme, marks)

    def supply(self, words: Words, subject: CastellanSubject) -> Drawing:
        """Show the cards that each player has left."""
        view = subject.view
        names = subject.names
        alt = alt_text.sheet_alt(words, view, names)
        return self.draw("cards.png", alt, cards.sheet_scene, words, view, names, self.theme)

    def extra(self, name: str, words: Words, subject: CastellanSubject) -> Drawing:
        if name == "sheet":
            return self.supply(words, subject)
        if not subject.view.hand:
            raise NotThere("no hand is seen without a seat, or with no card in it")
        return self.hand(words, subject.view)

    def final_scene(
        self, words: Words, subject: CastellanSubject, theme: ThemeName = "light"
    ) -> Scene:
        return final.final_scene(words, subject, theme)

    def final_alt(self, words: Words, subject: CastellanSubject) -> str:
        return alt_text.final_alt(words, subject)

    def text_board(self, words: Words, subject: CastellanSubject) -> str:
        return text_board.text_board(words, subject)

    def course(self, moves: Iterable[Sequence[Event]]) -> Course:
        return tables.course(moves)

    def chart_alt(self, words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
        return alt_text.chart_alt(words, moves, names)

    def replay_alt(self, words: Words, subjects: Sequence[CastellanSubject]) -> str:
        return alt_text.replay_alt(words, subjects)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, TurnScored) and event.points > 0 for event in events)

    def emoji_image(self, sprites: Sprites, name: EmojiName) -> Image:
        return emojis.draw_emoji(sprites, name)


def _is_card(part: Part) -> bool:
    """Tell a card that is chosen from the choice to begin building."""
    step, token = part
    return step.startswith("card") and token != BUILD
