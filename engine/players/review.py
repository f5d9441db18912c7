"""Review of an ended game: what each move was worth compared with the best, how lucky each draw
was, and what made up the margin."""

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, NamedTuple

from msgspec.json import Decoder, Encoder

from engine.texts.stored import snapshot_errors

# The version of the reviewing: raised whenever the same game would be reviewed differently.
VERSION = 8

Mark = Literal["inaccuracy", "mistake", "blunder"]

# The lost share of winning chance from which a move gets each mark, the worst first.
MARKS: tuple[tuple[float, Mark], ...] = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))

# The bend of the curve of accuracy: the first points that are lost count the most.
BEND = 0.75


def mark_of(lost_chance: float) -> Mark | None:
    lost = round(lost_chance, 3)
    return next((mark for least, mark in MARKS if lost >= least), None)


class JudgedMove(NamedTuple):
    """One move, judged by what its player could know."""

    ply: int
    """Its number in the game, from 1."""
    seat: int
    played: str
    best: str
    """The played move itself if no better one was found."""
    lost: float
    """The points of lead by which it was worse than the best."""
    before: float
    """The winning chance of its player with the best move."""
    after: float
    """The winning chance of its player with the played move."""
    forced: bool
    """There was nothing to choose."""
    luck: float
    """The points by which the draw before it was worth more than the average of what could have
    been drawn."""
    confirmed: bool
    """The best move held when the game was played on from both, or is exactly the best."""

    @property
    def lost_chance(self) -> float:
        return max(0.0, self.before - self.after)

    @property
    def mark(self) -> Mark | None:
        return mark_of(self.lost_chance) if self.confirmed else None


def accuracy_of(left_on_table: float, halved_at: float) -> float:
    """Find the accuracy in percent of a player who leaves this many points on the table a turn."""
    accuracy: float = 100 / (1 + (left_on_table / halved_at) ** BEND)
    return accuracy


@dataclass(frozen=True, slots=True)
class Account:
    """Make-up of a seat's margin over its rival, in whole points: `margin == luck - errors +
    errors_of_rival + rest`."""

    rival: int
    """The best of the others."""
    margin: int
    luck: int
    """The points by which its draws were better than its rival's; 0 where luck is no number of
    points, so that it is part of the rest."""
    errors: int
    """The points that it lost by moves that were not the best."""
    errors_of_rival: int
    """The points that its rival lost that way."""
    rest: int
    """The remainder: who began, what was hidden besides the draws, the other players, and where the
    judgement expected something else."""


@dataclass(frozen=True, slots=True)
class Review:
    kind: str
    rules: str
    version: int
    """The version of the reviewing. If either version has changed, the review has to be made
    again."""
    positions: int
    fits: bool | None
    """The commitment published at the start belongs to the game; None if none is known."""
    scores: tuple[int, ...]
    moves: tuple[JudgedMove, ...]
    chances: tuple[tuple[float, ...], ...]
    """The winning chance of each seat, at the start and after each ply."""
    errors_together: float = 1.0
    """The share of the points lost by single moves that counts for all of them together."""
    halved_at: float = 2.0
    """The points left on the table a turn at which the accuracy is 50%."""
    luck_explains: float | None = None
    """The share of how the margins of such games vary that luck explains, where that is too little
    for luck to be a number of points in an account."""

    def moves_of(self, seat: int) -> list[JudgedMove]:
        return [move for move in self.moves if move.seat == seat]

    def marks(self, seat: int) -> Counter[Mark]:
        return Counter(move.mark for move in self.moves_of(seat) if move.mark is not None)

    def left_on_table(self, seat: int) -> float | None:
        """Points lost by a move with a choice, on average; None without any."""
        free = [move.lost for move in self.moves_of(seat) if not move.forced]
        return fmean(free) if free else None

    def accuracy(self, seat: int) -> float | None:
        """Accuracy in percent, by the points left on the table; None if no move had a choice. A
        point counts alike in a close game and in one that is decided."""
        left = self.left_on_table(seat)
        return None if left is None else accuracy_of(left, self.halved_at)

    def luck(self, seat: int) -> float:
        """Luck of all draws of the seat, in points."""
        return sum(move.luck for move in self.moves_of(seat))

    def errors(self, seat: int) -> float:
        """Points lost by all moves of the seat together."""
        return self.errors_together * sum(move.lost for move in self.moves_of(seat))

    def account(self, seat: int) -> Account:
        others = [other for other in range(len(self.scores)) if other != seat]
        rival = max(others, key=lambda other: self.scores[other])
        margin = self.scores[seat] - self.scores[rival]
        counts_luck = self.luck_explains is None
        luck = round(self.luck(seat) - self.luck(rival)) if counts_luck else 0
        errors = round(self.errors(seat))
        of_rival = round(self.errors(rival))
        rest = margin - luck + errors - of_rival
        return Account(rival, margin, luck, errors, of_rival, rest)

    def turning_points(self, number: int = 3) -> list[JudgedMove]:
        """List the moves that mattered most: of those with a mark the ones that gave away the most
        winning chance, the worst first."""
        marked = [move for move in self.moves if move.mark is not None]
        marked.sort(key=lambda move: (-move.lost_chance, -move.lost, move.ply))
        return marked[:number]


_ENCODER = Encoder()
_DECODER = Decoder(Review)


def write_review(review: Review) -> str:
    """Write a review as it is stored: one line of JSON, each move an array."""
    return _ENCODER.encode(review).decode()


def read_review(text: str) -> Review:
    """Raises SnapshotError."""
    with snapshot_errors():
        return _DECODER.decode(text)
