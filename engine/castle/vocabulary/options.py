"""The options of a game and their presets, chosen when the game is made and kept with it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Literal, get_args, get_type_hints

from engine.errors import DataError


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


OPTION_VALUES: dict[str, tuple[str, ...]] = {
    field.name: get_args(get_type_hints(Options)[field.name]) for field in fields(Options)
}

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
    if preset not in PRESETS:
        raise DataError(f"preset {preset!r} is unknown; choose one of {', '.join(PRESETS)}")
    for name, value in values.items():
        if name not in OPTION_VALUES:
            raise DataError(f"option {name!r} is unknown; choose one of {', '.join(OPTION_VALUES)}")
        if value not in OPTION_VALUES[name]:
            raise DataError(
                f"option {name} cannot be {value!r}; choose one of {', '.join(OPTION_VALUES[name])}"
            )
    return replace(PRESETS[preset], **values)  # type: ignore[arg-type]  # checked just above


def options_to_dict(options: Options) -> dict[str, str]:
    return asdict(options)
