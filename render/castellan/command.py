"""The command line of Castellan, which alone makes views from states."""

from collections.abc import Sequence

from engine.castellan.game import castellan
from engine.castellan.moves import parse_move, parts
from engine.castellan.places import Site
from engine.castellan.view import View, view
from engine.errors import IllegalMove
from engine.questions import Part
from render.castellan.pictures import CastellanPictures, castellan_painter
from render.castellan.words import in_notation
from render.command import Command
from render.pictures import NotThere


def _preview_parts(seen: View, text: str) -> Sequence[Part]:
    """Any cards of this game can be tried, since the command line shows games that are over."""
    turn = parse_move(in_notation(text))
    if seen.to_act is None:
        raise NotThere("nobody is to play")
    for card in turn.cards:
        if card not in seen.players[seen.to_act].unplayed:
            raise NotThere(f"the card {card} is not left")
    site = Site(seen.plan, seen.to_act, seen.cards.pieces(turn.cards).plus(seen.received))
    try:
        for piece in turn.build:
            site = site.after(piece)
    except IllegalMove as error:
        raise NotThere(f"this cannot be built ({error})") from None
    return parts(turn)


COMMAND = Command(
    pictures=CastellanPictures,
    records=castellan.records,
    view=view,
    painter=lambda _: castellan_painter(),
    preview_parts=_preview_parts,
    example="T1: tM50",
)
