"""Implements `bot.games.choices.Choices`."""

import re
from collections.abc import Sequence

from bot.locale import Words
from engine.questions import Part
from tests.harvest.face.boards import field_named
from tests.harvest.face.texts import kind_name
from tests.harvest.rules.moves import DONE, FIELDS
from tests.harvest.rules.seen import View

_WORD = re.compile(r"\w+")


def question(words: Words, step: str) -> str:
    if step == "field" or step.startswith("card"):
        return words(f"harvest.question.{step.rstrip('0123456789')}")
    return words("harvest.question.more")


def label(words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
    """The fields after the first are numbered, since those of several sowings can be on one
    page."""
    if token == DONE:
        return words("harvest.choice.done")
    if token not in FIELDS:
        return token
    number, field = step.removeprefix("field"), field_named(words, token)
    return words("harvest.choice.field", number=number, field=field) if number else field


def representative(view: View, step: str, token: str) -> str:
    return token


def spell_out(words: Words, view: View, parts: Sequence[Part]) -> str:
    """Such as `barley 7 · pumpkins 3`."""
    tokens = [
        field_named(words, token) if token in FIELDS else token
        for _, token in parts
        if token != DONE
    ]
    pairs = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
    return " · ".join(" ".join(pair) for pair in pairs)


def split_typed(view: View, text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


def kinds(words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    weathers = [(kind, kind_name(words, kind)) for kind, _ in view.weathers]
    return [(words("harvest.weather.group"), weathers)]
