"""Names of courtyards, pieces and players, and who has the next turn. Knows no points."""

from collections.abc import Mapping, Sequence

from bot.games.moment import Names
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.notation import point_text
from engine.castellan.vocabulary.pieces import KINDS, Cell, Kind, Pieces


def courtyard_named(cells: Sequence[Cell]) -> str:
    """The cell by which a courtyard is named."""
    return point_text(min(cells))


def kind_named(words: Words, kind: Kind) -> str:
    return words(f"castellan.kind.{kind}")


def pieces_of(counts: Mapping[str, int]) -> Pieces:
    """From counts by kind."""
    return Pieces(*(counts.get(kind, 0) for kind in KINDS))


def players_named(words: Words, names: Names, seats: Sequence[int]) -> str:
    """`**Anna** and **Ben**`."""
    return words.listed([f"**{names[seat]}**" for seat in seats])


def following(view: View) -> int | None:
    """The seat that has the turn after the one to act; None after the last turn of all."""
    assert view.to_act is not None
    if view.phase == "last":
        return view.waiting[0] if view.waiting else None
    seats = len(view.players)
    order = [(view.to_act + number) % seats for number in range(1, seats)]
    return next(seat for seat in order if seat not in view.gone)
