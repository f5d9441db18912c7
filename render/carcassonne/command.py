"""Command line of Carcassonne, which alone makes views from states."""

from collections.abc import Sequence

from engine.carcassonne.events import Event
from engine.carcassonne.moves import Move, parse_move, parts
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import Setup, State
from engine.carcassonne.view import View
from engine.questions import Part
from render.board.aliases import notation
from render.carcassonne.pictures import CarcassonnePictures, painter_for
from render.carcassonne.tiles import first_alike
from render.command import Command
from render.picture.paint import Painter
from render.pictures import NotThere


class CarcassonneCommand(Command[State, Move, Event, View]):
    pictures = CarcassonnePictures
    records = carcassonne.records
    example = "N50 r1 knight@N"

    def view(self, state: State, seat: int | None) -> View:
        return carcassonne.view(state, seat)

    def painter(self, setup: Setup) -> Painter:
        return painter_for(setup.catalogue)

    def preview_parts(self, view: View, text: str) -> Sequence[Part]:
        """Read a turn; of rotations that look alike, any may be typed (C5)."""
        turn = parse_move(notation(text))
        if view.drawn is not None:
            alike = first_alike(view.catalogue, view.drawn)[turn.placement.rotation]
            turn = turn._replace(placement=turn.placement._replace(rotation=alike))
        if turn.placement not in view.placements:
            raise NotThere("the drawn tile cannot be laid there")
        return parts(turn)
