"""The texts of a face: which keys its code can ask for, and which of them exist.

The keys are read from the source. A key that is put together there, such as `castle.role.*`,
belongs to a family, whose members are listed from the game itself: so a new role, option or reason
without words fails.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import product
from pathlib import Path

import bot.games
from bot.locale import FOLDERS, Text, texts_of, words_of
from engine.players.expert import Reason
from engine.players.players import EXPERTS
from engine.puzzles.themes import DEAD_CELL, JUDGEMENT
from engine.tutorials import TUTORIALS
from render import locale
from tests.texts import (
    REFUSAL,
    Families,
    Listening,
    keys_of_game,
    members,
    strings_said_in,
    text_keys,
)

GAMES = Path(bot.games.__file__).parent
SHARED_BY_ALL = (GAMES / "texts.py", GAMES / "choices.py")
SHARED_BY_TILES = (*SHARED_BY_ALL, GAMES / "tiles.py")


def shared_families(kind: str, reasons: Iterable[str], expected: Iterable[StrEnum]) -> Families:
    """What the code shared by all faces puts together: refusals with these reasons and what the
    notation expects."""
    return {
        f"{kind}.refusal.*": [f"{reason}.{part}" for reason in reasons for part in REFUSAL],
        f"{kind}.expected.*": [expectation.name.lower() for expectation in expected],
    }


def learning_texts(kind: str) -> list[str]:
    """What is said in the exercises of a game's tutorial."""
    return [
        f"{exercise.name}.{part}"
        for exercise in TUTORIALS[kind].exercises
        for part in ("title", "task", *(answer.name for answer in exercise.answers))
    ]


def themes_of(kind: str, named: Mapping[str, Sequence[str]]) -> list[str]:
    """What a puzzle of a game can be about, whose reasons have these facts."""
    themes = EXPERTS[kind].themes
    blocks = (facts for name, facts in named.items() if themes[name] == "block")
    may_be_dead = any({"fits", "chance"} & {*facts} for facts in blocks)
    return sorted({*themes.values(), JUDGEMENT, *([DEAD_CELL] if may_be_dead else [])})


def every_reason(
    named: Mapping[str, Sequence[str]], **possible: Sequence[str | int]
) -> Iterator[Reason]:
    """Reasons of a computer player, with every value that their facts can take."""
    for name, facts in named.items():
        for chosen in product(*(possible[fact] for fact in facts)):
            yield Reason(name, 1.0, dict(zip(facts, chosen, strict=True)))


@dataclass(frozen=True, eq=False)
class FaceWords:
    """The words of one game."""

    kind: str
    families: Families
    """The members of every family of keys that this code puts together,"""
    shared: Families
    """of those that the code shared by all faces puts together,"""
    of_others: Families
    """and what commands, menus and the lobby ask for, under the game's name."""

    say_everything: Callable[[Listening], None]
    """Lets the face say whatever it can, about whole games and made-up turns."""

    told: Families = field(default_factory=dict)
    """What stands with the words of the pictures and only a face says."""
    shared_code: Sequence[Path] = SHARED_BY_ALL
    never: Collection[str] = ()
    """The keys in the shared code that this game never asks for."""
    said_elsewhere: Collection[str] = ()
    """What does not occur in these games; other tests cover it."""

    @property
    def folder(self) -> Path:
        return GAMES / self.kind

    @property
    def texts(self) -> Mapping[str, Text]:
        """The texts in its file."""
        every = locale.texts_of("en", FOLDERS[-1:])
        return {key: text for key, text in every.items() if key.startswith(f"{self.kind}.")}

    def uncounted(self) -> set[str]:
        """The families that only the code or only the test has."""
        together = {key for key in self._keys() if "*" in key} - self.of_others.keys()
        return together ^ {*self.families, *self.shared}

    def missing(self) -> set[str]:
        """What is asked for but has no text."""
        return self._needed_keys() - texts_of("en").keys()

    def useless(self) -> set[str]:
        """The texts that nobody asks for."""
        return self.texts.keys() - self._needed_keys()

    def unsaid(self) -> set[str]:
        """The texts that the face does not use even if it says everything."""
        own = self.texts.keys() | members(self.told)
        return own - listen(self, "en").said - members(self.of_others)

    def nested(self, language: str) -> set[str]:
        """The texts in which something bold is inside of what is bold."""
        return listen(self, language).nested

    def english_in_the_code(self) -> list[tuple[str, str]]:
        """Texts of more than one word in the code that are neither docstrings nor raised."""
        said = strings_said_in(self.folder)
        return [(file, text) for file, text in said if re.search(r"[a-z]{2,} [a-z]{2,}", text)]

    def _keys(self) -> set[str]:
        return keys_of_game(self.kind, self.folder, self.shared_code, self.never)

    def _needed_keys(self) -> set[str]:
        literal = text_keys({key for key in self._keys() if "*" not in key}, self.texts)
        return literal | members(self.families) | members(self.shared) | members(self.of_others)


@cache
def listen(game: FaceWords, language: str) -> Listening:
    """What the face of a game says in a language, if it says whatever it can."""
    words = words_of(language)
    listening = Listening(words.language, words.texts, words.folders, set())
    game.say_everything(listening)
    return listening
