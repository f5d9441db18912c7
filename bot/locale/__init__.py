"""Every word that the bot says, in one folder of TOML files per language.

They are read like the words of the pictures, and looked up together with them: see `render.locale`.
"""

from collections.abc import Mapping
from pathlib import Path

from render import locale
from render.locale import ENGLISH, PICTURES, Text, Words

__all__ = ["ENGLISH", "FOLDERS", "Text", "Words", "languages", "read_texts", "texts_of", "words_of"]

FOLDERS = (*PICTURES, Path(__file__).parent)


def languages() -> tuple[str, ...]:
    return locale.languages(FOLDERS)


def words_of(language: str) -> Words:
    """Return a language's words, also for variants such as `en-GB`; else the English ones."""
    return locale.words_of(language, FOLDERS)


def read_texts() -> None:
    """Read the texts of all languages; otherwise each is read when it is first asked for."""
    for language in languages():
        words_of(language)


def texts_of(language: str) -> Mapping[str, Text]:
    """Return the contents of a language's files, by key."""
    return locale.texts_of(language, FOLDERS)
