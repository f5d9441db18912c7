"""The text board is short enough to send and complete enough to play from."""

import re

import pytest

from engine.carcassonne.moves import parse_cell
from engine.carcassonne.view import View
from engine.tiles.tile import PORT_NAMES, TurnedTile
from render.board.aliases import notation
from render.carcassonne.art.sprites import complete_catalogue
from render.carcassonne.text_board import CLOISTER, PENNANT, THINGS, text_board, tile_code
from render.carcassonne.tiles import cell_alias
from render.subject import Subject
from render.tables.alt_text import LONGEST_BOARD
from tests.render.carcassonne.games import ENGLISH, frames

NAMES = ("A very long name indeed, longer than that", "`@everyone`", "Cleo", "D", "E", "F")
KINDS = {
    **dict.fromkeys("CcDd", "city"),
    **dict.fromkeys("xrq", "road"),
    **dict.fromkeys("fghij", "field"),
    "w": "river",
}
ROTATIONS = re.compile(r"r([0-3,r]+)((?: [A-Z]+\d+)+)")
GAMES = (("goldens", 2), ("goldens", 5), ("goldens", 6, "big"))


def sides_of(tile: TurnedTile) -> list[list[tuple[str, int]]]:
    """For each side, its stretches: kind and segment."""
    rows = []
    for side in range(4):
        owners = tile.owners[3 * side : 3 * side + 3]
        if len(set(owners)) == 1:
            owners = owners[:1]
        rows.append(
            [(tile.segments[segment].kind, segment) for segment in owners if segment is not None]
        )
    return rows


@pytest.mark.parametrize("tile", complete_catalogue().turned)
def test_a_tile_code_gives_all_sides_and_which_of_them_connect(tile: str) -> None:
    for turned in complete_catalogue().turned[tile]:
        code = tile_code(turned)
        plain = code.replace(PENNANT, "").removesuffix(CLOISTER)
        for thing, sign in THINGS.items():
            assert plain.count(sign) == sum(thing in things for things in turned.tile.things)
            plain = plain.replace(sign, "")
        pairs = []
        for text, meant in zip(plain.split("/"), sides_of(turned), strict=True):
            assert [KINDS[sign] for sign in text] == [kind for kind, _ in meant]
            pairs += [
                (sign, owner) for sign, (_, owner) in zip(text, meant, strict=True) if sign != "x"
            ]
        signs = {sign for sign, _ in pairs}
        owners = {owner for _, owner in pairs}
        assert len(set(pairs)) == len(signs) == len(owners)
        assert code.count(PENNANT) == sum(segment.marks for segment in turned.segments)
        cloister = any(segment.kind == "cloister" for segment in turned.segments)
        assert code.endswith(CLOISTER) == cloister


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_is_told_completely(game: tuple[str, int, str]) -> None:
    short = 0
    for frame in frames(*game):
        text = text_board(ENGLISH, Subject(frame.view, NAMES[: game[1]]))
        assert len(text) < LONGEST_BOARD
        assert "`" not in text
        assert "@everyone" not in text
        short += check_tiles(frame.view, text)
        check_drawn(frame.view, text)
        for seat, score in enumerate(frame.view.scores):
            assert re.search(rf"^{seat + 1} .*: {score} points?, ", text, re.MULTILINE)
    assert short < len(frames(*game)) * 2 // 3


def check_tiles(position: View, text: str) -> bool:
    """Every tile with its follower; some may be given by type and rotation only, which are those
    that nothing can be laid next to."""
    listed = {}
    for line in text.splitlines():
        match = re.fullmatch(r"(\d+): (.*)", line)
        for x, code in re.findall(r"([A-Z]+):([A-Za-z]\S*)", match[2]) if match else []:
            listed[parse_cell(notation(f"{x}{match[1]}"))] = code  # type: ignore[index]
    laid = {tile.cell: tile for tile in position.laid}
    standing = {follower.spot.cell: follower for follower in position.followers}
    assert listed.keys() == laid.keys()
    shortened = False
    for cell, code in listed.items():
        tile = laid[cell]
        if cell in standing:
            follower = standing[cell]
            inner = "f" if follower.role == "farmer" else CLOISTER
            port = inner if follower.spot.port is None else PORT_NAMES[follower.spot.port]
            large = "!" if follower.large else ""
            assert code.endswith(f"={follower.seat + 1}{large}@{port}")
        plain = code.split("=")[0]
        turned = position.catalogue.turned[tile.tile][tile.rotation]
        if plain != tile_code(turned):
            x, y = cell
            assert plain == f"{tile.tile}{tile.rotation}"
            around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            assert position.to_act is None or around <= {*laid, *position.dead}
            shortened = True
    return shortened


def check_drawn(position: View, text: str) -> None:
    """The drawn tile, and every legal placement of it."""
    if position.drawn is None:
        return
    fits = next(line for line in text.splitlines() if " is to play " in line)
    assert f" ({tile_code(position.catalogue.turned[position.drawn][0])}). It fits on " in fits
    placements = {
        (parse_cell(notation(cell)), int(rotation))
        for rotations, cells in ROTATIONS.findall(fits)
        for rotation in re.findall(r"[0-3]", rotations)
        for cell in cells.split()
    }
    assert placements == {(cell, rotation) for cell, rotation in position.placements}


def test_claims_are_listed_where_there_is_room() -> None:
    boards = [text_board(ENGLISH, Subject(frame.view, NAMES[:2])) for frame in frames(*GAMES[0])]
    listed = ["Followers: " in text for text in boards[8:40]]
    assert sum(listed) > 0.8 * len(listed)
    text = boards[12]
    frame = frames(*GAMES[0])[12]
    for feature in frame.view.features:
        if any(feature.counts):
            assert f"{feature.kind} {cell_alias(feature.cells[0])} {len(feature.cells)}t" in text
