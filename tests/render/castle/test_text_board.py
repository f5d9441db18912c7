"""The text board is short enough to send and complete enough to play from."""

import re

import pytest

from engine.castle.catalogue import standard_catalogue
from engine.castle.moves import cell_name, parse_cell
from engine.castle.view import View, view
from engine.tiles.tile import TurnedTile
from render.castle.text_board import LETTERS, MARK, text_board, tile_code
from render.castle.tiles import tile_name
from render.subject import Subject
from render.tables.alt_text import LONGEST_BOARD
from tests.engine.castle.kit.boards import game
from tests.render.castle.games import ENGLISH, frames

NAMES = ("A very long name indeed, longer than that", "`@everyone`")
KINDS = {letter: kind for kind, letter in LETTERS.items()} | {"P": "path", "Q": "path"}
ROTATIONS = re.compile(r"r([0-3,r]+)((?: [A-L][1-9])+)")


def read_side(text: str) -> list[tuple[str, str]]:
    """The kind and the sign of each stretch of a side."""
    signs = re.findall(r"[A-Za-z]\d?", text.replace(MARK, ""))
    return [("path" if s in "pqrx" else KINDS[s[0].upper()], s) for s in signs]


def sides_of(tile: TurnedTile) -> list[list[tuple[str, int]]]:
    """For each side, its stretches: kind and segment."""
    rows = []
    for side in range(4):
        owners = tile.owners[3 * side : 3 * side + 3]
        if owners[1] is None and owners[0] == owners[2]:
            owners = owners[:1]
        kept = [owner for owner in owners if owner is not None]
        rows.append([(tile.segments[owner].kind, owner) for owner in kept])
    return rows


@pytest.mark.parametrize("tile", standard_catalogue().turned)
def test_a_tile_code_gives_all_sides_and_which_of_them_connect(tile: str) -> None:
    for turned in standard_catalogue().turned[tile]:
        code = tile_code(turned)
        read = [read_side(side) for side in code.split("/")]
        meant = sides_of(turned)
        assert [[kind for kind, _ in side] for side in read] == [
            [kind for kind, _ in side] for side in meant
        ]
        pairs = [
            (sign, owner)
            for signs, owners in zip(read, meant, strict=True)
            for (_, sign), (_, owner) in zip(signs, owners, strict=True)
            if sign != "x"
        ]
        assert len(set(pairs)) == len({sign for sign, _ in pairs}) == len({o for _, o in pairs})
        assert code.count(MARK) == sum(segment.marks for segment in turned.segments)


@pytest.mark.parametrize(("seed", "greedy"), [("goldens", True), ("x", False)])
def test_every_position_of_a_game_is_told_completely(seed: str, greedy: bool) -> None:
    for frame in frames(seed, greedy=greedy):
        text = text_board(ENGLISH, Subject(frame.view, NAMES))
        assert len(text) < LONGEST_BOARD
        lines = text.splitlines()
        check_cells(frame.view, lines)
        check_players(frame.view, lines)
        check_followers(frame.view, text)
        check_drawn(frame.view, lines)


def check_cells(position: View, lines: list[str]) -> None:
    """All 76 cells, each with its tile or as empty."""
    turned = position.catalogue.turned
    codes = dict.fromkeys(position.catalogue.wall.inside, "")
    codes |= {lay.cell: tile_code(turned[lay.tile][lay.rotation]) for lay in position.laid}
    listed = {}
    for line in lines:
        match = re.fullmatch(r"([1-9]): (.*)", line)
        for column, code in re.findall(r"([A-L])(?: (\S+)|-)", match[2]) if match else []:
            listed[parse_cell(column + match[1])] = code  # type: ignore[index]
    assert listed == codes


def check_players(position: View, lines: list[str]) -> None:
    players = [line for line in lines if re.match(r"[12] .*: \d+ points?,", line)]
    assert len(players) == 2
    for seat, line in enumerate(players):
        assert f": {count_text(position.scores[seat], 'point')}, " in line
        assert f", {count_text(position.supply[seat], 'follower')} left, " in line
        held = [str(kind) for kind in position.held[seat]]
        tiles = "wall tiles" if len(held) > 1 else "wall tile"
        assert line.endswith(f"{tiles} {ENGLISH.join(held)}" if held else "no wall tiles")
        keep = position.keeps[seat]
        assert ("no keep" if keep is None else f"keep on a house of {keep.tiles},") in line
    assert "`" not in "".join(lines)
    assert "@everyone" not in "".join(lines)


def count_text(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def check_followers(position: View, text: str) -> None:
    for feature in position.features:
        for follower in feature.followers:
            assert f"{follower.seat + 1}@{cell_name(follower.spot.cell)}." in text


def check_drawn(position: View, lines: list[str]) -> None:
    """The drawn tile, and every legal placement of it."""
    if position.drawn is None:
        return
    code = tile_code(position.catalogue.turned[position.drawn][0])
    fits = next(line for line in lines if " is to play " in line)
    assert f" is to play “{tile_name(ENGLISH, position.drawn)}” ({code}). It fits on " in fits
    placements = {
        (parse_cell(cell), int(rotation))
        for rotations, cells in ROTATIONS.findall(fits)
        for rotation in re.findall(r"[0-3]", rotations)
        for cell in cells.split()
    }
    assert placements == {(cell, rotation) for cell, rotation in position.placements}


def test_start_spaces_and_face_down_wall_tiles_are_told() -> None:
    text = text_board(ENGLISH, Subject(view(game(wall={12: 1, 42: 7}), None), NAMES))
    assert "Wall tiles face down on spaces 12, 42." in text
    assert "C9.N T" in text
    assert "L4.E HC" in text
