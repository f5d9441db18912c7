"""Names of courtyards, pieces and players. Knows no position and no points."""

from collections.abc import Mapping, Sequence

from bot.games.moment import Names
from bot.locale import Words
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
