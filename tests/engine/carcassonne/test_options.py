"""The options and their presets."""

import pytest

from engine.carcassonne.rules import carcassonne
from engine.errors import DataError


def test_the_defaults_are_those_of_the_source() -> None:
    assert carcassonne.settle_options({}) == {"small_city": "two", "farms": "by_city"}
    assert list(carcassonne.presets) == ["classic", "current", "big"]


def test_the_later_editions_are_a_preset() -> None:
    current = carcassonne.settle_options({}, "current")
    assert current == {"small_city": "four", "farms": "by_field"}
    assert carcassonne.settle_options({"farms": "by_city"}, "current")["small_city"] == "four"


def test_an_expansion_that_is_off_is_not_named() -> None:
    assert "river" not in carcassonne.settle_options({"river": "off"})
    assert carcassonne.settle_options({"river": "on"})["river"] == "on"
    assert "inns" not in carcassonne.settle_options({"inns": "off"}, "big")


def test_both_expansions_are_a_preset() -> None:
    current = carcassonne.settle_options({}, "current")
    assert carcassonne.settle_options({}, "big") == {**current, "river": "on", "inns": "on"}


@pytest.mark.parametrize(
    ("changes", "preset"),
    [({"rivers": "on"}, None), ({"farms": "none"}, None), ({}, "official"), ({"farms": ""}, None)],
)
def test_anything_else_is_refused(changes: dict[str, str], preset: str | None) -> None:
    with pytest.raises(DataError):
        carcassonne.settle_options(changes, preset)
