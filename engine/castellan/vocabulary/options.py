"""The options of a game, chosen when the game is created and stored with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.texts.options import option_values, settled


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    trial_building: Literal["on", "off"] = "on"
    """K13. It concerns only how a turn is chosen: the same turns are legal with both."""


OPTION_VALUES = option_values(Options)

PRESETS: dict[str, Options] = {"classic": Options()}


def options_from(values: Mapping[str, str], preset: str = "classic") -> Options:
    """The preset with some options changed; an unknown name or value is refused."""
    return settled(PRESETS, values, preset)


def options_to_dict(options: Options) -> dict[str, str]:
    return {name: getattr(options, name) for name in OPTION_VALUES}
