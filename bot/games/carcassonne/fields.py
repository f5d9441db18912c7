"""Fields in a message: who owns each, which cities it feeds, and what it would give now."""

from collections.abc import Iterator

from bot.locale import Words
from engine.carcassonne.view import View
from render.carcassonne import sentences
from render.subject import Names

LONGEST_NOTE = 1500


def describe_fields(words: Words, view: View, names: Names, *, empty: bool = True) -> Iterator[str]:
    """Say how fields are counted in this game, and describe each field on a line; those that have
    neither a farmer nor a city only if `empty` ones are wanted."""
    yield words(f"carcassonne.fields.counted.{view.options.farms}")
    for line in sentences.describe_fields(words, view, names, empty=empty):
        yield f"- {line}"


def short_fields(words: Words, view: View, names: Names) -> str:
    """Describe as many fields as there is room for next to a picture, without empty ones."""
    counted, *lines = describe_fields(words, view, names, empty=False)
    listed = [counted]
    while lines and len("\n".join([*listed, lines[0]])) <= LONGEST_NOTE:
        listed.append(lines.pop(0))
    if lines:
        listed.append(words("carcassonne.fields.more", count=len(lines)))
    return "\n".join(listed)
