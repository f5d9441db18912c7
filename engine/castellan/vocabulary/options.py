"""The options of a game: Castellan has none."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.texts.options import option_values, settled


@dataclass(frozen=True, slots=True)
class Options:
    """No rule of Castellan is optional."""


OPTION_VALUES = option_values(Options)

PRESETS: dict[str, Options] = {"classic": Options()}


def options_from(values: Mapping[str, str], preset: str = "classic") -> Options:
    """An unknown name or value is refused."""
    return settled(PRESETS, values, preset)


def options_to_dict(options: Options) -> dict[str, str]:
    return {name: getattr(options, name) for name in OPTION_VALUES}
