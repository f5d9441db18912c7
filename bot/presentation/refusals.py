"""What the table refuses, in words: for a message, or for a page."""

from collections.abc import Callable, Mapping, Sequence

from bot.games.face import AnyTexts
from bot.locale import Words
from bot.locale.refusals import Refusal, refusal
from bot.match.errors import Refused, Why
from bot.match.rules import rules_of
from bot.process.clock import Millis


def explain_refused(
    words: Words,
    kind: str,
    texts: AnyTexts | None,
    names: Sequence[str],
    error: Refused,
    *,
    write: Callable[[str], str],
    tell_time: Callable[[Millis], str],
) -> Refusal:
    """`kind` is the game whose commands the person uses, `write` makes a name fit where it is to
    stand, and `tell_time` writes a moment."""
    key = f"refused.{error.why}"
    if error.why is Why.NOT_YOUR_TURN and rules_of(kind).orders is None:
        key = "refused.not_your_turn_without_orders"

    def in_words(name: str, value: object) -> object:
        match name, value:
            case "seat", int(seat):
                return names[seat] if seat < len(names) else ""
            case "player", str(player):
                return write(player)
            case "drawn", str(drawn) if texts is not None:
                return texts.kind_name(words, drawn)
            case "at", int(moment):
                return tell_time(moment)
            case "status" | "request" | "pause" | "right" | "stage", _:
                return words(f"{name}.{value}")
            case _:
                return value

    facts: Mapping[str, object] = {
        name: in_words(name, value) for name, value in error.facts.items()
    }
    return refusal(words, key, kind=kind, **facts)
