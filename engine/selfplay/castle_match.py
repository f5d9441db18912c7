"""Games of The Castle between simple players, with the figures they give."""

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter

from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import PRESETS, AnotherTurn, Turn, move_text
from engine.castle.record import RECORDS, Played
from engine.castle.turn import new_setup
from engine.players.search import LEVELS
from engine.selfplay.castle_statistics import Statistics
from engine.selfplay.castle_strategy import POLICIES
from engine.selfplay.duel import counting_policy


class Match:
    """Games played one after the other. Only the playing itself is timed."""

    policies = (*POLICIES, *LEVELS)
    presets = tuple(PRESETS)
    seat_counts: Sequence[int] = (2,)

    def __init__(
        self, seed: int, policy: str, preset: str, seats: int = 2, positions: int | None = None
    ) -> None:
        self.seed = seed
        self.policy = counting_policy("castle", POLICIES, policy, positions)
        self.options = PRESETS[preset]
        assert seats == 2
        self.players = (f"{policy} 1", f"{policy} 2")
        self.statistics = Statistics()
        self.seconds = 0.0
        self.turns = 0
        self.legal_moves = 0.0

    def play_game(self, number: int) -> Played:
        started = perf_counter()
        rng = Random(f"{self.seed}/{number}")
        setup = new_setup(f"selfplay/{self.seed}/{number}", self.options)
        plies = [RECORDS.first_ply(setup)]
        while plies[-1].state.phase != "over":
            move, legal = self.policy(plies[-1].state, rng)
            if isinstance(move, Turn):
                self.turns += 1
                self.legal_moves += legal
            plies.append(RECORDS.next_ply(plies[-1], move))
        self.seconds += perf_counter() - started
        happened: list[Event] = [event for ply in plies for event in ply.events]
        self.statistics.add_game(happened, plies[-1].state)
        return RECORDS.played(self.players, plies)

    def record(self, played: Played) -> str:
        return RECORDS.write(played)

    def lines(self, played: Played) -> Iterator[str]:
        """The game as human-readable lines: seat, move, what was scored, and the scores after
        it."""
        for number, (before, ply) in enumerate(
            zip(played.plies, played.plies[1:], strict=False), 1
        ):
            assert isinstance(ply.done, Turn | AnotherTurn)
            scored = ", ".join(
                f"{event.kind if isinstance(event, FeatureScored) else event.what}"
                f" {event.points} to {event.seat}"
                for event in ply.events
                if isinstance(event, FeatureScored | FinalScored) and event.seat is not None
            )
            seat, (first, second) = before.state.seat, ply.state.scores
            yield f"{number:3}  {seat}  {move_text(ply.done):32} {first:3} {second:3}  {scored}"

    def _legal_moves(self) -> dict[str, float]:
        """Levels do not count them."""
        if not self.legal_moves:
            return {}
        return {"legal_moves_per_turn": round(self.legal_moves / self.turns, 1)}

    def figures(self) -> dict[str, object]:
        return {
            "games": self.statistics.games,
            "seconds": round(self.seconds, 3),
            "turns": self.turns,
            "turns_per_second": round(self.turns / self.seconds, 1),
            **self._legal_moves(),
            **self.statistics.summary(),
        }
