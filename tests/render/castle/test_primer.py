"""The picture of the pieces: everything that the rules mention is on it, in every language."""

from dataclasses import replace

import pytest

from engine.castle.catalogue import standard_catalogue
from render.castle.art.sprites import FollowerSprite, KeepSprite, MarkerSprite, WallTileSprite
from render.castle.primer import CARDS, primer_scene
from render.locale import Words, languages, words_of
from render.picture.names import LONGEST_ALT
from render.picture.scene import Inset, Text
from render.tiles.sprites import TileSprite
from tests.render.castle.games import ENGLISH, PICTURES
from tests.render.sprites import sprites_of

CATALOGUE = standard_catalogue()


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def test_the_primer_shows_every_follower_role_and_every_piece() -> None:
    items = primer_scene(ENGLISH).items
    roles = {name.role for _, name in sprites_of(FollowerSprite, items)}
    assert roles == {"herald", "knight", "squire", "merchant"}
    assert len(sprites_of(KeepSprite, items)) == 1
    on_the_wall = [piece for item in items if isinstance(item, Inset) for piece in item.scene.items]
    assert sprites_of(MarkerSprite, on_the_wall)
    assert sprites_of(WallTileSprite, on_the_wall)


def test_its_tiles_show_a_square_a_fountain_and_a_market() -> None:
    shown = [name.tile[0] for _, name in sprites_of(TileSprite, primer_scene(ENGLISH).items)]
    kinds = {
        segment.kind
        for tile in shown
        for segment in CATALOGUE.turned[tile][0].segments
        if segment.marks
    }
    assert kinds == {"path", "court"}
    assert any(tile.startswith("square") for tile in shown)


def test_followers_do_not_stand_on_each_other() -> None:
    items = primer_scene(ENGLISH).items
    followers = [item for item, _ in sprites_of(FollowerSprite, items)]
    for one in followers:
        for other in followers:
            (x, y) = one.at
            (u, v) = other.at
            assert one is other or max(abs(x - u), abs(y - v)) > one.size * 0.6


def test_its_notes_have_at_most_two_lines(words: Words) -> None:
    for card in CARDS:
        assert len(words(f"castle.primer.{card}.note").split("\n")) <= 2


def test_it_says_in_words_what_is_written_on_it(words: Words) -> None:
    alt = PICTURES.introduction.primer_alt(words)
    assert len(alt) <= LONGEST_ALT
    written = [item.text for item in primer_scene(words).items if isinstance(item, Text)]
    assert [text for text in written if text not in alt] == []


def test_a_catalogue_that_lacks_a_piece_still_has_a_picture() -> None:
    bare = replace(CATALOGUE, tiles=CATALOGUE.tiles[:1])
    assert primer_scene(ENGLISH, catalogue=bare).items
