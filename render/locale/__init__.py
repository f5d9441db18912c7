"""Words from TOML files, with a folder for each language, and the words of the pictures themselves.

A text is found by its key: `castle.role.knight` is in `en/castle.toml` under `[role]`; the keys
from a `words.toml` have no such first word. A text that depends on a number is a table with `one`
and `other`, and `none` where zero needs words of its own, chosen by the fact `count`. English is
complete; anything missing in another language falls back to English. Other packages store their own
texts the same way, and look up both.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

Text = str | Mapping[str, str]
Folders = tuple[Path, ...]

FOLDER = Path(__file__).parent
# The folders of the words of pictures.
PICTURES: Folders = (FOLDER,)
ENGLISH = "en"
# The file whose texts have keys without its name.
GENERAL = "words"
# The forms of a text that depends on a number.
FORMS = {"one", "other"}
# What makes something bold, italic or code in Markdown, and a line small or a heading. A star
# between spaces is a sign like others.
_MARKDOWN = re.compile(r"\*+(?=[^\s*])|(?<=[^\s*])\*+|`|^(?:-# |#{1,3} )", re.MULTILINE)
# The form for zero, which a text may have too.
NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Texts of one language."""

    language: str
    texts: Mapping[str, Text]
    folders: Folders
    emphasis: bool = field(default=True, kw_only=True)
    """Whether texts keep their Markdown."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle words by the name of their language."""
        return _restore, (self.language, self.folders, self.emphasis)

    def __call__(self, key: str, **facts: object) -> str:
        """Fill the facts into a text. An unknown key is a bug, and raises KeyError."""
        text = self.texts[key]
        if not isinstance(text, str):
            plural = NONE if facts["count"] == 0 and NONE in text else "other"
            text = text["one" if facts["count"] == 1 else plural]
        if not self.emphasis:
            text = _without_markdown(text)
        return text.format_map(facts)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def join(self, parts: Sequence[str]) -> str:
        """`a, b and c`; empty for no parts."""
        if len(parts) < 2:
            return "".join(parts)
        return self("words.and", first=join_with_commas(parts[:-1]), last=parts[-1])


def join_with_commas(parts: Sequence[str]) -> str:
    """`a, b, c`; parts that contain commas are separated more clearly: `0,1; 0,2; 0,3`."""
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


@cache
def languages(folders: Folders = PICTURES) -> tuple[str, ...]:
    found = {file.parent.name for folder in folders for file in folder.glob("*/*.toml")}
    return tuple(sorted(found))


@cache
def words_of(language: str, folders: Folders = PICTURES) -> Words:
    """Find the words of a language, also for regional variants such as `en-GB`; English if there
    are none."""
    available = languages(folders)
    name = next(
        (code for code in (language, language.split("-", maxsplit=1)[0]) if code in available),
        ENGLISH,
    )
    if name != language:
        return words_of(name, folders)
    return Words(name, {**texts_of(ENGLISH, folders), **texts_of(name, folders)}, folders)


@cache
def plain(words: Words) -> Words:
    """Take all Markdown out of words, for where it is not understood. What is filled in, such as a
    name with asterisks, stays as it is."""
    return replace(words, emphasis=False)


@cache
def _without_markdown(text: str) -> str:
    return _MARKDOWN.sub("", text)


def _restore(language: str, folders: Folders, emphasis: bool) -> Words:
    words = words_of(language, folders)
    return words if emphasis else plain(words)


def english() -> Words:
    return words_of(ENGLISH)


@cache
def texts_of(language: str, folders: Folders = PICTURES) -> Mapping[str, Text]:
    """Read the texts of a language's files, by key."""
    texts: dict[str, Text] = {}
    for file in (file for folder in folders for file in sorted((folder / language).glob("*.toml"))):
        start = "" if file.stem == GENERAL else f"{file.stem}."
        texts.update(_flat(start, tomllib.loads(file.read_text("utf-8"))))
    return texts


def _flat(start: str, value: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    for name, part in value.items():
        if isinstance(part, str) or set(part) - {NONE} == FORMS:
            yield f"{start}{name}", part
        else:
            yield from _flat(f"{start}{name}.", part)
