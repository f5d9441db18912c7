"""The art of every game ships as the code draws it, and is found by name."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

import pytest
from PIL import ImageChops, ImageStat

from engine.castle.catalogue import standard_catalogue
from render.carcassonne.art import sprites as carcassonne_sprites
from render.castellan.art import sprites as castellan_sprites
from render.castle.art import sprites as castle_sprites
from render.castle.art.sprites import BoardPart, BoardSprite
from render.picture.scene import Name
from render.picture.sprites import Sprites, read_pages, unpack
from render.tiles.sprites import EdgeSprite, TileSprite
from tools.art import carcassonne, castellan, castle
from tools.art.redrawing import pack

GAMES = {
    "castle": (castle, castle_sprites),
    "carcassonne": (carcassonne, carcassonne_sprites),
    "castellan": (castellan, castellan_sprites),
}
LOADED: dict[str, Sprites] = {game: sprites.load_sprites() for game, (_, sprites) in GAMES.items()}
UNKNOWN: list[tuple[str, Name]] = [
    *((game, "meeple") for game in GAMES),
    ("carcassonne", TileSprite(("Z", 0))),
    ("carcassonne", carcassonne_sprites.FollowerSprite(6, farmer=False)),
    ("castellan", castellan_sprites.MeadowSprite(castellan_sprites.MEADOW_LOOKS)),
    ("castellan", castellan_sprites.YardSprite(castellan_sprites.YARD_LOOKS)),
    ("castellan", castellan_sprites.TowerSprite(castellan_sprites.TOWER_LOOKS)),
    ("castellan", castellan_sprites.WallSprite("short", "E", castellan_sprites.WALL_LOOKS)),
    ("castellan", castellan_sprites.WallSprite("tower", "", 0)),
    ("castellan", castellan_sprites.KeepSprite(4, double=False)),
]
SIZES = (128, 92, 40, 17, 1)
# How far the colours of a picture may be from the shared ones on average, out of 255.
CLOSE = 9


def pictures_in(sprites: ModuleType) -> list[Name]:
    return [name for page in sprites.shipped_pages() for name in page.names]


def names(game: str) -> list[Name]:
    """Names as scenes use them, of every kind."""
    pictures = pictures_in(GAMES[game][1])
    tiles = [TileSprite(name) for name in pictures if isinstance(name, tuple)][:5]
    others = [name for name in pictures if not isinstance(name, tuple)]
    if game != "castle":
        return [*tiles, *others]
    tile = tiles[0].tile
    start = standard_catalogue().start_spaces[0]
    edges = [EdgeSprite(tile, side, "wall") for side in range(4)]
    inwards = EdgeSprite(tile, start.side, (start.tile.id, 0))
    return [*tiles, *others, *edges, inwards, BoardPart("dark", 5, 1)]


def some_of(names: Sequence[Name]) -> list[Name]:
    """Every piece, and each tile in one of its rotations: they are drawn by the same strokes, and a
    page is redrawn as a whole."""
    return [
        name
        for number, name in enumerate(names)
        if not isinstance(name, tuple) or number // 4 % 4 == name[1]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_art_ships_as_it_is_drawn(game: str) -> None:
    """If this fails, the look of something has changed: redraw it with
    `python -m tools.art`."""
    drawing, sprites = GAMES[game]
    for page in sprites.shipped_pages():
        shipped = read_pages(sprites.FOLDER, [page])
        assert [*shipped] == [*page.names]
        some = replace(page, names=some_of(page.names))
        drawn = unpack(some, pack(some, {name: drawing.draw(name) for name in some.names}))
        assert [name for name in drawn if drawn[name].tobytes() != shipped[name].tobytes()] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_sprite_is_as_large_as_its_extent(game: str) -> None:
    for name in names(game):
        for size in SIZES:
            if not isinstance(name, BoardSprite) or 1 < size < 92:
                image = LOADED[game].image(name, size)
                assert image.size == LOADED[game].extent(name, size), name


@pytest.mark.parametrize(("game", "name"), UNKNOWN)
def test_there_is_no_sprite_of_another_name(game: str, name: Name) -> None:
    for ask in (LOADED[game].extent, LOADED[game].image, LOADED[game].shape):
        with pytest.raises(KeyError):
            ask(name, 92)


@pytest.mark.parametrize("game", GAMES)
def test_names_can_be_sent_to_another_process(game: str) -> None:
    assert pickle.loads(pickle.dumps(names(game))) == names(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_shared_colours_are_close_to_the_art(game: str) -> None:
    """If this fails, the art has new colours: run `python -m tools.art` with `--colours`."""
    sprites = GAMES[game][1]
    for name in pictures_in(sprites):
        is_added = game == "carcassonne" and (
            carcassonne_sprites.is_added(TileSprite(name))
            if isinstance(name, tuple)
            else carcassonne_sprites.is_added(name)
        )
        palette = sprites.added_palette() if is_added else sprites.shared_palette()
        picture = LOADED[game].pictures[name]
        covered = picture.getchannel("A") if picture.mode == "RGBA" else None
        solid = covered and covered.point([255 * (v == 255) for v in range(256)])
        flat = picture.convert("RGB")
        approximated = palette.true_colour(palette.numbers(flat))
        apart = ImageStat.Stat(ImageChops.difference(flat, approximated), solid)
        assert max(apart.mean) < CLOSE, name
