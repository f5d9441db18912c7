"""The rules by topic. Their text is in the locale; the options are listed one by one."""

from collections.abc import Iterator, Mapping

from bot.locale import Words
from engine.castle.vocabulary.options import OPTION_VALUES, PRESETS

TOPICS = (
    *("aim", "turn", "tile", "follower", "path", "tower", "house", "court", "keep"),
    *("wall", "wall-tiles", "end", "options", "notation"),
)


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    text = words(f"castle.topic.{topic}.text")
    return "\n".join([text, *_options(words, options or {})]) if topic == "options" else text


def _options(words: Words, held: Mapping[str, str]) -> Iterator[str]:
    """Every option with its values; the values of a given game are marked."""
    for name, values in OPTION_VALUES.items():
        yield words(
            "castle.options.option",
            name=words(f"castle.option.{name}.name"),
            about=words(f"castle.option.{name}.about"),
        )
        for number, value in enumerate(values):
            key = "castle.options.default" if number == 0 else "castle.options.value"
            line = words(key, value=words(f"castle.option.{name}.value.{value}"))
            yield words("castle.options.held", line=line) if held.get(name) == value else line
    yield words("castle.options.presets")
    for preset in PRESETS:
        yield words(
            "castle.options.preset",
            name=words(f"castle.preset.{preset}.name"),
            about=words(f"castle.preset.{preset}.about"),
        )
