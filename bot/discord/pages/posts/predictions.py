"""What is published about predictions: who predicted a move, and how everybody has done so far.

Knows nothing of sealed predictions.
"""

from collections.abc import Sequence

from bot.discord.pages.wording.escaping import escaped
from bot.locale import Words
from bot.match.results.predictions import Forecaster, Scored

MOST_NAMES = 5
MOST_LINES = 10


def seen_coming(words: Words, results: Sequence[Scored]) -> str:
    """Below a move that was predicted: how many predicted it, and who was right."""
    right = [escaped(one.prediction.name) for one in results if one.right]
    if not right:
        return words("predict.nobody", count=len(results))
    names, more = right[:MOST_NAMES], len(right) - MOST_NAMES
    if more > 0:
        names.append(words("predict.more", count=more))
    return words("predict.seen", right=len(right), count=len(results), names=words.listed(names))


def predictions_told(words: Words, table: Sequence[Forecaster]) -> str:
    """The best of a game's predictors."""
    if not table:
        return words("predict.nothing")
    lines = [words("predict.table")]
    for number, one in enumerate(table[:MOST_LINES], 1):
        points = words("words.points", count=one.points)
        told = words(
            "predict.line",
            name=escaped(one.name),
            right=one.right,
            count=one.predicted,
            points=points,
        )
        lines.append(f"{number}. {told}")
    if len(table) > MOST_LINES:
        lines.append(words("predict.more", count=len(table) - MOST_LINES))
    return "\n".join(lines)
