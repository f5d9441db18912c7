"""The Castle as a game in which nothing goes without saying: every question of a turn has to be
answered, with a token of which the id of a button has no room for two."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.games.choices import Region
from bot.games.face import AnyChoices, AnyFace, AnyPictures
from bot.locale import Words
from engine.castle.choices import Predictions
from engine.castle.moves import Move
from engine.castle.rules import Castle
from engine.castle.state import State
from engine.questions import Part, Question
from render.picture.emojis import EmojiName
from render.pictures import Drawing
from render.subject import Mark, Subject

LENGTH = " and no word of it goes without saying"


def _long(token: str) -> str:
    return f"{token}{LENGTH}"


def _plain(parts: Sequence[Part]) -> list[Part]:
    return [(step, token.removesuffix(LENGTH)) for step, token in parts]


class AskingPredictions(Predictions):
    """In the tokens of the game, as a prediction has to stand in an id."""

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        asked = super().question(state, chosen)
        return asked and Question(asked.step, asked.choices)


class AskingRules(Castle):
    """The rules, with longer tokens and no defaults."""

    predictions = AskingPredictions()

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        return _lengthen(super().question(state, _plain(chosen)))

    def assemble(self, chosen: Sequence[Part]) -> Move:
        return super().assemble(_plain(chosen))

    def parts(self, move: Move) -> tuple[Part, ...]:
        return tuple((step, _long(token)) for step, token in super().parts(move))


def _lengthen(question: Question | None) -> Question | None:
    return question and Question(question.step, tuple(map(_long, question.choices)))


class AskingPictures:
    """The pictures, for the longer tokens."""

    def __init__(self, pictures: AnyPictures) -> None:
        self._pictures = pictures

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pictures, name)

    def preview(self, words: Words, subject: Subject[Any, Any]) -> Drawing:
        if len(subject.parts) < 2:
            return self._pictures.board(words, Subject(subject.view, subject.names))
        plain = replace(subject, parts=_plain(subject.parts), marks=())
        return self._pictures.preview(words, plain)


class AskingChoices:
    """The choices, for the longer tokens."""

    def __init__(self, choices: AnyChoices) -> None:
        self._choices = choices

    def __getattr__(self, name: str) -> Any:
        return getattr(self._choices, name)

    def label(self, words: Words, view: Any, before: Sequence[Part], step: str, token: str) -> str:
        [(_, plain)] = _plain([(step, token)])
        return self._choices.label(words, view, _plain(before), step, plain)

    button_label = label

    def emoji(self, view: Any, before: Sequence[Part], step: str, token: str) -> EmojiName | None:
        [(_, plain)] = _plain([(step, token)])
        return self._choices.emoji(view, _plain(before), step, plain)

    button_emoji = emoji

    def emojis(self, view: Any, parts: Sequence[Part]) -> Sequence[EmojiName]:
        return self._choices.emojis(view, _plain(parts))

    def marks(self, *_: object) -> Sequence[Mark]:
        return ()

    def regions(self, *_: object) -> Sequence[Region]:
        return ()

    def representative(self, view: Any, step: str, token: str) -> str:
        return token

    def spell_out(self, words: Words, view: Any, parts: Sequence[Part]) -> str:
        return self._choices.spell_out(words, view, _plain(parts))

    def describe_state(
        self, words: Words, view: Any, parts: Sequence[Part], events: Sequence[Any]
    ) -> str:
        return self.spell_out(words, view, parts)


def asking(face: AnyFace) -> AnyFace:
    pictures: Any = AskingPictures(face.pictures)
    choices: Any = AskingChoices(face.choices)
    return replace(face, pictures=pictures, choices=choices)
