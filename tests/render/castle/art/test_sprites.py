"""Sprites are drawn alike everywhere, kept on disk, and drawn anew when the disk lies."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from engine.castle.material.catalogue import Catalogue, standard_catalogue
from engine.castle.vocabulary.moves import ROLES
from engine.tiles.tile import TurnedTile
from render.castle.art.atlas import (
    ART_VERSION,
    Atlas,
    Drawn,
    atlas_key,
    draw_atlas,
    pieces,
    read_atlas,
    store_atlas,
)
from render.castle.art.sprite_names import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
)
from render.castle.art.sprites import Sprites, load_sprites
from render.castle.art.tile_art import draw_tile
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.colours.palette import THEMES
from render.picture.scene import Name
from render.processes import DrawingProcesses, ProcessEnded
from render.tiles.sprites import EdgeSprite, TileSprite
from tests.render.castle.games import NAMES, seen

CELL = 24
CATALOGUE = standard_catalogue()


@pytest.fixture(scope="module")
def few() -> Catalogue:
    """The catalogue with only four of its tiles, so that drawing it is quick."""
    return replace(CATALOGUE, tiles=CATALOGUE.tiles[:4])


@pytest.fixture(scope="module")
def atlas(few: Catalogue) -> Atlas:
    return draw_atlas(few, CELL)


@pytest.fixture(scope="module")
def sprites(few: Catalogue, atlas: Atlas) -> Sprites:
    return Sprites(few, CELL, lambda drawn: atlas)


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
        assert {sprites.tile((tile.id, rotation)).size for rotation in range(4)} == {(CELL, CELL)}
    for seat in (0, 1):
        for role in ROLES.values():
            assert sprites.piece(FollowerSprite(seat, role)).mode == "RGBA"
        assert sprites.piece(KeepSprite(seat)).getbbox()
        plain, lapped = (
            sprites.piece(MarkerSprite(seat, lapped=lapped)) for lapped in (False, True)
        )
        assert plain.tobytes() != lapped.tobytes()
    for kind in (*range(1, 10), None):
        assert sprites.piece(WallTileSprite(kind)).mode == "RGBA"
    for theme in THEMES.values():
        assert sprites.board(theme.name).size == sprites.layout.size


def test_a_sprite_is_as_large_as_is_told_before_it_is_drawn(few: Catalogue, atlas: Atlas) -> None:
    sprites = Sprites(replace(CATALOGUE, tiles=few.tiles), CELL, lambda drawn: atlas)
    tile, start = (few.tiles[0].id, 0), CATALOGUE.start_spaces[0]
    names: list[Name] = [*pieces(), TileSprite(tile), BoardSprite("dark")]
    names += [BoardSprite("light", (5, 7, 30, 40))]
    names += [EdgeSprite(tile, side, "wall") for side in range(4)]
    names.append(EdgeSprite(tile, start.side, (start.tile.id, 0)))
    for name in names:
        for size in (CELL, 17, 40):
            assert sprites.image(name, size).size == sprites.extent(name, size), name


def test_there_is_no_sprite_of_another_name(sprites: Sprites) -> None:
    for ask in (sprites.extent, sprites.image, sprites.shape):
        with pytest.raises(KeyError):
            ask("meeple", CELL)


def test_every_name_of_a_scene_can_be_sent_to_another_process() -> None:
    view, events = seen("pickled", 60)
    scene = board_scene(view, NAMES, events=events, look=Look(overlays=(Overlay.LEADS,)))
    sent = pickle.dumps(scene)
    assert pickle.loads(sent) == scene
    assert len(sent) < 32_000


def test_two_markers_fit_on_one_space(sprites: Sprites) -> None:
    assert sprites.piece(MarkerSprite(0, lapped=False)).width * 2 <= sprites.cell * 0.56


def test_neighbouring_spaces_are_half_a_cell_apart(sprites: Sprites) -> None:
    (ax, ay), (bx, by) = sprites.layout.space_centre(2), sprites.layout.space_centre(3)
    assert (abs(ax - bx), abs(ay - by)) == (CELL // 2, 0)


def test_progress_counts_up_to_the_total(few: Catalogue) -> None:
    told: list[tuple[int, int]] = []
    drawn = draw_atlas(few, 12, lambda done, total: told.append((done, total)))
    assert drawn.boards.keys() == THEMES.keys()
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1]


def test_in_processes_of_their_own_the_same_is_drawn(few: Catalogue, atlas: Atlas) -> None:
    drawn = draw_atlas(few, CELL, processes=DrawingProcesses(2))
    assert {name: page.tobytes() for name, page in drawn.pages().items()} == {
        name: page.tobytes() for name, page in atlas.pages().items()
    }


def test_the_pictures_are_loaded_once_when_one_is_wanted(few: Catalogue, atlas: Atlas) -> None:
    loads: list[str] = []

    def load(drawn: Drawn) -> Atlas:
        loads.append("load")
        return atlas

    sprites = Sprites(few, CELL, load)
    sprites.layout.space_centre(2)
    sprites.extent(TileSprite((few.tiles[0].id, 0)), CELL)
    assert not loads
    sprites.piece(KeepSprite(0))
    sprites.prepare()
    assert loads == ["load"]


def test_whoever_wants_a_picture_meanwhile_waits_for_it(few: Catalogue, atlas: Atlas) -> None:
    begun, go_on = Event(), Event()

    def load(drawn: Drawn) -> Atlas:
        assert not begun.is_set(), "loaded twice"
        begun.set()
        go_on.wait()
        return atlas

    sprites = Sprites(few, CELL, load)
    with ThreadPoolExecutor() as threads:
        ahead = threads.submit(sprites.prepare)
        begun.wait()
        kept = threads.submit(sprites.piece, KeepSprite(0))
        assert not kept.done()
        go_on.set()
        assert kept.result().mode == "RGBA"
        ahead.result()


def test_a_picture_is_there_as_soon_as_it_is_drawn(few: Catalogue, atlas: Atlas) -> None:
    begun, go_on = Event(), Event()

    def load(drawn: Drawn) -> Atlas:
        begun.set()
        drawn(1, [draw_tile(turned, CELL) for turned in few.turned[few.tiles[1].id]])
        go_on.wait()
        return atlas

    sprites = Sprites(few, CELL, load)
    with ThreadPoolExecutor() as threads:
        ahead = threads.submit(sprites.prepare)
        begun.wait()
        early = sprites.tile((few.tiles[1].id, 2))
        later = threads.submit(sprites.tile, (few.tiles[2].id, 2))
        assert not later.done()
        go_on.set()
        ahead.result()
        assert early.tobytes() == sprites.tile((few.tiles[1].id, 2)).tobytes()
        assert later.result().size == (CELL, CELL)


def test_art_that_could_not_be_loaded_is_tried_again(few: Catalogue, atlas: Atlas) -> None:
    answers: list[Atlas | Exception] = [ProcessEnded("killed"), atlas]

    def load(drawn: Drawn) -> Atlas:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    sprites = Sprites(few, CELL, load)
    with pytest.raises(ProcessEnded):
        sprites.prepare()
    assert sprites.piece(WallTileSprite(None)).mode == "RGBA"


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
        sprites = load_sprites(
            few, cell=12, cache=tmp_path, progress=lambda done, _: calls.append(done)
        )
        sprites.prepare()
        return sprites

    drawn = load()
    first = len(calls)
    stored = load()
    assert len(calls) == first
    assert stored.tile(("donjon", 2)).tobytes() == drawn.tile(("donjon", 2)).tobytes()
    (tmp_path / atlas_key(few, 12) / "pieces.png").write_bytes(b"no picture")
    load()
    assert len(calls) == 2 * first


def test_another_size_has_another_place_in_the_cache(few: Catalogue) -> None:
    assert atlas_key(few, 12) != atlas_key(few, 24)
    assert ART_VERSION >= 1
