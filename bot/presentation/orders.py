"""A waiting order in words."""

from collections.abc import Sequence

from bot.games.face import AnyFace
from bot.locale import Words
from bot.table.choosing import CheckedOrder
from render.board.aliases import alias


def describe_order(
    words: Words,
    face: AnyFace,
    names: Sequence[str],
    checked: CheckedOrder,
    kind: str,
    *,
    in_words: bool = False,
) -> str:
    """Tell for which kind it is, which move, and why that is not possible now, if it is not."""
    texts = face.texts
    spelt = face.choices.spell_out(words, checked.view, checked.parts)
    if in_words:
        notation = alias(checked.order.move)
        spelt = words("order.in_notation", move=spelt, notation=notation)
    line = words("order.line", kind=kind, move=spelt)
    if checked.refusal is not None:
        refusal = checked.refusal
        why = texts.refusal(words, names, refusal.reason, refusal.facts).why
        line = words("order.line_refused", line=line, why=why)
    return line
