"""The rotations of the drawn tile, the sheet of the tiles left, and the introduction."""

from dataclasses import replace

import pytest

from engine.carcassonne.catalogue import standard_catalogue
from engine.carcassonne.view import View
from engine.tiles.grid import Placement
from render.carcassonne.alt_text import board_alt, sheet_alt
from render.carcassonne.art.sprites import (
    FollowerSprite,
    MarkerSprite,
    complete_catalogue,
    is_added,
)
from render.carcassonne.board.board import board_scene
from render.carcassonne.primer import primer_scene
from render.carcassonne.tiles import (
    first_alike,
    river_end,
    sheet_scene,
    tiles_in,
    turnings,
    unseen_groups,
)
from render.picture.scene import Badge, Scene
from render.subject import Subject
from render.tiles.sprites import TileSprite
from tests.render.carcassonne.games import ENGLISH, NAMES, PICTURES, SIX, rotations_scene, seen
from tests.render.lettered import apart, plate
from tests.render.sprites import sprites_of

CELL = (4, 4)
CATALOGUE = standard_catalogue()


def with_tile(tile: str, *rotations: int) -> View:
    """A position in which that tile fits on one cell in these rotations."""
    placements = tuple(Placement(CELL, rotation) for rotation in rotations)
    return replace(seen("goldens", 5)[0], drawn=tile, placements=placements)


def tile_rotations(scene: Scene | None) -> list[int]:
    assert scene is not None
    return [name.tile[1] for _, name in sprites_of(TileSprite, scene.items)]


def test_rotations_that_look_alike_are_one() -> None:
    assert first_alike(CATALOGUE, "B") == (0, 0, 0, 0)
    assert first_alike(CATALOGUE, "U") == (0, 1, 0, 1)
    assert first_alike(CATALOGUE, "V") == (0, 1, 2, 3)
    assert tile_rotations(rotations_scene(ENGLISH, with_tile("B", 0))) == [0]
    assert tile_rotations(rotations_scene(ENGLISH, with_tile("U", 0, 1))) == [0, 1]


def test_each_rotation_tells_on_how_many_cells_it_fits() -> None:
    position = with_tile("V", 0, 2)
    listed = [(turning.rotation, turning.fits) for turning in turnings(position)]
    assert listed == [(0, 1), (1, 0), (2, 1), (3, 0)]


def test_without_a_drawn_tile_there_is_nothing_to_turn() -> None:
    position = replace(with_tile("B"), drawn=None)
    assert turnings(position) == ()


def test_the_sheet_shows_each_remaining_type_with_its_count() -> None:
    for ply in (0, 25, 70):
        position, _ = seen("goldens", ply)
        scene = sheet_scene(ENGLISH, position)
        tiles = [name.tile[0] for _, name in sprites_of(TileSprite, scene.items)]
        counts = [item.text for item in scene.items if isinstance(item, Badge)]
        assert dict(zip(tiles, counts, strict=True)) == {
            tile: f"×{count}" for tile, count in position.unseen.items()
        }


def test_a_count_leaves_the_tile_visible() -> None:
    scene = sheet_scene(ENGLISH, seen("goldens", 0)[0])
    tiles = [(item.at, item.size) for item, _ in sprites_of(TileSprite, scene.items)]
    assert len(tiles) == 24
    for badge in (item for item in scene.items if isinstance(item, Badge)):
        for (x, y), size in tiles:
            assert apart(plate(badge), (x, y, x + size, y + size))


def test_the_types_are_grouped_and_numbered_throughout() -> None:
    position, _ = seen("goldens", 0)
    groups = unseen_groups(position)
    assert [group for group, _ in groups] == ["cloister", "road", "city", "city_road"]
    assert [tile for _, tile in groups[0][1]] == ["A", "B"]
    numbers = [number for _, types in groups for number, _ in types]
    assert numbers == list(range(1, 25))
    assert sum(tiles_in(position, types) for _, types in groups) == position.tiles_left
    assert sheet_alt(ENGLISH, position).startswith("70 tiles not seen yet. Cloisters, 6 tiles:")


def test_river_and_land_are_told_apart() -> None:
    position, _ = seen("goldens", 4, 2, "big")
    groups = unseen_groups(position)
    assert [group for group, _ in groups][:2] == ["river", "cloister"]
    assert tiles_in(position, groups[0][1]) == position.river_left
    count = position.river_left
    assert f"The river comes first: {count} to draw." in board_alt(
        ENGLISH, Subject(position, NAMES[:2])
    )


@pytest.mark.parametrize(("seats", "preset"), [(5, "current"), (2, "big"), (6, "big")])
def test_pictures_of_expansions_have_colours_of_their_own(seats: int, preset: str) -> None:
    """So those of the base game stay as they are."""
    position, _ = seen("goldens", 0, seats, preset)
    scene = board_scene(Subject(position, SIX[:seats]))
    usual = PICTURES.painter_of(scene) is PICTURES.painter()
    assert usual == (preset != "big")


def test_the_introduction_shows_every_follower_kind_and_a_marker() -> None:
    items = primer_scene(ENGLISH).items
    followers = [name for _, name in sprites_of(FollowerSprite, items)]
    assert sorted(name.farmer for name in followers) == [False, False, False, True]
    assert len(sprites_of(MarkerSprite, items)) == 1


def test_the_introduction_to_expansions_shows_what_they_add() -> None:
    items = primer_scene(ENGLISH, expansions=("river", "inns")).items
    tiles = [name.tile[0] for _, name in sprites_of(TileSprite, items)]
    added = [
        complete_catalogue().turned[tile][0] for tile in tiles if is_added(TileSprite((tile, 0)))
    ]
    spring, river, lake, inn, cathedral = added
    assert (river_end(spring), river_end(river), river_end(lake)) == ("spring", None, "lake")
    assert "river" in {segment.kind for segment in river.segments}
    assert frozenset({"inn"}) in inn.tile.things
    assert frozenset({"cathedral"}) in cathedral.tile.things
    assert sum(name.large for _, name in sprites_of(FollowerSprite, items)) == 1


@pytest.mark.parametrize("topic", ["river", "inns"])
def test_the_rules_of_an_expansion_have_its_pieces_alone(topic: str) -> None:
    alone = PICTURES.illustration(ENGLISH, topic)
    with_it = PICTURES.illustration(ENGLISH, "aim", {topic: "on"})
    without = PICTURES.illustration(ENGLISH, "aim", {})
    assert alone is not None
    assert with_it is not None
    assert without is not None
    assert with_it.alt == f"{without.alt} {alone.alt}"


def test_the_tiles_of_the_introduction_show_what_their_cards_say() -> None:
    items = primer_scene(ENGLISH).items
    _, monk, pennant, junction, fields, north, south = (
        CATALOGUE.turned[name.tile[0]][name.tile[1]] for _, name in sprites_of(TileSprite, items)
    )
    assert "cloister" in {segment.kind for segment in monk.segments}
    assert any(segment.marks for segment in pennant.segments)
    assert sum(len(segment.ports) == 1 for segment in junction.segments) == 3
    assert [segment.kind for segment in fields.segments] == ["road", "field", "field"]
    assert north.edges[2] == south.edges[0] == 0


def test_a_catalogue_that_lacks_a_piece_still_has_a_picture() -> None:
    bare = replace(CATALOGUE, turned={"E": CATALOGUE.turned["E"]})
    assert primer_scene(ENGLISH, catalogue=bare).items
