"""The command line of Carcassonne, which alone makes views from states."""

from collections.abc import Sequence

from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import parse_move, parts
from engine.carcassonne.view import View, view
from engine.questions import Part
from render.board.aliases import notation
from render.carcassonne.pictures import CarcassonnePictures, painter_for
from render.carcassonne.tiles import first_alike
from render.command import Command
from render.pictures import NotThere


def _preview_parts(seen: View, text: str) -> Sequence[Part]:
    """Of rotations that look alike, any may be typed (C5)."""
    turn = parse_move(notation(text))
    if seen.drawn is not None:
        alike = first_alike(seen.catalogue, seen.drawn)[turn.placement.rotation]
        turn = turn._replace(placement=turn.placement._replace(rotation=alike))
    if turn.placement not in seen.placements:
        raise NotThere("the drawn tile cannot be laid there")
    return parts(turn)


COMMAND = Command(
    pictures=CarcassonnePictures,
    records=carcassonne.records,
    view=view,
    painter=lambda setup: painter_for(setup.catalogue),
    preview_parts=_preview_parts,
    example="N50 r1 knight@N",
)
