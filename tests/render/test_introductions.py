"""What a game looks like, and all its pieces: for those who have never seen it."""

import re
from itertools import combinations

import pytest

from bot.games.faces import FACES
from render.locale import languages, words_of
from render.picture.scene import SpritePicture, Text
from render.pictures import Introduction

# The width of a picture on a phone, and how high words are there at least.
PHONE = 390
LEGIBLE = 14
LARGEST = 320_000
LONGEST_ALT = 1024
# What is written on pieces and cards themselves.
ON_A_PIECE = re.compile(r"\d+|[WT]\d")

pytestmark = pytest.mark.parametrize("kind", FACES)


def introduction(kind: str) -> Introduction:
    introduction = FACES[kind].pictures.introduction
    assert introduction is not None
    return introduction


@pytest.mark.parametrize("language", languages())
def test_the_picture_of_the_pieces_is_told_in_words_too(kind: str, language: str) -> None:
    words = words_of(language)
    alt = introduction(kind).primer_alt(words)
    items = introduction(kind).primer_scene(words, "light").items
    written = [item.text for item in items if isinstance(item, Text)]
    assert [text for text in written if text not in alt and not ON_A_PIECE.fullmatch(text)] == []
    assert len(alt) <= LONGEST_ALT
    notes = [key for key in words.texts if re.fullmatch(rf"{kind}\.primer\.\w+\.note", key)]
    assert notes
    assert all(len(words(key).split("\n")) <= 2 for key in notes)


def test_followers_do_not_stand_on_each_other(kind: str) -> None:
    items = introduction(kind).primer_scene(words_of("en"), "light").items
    followers = [
        item
        for item in items
        if isinstance(item, SpritePicture) and type(item.name).__name__ == "FollowerSprite"
    ]
    assert followers or kind == "castellan"
    for follower, other in combinations(followers, 2):
        (x, y) = follower.at
        (u, v) = other.at
        assert max(abs(x - u), abs(y - v)) > follower.size * 0.6


def test_pictures_for_beginners_are_small(kind: str) -> None:
    pictures = FACES[kind].pictures
    words = words_of("en")
    for drawing in (pictures.showcase(words), pictures.primer(words)):
        assert drawing is not None
        assert len(drawing.paint()) < LARGEST
