"""The command line of The Castle, which alone makes views from states."""

from collections.abc import Sequence

from engine.castle.game import castle
from engine.castle.moves import Turn, parse_move, parts
from engine.castle.view import View, view
from engine.questions import Part
from render.castle.pictures import CastlePictures, painter_for
from render.command import Command
from render.pictures import NotThere


def _preview_parts(seen: View, text: str) -> Sequence[Part]:
    move = parse_move(text)
    if not isinstance(move, Turn) or move.placement not in seen.placements:
        raise NotThere("the drawn tile cannot be laid there")
    return parts(move)


COMMAND = Command(
    pictures=CastlePictures,
    records=castle.records,
    view=view,
    painter=lambda setup: painter_for(setup.catalogue),
    preview_parts=_preview_parts,
    example="E5 r1 knight@N",
)
