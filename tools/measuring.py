"""Measures the numbers of a game's `Expert`, in games between simple computer players.

    python -m tools.measuring curves --game castle
    python -m tools.measuring luck --game castle
    python -m tools.measuring errors --game castle --games 100
    python -m tools.measuring accounts --game castle --games 40
    python -m tools.measuring marks --game castle --games 10
    python -m tools.measuring accuracy --game castle --games 4

`curves` fits the worth of a lead to games at first sight. It prints the numbers of the game's
`Curve`, with what they leave unexplained: 0.69 for a curve that knows nothing about two players.

`luck` measures how much of the luck at first sight is left at the end of such games. It prints the
slope of the final margin on the luck by which one player was ahead, with its standard error; the
mean luck of a draw, with its own; and the spread of the margin, as it is, with the luck taken off
as it seems, and with it taken off by that slope. The slope is `luck_left` of the expert.

`errors` measures how many of the points that a review calls lost are missing in the end. A beginner
and a medium player play. At some of their mistakes the game is played on at first sight many times,
from the move they chose and from the better one, in the same positions that look like theirs. It
prints the slope of what the mistake cost on what it seems to lose, with its standard error:
`errors_left` of the expert.

`accounts` checks how far luck and errors explain the margins of games. A beginner and a medium
player play, and every game is reviewed. It prints the slope of the margin on the luck and the
errors that the reviews count for one side beyond the other, with its standard error; the spread of
the margin as it is, and with both taken off; the share of the points lost by single moves that is
missing in the end, which is `errors_together` of the expert; and the accuracy of each level.

`marks` checks the marks of reviews. A beginner and a medium player play, and at every marked move
of the beginner the game is played on at first sight to its end, many times from the move they chose
and from the better one. It prints how many of the better moves are better by that, and by how many
standard errors, the most doubtful first.

`accuracy` measures how many points a random player and each level leave on the table a turn, by the
review, in games against a medium player, and prints them with the accuracy that they get. `hard`
has a tenth of its time. The expert's `halved_at` is chosen by it.

Run them again whenever a game's candidates or prospects, or the search, change.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from statistics import fmean, linear_regression, pstdev, stdev
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.players import reviewer, search
from engine.players.expert import Curve, lead
from engine.players.players import EXPERTS, positions_in, think
from engine.players.review import JudgedMove, Review, accuracy_of
from engine.selfplay.match import SelfPlayed, find_policy, play_game


class Request(NamedTuple):
    """A measurement to be made: from this many games, or mistakes, of a game."""

    kind: str
    options: Mapping[str, str]
    number: int
    seed: int

    def seeds(self) -> Sequence[str]:
        return [f"measuring/{self.seed}/{number}" for number in range(self.number)]


class Line(NamedTuple):
    """A straight line through points."""

    slope: float
    error: float
    """The standard error of the slope."""
    residuals: Sequence[float]
    """The distance of each point above the line."""


def draw_line(xs: Sequence[float], ys: Sequence[float]) -> Line:
    slope, base = linear_regression(xs, ys)
    residuals = [y - base - slope * x for x, y in zip(xs, ys, strict=True)]
    return Line(slope, pstdev(residuals) / (pstdev(xs) * sqrt(len(xs) - 2)), residuals)


# Curves

# The smallest chance that is taken at face value; smaller ones count as this.
LEAST_CHANCE = 1e-6
# The largest bend of a curve, even if it is fitted to so few games that the leader always won.
MOST_BEND = 2.0
# The smallest spread of a curve, for the same reason.
LEAST_SPREAD = 0.05


class Sample(NamedTuple):
    """A position, and how its game ended."""

    estimate: reviewer.Estimate
    outcome: Sequence[float]


def measure_curves(request: Request) -> Mapping[str, float]:
    samples = list[Sample]()
    for seed in request.seeds():
        samples += play_samples(request.kind, seed, request.options)
    curve = fit_curve(samples)
    figures = {name: round(value, 2) for name, value in curve._asdict().items()}
    return {**figures, "loss": round(loss(curve, samples), 4), "games": request.number}


def play_samples(kind: str, seed: str, options: Mapping[str, str]) -> list[Sample]:
    game = GAMES[kind]
    rng = Random(seed)
    state, _ = game.begin(seed, options)
    estimates = []
    while (seat := game.to_act(state)) is not None:
        estimates.append(reviewer.estimate(kind, state, ()))
        state, _ = game.apply(state, seat, think(kind, state, "medium", rng).best.move)
    outcome = reviewer.winning_chances(kind, state, ())
    return [Sample(estimate, outcome) for estimate in estimates]


def fit_curve(samples: Sequence[Sample]) -> Curve:
    """Find the curve that makes the outcomes of the games likeliest, in ever smaller steps."""
    best = Curve(turn=0.0, spread=2.0, bend=0.5)
    step = 1.0
    while step > 0.01:
        candidates = [
            Curve(best.turn + turn, best.spread * 2**spread, best.bend + bend)
            for turn in (0.0, step, -step)
            for spread in (0.0, step, -step)
            for bend in (0.0, step / 4, -step / 4)
            if abs(best.bend + bend) <= MOST_BEND and best.spread * 2**spread >= LEAST_SPREAD
        ]
        better = min(candidates, key=lambda curve: loss(curve, samples))
        step = step / 2 if better == best else step
        best = better
    return best


def loss(curve: Curve, samples: Sequence[Sample]) -> float:
    """Return the mean surprise of the curve at the outcomes of the games."""
    surprises = []
    for sample in samples:
        chances = sample.estimate.chances(curve)
        surprises.append(
            -sum(
                share * log(max(LEAST_CHANCE, chance))
                for share, chance in zip(sample.outcome, chances, strict=True)
            )
        )
    return fmean(surprises)


# Luck


class LuckyGame(NamedTuple):
    """A game of two, by the first seat's lead at the end, and the luck of every draw by seat."""

    margin: int
    luck: tuple[Sequence[float], Sequence[float]]

    @property
    def ahead(self) -> float:
        """Luck of the first seat beyond that of the second."""
        return sum(self.luck[0]) - sum(self.luck[1])


def measure_luck(request: Request) -> Mapping[str, float]:
    games = [play_luckily(request.kind, seed, request.options) for seed in request.seeds()]
    return {**luck_left(games), "games": request.number}


def play_luckily(kind: str, seed: str, options: Mapping[str, str]) -> LuckyGame:
    game = GAMES[kind]
    expert = EXPERTS[kind]
    state, _ = game.begin(seed, options)
    luck: tuple[list[float], list[float]] = ([], [])
    last_states: dict[int, Any] = {}
    while (seat := game.to_act(state)) is not None:
        luck[seat].append(
            reviewer.luck_of_draw(kind, state, expert.draws(state, last_states.get(seat)))
        )
        last_states[seat] = state
        sampled_state = game.resample(state, seat, f"{seed}/{sum(map(len, luck))}")
        state, _ = game.apply(state, seat, expert.candidates(sampled_state)[0].move)
    first, second = game.scores(state)
    return LuckyGame(first - second, luck)


def luck_left(games: Sequence[LuckyGame]) -> dict[str, float]:
    leads_in_luck = [game.ahead for game in games]
    margins = [float(game.margin) for game in games]
    line = draw_line(leads_in_luck, margins)
    draws = list[float]()
    for game in games:
        draws += [*game.luck[0], *game.luck[1]]
    return {
        "slope": round(line.slope, 2),
        "slope_error": round(line.error, 2),
        "mean": round(fmean(draws), 3),
        "mean_error": round(pstdev(draws) / sqrt(len(draws)), 3),
        "spread": round(pstdev(margins), 1),
        "spread_without_luck": round(pstdev([game.margin - game.ahead for game in games]), 1),
        "spread_without_luck_left": round(pstdev(line.residuals), 1),
    }


# Errors

# A move that seems to lose at least this many points is a mistake.
LEAST_LOSS = 1.0
CONTINUATIONS = 40
# The number of plies for each that is examined, so that the mistakes come from many games.
PLIES_PER_SAMPLE = 3
# More moves than any game has left.
TO_THE_END = 1_000
# The players of the games in which errors are measured.
LEVELS = ("easy", "medium")


class Mistake(NamedTuple):
    lost: float
    """The points that it seems to lose."""
    cost: float
    """The points by which the games played on from it ended worse."""


def measure_errors(request: Request) -> Mapping[str, float]:
    mistakes = list[Mistake]()
    games = 0
    while len(mistakes) < request.number:
        games += 1
        mistakes += find_mistakes(request.kind, f"errors/{request.seed}/{games}", request.options)
    return {**errors_left(mistakes), "mistakes": len(mistakes), "games": games}


def find_mistakes(kind: str, seed: str, options: Mapping[str, str]) -> Iterator[Mistake]:
    """Play a game, and yield its mistakes."""
    game = GAMES[kind]
    rng = Random(seed)
    state, _ = game.begin(seed, options)
    ply = 0
    offset = rng.randrange(PLIES_PER_SAMPLE)
    levels = list(LEVELS)
    rng.shuffle(levels)
    while (seat := game.to_act(state)) is not None:
        move = think(kind, state, levels[seat % 2], rng).best.move
        if ply % PLIES_PER_SAMPLE == offset:
            positions = positions_in(kind, reviewer.SECONDS)
            comparison = reviewer.compare_with_better(kind, state, move, rng, positions)
            for better in comparison.better[:1]:
                points_lost = better.lost / EXPERTS[kind].errors_left
                if points_lost >= LEAST_LOSS and not comparison.is_exact:
                    costs = costs_of(kind, state, move, better.move, seed=f"{seed}/{ply}")
                    yield Mistake(points_lost, fmean(costs))
        state, _ = game.apply(state, seat, move)
        ply += 1


def costs_of(
    kind: str, state: Any, played: Any, best: Any, *, seed: str, number: int = CONTINUATIONS
) -> Sequence[float]:
    """Return the lead at the end after the better move less that after the played one, in this
    number of games played on."""
    game = GAMES[kind]
    expert = EXPERTS[kind]
    seat = game.to_act(state)
    assert seat is not None

    def lead_after(sampled_state: Any, move: Any) -> float:
        next_state, _ = game.apply(sampled_state, seat, move)
        return lead(expert.rollout(game, next_state, TO_THE_END)[0], seat)

    costs = []
    for at in range(number):
        sampled_state = game.resample(state, seat, f"{seed}/{at}")
        costs.append(lead_after(sampled_state, best) - lead_after(sampled_state, played))
    return costs


def errors_left(mistakes: Sequence[Mistake]) -> dict[str, float]:
    lost, cost = zip(*mistakes, strict=True)
    slope = linear_regression(lost, cost, proportional=True).slope
    residuals = [real_cost - slope * lost_points for lost_points, real_cost in mistakes]
    variance = sum(rest * rest for rest in residuals) / (len(residuals) - 1)
    error = sqrt(variance / sum(points * points for points in lost))
    return {
        "slope": round(slope, 2),
        "slope_error": round(error, 2),
        "lost": round(fmean(lost), 1),
        "cost": round(fmean(cost), 1),
    }


# Accounts


def measure_accounts(request: Request) -> Mapping[str, float]:
    reviews = list[Review]()
    accuracies: dict[str, list[float]] = {level: [] for level in LEVELS}
    for number, seed in enumerate(request.seeds()):
        levels = LEVELS[:: 1 if number % 2 else -1]
        review = play_and_review(request.kind, seed, request.options, levels)
        reviews.append(review)
        for seat, level in enumerate(levels):
            accuracies[level].append(review.accuracy(seat) or 0.0)
    margins = list[float]()
    luck = list[float]()
    # The points gained by errors of the other side.
    errors = list[float]()
    # The same as single moves lost them.
    single_errors = list[float]()
    for review in reviews:
        first, second = review.scores
        margins.append(float(first - second))
        luck.append(review.luck(0) - review.luck(1))
        errors.append(review.errors(1) - review.errors(0))
        single_errors.append(errors[-1] / review.errors_together)
    without_luck = [margin - gain for margin, gain in zip(margins, luck, strict=True)]
    explained = [gain + error for gain, error in zip(luck, errors, strict=True)]
    line = draw_line(explained, margins)
    unexplained = [margin - points for margin, points in zip(margins, explained, strict=True)]
    return {
        "slope": round(line.slope, 2),
        "slope_error": round(line.error, 2),
        "spread": round(pstdev(margins), 1),
        "spread_unexplained": round(pstdev(unexplained), 1),
        "errors_together": round(draw_line(single_errors, without_luck).slope, 2),
        **{f"accuracy_{level}": round(fmean(values), 1) for level, values in accuracies.items()},
        "games": request.number,
    }


def play_and_review(
    kind: str, seed: str, options: Mapping[str, str], levels: Sequence[str]
) -> Review:
    game = play_levels(kind, seed, options, levels)
    return reviewer.review_game(kind, game.moves, [ply.state for ply in game.plies], None)


def play_levels(
    kind: str, seed: str, options: Mapping[str, str], players: Sequence[str]
) -> SelfPlayed:
    rng = Random(seed)
    positions = positions_in(kind, SHARE_OF_TIME * search.LEVELS["hard"].seconds)
    policies = [find_policy(kind, player, positions) for player in players]

    def choose(seat: int, state: Any) -> Any:
        return policies[seat](state, rng)

    return play_game(kind, options, seed, players, choose, first=0)


def judge_one(game: SelfPlayed, ply: int) -> JudgedMove:
    """Judge one move of a game as its review does."""
    states = [ply.state for ply in game.plies]
    review = reviewer.review_game(game.kind, game.moves, states, None, plies=range(ply, ply + 1))
    return review.moves[0]


# Marks

# The number of games that are played on from both moves of a mark.
MANY_CONTINUATIONS = 400
# The standard error of a difference that is always the same counts as this.
LEAST_ERROR = 0.01


def measure_marks(request: Request) -> Mapping[str, Any]:
    signs = list[float]()
    for number, seed in enumerate(request.seeds()):
        levels = LEVELS[:: 1 if number % 2 else -1]
        signs += check_marks(request.kind, seed, request.options, levels)
    return {
        "marks": len(signs),
        "better": sum(sign > 0 for sign in signs),
        "standard_errors": sorted(round(sign, 1) for sign in signs),
        "games": request.number,
    }


def check_marks(
    kind: str, seed: str, options: Mapping[str, str], levels: Sequence[str]
) -> Iterator[float]:
    """Yield by how many standard errors the better move of each mark of the beginner is better."""
    game = GAMES[kind]
    played = play_levels(kind, seed, options, levels)
    states = [ply.state for ply in played.plies]
    for ply, (state, text) in enumerate(zip(states, played.moves, strict=False), 1):
        if levels[game.to_act(state) or 0] != LEVELS[0]:
            continue
        judged = judge_one(played, ply)
        if judged.mark is not None:
            moves = (game.parse_move(text), game.parse_move(judged.best))
            many = MANY_CONTINUATIONS
            costs = costs_of(kind, state, *moves, seed=f"{seed}/{ply}", number=many)
            yield fmean(costs) / max(LEAST_ERROR, stdev(costs) / sqrt(many))


# Accuracy

# The players whose accuracy is measured.
MEASURED_PLAYERS = ("random", *search.LEVELS)
# One in this many of their moves is judged, and games of hard take that much of its time.
MOVES_PER_SAMPLE = 3
SHARE_OF_TIME = 0.1


def measure_accuracy(request: Request) -> Mapping[str, float]:
    figures = dict[str, float]()
    for player in MEASURED_PLAYERS:
        lost = list[float]()
        for number, seed in enumerate(request.seeds()):
            players = (player, LEVELS[1])[:: 1 if number % 2 else -1]
            seat = players.index(player)
            lost += losses_of(request.kind, seed, request.options, players, seat)
        left = fmean(lost)
        figures[f"left_{player}"] = round(left, 2)
        figures[f"error_{player}"] = round(pstdev(lost) / sqrt(len(lost)), 2)
        figures[f"accuracy_{player}"] = round(accuracy_of(left, EXPERTS[request.kind].halved_at), 1)
    return {**figures, "games": request.number}


def losses_of(
    kind: str, seed: str, options: Mapping[str, str], players: Sequence[str], seat: int
) -> Iterator[float]:
    """Play a game, and yield what some of the moves of this seat lost by the review."""
    played = play_levels(kind, seed, options, players)
    states = [ply.state for ply in played.plies]
    own = [ply for ply, state in enumerate(states, 1) if GAMES[kind].to_act(state) == seat]
    for ply in own[Random(seed).randrange(MOVES_PER_SAMPLE) :: MOVES_PER_SAMPLE]:
        judged = judge_one(played, ply)
        if not judged.forced:
            yield judged.lost


@dataclass(frozen=True, slots=True)
class Measurement:
    measure: Callable[[Request], Mapping[str, Any]]
    least: int
    """The number of games without which there is nothing to measure."""
    usual: int


MEASUREMENTS: Mapping[str, Measurement] = {
    "curves": Measurement(measure_curves, least=1, usual=60),
    "luck": Measurement(measure_luck, least=3, usual=120),
    "errors": Measurement(measure_errors, least=2, usual=100),
    "accounts": Measurement(measure_accounts, least=3, usual=40),
    "marks": Measurement(measure_marks, least=1, usual=10),
    "accuracy": Measurement(measure_accuracy, least=1, usual=4),
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.measuring",
        description="Measure the numbers that computer players, hints and reviews go by.",
    )
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--games", type=int, help="how many; of errors, how many mistakes")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument("--options", help="a preset of the game's options (default its first)")
    parsed = parser.parse_args(arguments)
    game = GAMES[parsed.game]
    measurement = MEASUREMENTS[parsed.what]
    number = measurement.usual if parsed.games is None else parsed.games
    if number < measurement.least:
        parser.error(
            f"argument --games: at least {measurement.least}, or there is nothing to measure"
        )
    if parsed.options not in (None, *game.presets):
        parser.error(f"argument --options: choose one of {', '.join(game.presets)}")
    options = game.settle_options({}, parsed.options)
    figures = measurement.measure(Request(parsed.game, options, number, parsed.seed))
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
