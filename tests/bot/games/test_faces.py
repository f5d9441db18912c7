"""What every game in the registry promises of its texts, in every language."""

import re
from typing import Any

import pytest

from bot.games.face import AnyFace
from bot.games.faces import FACES
from bot.locale import Words, languages, words_of
from engine.game import Game
from engine.games import GAMES

LONGEST_RULES = 3500
LONGEST_TITLE = 100
LONGEST_CHOICE = 100
LONGEST_COMMAND = 32


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


@pytest.fixture(params=GAMES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def face(kind: str) -> AnyFace:
    return FACES[kind]


@pytest.fixture
def game(kind: str) -> Game[Any, Any, Any, Any]:
    return GAMES[kind]


def test_the_texts_and_choices_are_those_of_the_game(kind: str, face: AnyFace) -> None:
    assert face.texts.kind == face.choices.kind == kind


def test_every_topic_fits_into_a_message(
    words: Words, face: AnyFace, game: Game[Any, Any, Any, Any]
) -> None:
    held = {name: values[-1] for name, values in game.option_values.items()}
    for topic in face.texts.topics:
        assert 0 < len(words(f"{face.texts.kind}.topic.{topic}.title")) <= LONGEST_TITLE
        for options in (held, {}):
            text = face.texts.rules(words, topic, options)
            assert 100 < len(text) <= LONGEST_RULES
            assert "{" not in text


def test_every_option_fits_into_its_list(
    words: Words, kind: str, game: Game[Any, Any, Any, Any]
) -> None:
    shown = [
        words(f"{kind}.option.{name}.value.{value}")
        for name, values in game.option_values.items()
        for value in values
    ]
    shown += [words(f"{kind}.preset.{name}.about") for name in game.presets]
    assert max(map(len, shown)) <= LONGEST_CHOICE


def test_every_overlay_has_a_label(words: Words, kind: str, face: AnyFace) -> None:
    assert all(words(f"{kind}.overlay.{overlay}") for overlay in face.pictures.overlays)
    assert {*face.pictures.usual_overlays} <= {*face.pictures.overlays}


def test_discord_takes_the_name_of_the_command_for_the_supply(words: Words, kind: str) -> None:
    name, about = (words(f"{kind}.commands.supply.{part}") for part in ("name", "description"))
    assert re.fullmatch(rf"[a-zà-ÿ-]{{1,{LONGEST_COMMAND}}}", name)
    assert len(about) <= LONGEST_CHOICE
