"""Reviews an ended game, move by move. Every move is judged by what its player could know then."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import inf, sqrt
from random import Random
from statistics import stdev
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players.expert import Curve, Draw, lead, to_beat
from engine.players.players import EXPERTS, positions_in, think
from engine.players.review import VERSION, JudgedMove, Review, mark_of
from engine.players.search import FIRST_SIGHT, Level
from engine.questions import Part
from engine.recorded import leaving_seat

# The time for weighing a move by default, on one core of an ordinary machine.
SECONDS = 0.2
# The number of moves compared with the played one.
WIDTH = 6
# A move that would get a mark is checked with up to this many times the positions of a move, in up
# to so many games.
CHECKING = 10
MOST_GAMES = 60
# The number of moves by which these are played on. Soon after, what others happen to do and draw
# outweighs what a single move brings.
CHECKED_MOVES = 12
# The number of better moves that are checked at most, until one of them holds.
MOST_CHECKED = 2
# A better move holds if it is better by this many standard errors.
CERTAINTY = 1.3
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
        halved_at=EXPERTS[kind].halved_at,
        luck_explains=EXPERTS[kind].luck_explains,
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
    played = game.parse_move(done)
    comparison = compare_with_better(kind, state, played, rng, positions)
    estimated = estimate(kind, state, gone)
    spread = expert.spread(state)

    def chances_if_leading(points: float) -> tuple[float, ...]:
        return estimated.if_leading(points, spread).chances(expert.curve)

    with_played = chances_if_leading(comparison.played_lead)

    def lost_chance(lost: float) -> float:
        return chances_if_leading(comparison.played_lead + lost)[seat] - with_played[seat]

    best = comparison.better[0] if comparison.better else BetterMove(played, 0.0)
    confirmed = comparison.is_exact
    if not confirmed:
        doubtful = [move for move in comparison.better if mark_of(lost_chance(move.lost))]
        for number, move in enumerate(doubtful[:MOST_CHECKED]):
            checked = check(kind, state, played, move, rng, positions=CHECKING * positions)
            better = BetterMove(move.move, checked.lost)
            confirmed = checked.is_certain and mark_of(lost_chance(better.lost)) is not None
            if confirmed or number == 0:
                best = better
            if confirmed:
                break
        if best.lost < NO_DIFFERENCE:
            best = BetterMove(played, 0.0)
    with_best = chances_if_leading(comparison.played_lead + best.lost)
    judged = JudgedMove(
        ply,
        seat,
        played=done,
        best=game.move_text(best.move),
        lost=round(best.lost, 2),
        before=round(with_best[seat], 3),
        after=round(with_played[seat], 3),
        forced=is_forced(kind, state),
        luck=round(expert.luck_left * luck_of_draw(kind, state, draws), 1),
        confirmed=confirmed,
    )
    return judged, with_played


class BetterMove(NamedTuple):
    """A move that seems better than the played one."""

    move: Any
    lost: float
    """The points of lead by which the played move seems worse."""


class Comparison(NamedTuple):
    """The lead that the played move promises, and the moves that seem better, the best first."""

    played_lead: float
    better: Sequence[BetterMove]
    is_exact: bool
    """The end of the game was searched through, and nothing is better than the best."""


def compare_with_better(
    kind: str, state: Any, played: Any, rng: Random, positions: int
) -> Comparison:
    """All moves are tried in the same positions, which look to the player like this one. Each
    opponent replies once, so that the same player is to act again."""
    level = Level(SECONDS, WIDTH, plies=len(GAMES[kind].scores(state)))
    thought = think(kind, state, level, rng, positions, besides=played)
    share = 1.0 if thought.is_exact else EXPERTS[kind].errors_left
    best_lead = thought.best.worth
    worth = next(idea.worth for idea in thought.ideas if idea.move == played)
    better = [BetterMove(idea.move, share * (idea.worth - worth)) for idea in thought.ideas]
    better = [move for move in better if move.lost >= NO_DIFFERENCE]
    most_lost = better[0].lost if better else 0.0
    return Comparison(best_lead - most_lost, better, thought.is_exact)


class Checked(NamedTuple):
    """The points of lead by which a move is better than the played one, after a check."""

    lost: float
    error: float
    """Its standard error."""

    @property
    def is_certain(self) -> bool:
        return self.lost >= CERTAINTY * self.error


def check(
    kind: str, state: Any, played: Any, better: BetterMove, rng: Random, *, positions: int
) -> Checked:
    """Play on from both moves at first sight, much farther than the search looks ahead, in ever new
    positions that look to the player like this one. What the search found counts for as many of
    these games as its first sight does in a search."""
    game = GAMES[kind]
    expert = EXPERTS[kind]
    seat = game.to_act(state)
    assert seat is not None
    spread = expert.spread(state)
    seed = rng.getrandbits(64)
    weighed = 0
    gains = list[float]()
    while len(gains) < FIRST_SIGHT or (weighed < positions and len(gains) < MOST_GAMES):
        world = game.resample(state, seat, f"{seed}/{len(gains)}")
        leads = list[float]()
        for move in (better.move, played):
            after, _ = game.apply(world, seat, move)
            points, weighed_on_way = expert.rollout(game, after, CHECKED_MOVES)
            leads.append(lead(points, seat, spread))
            weighed += 1 + weighed_on_way
        gains.append(leads[0] - leads[1])
    seen = len(gains) + FIRST_SIGHT
    lost = (sum(gains) + FIRST_SIGHT * better.lost) / seen
    return Checked(lost, stdev(gains) / sqrt(seen))


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
