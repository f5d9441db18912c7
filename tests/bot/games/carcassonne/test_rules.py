"""The rules of Carcassonne in words."""

import pytest

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.locale import languages, words_of
from engine.carcassonne.rules import carcassonne

rules = CARCASSONNE_FACE.texts.rules


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", carcassonne.presets)
def test_the_rules_say_what_applies_in_this_game(language: str, preset: str) -> None:
    """C9, C18, C19: where editions differ."""
    words = words_of(language)
    held = carcassonne.presets[preset]
    for topic, option in (("city", "small_city"), ("field", "farms")):
        value = words(f"carcassonne.option.{option}.value.{held[option]}")
        *_, blank, said = rules(words, topic, held).splitlines()
        assert (blank, value in said) == ("", True)
        assert "\n\n\n" not in rules(words, topic, held)
        assert value not in rules(words, topic)
