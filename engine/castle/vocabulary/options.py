"""The options of a game and their presets, chosen when the game is created and stored with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.texts.options import option_values, settled


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    scoring_order: Literal["chosen", "automatic"] = "chosen"
    wall_tile_pickup: Literal["every_stop", "end_of_turn"] = "every_stop"
    incomplete_path_fountain: Literal["off", "on"] = "off"
    empty_starts_count: Literal["off", "on"] = "off"
    extra_turn: Literal["any", "one_a_turn"] = "any"
    double_market: Literal["eight", "five"] = "eight"
    unusable_wall_tile: Literal["refused", "spent"] = "refused"
    bonus_target: Literal["chosen", "largest"] = "chosen"


OPTION_VALUES = option_values(Options)

PRESETS: dict[str, Options] = {
    "official": Options(),
    "rio-grande": Options(incomplete_path_fountain="on"),
    "site": Options(
        scoring_order="automatic",
        extra_turn="one_a_turn",
        double_market="five",
        unusable_wall_tile="spent",
        bonus_target="largest",
    ),
}


def options_from(values: Mapping[str, str], preset: str = "official") -> Options:
    """The preset with some options changed; an unknown name or value is refused."""
    return settled(PRESETS, values, preset)


def options_to_dict(options: Options) -> dict[str, str]:
    return {name: getattr(options, name) for name in OPTION_VALUES}
