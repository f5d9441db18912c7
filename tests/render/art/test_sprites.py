"""Sprites are drawn alike everywhere, kept on disk, and drawn anew when the disk lies."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES
from engine.tiles.tile import TurnedTile
from render.art.atlas import ART_VERSION, Atlas, atlas_key, draw_atlas, read_atlas, store_atlas
from render.art.tile_art import draw_tile
from render.palette import THEMES
from render.sprites import Sprites, load_sprites

CELL = 24
CATALOGUE = standard_catalogue()


@pytest.fixture(scope="module")
def few() -> Catalogue:
    """The catalogue with only four of its tiles, so that drawing it is quick."""
    return replace(CATALOGUE, tiles=CATALOGUE.tiles[:4])


@pytest.fixture(scope="module")
def atlas(few: Catalogue) -> Atlas:
    return draw_atlas(few, CELL, None)


@pytest.fixture(scope="module")
def sprites(few: Catalogue, atlas: Atlas) -> Sprites:
    return Sprites(few, CELL, atlas)


def test_all_tiles_are_drawn_in_all_rotations() -> None:
    for four in CATALOGUE.turned.values():
        for turned in four:
            picture = draw_tile(turned, 12)
            assert (picture.mode, picture.size) == ("RGB", (12, 12))


def test_a_tile_looks_the_same_whenever_it_is_drawn() -> None:
    turned = CATALOGUE.turned["cloister"][1]
    assert draw_tile(turned, CELL).tobytes() == draw_tile(turned, CELL).tobytes()


def test_tiles_of_one_kind_are_not_all_alike() -> None:
    first, second = (
        draw_tile(CATALOGUE.turned["great-hall"][0], CELL),
        draw_tile(renamed("great-hall", "other"), CELL),
    )
    assert first.tobytes() != second.tobytes()


def renamed(tile_id: str, other: str) -> TurnedTile:
    turned = CATALOGUE.turned[tile_id][0]
    return replace(turned, tile=replace(turned.tile, id=other))


def test_every_sprite_is_there(few: Catalogue, sprites: Sprites) -> None:
    for tile in few.tiles:
        assert {sprites.tile(tile.id, rotation).size for rotation in range(4)} == {(CELL, CELL)}
    for seat in (0, 1):
        for role in ROLES.values():
            assert sprites.follower(seat, role).mode == "RGBA"
        assert sprites.keep(seat).getbbox()
        plain, lapped = sprites.marker(seat, False), sprites.marker(seat, True)
        assert plain.tobytes() != lapped.tobytes()
    for kind in range(1, 10):
        assert sprites.wall_tile(kind).mode == "RGBA"
    assert sprites.wall_tile_back().mode == "RGBA"
    for theme in THEMES.values():
        assert sprites.board(theme).size == sprites.layout.size


def test_two_markers_fit_on_one_space(sprites: Sprites) -> None:
    assert sprites.marker(0, False).width * 2 <= sprites.cell * 0.56


def test_neighbouring_spaces_are_half_a_cell_apart(sprites: Sprites) -> None:
    (ax, ay), (bx, by) = sprites.space_centre(2), sprites.space_centre(3)
    assert (abs(ax - bx), abs(ay - by)) == (CELL // 2, 0)


def test_progress_counts_up_to_the_total(few: Catalogue) -> None:
    told: list[tuple[int, int]] = []
    load_sprites(few, cell=12, cache=None, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1]


def test_a_stored_atlas_comes_back_as_it_was(few: Catalogue, atlas: Atlas, tmp_path: Path) -> None:
    store_atlas(atlas, tmp_path)
    again = read_atlas(tmp_path, few, CELL)
    assert again is not None
    assert {name: page.tobytes() for name, page in again.pages().items()} == {
        name: page.tobytes() for name, page in atlas.pages().items()
    }
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "bytes", "size"])
def test_a_damaged_cache_counts_as_missing(
    few: Catalogue, atlas: Atlas, tmp_path: Path, damage: str
) -> None:
    store_atlas(atlas, tmp_path)
    page = tmp_path / "tiles.png"
    data = page.read_bytes()
    if damage == "missing":
        page.unlink()
    elif damage == "size":
        atlas.tiles.resize((8, 8)).save(page)
    else:
        middle = len(data) // 2
        page.write_bytes(
            {
                "empty": b"",
                "cut": data[:middle],
                "bytes": data[:middle] + bytes(64) + data[middle + 64 :],
            }[damage]
        )
    assert read_atlas(tmp_path, few, CELL) is None


def test_the_cache_is_filled_once_and_mended(few: Catalogue, tmp_path: Path) -> None:
    calls: list[int] = []

    def load() -> Sprites:
        return load_sprites(
            few, cell=12, cache=tmp_path, progress=lambda done, _: calls.append(done)
        )

    drawn = load()
    first = len(calls)
    stored = load()
    assert len(calls) == first
    assert stored.tile("donjon", 2).tobytes() == drawn.tile("donjon", 2).tobytes()
    (tmp_path / atlas_key(few, 12) / "pieces.png").write_bytes(b"no picture")
    load()
    assert len(calls) == 2 * first


def test_another_size_has_another_place_in_the_cache(few: Catalogue) -> None:
    assert atlas_key(few, 12) != atlas_key(few, 24)
    assert ART_VERSION >= 1
