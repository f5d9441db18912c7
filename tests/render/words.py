"""The words of pictures: which keys their code can ask for, and which of them exist."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import render
from render.locale import ENGLISH, Words, texts_of, words_of
from render.picture.scene import Badge, Inset, Scene, Text
from tests.texts import Families, Listening, foreign, keys_in_code, keys_of_game, members

GAMES = ("castle", "carcassonne", "castellan")
FOLDER = Path(render.__file__).parent
SHARED_BY_ALL = (
    "board/overlays.py",
    "pictures.py",
    "sentences.py",
    "tables/alt_text.py",
    "tables/primer.py",
)
SHARED_BY_TILES = (*SHARED_BY_ALL, "tiles/pictures.py", "tiles/primer.py")


@dataclass(frozen=True, eq=False)
class PictureWords:
    """The words in the pictures of one game."""

    kind: str
    families: Families
    """The members of every family of keys that the code of the pictures puts together,"""
    of_others: Families
    """the texts that are kept there for choosing and naming pictures,"""
    told: Families
    """and those that only a face says, in reports and messages, which its own tests hear."""

    everything: Callable[[Words], Iterator[str]]
    """Everything that pictures say about whole games."""
    notation: re.Pattern[str]
    """What is written the same in every language."""

    shared: Sequence[str]
    """The modules that put keys together for several games."""
    never: Collection[str] = ()
    """The keys in these that this game never asks for."""
    never_said: Collection[str] = ()
    general: str = ""
    """How the keys of the texts begin that belong to no game, for the one game they are tested
    with."""

    @cache  # noqa: B019
    def keys(self) -> set[str]:
        shared = [FOLDER / name for name in self.shared]
        own_keys = keys_of_game(self.kind, FOLDER, shared, self.never)
        if self.general:
            own_keys |= keys_in_code(FOLDER.rglob("*.py"), self.general)
        return {key for key in own_keys if not key.endswith((".png", ".webp"))}

    def uncounted(self) -> set[str]:
        """The families that only the code or only the test has."""
        return {key for key in self.keys() if "*" in key} ^ {*self.families}

    def missing(self) -> set[str]:
        """What is asked for but has no text."""
        return self._needed_keys() - texts_of(ENGLISH).keys()

    def useless(self) -> set[str]:
        """The texts that nobody asks for."""
        return self._texts() - self._needed_keys()

    def unsaid(self) -> set[str]:
        """The texts that pictures do not use even if they say everything."""
        words, _ = say_everything(self)
        return self._texts() - words.said - members(self.of_others) - members(self.told)

    def english(self) -> set[str]:
        """What is left of English in another language."""
        _, texts = say_everything(self)
        left = {self.notation.sub("", text) for text in texts}
        return {text for text in left if re.search("[A-Za-z]", text)}

    def _needed_keys(self) -> set[str]:
        literal = {key for key in self.keys() if "*" not in key}
        return literal | members(self.families) | members(self.of_others) | members(self.told)

    def _texts(self) -> set[str]:
        others = tuple(f"{game}." for game in GAMES if game != self.kind)
        own = (key for key in texts_of(ENGLISH) if self.general or key.startswith(self.kind))
        return {key for key in own if not key.startswith(others)}


@cache
def say_everything(game: PictureWords) -> tuple[Listening, Sequence[str]]:
    """What pictures say in a language without a Latin letter, and the words they say it with."""
    words = Listening("foreign", foreign(words_of(ENGLISH)).texts, (), set())
    return words, [*game.everything(words)]


def texts_in(scene: Scene) -> Iterator[str]:
    for item in scene.items:
        match item:
            case Text(text=text, instead=instead):
                yield text
                yield instead
            case Badge(text=text):
                yield text
            case Inset(scene=inner):
                yield from texts_in(inner)
            case _:
                pass
