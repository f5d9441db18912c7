"""The command line of The Castle, which alone makes views from states."""

from collections.abc import Sequence
from functools import partial

from engine.castle.events import Event
from engine.castle.moves import Turn, parse_move, parts
from engine.castle.record import RECORDS
from engine.castle.view import View, view
from engine.questions import Part
from render.castle.pictures import CastlePictures, painter_for
from render.command import Command, Recording, recording
from render.pictures import NotThere


def _read(text: str) -> Recording[View, Event]:
    played = RECORDS.read(text)
    return recording(
        played.players, played.plies, view, partial(painter_for, played.setup.catalogue)
    )


def _preview_parts(seen: View, text: str) -> Sequence[Part]:
    move = parse_move(text)
    if not isinstance(move, Turn) or move.placement not in seen.placements:
        raise NotThere("the drawn tile cannot be laid there")
    return parts(move)


COMMAND = Command(CastlePictures, _read, _preview_parts, example="E5 r1 knight@N")
