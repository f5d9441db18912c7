"""Reviewing a whole game, move by move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.game import GAMES
from engine.players.players import JUDGEMENTS
from engine.players.review.hindsights import HINDSIGHTS
from engine.players.review.judging import budget, is_forced, weigh
from engine.players.review.luck import luck
from engine.players.review.review import Judged, Review
from engine.players.review.standing import chances_in, standing
from engine.recorded import who_leaves

VERSION = 1
"""Raised whenever the same game would be reviewed otherwise."""

Told = Callable[[int, int], None]
"""Told how many moves have been judged, and of how many."""


def is_current(review: Review) -> bool:
    """Whether the same game would still be reviewed like this."""
    return (review.rules, review.version) == (GAMES[review.kind].rules_version, VERSION)


def review(
    kind: str,
    moves: Sequence[str],
    states: Iterable[Any],
    commitment: str | None,
    *,
    positions: int | None = None,
    seed: int = 0,
    told: Told = lambda judged, of: None,
) -> Review:
    """Of a game that has ended: its moves as a record writes them, its states, which are the first
    one and the one after each move, and the commitment that was published at its start, if it is
    known. Weighs this many positions a move, by default as many as `SECONDS` allow."""
    weighed = budget(kind) if positions is None else positions
    reviewing, coming = Reviewing(kind, weighed, seed), iter(states)
    state = next(coming)
    fits = None if commitment is None else GAMES[kind].commitment(state) == commitment
    reviewing.begin(state)
    for ply, (done, after) in enumerate(zip(moves, coming, strict=True), 1):
        reviewing.go_on(ply, state, done, after)
        told(ply, len(moves))
        state = after
    return Review(
        kind=kind,
        rules=GAMES[kind].rules_version,
        version=VERSION,
        positions=weighed,
        fits=fits,
        scores=GAMES[kind].scores(state),
        moves=tuple(reviewing.moves),
        chances=tuple(reviewing.chances),
    )


@dataclass(slots=True)
class Reviewing:
    """A game, reviewed as far as it was played."""

    kind: str
    positions: int
    seed: int
    moves: list[Judged] = field(default_factory=list)
    chances: list[tuple[float, ...]] = field(default_factory=list)
    moved: dict[int, Any] = field(default_factory=dict)
    """The position in which each seat moved last."""
    gone: set[int] = field(default_factory=set)

    def begin(self, state: Any) -> None:
        self._tell(chances_in(self.kind, state, self.gone))

    def go_on(self, ply: int, state: Any, done: str, after: Any) -> None:
        left = who_leaves(done)
        if left is not None:
            self.gone.add(left)
        else:
            chances = self._judge(ply, state, done)
        if left is not None or GAMES[self.kind].to_act(after) is None:
            chances = chances_in(self.kind, after, self.gone)
        self._tell(chances)

    def _judge(self, ply: int, state: Any, done: str) -> tuple[float, ...]:
        """The chances after the move, by what its player could know."""
        game, hindsight = GAMES[self.kind], HINDSIGHTS[self.kind]
        seat = game.to_act(state)
        assert seat is not None, "no move comes after the end"
        played = game.parse_move(done)
        found = weigh(self.kind, state, played, Random(f"{self.seed}/{ply}"), self.positions)
        here = standing(self.kind, state, self.gone)
        before = here.if_leading(found.best_lead).chances(hindsight.curve)
        after = here.if_leading(found.played_lead).chances(hindsight.curve)
        draws = hindsight.draws(state, self.moved.get(seat))
        self.moved[seat] = state
        self.moves.append(
            Judged(
                ply,
                seat,
                played=done,
                best=game.move_text(found.best),
                lost=round(found.best_lead - found.played_lead, 1),
                before=round(before[seat], 3),
                after=round(after[seat], 3),
                forced=is_forced(self.kind, state),
                luck=round(luck(game, JUDGEMENTS[self.kind], state, draws), 1),
            )
        )
        return after

    def _tell(self, chances: Sequence[float]) -> None:
        self.chances.append(tuple(round(chance, 3) for chance in chances))
