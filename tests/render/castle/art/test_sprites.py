"""CastleSprites are drawn alike everywhere, and ship as the code draws them."""

import pickle
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES
from engine.tiles.tile import TurnedTile
from render.castle.art import drawing
from render.castle.art.drawing import draw_sprites
from render.castle.art.drawing.tiles import draw_tile
from render.castle.art.layout import CastleLayout
from render.castle.art.sprites import (
    CELL,
    FINE,
    FOLDER,
    LARGE,
    LARGE_TILES,
    PART,
    BoardPart,
    BoardSprite,
    CastleSprites,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
    board_parts,
    fine_pages,
    load_sprites,
    read_fine,
)
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.palette import THEMES
from render.picture.scene import ThemeName
from render.subject import Subject
from render.tiles.sprites import FineTile
from tests.render.castle.games import NAMES, seen
from tools.art.castle import draw_fine

CATALOGUE = standard_catalogue()
# How far the fine board, in few colours, may be from the usual one on average, out of 255.
ALIKE = 6


@pytest.fixture(scope="module")
def few() -> Catalogue:
    """The catalogue with only four of its tiles, so that drawing it is quick."""
    return replace(CATALOGUE, tiles=CATALOGUE.tiles[:4])


@pytest.fixture(scope="module")
def sprites(few: Catalogue) -> CastleSprites:
    """Without the strokes of the board, which take the longest and ship."""
    blank = Image.new("RGB", CastleLayout(CATALOGUE.wall, CELL).size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "draw_board", lambda *_: blank)
        return draw_sprites(few)


def test_a_tile_looks_the_same_whenever_it_is_drawn() -> None:
    turned = CATALOGUE.turned["cloister"][1]
    assert draw_tile(turned, CELL).tobytes() == draw_tile(turned, CELL).tobytes()


def test_tiles_of_one_kind_are_not_all_alike() -> None:
    first = draw_tile(CATALOGUE.turned["great-hall"][0], CELL)
    second = draw_tile(rename_tile("great-hall", "other"), CELL)
    assert first.tobytes() != second.tobytes()


def rename_tile(tile_id: str, other: str) -> TurnedTile:
    turned = CATALOGUE.turned[tile_id][0]
    return replace(turned, tile=replace(turned.tile, id=other))


def test_every_sprite_is_there(few: Catalogue, sprites: CastleSprites) -> None:
    for tile in few.tiles:
        assert {sprites.pictures[tile.id, rotation].size for rotation in range(4)} == {(CELL, CELL)}
    for seat in (0, 1):
        for role in ROLES.values():
            assert sprites.picture(FollowerSprite(seat, role)).mode == "RGBA"
        assert sprites.picture(KeepSprite(seat)).getbbox()
        plain = sprites.picture(MarkerSprite(seat, lapped=False))
        lapped = sprites.picture(MarkerSprite(seat, lapped=True))
        assert plain.tobytes() != lapped.tobytes()
    for kind in (*range(1, 10), None):
        assert sprites.picture(WallTileSprite(kind)).mode == "RGBA"
    for theme in THEMES.values():
        assert sprites.picture(BoardSprite(theme.name)).size == sprites.layout.size


@pytest.mark.parametrize("theme", THEMES)
def test_the_parts_of_the_board_make_the_whole(theme: ThemeName) -> None:
    shipped = load_sprites()
    layout = CastleLayout(CATALOGUE.wall, FINE)
    joined = Image.new("RGB", layout.size)
    for column, row in board_parts(layout):
        part = shipped.image(BoardPart(theme, column, row), FINE)
        joined.paste(part, (column * PART * FINE, row * PART * FINE))
    whole = shipped.pictures[BoardSprite(theme)]
    small = joined.resize(whole.size, Image.Resampling.BOX)
    assert max(ImageStat.Stat(ImageChops.difference(small, whole)).mean) < ALIKE


def test_the_fine_art_ships_as_it_is_drawn() -> None:
    """If this fails, the look of something has changed: redraw it with
    `python -m tools.art`. Drawing the fine board takes a minute, so it is only compared."""
    shipped = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.webp")}
    assert shipped == {page.file for page in fine_pages()}
    names = [FineTile((tile, 1), FINE) for tile in ("cloister", "great-hall")]
    for name in [*names, *(FineTile((tile, 0), LARGE) for tile in LARGE_TILES)]:
        assert read_fine(name).tobytes() == draw_fine(name).tobytes()


def test_scenes_can_be_pickled_with_all_their_names() -> None:
    view, events = seen("goldens", 60)
    scene = board_scene(Subject(view, NAMES, events), Look(overlays=(Overlay.LEADS,)))
    sent = pickle.dumps(scene)
    assert pickle.loads(sent) == scene
    assert len(sent) < 32_000


def test_two_markers_fit_on_one_space(sprites: CastleSprites) -> None:
    assert sprites.picture(MarkerSprite(0, lapped=False)).width * 2 <= CELL * 0.56


def test_neighbouring_spaces_are_half_a_cell_apart(sprites: CastleSprites) -> None:
    (ax, ay) = sprites.layout.space_centre(2)
    (bx, by) = sprites.layout.space_centre(3)
    assert (abs(ax - bx), abs(ay - by)) == (CELL // 2, 0)


def test_another_catalogues_art_is_drawn_on_loading(few: Catalogue, sprites: CastleSprites) -> None:
    tile = few.tiles[2].id
    shipped = load_sprites()
    assert sprites.pictures[tile, 2].tobytes() == shipped.pictures[tile, 2].tobytes()
    with pytest.raises(KeyError):
        sprites.pictures[CATALOGUE.tiles[4].id, 0]
