"""The drawn tile in its rotations, to choose one by looking."""

from dataclasses import replace

from engine.castle.catalogue import standard_catalogue
from engine.castle.view import View
from engine.tiles.grid import Placement
from render.castle.tiles import first_alike, turnings
from render.picture.scene import Scene, Text
from render.tiles.sprites import TileSprite
from tests.render.castle.games import ENGLISH, rotations_scene, seen
from tests.render.sprites import sprites_of

ALIKE = "town-block"
CELL = (4, 4)


def with_tile(tile: str, *rotations: int) -> View:
    """A position in which that tile fits on one cell in these rotations."""
    placements = tuple(Placement(CELL, rotation) for rotation in rotations)
    return replace(seen("goldens", 5)[0], drawn=tile, placements=placements)


def tile_rotations(scene: Scene | None) -> list[int]:
    assert scene is not None
    return [name.tile[1] for _, name in sprites_of(TileSprite, scene.items)]


def test_turnings_that_look_and_act_alike_are_one() -> None:
    assert first_alike(standard_catalogue(), ALIKE) == (0, 0, 0, 0)
    assert tile_rotations(rotations_scene(ENGLISH, with_tile(ALIKE, 0, 1, 2, 3))) == [0]


def test_rotations_in_which_anything_moves_are_distinct() -> None:
    catalogue = standard_catalogue()
    for tile in catalogue.tiles:
        edges = [turned.owners for turned in catalogue.turned[tile.id]]
        if tile.id != ALIKE:
            assert first_alike(catalogue, tile.id) == (0, 1, 2, 3), edges


def test_every_turning_tells_on_how_many_cells_it_fits() -> None:
    position = with_tile("street-3", 0, 2)
    fits = [(turning.rotation, turning.fits) for turning in turnings(position)]
    assert fits == [(0, 1), (1, 0), (2, 1), (3, 0)]
    scene = rotations_scene(ENGLISH, position)
    assert scene is not None
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    assert texts == [
        "as drawn",
        "1 cell",
        "90\N{DEGREE SIGN}",
        "no cell",
        "180\N{DEGREE SIGN}",
        "1 cell",
        "270\N{DEGREE SIGN}",
        "no cell",
    ]


def test_without_a_drawn_tile_there_is_nothing_to_turn() -> None:
    position = replace(with_tile(ALIKE), drawn=None)
    assert turnings(position) == ()
