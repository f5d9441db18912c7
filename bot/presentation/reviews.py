"""The review of a game in words: how well everybody played, and what made the difference."""

from collections.abc import Iterator, Sequence
from typing import get_args

from bot.locale import Words
from engine.players.review import Mark, Review
from render.picture.names import format_finely, format_whole


def review_lines(words: Words, names: Sequence[str], review: Review) -> Iterator[str]:
    """Tell the quality of everybody's play, the make-up of the lead and, if known, whether the seal
    holds. The names fit where the lines are to stand."""
    for seat, name in enumerate(names):
        accuracy = review.accuracy(seat)
        marks = review.marks(seat)
        if accuracy is None:
            quality = words("review.no_choice")
        else:
            left = format_finely(words, round(100 * (review.left_on_table(seat) or 0)))
            parts = [words("review.accuracy", percent=round(accuracy), points=left)]
            given_marks = [mark for mark in get_args(Mark) if marks[mark]]
            parts += [words(f"review.mark.{mark}", count=marks[mark]) for mark in given_marks]
            quality = ", ".join(parts)
        yield words("review.player", name=name, played=quality)
    leader = max(range(len(names)), key=lambda seat: review.scores[seat])
    account = review.account(leader)
    luck_explains = review.luck_explains
    if luck_explains is None:
        sentence = "review.ahead" if account.margin else "review.level"
    else:
        sentence = "review.without_luck.ahead" if account.margin else "review.without_luck.level"
    yield words(
        sentence,
        count=account.margin,
        name=names[leader],
        rival=names[account.rival],
        luck=_format_signed(account.luck),
        errors=_format_signed(-account.errors),
        errors_of_rival=_format_signed(account.errors_of_rival),
        rest=_format_signed(account.rest),
    )
    if luck_explains is not None:
        yield words("review.luck_explains", percent=round(100 * luck_explains))
    if review.fits is not None:
        yield words("review.holds" if review.fits else "review.broken")
    yield words("review.how", positions=format_whole(words, review.positions))


def _format_signed(number: int) -> str:
    """`+9`, `−12` or `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"
