"""The games of every kind that are described in tests of all faces."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from tests.bot.games.carcassonne import kit as carcassonne
from tests.bot.games.castellan import kit as castellan
from tests.bot.games.castle import kit as castle
from tests.bot.games.kit import AnyPly

KITS: Mapping[str, Any] = {"castle": castle, "carcassonne": carcassonne, "castellan": castellan}
# More than can happen in one move.
ENDLESS: Mapping[str, Sequence[Any]] = {
    "castle": (castle.endless_turn(), castle.endless_turn([None])),
    "carcassonne": (carcassonne.endless_turn(),),
    "castellan": (castellan.endless_turn(),),
}


def games(kind: str) -> Sequence[Sequence[AnyPly]]:
    played: Sequence[Sequence[AnyPly]] = KITS[kind].games()
    return played


def plies(kind: str, every: int = 1) -> list[AnyPly]:
    """One in so many of all moves."""
    return [*chain.from_iterable(games(kind))][::every]
