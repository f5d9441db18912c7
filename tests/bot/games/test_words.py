"""Every word of a game is in its file, none is unused, and all facts are filled in."""

import pytest

from bot.locale import languages
from tests.bot.games.carcassonne.face_words import WORDS as CARCASSONNE
from tests.bot.games.castellan.face_words import WORDS as CASTELLAN
from tests.bot.games.castle.face_words import WORDS as CASTLE
from tests.bot.games.words import FaceWords

pytestmark = pytest.mark.parametrize(
    "game", [CASTLE, CARCASSONNE, CASTELLAN], ids=lambda game: game.kind
)


def test_every_key_family_in_the_code_is_enumerated(game: FaceWords) -> None:
    assert game.uncounted() == set()


def test_every_key_in_the_code_has_its_text(game: FaceWords) -> None:
    assert game.missing() == set()


def test_no_text_is_there_for_nothing(game: FaceWords) -> None:
    assert game.useless() == set()


def test_no_english_stands_in_the_code(game: FaceWords) -> None:
    assert game.english_in_the_code() == []


def test_every_text_is_said_with_all_its_facts(game: FaceWords) -> None:
    assert game.unsaid() <= {*game.said_elsewhere}


@pytest.mark.parametrize("language", languages())
def test_nothing_bold_is_inside_of_what_is_bold(game: FaceWords, language: str) -> None:
    assert game.nested(language) == set()
