"""Reviews an ended game, move by move. Every move is judged by what its player could know then."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players.expert import Curve, Draw, lead, to_beat
from engine.players.players import EXPERTS, positions_in, think
from engine.players.review import JudgedMove, Review
from engine.players.search import Level
from engine.questions import Part
from engine.recorded import leaving_seat

# Raised whenever the same game would be reviewed differently.
VERSION = 7
# The time for weighing a move by default, on one core of an ordinary machine.
SECONDS = 0.2
# The number of moves compared with the played one.
WIDTH = 6
# A lead of less than this many points counts as no difference.
NO_DIFFERENCE = 0.05


def is_current(review: Review) -> bool:
    """True if the same game would still be reviewed in the same way."""
    return (review.rules, review.version) == (GAMES[review.kind].rules_version, VERSION)


def review_game(
    kind: str,
    moves: Sequence[str],
    states: Iterable[Any],
    commitment: str | None,
    *,
    positions: int | None = None,
    seed: int = 0,
    plies: range | None = None,
) -> Review:
    """Review an ended game. It takes the moves as a record writes them, the states (the first one
    and the one after each move), and the commitment published at the start, if it is known. Weighs
    this many positions per move, by default as many as `SECONDS` allow.

    With `plies`, only these are judged: such parts, put together by `join_reviews`, make up the
    whole review.
    """
    game = GAMES[kind]
    budget = positions_in(kind, SECONDS) if positions is None else positions
    wanted = range(1, len(moves) + 1) if plies is None else plies
    judged: list[JudgedMove] = []
    chances: list[Sequence[float]] = []
    # The position in which each seat last moved.
    moved: dict[int | None, Any] = {}
    gone = set[int]()
    coming = iter(states)
    state = next(coming)
    fits = None if commitment is None else game.commitment(state) == commitment
    if wanted.start == 1:
        chances.append(winning_chances(kind, state, gone))
    for ply, (done, after) in enumerate(zip(moves, coming, strict=True), 1):
        leaver = leaving_seat(done)
        seat = game.to_act(state)
        if leaver is not None:
            gone.add(leaver)
        if ply in wanted:
            expected: Sequence[float] | None = None
            if leaver is None:
                draws = EXPERTS[kind].draws(state, moved.get(seat))
                rng = Random(f"{seed}/{ply}")
                move, expected = judge_move(
                    kind, state, done, ply=ply, draws=draws, gone=gone, rng=rng, positions=budget
                )
                judged.append(move)
            if expected is None or game.to_act(after) is None:
                expected = winning_chances(kind, after, gone)
            chances.append(expected)
        if leaver is None:
            moved[seat] = state
        state = after
    return Review(
        kind=kind,
        rules=game.rules_version,
        version=VERSION,
        positions=budget,
        fits=fits,
        scores=game.scores(state),
        moves=tuple(judged),
        chances=tuple(tuple(round(chance, 3) for chance in each) for each in chances),
        errors_together=EXPERTS[kind].errors_together,
    )


def join_reviews(parts: Sequence[Review]) -> Review:
    """Put the review of a whole game together from the reviews of its parts in order."""
    moves = tuple(move for part in parts for move in part.moves)
    chances = tuple(each for part in parts for each in part.chances)
    return replace(parts[0], moves=moves, chances=chances)


def judge_move(
    kind: str,
    state: Any,
    done: str,
    *,
    ply: int,
    draws: Sequence[Draw[Any]],
    gone: Collection[int],
    rng: Random,
    positions: int,
) -> tuple[JudgedMove, tuple[float, ...]]:
    """A move judged by what its player could know, and everybody's winning chances after it.
    `draws` is what the player could have drawn before it."""
    game = GAMES[kind]
    expert = EXPERTS[kind]
    seat = game.to_act(state)
    assert seat is not None, "no move comes after the end"
    best, best_lead, played_lead = compare_with_best(
        kind, state, game.parse_move(done), rng, positions
    )
    estimated = estimate(kind, state, gone)
    spread = expert.spread(state)
    with_best = estimated.if_leading(best_lead, spread).chances(expert.curve)
    with_played = estimated.if_leading(played_lead, spread).chances(expert.curve)
    move = JudgedMove(
        ply,
        seat,
        played=done,
        best=game.move_text(best),
        lost=round(best_lead - played_lead, 1),
        before=round(with_best[seat], 3),
        after=round(with_played[seat], 3),
        forced=is_forced(kind, state),
        luck=round(expert.luck_left * luck_of_draw(kind, state, draws), 1),
    )
    return move, with_played


class Comparison(NamedTuple):
    """Best move with the lead that it promises, and the lead that the played move promises."""

    best: Any
    best_lead: float
    played_lead: float


def compare_with_best(
    kind: str, state: Any, played: Any, rng: Random, positions: int
) -> Comparison:
    """All moves are tried in the same positions, which look to the player like this one. Each
    opponent replies once, so that the same player is to act again."""
    level = Level(SECONDS, WIDTH, plies=len(GAMES[kind].scores(state)))
    ideas = think(kind, state, level, rng, positions, besides=played).ideas
    best = ideas[0]
    worth = next(idea.worth for idea in ideas if idea.move == played)
    lost = EXPERTS[kind].errors_left * (best.worth - worth)
    if lost < NO_DIFFERENCE:
        return Comparison(played, best.worth, best.worth)
    return Comparison(best.move, best.worth, best.worth - lost)


def is_forced(kind: str, state: Any) -> bool:
    """True if there is only one legal move: whatever is chosen at a question, there is one."""
    parts = list[Part]()
    while (question := GAMES[kind].question(state, parts)) is not None:
        if len(question.choices) > 1:
            return False
        parts.append((question.step, question.choices[0]))
    return True


def luck_of_draw(kind: str, state: Any, draws: Sequence[Draw[Any]]) -> float:
    """Compare a draw at first sight, in points of lead, with the average of what the player could
    have drawn, with what is still to come reshuffled. Weighted by how likely each was, the luck of
    all of them sums to zero."""
    if len(draws) < 2:
        return 0.0
    game = GAMES[kind]
    expert = EXPERTS[kind]

    def worth(state: Any) -> float:
        """Find the lead of the player to act after the move that is best at first sight."""
        seat = game.to_act(state)
        assert seat is not None
        world = game.resample(state, seat, "draws")
        best = expert.candidates(world)[0].move
        after, _ = game.apply(world, seat, best)
        return lead(expert.prospects(after), seat, expert.spread(world))

    total = sum(draw.weight for draw in draws)
    return worth(state) - sum(draw.weight * worth(draw.state) for draw in draws) / total


class Estimate(NamedTuple):
    """Promise of a position for each seat."""

    points: Sequence[float]
    """The points that each seat is expected to end with; `-inf` for those who left."""
    to_act: int
    to_come: int

    def chances(self, curve: Curve) -> tuple[float, ...]:
        return curve.chances(self.points, self.to_act, self.to_come)

    def if_leading(self, lead: float, spread: float) -> "Estimate":
        """Suppose that the player to act leads the others by this much once everybody has moved."""
        points = list(self.points)
        seat = self.to_act
        points[seat] = lead + to_beat(points, seat, spread)
        return Estimate(points, seat, max(0, self.to_come - len(points)))


def estimate(kind: str, state: Any, gone: Collection[int]) -> Estimate:
    """Estimate a position at first sight, by what the player to act can know."""
    seat = GAMES[kind].to_act(state)
    assert seat is not None
    world = GAMES[kind].resample(state, seat, "standing")
    points = EXPERTS[kind].prospects(world)
    expected = [-inf if at in gone else own for at, own in enumerate(points)]
    return Estimate(expected, seat, EXPERTS[kind].to_come(state))


def winning_chances(kind: str, state: Any, gone: Collection[int]) -> tuple[float, ...]:
    """Estimate the chance of each seat to win, or give the result if the game is over; several
    winners share it."""
    game = GAMES[kind]
    if game.to_act(state) is not None:
        return estimate(kind, state, gone).chances(EXPERTS[kind].curve)
    winners = game.winners(state)
    return tuple(
        (seat in winners) / max(1, len(winners)) for seat in range(len(game.scores(state)))
    )
