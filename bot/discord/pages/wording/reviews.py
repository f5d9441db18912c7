"""A review of an ended game in words. Knows no game."""

from collections.abc import Iterator, Sequence
from typing import get_args

from bot.locale import Words
from engine.players.review.review import Judged, Mark, Review
from render.picture.figures import decimal


def review_told(words: Words, names: Sequence[str], review: Review) -> Iterator[str]:
    """How well everybody played, what the lead was made of and, if known, whether the seal holds.
    The names are escaped."""
    for seat, name in enumerate(names):
        yield words("review.player", name=name, played=_played(words, review, seat))
    yield _lead(words, names, review)
    if review.fits is not None:
        yield words("review.holds" if review.fits else "review.broken")
    yield words("review.how", positions=review.positions)


def _played(words: Words, review: Review, seat: int) -> str:
    """The accuracy, and how many moves have each mark."""
    accuracy, marks = review.accuracy(seat), review.marks(seat)
    if accuracy is None:
        return words("review.no_choice")
    counted = [
        words(f"review.mark.{mark}", count=marks[mark]) for mark in get_args(Mark) if marks[mark]
    ]
    told = words("review.accuracy", percent=round(accuracy))
    return ", ".join([told, *counted])


def _lead(words: Words, names: Sequence[str], review: Review) -> str:
    """The lead of the player with the most points as a sum of luck, errors and the rest."""
    ahead = max(range(len(names)), key=lambda seat: review.scores[seat])
    account = review.account(ahead)
    parts = {
        "luck": signed(account.luck),
        "errors": signed(-account.errors),
        "errors_of_rival": signed(account.errors_of_rival),
        "rest": signed(account.rest),
    }
    named = {"name": names[ahead], "rival": names[account.rival]}
    if not account.margin:
        return words("review.level", **named, **parts)
    return words("review.ahead", count=account.margin, **named, **parts)


def mark_told(words: Words, names: Sequence[str], move: Judged) -> str:
    """What is said of a move that has a mark."""
    marked = words(f"review.marked.{move.mark}")
    return f"{marked} {turning_point_told(words, names, move)}"


def turning_point_told(words: Words, names: Sequence[str], move: Judged) -> str:
    return words(
        "review.turning_point",
        ply=move.ply,
        name=names[move.seat],
        played=move.played,
        best=move.best,
        percent=round(100 * move.given_away),
        points=decimal(words, round(10 * move.lost)),
    )


def signed(number: int) -> str:
    """`+9`, `−12` or `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"
