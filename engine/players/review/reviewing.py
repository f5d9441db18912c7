"""Reviewing a whole game, move by move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.players.review.judging import budget, is_forced, weigh
from engine.players.review.luck import luck
from engine.players.review.review import Judged, Review
from engine.players.review.standing import chances_in, standing
from engine.recorded import who_leaves

VERSION = 2
"""Raised whenever the same game would be reviewed differently."""


def is_current(review: Review) -> bool:
    """Whether the same game would still be reviewed in the same way."""
    return (review.rules, review.version) == (GAMES[review.kind].rules_version, VERSION)


def review(
    kind: str,
    moves: Sequence[str],
    states: Iterable[Any],
    commitment: str | None,
    *,
    positions: int | None = None,
    seed: int = 0,
    plies: range | None = None,
) -> Review:
    """The review of an ended game. It takes the moves as a record writes them, the states (the
    first one and the one after each move), and the commitment published at the start, if it is
    known. Weighs this many positions per move, by default as many as `SECONDS` allow.

    With `plies`, only these are judged: such parts, `joined`, make up the whole review.
    """
    weighed = budget(kind) if positions is None else positions
    wanted = range(1, len(moves) + 1) if plies is None else plies
    reviewing, coming = Reviewing(kind, weighed, seed, wanted), iter(states)
    state = next(coming)
    fits = None if commitment is None else GAMES[kind].commitment(state) == commitment
    reviewing.begin(state)
    for ply, (done, after) in enumerate(zip(moves, coming, strict=True), 1):
        reviewing.add_ply(ply, state, done, after)
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


def joined(parts: Sequence[Review]) -> Review:
    """The review of a whole game, from the reviews of its parts in order."""
    moves = tuple(move for part in parts for move in part.moves)
    chances = tuple(each for part in parts for each in part.chances)
    return replace(parts[0], moves=moves, chances=chances)


@dataclass(slots=True)
class Reviewing:
    """A game, reviewed as far as it was played."""

    kind: str
    positions: int
    seed: int
    wanted: range
    """The plies that are judged."""
    moves: list[Judged] = field(default_factory=list)
    chances: list[tuple[float, ...]] = field(default_factory=list)
    moved: dict[int | None, Any] = field(default_factory=dict)
    """The position in which each seat last moved."""
    gone: set[int] = field(default_factory=set)

    def begin(self, state: Any) -> None:
        if self.wanted.start == 1:
            self._tell(chances_in(self.kind, state, self.gone))

    def add_ply(self, ply: int, state: Any, done: str, after: Any) -> None:
        left = who_leaves(done)
        if left is not None:
            self.gone.add(left)
        if ply in self.wanted:
            self._tell(self._chances(ply, state, done, after))
        if left is None:
            self.moved[GAMES[self.kind].to_act(state)] = state

    def _chances(self, ply: int, state: Any, done: str, after: Any) -> Sequence[float]:
        """The chances after a move, or after somebody left."""
        if who_leaves(done) is None:
            judged = self._judge(ply, state, done)
            if GAMES[self.kind].to_act(after) is not None:
                return judged
        return chances_in(self.kind, after, self.gone)

    def _judge(self, ply: int, state: Any, done: str) -> tuple[float, ...]:
        """Judge a move, and return the chances after it, by what its player could know."""
        game, hindsight = GAMES[self.kind], EXPERTS[self.kind].hindsight
        seat = game.to_act(state)
        assert seat is not None, "no move comes after the end"
        played = game.parse_move(done)
        found = weigh(self.kind, state, played, Random(f"{self.seed}/{ply}"), self.positions)
        here = standing(self.kind, state, self.gone)
        before = here.if_leading(found.best_lead).chances(hindsight.curve)
        after = here.if_leading(found.played_lead).chances(hindsight.curve)
        draws = hindsight.draws(state, self.moved.get(seat))
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
                luck=round(luck(game, EXPERTS[self.kind].judgement, state, draws), 1),
            )
        )
        return after

    def _tell(self, chances: Sequence[float]) -> None:
        self.chances.append(tuple(round(chance, 3) for chance in chances))
