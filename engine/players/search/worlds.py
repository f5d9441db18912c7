"""The positions in which the search tries moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Game
from engine.players.search.tiles import Tiles, next_first


@dataclass(slots=True)
class Worlds:
    """Positions that look the same to a seat, numbered. Where tiles are drawn, every tile of the
    stack comes next once before any does so again, so that the effect of the next draw becomes an
    exact expectation over the kinds left."""

    game: Game[Any, Any, Any, Any]
    tiles: Tiles[Any, Any] | None
    state: Any
    seat: int
    seed: int
    first: Any = field(init=False)
    """The world with number 0."""
    order: Sequence[str] = field(init=False)
    """The order in which the tiles come next: that of the first world's stack."""

    def __post_init__(self) -> None:
        self.first = self._resampled(0)
        self.order = () if self.tiles is None else self.tiles.stack(self.first)

    def world(self, number: int) -> Any:
        world = self._resampled(number)
        if self.tiles is None or not self.order:
            return world
        following = self.order[number % len(self.order)]
        return self.tiles.with_stack(world, next_first(self.tiles.stack(world), following))

    def _resampled(self, number: int) -> Any:
        return self.game.resample(self.state, self.seat, f"{self.seed}/{number}")
