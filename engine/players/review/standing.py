"""How likely each seat is to win, in one position of a game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from engine.games import GAMES
from engine.players.hindsight import Curve
from engine.players.players import EXPERTS

SEED = "standing"


@dataclass(frozen=True, slots=True)
class Standing:
    points: Sequence[float]
    """How many points each seat is expected to end with; `-inf` for those who left."""
    to_act: int
    to_come: int

    def chances(self, curve: Curve) -> tuple[float, ...]:
        return curve.chances(self.points, self.to_act, self.to_come)

    def if_leading(self, lead: float) -> "Standing":
        """The standing if the player to act leads the best of the others by this much once
        everybody has moved."""
        points, seat = list(self.points), self.to_act
        points[seat] = lead + max(other for at, other in enumerate(points) if at != seat)
        return Standing(points, seat, max(0, self.to_come - len(points)))


def standing(kind: str, state: Any, gone: Collection[int]) -> Standing:
    """The standing at first sight, by what the player to act can know."""
    seat = GAMES[kind].to_act(state)
    assert seat is not None
    world = GAMES[kind].resample(state, seat, SEED)
    points = EXPERTS[kind].judgement.prospects(world)
    expected = [-inf if at in gone else own for at, own in enumerate(points)]
    return Standing(expected, seat, EXPERTS[kind].hindsight.to_come(state))


def chances_in(kind: str, state: Any, gone: Collection[int]) -> tuple[float, ...]:
    """The winning chances, or the result if the game is over; several winners share it."""
    if GAMES[kind].to_act(state) is not None:
        return standing(kind, state, gone).chances(EXPERTS[kind].hindsight.curve)
    winners = GAMES[kind].winners(state)
    return tuple(
        (seat in winners) / max(1, len(winners)) for seat in range(len(GAMES[kind].scores(state)))
    )
