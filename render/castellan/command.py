"""Command line of Castellan, which alone makes views from states."""

from collections.abc import Sequence

from engine.castellan.events import Event
from engine.castellan.moves import Turn, parse_move, parts
from engine.castellan.places import Site
from engine.castellan.rules import castellan
from engine.castellan.state import Setup, State
from engine.castellan.view import View
from engine.errors import IllegalMove
from engine.questions import Part
from render.castellan.pictures import CastellanPictures, castellan_painter
from render.castellan.words import in_notation
from render.command import Command
from render.picture.paint import Painter
from render.pictures import NotThere


class CastellanCommand(Command[State, Turn, Event, View]):
    pictures = CastellanPictures
    records = castellan.records
    example = "T1: tM50"

    def view(self, state: State, seat: int | None) -> View:
        return castellan.view(state, seat)

    def painter(self, setup: Setup) -> Painter:
        return castellan_painter()

    def preview_parts(self, view: View, text: str) -> Sequence[Part]:
        """Read a turn of any cards of the game, as the command line shows games that are over."""
        turn = parse_move(in_notation(text))
        if view.to_act is None:
            raise NotThere("nobody is to play")
        for card in turn.cards:
            if card not in view.players[view.to_act].unplayed:
                raise NotThere(f"the card {card} is not left")
        site = Site(view.plan, view.to_act, view.cards.pieces(turn.cards).plus(view.received))
        try:
            for piece in turn.build:
                site = site.after(piece)
        except IllegalMove as error:
            raise NotThere(f"this cannot be built ({error})") from None
        return parts(turn)
