"""The choices of a turn: field and card, again and again."""

import re
from collections.abc import Sequence

from bot.games.choices import Choices
from bot.locale import Words
from engine.questions import Part
from tests.harvest.face.pictures import field_name, weather_name
from tests.harvest.rules.moves import DONE, FIELDS
from tests.harvest.rules.seen import View

_WORD = re.compile(r"\w+")


class HarvestChoices(Choices[View]):
    kind = "harvest"

    def question(self, words: Words, step: str) -> str:
        if step == "field" or step.startswith("card"):
            return words(f"harvest.question.{step.rstrip('0123456789')}")
        return words("harvest.question.more")

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        """The fields after the first are numbered, since those of several sowings can be on one
        page."""
        if token == DONE:
            return words("harvest.choice.done")
        if token not in FIELDS:
            return token
        number = step.removeprefix("field")
        field = field_name(words, token)
        return words("harvest.choice.field", number=number, field=field) if number else field

    def spell_out(self, words: Words, view: View | None, parts: Sequence[Part]) -> str:
        """Such as `barley 7 · pumpkins 3`."""
        tokens = [
            field_name(words, token) if token in FIELDS else token
            for _, token in parts
            if token != DONE
        ]
        pairs = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
        return " · ".join(" ".join(pair) for pair in pairs)

    def split_typed(self, view: View | None, text: str) -> tuple[str, ...]:
        return tuple(_WORD.findall(text.casefold()))

    def kinds(self, words: Words, view: View) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        weathers = [(kind, weather_name(words, kind)) for kind, _ in view.weathers]
        return [(words("harvest.weather.group"), weathers)]
