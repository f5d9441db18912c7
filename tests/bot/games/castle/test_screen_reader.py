"""The position in sentences: as complete as the pictures, and short enough to listen to."""

import pytest

from bot.games.face import AnyFace
from engine.castle.moves import cell_name
from engine.castle.view import View
from tests.bot.games.castle.kit import NAMES, plies
from tests.bot.games.kit import ENGLISH


@pytest.fixture(scope="module")
def positions() -> list[View]:
    return [ply.seen for ply in list(plies())[::40]]


def test_every_cell_is_told_once_with_its_tile_or_as_empty(
    face: AnyFace, positions: list[View]
) -> None:
    for seen in positions:
        _, board = face.texts.for_screen_reader(ENGLISH, seen, NAMES)
        lines = board.splitlines()
        cells = [line.split(":")[0] for line in lines if line[1:2].isdecimal()]
        empty = [
            cell
            for line in lines
            if line.startswith("Empty: ")
            for cell in line.removeprefix("Empty: ").rstrip(".").split(", ")
        ]
        inside = {cell_name(cell) for cell in seen.catalogue.wall.inside}
        assert len(cells) == len(set(cells))
        assert {*cells} == {cell_name(laid.cell) for laid in seen.laid}
        assert {*empty} == inside - {*cells}


def test_every_follower_is_read_with_its_cell_and_player(
    face: AnyFace, positions: list[View]
) -> None:
    for seen in positions:
        _, board = face.texts.for_screen_reader(ENGLISH, seen, NAMES)
        lines = {line.split(":")[0]: line for line in board.splitlines()}
        for feature in seen.features:
            for follower in feature.followers:
                line = lines[cell_name(follower.spot.cell)]
                assert f"{follower.role} of {NAMES[follower.seat]}" in line


def test_where_the_tile_fits_is_told_with_the_rotations(
    face: AnyFace, positions: list[View]
) -> None:
    seen = next(seen for seen in positions if seen.placements)
    stands, _ = face.texts.for_screen_reader(ENGLISH, seen, NAMES)
    turned = stands.rpartition("Turned so: ")[2].rstrip(".")
    fits = {
        (part.split(" ", 1)[0], int(rotation.removesuffix("°")) // 90)
        for part in turned.split("; ")
        for rotation in part.split(" ", 1)[1].split(", ")
    }
    assert fits == {(cell_name(cell), rotation) for cell, rotation in seen.placements}


def test_start_spaces_and_face_down_wall_tiles_are_told(
    face: AnyFace, positions: list[View]
) -> None:
    seen = positions[0]
    _, board = face.texts.for_screen_reader(ENGLISH, seen, NAMES)
    assert "tower at C9, in the north" in board
    assert f"face down on spaces {', '.join(map(str, seen.towers))}." in board
