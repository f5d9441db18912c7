"""Games of Castellan between simple players, with the figures they give."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter

from engine.castellan.record import RECORDS, Played, Step
from engine.castellan.setup import new_setup
from engine.castellan.state import scores
from engine.castellan.vocabulary.events import (
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecePlaced,
    PiecesPassed,
)
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.notation import move_text, point_text
from engine.castellan.vocabulary.options import PRESETS
from engine.castellan.vocabulary.players import SEATS
from engine.players.search import LEVELS
from engine.selfplay.castellan_strategy import POLICIES
from engine.selfplay.duel import policy_named


class Match:
    """Games played one after the other. Only the playing itself is timed."""

    policies = (*POLICIES, *LEVELS)
    presets = tuple(PRESETS)
    seat_counts: Sequence[int] = SEATS

    def __init__(
        self, seed: int, policy: str, preset: str, seats: int, positions: int | None = None
    ) -> None:
        self.seed = seed
        self.policy = policy_named("castellan", policy, positions)
        self.options = PRESETS[preset]
        self.players = tuple(f"{policy} {seat + 1}" for seat in range(seats))
        self.games = 0
        self.seconds = 0.0
        self.turns = 0
        self.pieces = 0
        self.passed = 0
        """Pieces that found no place in a turn."""
        self.scores: list[int] = []
        self.points: Counter[str] = Counter()
        """Of courtyards with a single keep, and with a double one."""
        self.courtyards = 0

    def play_game(self, number: int) -> Played:
        started = perf_counter()
        rng = Random(f"{self.seed}/{number}")
        seed = f"selfplay/{self.seed}/{number}"
        plies = [RECORDS.first_ply(new_setup(seed, seats=len(self.players), options=self.options))]
        while plies[-1].state.phase != "over":
            plies.append(RECORDS.next_ply(plies[-1], self.policy(plies[-1].state, rng)))
        self.seconds += perf_counter() - started
        self._count(plies)
        return RECORDS.played(self.players, plies)

    def _count(self, plies: Sequence[Step]) -> None:
        self.games += 1
        self.turns += len(plies) - 1
        for event in (event for ply in plies for event in ply.events):
            match event:
                case PiecePlaced():
                    self.pieces += 1
                case PiecesPassed():
                    self.passed += sum(event.pieces)
                case _:
                    pass
        end = plies[-1].state
        self.scores += scores(end)
        self.courtyards += len(end.plan.courtyards)
        for courtyard, worth in zip(end.plan.courtyards, end.plan.worths, strict=True):
            self.points["double" if courtyard.double else "single"] += worth

    def record(self, played: Played) -> str:
        return RECORDS.write(played)

    def lines(self, played: Played) -> Iterator[str]:
        """The game as human-readable lines: seat, move, the scores after it, and what was
        enclosed."""
        for number, (before, ply) in enumerate(
            zip(played.plies, played.plies[1:], strict=False), 1
        ):
            if isinstance(ply.done, Turn):
                told = ", ".join(filter(None, map(_told, ply.events)))
                points = " ".join(f"{score:3}" for score in scores(ply.state))
                yield f"{number:3}  {before.state.seat}  {move_text(ply.done):48} {points}  {told}"

    def figures(self) -> dict[str, object]:
        total = self.points.total() or 1
        return {
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "turns": self.turns,
            "turns_per_second": round(self.turns / self.seconds, 1),
            "pieces_per_turn": round(self.pieces / self.turns, 2),
            "passed": round(self.passed / self.games, 3),
            "median_score": median(self.scores),
            "courtyards": round(self.courtyards / self.games, 2),
            "points_share": {
                kind: round(self.points[kind] / total, 4) for kind in ("single", "double")
            },
        }


def _told(event: Event) -> str | None:
    match event:
        case CourtyardMade() | CourtyardGrew():
            double = "double " if event.double else ""
            return f"{double}courtyard {point_text(event.cells[0])} worth {event.points}"
        case _:
            return None
