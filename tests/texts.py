"""What tests of texts share: the keys that code asks for, the facts in a text, foreign words."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter

from render.locale import Text, Words

# Keys that the code puts together, with a * for each inserted part, and all the values it can
# take.
Families = Mapping[str, Iterable[object]]

FOREIGN = "ж"
# The texts of a refusal.
REFUSAL = ("why", "next")


@dataclass(frozen=True, slots=True, eq=False)
class Listening(Words):
    """Words that record which texts they were asked for, and which of them came out with something
    bold inside of what is bold."""

    said: set[str]
    nested: set[str] = field(default_factory=set)

    def __call__(self, key: str, **facts: object) -> str:
        self.said.add(key)
        text = Words.__call__(self, key, **facts)
        if any(bold != bold.strip() for bold in text.split("**")[1::2]):
            self.nested.add(key)
        return text


def text_of(node: ast.AST) -> str:
    """A string in the code, with a * for each fact inserted into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(value) or "*" for value in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def keys_in_code(paths: Iterable[Path], start: str) -> set[str]:
    """The keys in some modules that begin with this."""
    key = re.compile(rf"{start}(\.[\w*-]+)+")
    return {text for path in paths for text in strings_in(path) if key.fullmatch(text)}


@cache
def strings_in(path: Path) -> frozenset[str]:
    return frozenset(text_of(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))


def keys_of_game(
    kind: str, folder: Path, shared: Iterable[Path], never: Collection[str] = ()
) -> set[str]:
    """The keys of a game's words in the modules under a folder, and those that modules shared by
    several games put together, except the ones that they never ask this game for."""
    own = keys_in_code(folder.rglob("*.py"), kind)
    return (own | {f"{kind}{key[1:]}" for key in keys_in_code(shared, r"\*")}) - {*never}


def members(families: Families) -> set[str]:
    return {
        re.sub(r"\*((\.value)?\.\*)?", str(member), family, count=1)
        for family, every in families.items()
        for member in every
    }


def text_keys(keys: Iterable[str], names: Collection[str]) -> set[str]:
    """The keys of the texts behind some keys: a refusal is a pair of them."""
    refused = {key for key in keys if f"{key}.why" in names}
    return (set(keys) - refused) | {f"{key}.{part}" for key in refused for part in REFUSAL}


def forms(text: Text) -> Mapping[str, str]:
    """The forms of a text; one that depends on no number has one form."""
    return {"": text} if isinstance(text, str) else text


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def foreign(words: Words) -> Words:
    """The same words without a Latin letter outside the facts, as if in another language."""
    return Words("foreign", {key: _foreign(text) for key, text in words.texts.items()}, ())


def _foreign(text: Text) -> Text:
    if isinstance(text, str):
        return re.sub(r"\{\w+\}|[^\W\d_]", _letter, text)
    return {form: re.sub(r"\{\w+\}|[^\W\d_]", _letter, words) for form, words in text.items()}


def _letter(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith("{") else FOREIGN


def strings_said_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Every string in the modules under a folder, by module, except docstrings and error
    messages."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        kept = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise):
                kept |= {id(part) for part in ast.walk(node)}
            elif isinstance(node, ast.JoinedStr):
                kept |= {id(part) for part in node.values}
        for node in ast.walk(tree):
            if id(node) not in kept:
                yield path.name, text_of(node)
