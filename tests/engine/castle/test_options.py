"""The options of a game and their presets. What each option does is tested with its ruling."""

from dataclasses import asdict

import pytest

from engine.castle.moves import OPTIONS, Options
from engine.errors import DataError
from tests.engine.castle.kit.boards import game

OFFICIAL = {
    "scoring_order": "chosen",
    "wall_tile_pickup": "every_stop",
    "incomplete_path_fountain": "off",
    "empty_starts_count": "off",
    "extra_turn": "any",
    "double_market": "eight",
    "unusable_wall_tile": "refused",
    "bonus_target": "chosen",
}
SITE = {
    "scoring_order": "automatic",
    "extra_turn": "one_a_turn",
    "double_market": "five",
    "unusable_wall_tile": "spent",
    "bonus_target": "largest",
}


def test_each_option_has_two_values_its_default_first() -> None:
    assert OPTIONS.values == {
        "scoring_order": ("chosen", "automatic"),
        "wall_tile_pickup": ("every_stop", "end_of_turn"),
        "incomplete_path_fountain": ("off", "on"),
        "empty_starts_count": ("off", "on"),
        "extra_turn": ("any", "one_a_turn"),
        "double_market": ("eight", "five"),
        "unusable_wall_tile": ("refused", "spent"),
        "bonus_target": ("chosen", "largest"),
    }
    assert {name: values[0] for name, values in OPTIONS.values.items()} == OFFICIAL


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("official", OFFICIAL),
        ("rio-grande", OFFICIAL | {"incomplete_path_fountain": "on"}),
        ("site", OFFICIAL | SITE),
    ],
)
def test_a_preset_is_a_set_of_options_with_a_name(preset: str, options: dict[str, str]) -> None:
    assert OPTIONS.to_dict(OPTIONS.parse({}, preset)) == options
    assert OPTIONS.presets[preset] == Options(**options)  # type: ignore[arg-type]


def test_there_are_three_presets_and_official_is_the_default() -> None:
    assert list(OPTIONS.presets) == ["official", "rio-grande", "site"]
    assert OPTIONS.parse({}) == Options() == OPTIONS.presets["official"]


@pytest.mark.parametrize("name", OPTIONS.values)
def test_changing_any_option_alone_yields_another_set_of_options(name: str) -> None:
    default, other = OPTIONS.values[name]
    changed = OPTIONS.parse({name: other})
    assert asdict(changed) == OFFICIAL | {name: other}
    assert OPTIONS.parse({name: default}) == Options()
    named = [preset for preset, options in OPTIONS.presets.items() if options == changed]
    assert named == (["rio-grande"] if name == "incomplete_path_fountain" else [])


def test_options_change_a_preset() -> None:
    assert OPTIONS.parse({"extra_turn": "any"}, "site") == OPTIONS.parse(
        {name: value for name, value in SITE.items() if name != "extra_turn"}
    )


def test_unknown_presets_are_refused_listing_the_valid_ones() -> None:
    with pytest.raises(DataError, match=r"preset 'house'.* official, rio-grande, site"):
        OPTIONS.parse({}, "house")


def test_unknown_options_are_refused_listing_the_valid_ones() -> None:
    with pytest.raises(DataError, match=r"option 'colour' is unknown.*scoring_order, wall_tile"):
        OPTIONS.parse({"colour": "red"})


@pytest.mark.parametrize("name", OPTIONS.values)
def test_invalid_option_values_are_refused_listing_valid_ones(name: str) -> None:
    with pytest.raises(DataError, match=f"{name} cannot be 'maybe'; .*{OPTIONS.values[name][1]}"):
        OPTIONS.parse({name: "maybe"})


def test_the_options_are_kept_with_the_game() -> None:
    state = game(preset="site", empty_starts_count="on")
    assert OPTIONS.to_dict(state.setup.options) == OFFICIAL | SITE | {"empty_starts_count": "on"}
