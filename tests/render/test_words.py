"""Every word of the pictures is in the files, none is unused, and none is in the code."""

import pytest

from tests.render.carcassonne.picture_words import WORDS as CARCASSONNE
from tests.render.castellan.picture_words import WORDS as CASTELLAN
from tests.render.castle.picture_words import WORDS as CASTLE
from tests.render.words import PictureWords, say_everything
from tests.texts import FOREIGN

pytestmark = pytest.mark.parametrize(
    "game", [CASTLE, CARCASSONNE, CASTELLAN], ids=lambda game: game.kind
)


def test_every_key_family_in_the_code_is_enumerated(game: PictureWords) -> None:
    assert game.uncounted() == set()


def test_every_key_in_the_code_has_its_text(game: PictureWords) -> None:
    assert game.missing() == set()


def test_no_text_is_there_for_nothing(game: PictureWords) -> None:
    assert game.useless() == set()


def test_in_another_language_nothing_is_left_of_english(game: PictureWords) -> None:
    assert game.english() == set()


def test_every_text_is_said_with_all_its_facts(game: PictureWords) -> None:
    _, texts = say_everything(game)
    assert sum(FOREIGN in text for text in texts) > 500
    assert game.unsaid() == {*game.never_said}
