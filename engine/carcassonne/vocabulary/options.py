"""The options of a game and their presets, chosen when the game is created and stored with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.texts.options import option_values, settled


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    small_city: Literal["two", "four"] = "two"
    """C9: the points of a completed city of two tiles; `four`: scored like any other."""
    farms: Literal["by_city", "by_field"] = "by_city"
    """C18, C19: whether farmers are counted by city or by field."""


OPTION_VALUES = option_values(Options)

PRESETS: dict[str, Options] = {
    "classic": Options(),
    "current": Options(small_city="four", farms="by_field"),
}


def options_from(values: Mapping[str, str], preset: str = "classic") -> Options:
    """The preset with some options changed; an unknown name or value is refused."""
    return settled(PRESETS, values, preset)


def options_to_dict(options: Options) -> dict[str, str]:
    return {name: getattr(options, name) for name in OPTION_VALUES}
