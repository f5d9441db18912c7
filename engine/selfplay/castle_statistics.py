"""What happened over many games, counted from their events. Does not know how they were played."""

from collections import Counter
from collections.abc import Iterable
from statistics import median

from engine.castle.events import Event, FeatureScored, FinalScored, GameEnded, TileDiscarded
from engine.castle.scoring import keep_sizes
from engine.castle.state import State

KINDS = ("path", "tower", "house", "court", "keep", "wall tiles")


class Statistics:
    """Counts over all games added."""

    def __init__(self) -> None:
        self.games = 0
        self.scores: list[int] = []
        self.discards = 0
        self.points: Counter[str] = Counter()
        self.keeps_decided = 0
        self.sizes: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS[:3]}
        self.fights = 0
        """Completed features on which both players had followers."""

    def add_game(self, events: Iterable[Event], last: State) -> None:
        self.games += 1
        first, second = keep_sizes(last)
        self.keeps_decided += first != second
        for event in events:
            match event:
                case TileDiscarded():
                    self.discards += 1
                case FeatureScored():
                    self._add_feature(event)
                case FinalScored():
                    self.points[_final_kind(event.what)] += event.points
                case GameEnded():
                    self.scores += event.scores
                case _:
                    pass

    def _add_feature(self, event: FeatureScored) -> None:
        self.points[event.kind] += event.points
        self.sizes[event.kind][len(event.cells) + len(event.starts)] += 1
        self.fights += min(event.followers) > 0

    def shares(self) -> dict[str, float]:
        """The share of all points from each kind."""
        total = sum(self.points.values()) or 1
        return {kind: self.points[kind] / total for kind in KINDS}

    def summary(self) -> dict[str, object]:
        return {
            "median_score": median(self.scores),
            "discards": round(self.discards / self.games, 3),
            "points_share": {kind: round(share, 4) for kind, share in self.shares().items()},
            "keep_decided": round(self.keeps_decided / self.games, 4),
        }


def _final_kind(what: str) -> str:
    return what if what in ("keep", "court") else "wall tiles"
