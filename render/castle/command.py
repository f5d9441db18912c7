"""Command line of The Castle, which alone makes views from states."""

from collections.abc import Sequence

from engine.castle.events import Event
from engine.castle.moves import Move, Turn, parse_move, parts
from engine.castle.rules import castle
from engine.castle.state import Setup, State
from engine.castle.view import View
from engine.questions import Part
from render.castle.pictures import CastlePictures, painter_for
from render.command import Command
from render.picture.paint import Painter
from render.pictures import NotThere


class CastleCommand(Command[State, Move, Event, View]):
    pictures = CastlePictures
    records = castle.records
    example = "E5 r1 knight@N"

    def view(self, state: State, seat: int | None) -> View:
        return castle.view(state, seat)

    def painter(self, setup: Setup) -> Painter:
        return painter_for(setup.catalogue)

    def preview_parts(self, view: View, text: str) -> Sequence[Part]:
        move = parse_move(text)
        if not isinstance(move, Turn) or move.placement not in view.placements:
            raise NotThere("the drawn tile cannot be laid there")
        return parts(move)
