"""Games of Carcassonne between simple players, with the figures they give."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter

from engine.carcassonne.catalogue import SEATS
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    TileDiscarded,
)
from engine.carcassonne.moves import PRESETS, ROLES, Turn, move_text
from engine.carcassonne.record import RECORDS, Played
from engine.carcassonne.turn import new_setup
from engine.players.search import LEVELS
from engine.selfplay.carcassonne_strategy import POLICIES
from engine.selfplay.duel import counting_policy


class Match:
    """Games played one after the other. Only the playing itself is timed."""

    policies = (*POLICIES, *LEVELS)
    presets = tuple(PRESETS)
    seat_counts: Sequence[int] = SEATS

    def __init__(
        self, seed: int, policy: str, preset: str, seats: int, positions: int | None = None
    ) -> None:
        self.seed = seed
        self.policy = counting_policy("carcassonne", POLICIES, policy, positions)
        self.options = PRESETS[preset]
        self.players = tuple(f"{policy} {seat + 1}" for seat in range(seats))
        self.games = 0
        self.seconds = 0.0
        self.turns = 0
        self.legal_moves = 0.0
        self.scores: list[int] = []
        self.discards = 0
        self.points: Counter[str] = Counter()
        """By kind of feature."""

    def play_game(self, number: int) -> Played:
        started = perf_counter()
        rng = Random(f"{self.seed}/{number}")
        seed = f"selfplay/{self.seed}/{number}"
        plies = [RECORDS.first_ply(new_setup(seed, self.options, seats=len(self.players)))]
        while plies[-1].state.phase != "over":
            move, legal = self.policy(plies[-1].state, rng)
            self.turns += 1
            self.legal_moves += legal
            plies.append(RECORDS.next_ply(plies[-1], move))
        self.seconds += perf_counter() - started
        self.games += 1
        self.scores += plies[-1].state.scores
        for ply in plies:
            for event in ply.events:
                self._count(event)
        return RECORDS.played(self.players, plies)

    def _count(self, event: Event) -> None:
        match event:
            case TileDiscarded():
                self.discards += 1
            case FeatureScored() | FinalScored():
                self.points[event.kind] += event.points * len(event.seats)
            case FarmersScored():
                self.points["field"] += event.points * len(event.seats)
            case _:
                pass

    def record(self, played: Played) -> str:
        return RECORDS.write(played)

    def lines(self, played: Played) -> Iterator[str]:
        """The game as human-readable lines: seat, move, the scores after it, and what was
        scored."""
        for number, (before, ply) in enumerate(
            zip(played.plies, played.plies[1:], strict=False), 1
        ):
            if isinstance(ply.done, Turn):
                scored = ", ".join(filter(None, map(_told, ply.events)))
                scores = " ".join(f"{score:3}" for score in ply.state.scores)
                text = move_text(ply.done)
                yield f"{number:3}  {before.state.seat}  {text:28} {scores}  {scored}"

    def _legal_moves(self) -> dict[str, float]:
        """Levels do not count them."""
        if not self.legal_moves:
            return {}
        return {"legal_moves_per_turn": round(self.legal_moves / self.turns, 1)}

    def figures(self) -> dict[str, object]:
        total = self.points.total() or 1
        return {
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "turns": self.turns,
            "turns_per_second": round(self.turns / self.seconds, 1),
            **self._legal_moves(),
            "median_score": median(self.scores),
            "discards": round(self.discards / self.games, 3),
            "points_share": {kind: round(self.points[kind] / total, 4) for kind in ROLES},
        }


def _told(event: Event) -> str | None:
    if not isinstance(event, FeatureScored | FinalScored | FarmersScored) or not event.seats:
        return None
    kind = "field" if isinstance(event, FarmersScored) else event.kind
    return f"{kind} {event.points} to {', '.join(map(str, event.seats))}"
