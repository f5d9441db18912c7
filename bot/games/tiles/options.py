"""The options of a game, listed in its rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.locale import Words


def options_listed(
    words: Words,
    kind: str,
    option_values: Mapping[str, Sequence[str]],
    presets: Iterable[str],
    held: Mapping[str, str],
) -> Iterator[str]:
    """Every option with its values, the default first; the values of a given game are marked."""
    for name, values in option_values.items():
        yield words(
            "options.entry",
            name=words(f"{kind}.option.{name}.name"),
            about=words(f"{kind}.option.{name}.about"),
        )
        for number, value in enumerate(values):
            key = "options.default" if number == 0 else "options.value"
            line = words(key, value=words(f"{kind}.option.{name}.value.{value}"))
            yield words("options.held", line=line) if held.get(name) == value else line
    yield words("options.presets")
    for preset in presets:
        yield words(
            "options.entry",
            name=words(f"{kind}.preset.{preset}.name"),
            about=words(f"{kind}.preset.{preset}.about"),
        )
