"""Text boards of all games in every language: each begins with the key to its letters, and fits."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.games.faces import FACES
from render.locale import languages, words_of
from render.subject import Subject
from render.tables.alt_text import LONGEST_BOARD
from render.tables.replay import Frame
from tests.render.carcassonne import games as carcassonne
from tests.render.castellan import frames as castellan
from tests.render.castle import games as castle


def frames(kind: str, seats: int) -> Sequence[Frame[Any, Any]]:
    match kind:
        case "castle":
            return castle.frames("goldens")
        case "carcassonne":
            return carcassonne.frames("goldens", seats)
        case _:
            return castellan.frames("goldens", seats)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("kind", "seats"),
    [("castle", 2), ("carcassonne", 2), ("carcassonne", 5), ("castellan", 2), ("castellan", 4)],
)
def test_a_text_board_has_its_key_and_fits_into_a_message(
    kind: str, seats: int, language: str
) -> None:
    words = words_of(language)
    names = ("key", "key_short", "key_list")
    key_names = [f"{kind}.text.{name}" for name in names if f"{kind}.text.{name}" in words.texts]
    keys = [words(name).splitlines() for name in key_names]
    in_full = []
    for frame in frames(kind, seats)[::2]:
        text = FACES[kind].pictures.text_board(words, Subject(frame.view, ("W" * 32,) * seats))
        assert len(text) < LONGEST_BOARD
        assert not text.endswith("…")
        lines = text.splitlines()
        key = next(key for key in keys if lines[: len(key)] == key)
        said = ["aloud"] if frame.view.to_act is None else ["help", "aloud"]
        assert lines[len(key)] == " ".join(words(f"{kind}.text.{part}") for part in said)
        in_full.append(key is keys[0])
    assert sum(in_full) > (0.8 if seats == 2 else 0.4) * len(in_full)
