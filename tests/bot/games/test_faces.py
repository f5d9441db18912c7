"""What every game in the registry promises of its texts, in every language."""

import re
from pathlib import Path

import pytest

from bot.games import faces
from bot.games.face import AnyFace
from bot.locale import Words, languages, words_of
from engine.games import GAMES, AnyRules
from tests.render.test_secrecy import imports_of

# The modules that know states.
SECRET = re.compile(r"engine\.(games|\w+\.(building|rules|record|snapshot|state|turn))")
LONGEST_RULES = 3500
LONGEST_TITLE = 100
LONGEST_CHOICE = 100
LONGEST_COMMAND = 32


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


@pytest.fixture
def game(kind: str) -> AnyRules:
    return GAMES[kind]


def test_the_texts_and_choices_are_those_of_the_game(kind: str, face: AnyFace) -> None:
    assert face.texts.kind == face.choices.kind == kind


def test_every_topic_fits_into_a_message(words: Words, face: AnyFace, game: AnyRules) -> None:
    held = {name: values[-1] for name, values in game.option_values.items()}
    for topic in face.texts.topics:
        assert 0 < len(words(f"{face.texts.kind}.topic.{topic}.title")) <= LONGEST_TITLE
        for options in (held, {}):
            text = face.texts.rules(words, topic, options)
            assert 100 < len(text) <= LONGEST_RULES
            assert "{" not in text


def test_every_option_fits_into_its_list(words: Words, kind: str, game: AnyRules) -> None:
    texts = [
        words(f"{kind}.option.{name}.value.{value}")
        for name, values in game.option_values.items()
        for value in values
    ]
    for part in ("name", "about"):
        texts += [words(f"{kind}.option.{name}.{part}") for name in game.option_values]
        texts += [words(f"{kind}.preset.{name}.{part}") for name in game.presets]
    assert max(map(len, texts)) <= LONGEST_CHOICE


def test_every_overlay_has_a_label(words: Words, kind: str, face: AnyFace) -> None:
    for overlay in face.pictures.overlays:
        assert 0 < len(words(f"{kind}.overlay.{overlay}")) <= LONGEST_CHOICE
    assert {*face.pictures.usual_overlays} <= {*face.pictures.overlays}


def test_discord_takes_the_name_of_the_command_for_the_supply(words: Words, kind: str) -> None:
    name = words(f"{kind}.commands.supply.name")
    about = words(f"{kind}.commands.supply.description")
    assert re.fullmatch(rf"[a-zà-ÿ-]{{1,{LONGEST_COMMAND}}}", name)
    assert len(about) <= LONGEST_CHOICE


def test_a_face_holds_no_states(kind: str) -> None:
    """It is given views, so nothing hidden can be told."""
    folder = Path(faces.__file__).parent / kind
    names = {name for path in folder.rglob("*.py") for name in imports_of(path)}
    assert names
    assert {name for name in names if SECRET.fullmatch(name)} == set()
