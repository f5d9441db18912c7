"""Every word that the bot says, in one folder of TOML files for each language.

They are read as those of the pictures are, and found together with them: see `render.locale`.
Knows no game and nothing of Discord.
"""

from collections.abc import Mapping
from pathlib import Path

from render import locale
from render.locale import ENGLISH, PICTURES, Text, Words

__all__ = ["ENGLISH", "FOLDERS", "Text", "Words", "languages", "texts_of", "words_of"]

FOLDERS = (*PICTURES, Path(__file__).parent)


def languages() -> list[str]:
    return locale.languages(FOLDERS)


def words_of(language: str) -> Words:
    """The words of a language or of one of its regions, such as `en-GB`; else English."""
    return locale.words_of(language, FOLDERS)


def texts_of(language: str) -> Mapping[str, Text]:
    """What the files of a language hold, by key."""
    return locale.texts_of(language, FOLDERS)
