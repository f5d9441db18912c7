"""The picture of the pieces: everything that the rules mention is on it, in every language."""

from dataclasses import replace

from engine.castle.catalogue import standard_catalogue
from render.castle.art.sprites import FollowerSprite, KeepSprite, MarkerSprite, WallTileSprite
from render.castle.primer import primer_scene
from render.picture.scene import Inset
from render.tiles.sprites import TileSprite
from tests.render.castle.games import ENGLISH
from tests.render.sprites import sprites_of

CATALOGUE = standard_catalogue()


def test_the_primer_shows_every_follower_role_and_every_piece() -> None:
    items = primer_scene(ENGLISH).items
    roles = {name.role for _, name in sprites_of(FollowerSprite, items)}
    assert roles == {"herald", "knight", "squire", "merchant"}
    assert len(sprites_of(KeepSprite, items)) == 1
    on_the_wall = [piece for item in items if isinstance(item, Inset) for piece in item.scene.items]
    assert sprites_of(MarkerSprite, on_the_wall)
    assert sprites_of(WallTileSprite, on_the_wall)


def test_its_tiles_show_a_square_a_fountain_and_a_market() -> None:
    tiles = [name.tile[0] for _, name in sprites_of(TileSprite, primer_scene(ENGLISH).items)]
    kinds = {
        segment.kind
        for tile in tiles
        for segment in CATALOGUE.turned[tile][0].segments
        if segment.marks
    }
    assert kinds == {"path", "court"}
    assert any(tile.startswith("square") for tile in tiles)


def test_a_catalogue_that_lacks_a_piece_still_has_a_picture() -> None:
    bare = replace(CATALOGUE, tiles=CATALOGUE.tiles[:1])
    assert primer_scene(ENGLISH, catalogue=bare).items
