"""Boards and maps as pictures: read into tiles on cells, and printed. Independent of any
game.

    D     E
  ccctt tthhh
  ccctt tthhh      Five characters a tile (see `tests.engine.castle.kit.pictures`), column
5 cc+tt tt+hh      letters over the middle of the tiles, row numbers at the left. Where no
  hh+tt tt+hh      tile lies there are blanks or dots. Tiles lie as drawn, so their rotation
  hhhtt tthhh      is 0.
"""

import re
from collections.abc import Mapping
from textwrap import dedent

from engine.castle.catalogue import StartSpaceData
from engine.castle.moves import cell_name, parse_cell
from engine.tiles.grid import Cell
from tests.engine.castle.kit.pictures import read_letters
from tests.engine.pictures import EMPTY, WIDTH, Picture, Place

# The ports of a start space beyond each side of its cell, from the west or from the north.
SHOWN = {"N": (8, 7, 6), "E": (11, 10, 9), "S": (0, 1, 2), "W": (3, 4, 5)}


def read_board(text: str) -> dict[Cell, Picture]:
    lines = [line for line in dedent(text).splitlines() if line.strip()]
    if not lines:
        return {}
    header, *rows = lines
    columns = {match[0]: match.start() for match in re.finditer(r"[A-L]", header)}
    if not columns or header.split() != list(columns) or len(rows) % WIDTH:
        raise ValueError(f"a board has column letters and rows of {WIDTH} lines:\n{text}")
    pictures: dict[Cell, Picture] = {}
    for top in range(0, len(rows), WIDTH):
        tile_row = rows[top : top + WIDTH]
        margin = min(columns.values()) - 2
        number = "".join(line[:margin] for line in tile_row).strip()
        for column, middle in columns.items():
            picture = tuple(line[middle - 2 : middle + 3].ljust(WIDTH) for line in tile_row)
            if "".join(picture).strip(" ."):
                pictures[parse_cell(column + number)] = picture
    return pictures


def read_map(text: str) -> list[Cell]:
    """Find the cells marked # on a small map of the inside, one character a cell from A9 on."""
    rows = [line for line in dedent(text).splitlines() if line.strip()]
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]


def start_spaces(starts: Mapping[str, str]) -> list[StartSpaceData]:
    """Start spaces from three letters each, as seen from the west or from the north."""
    data = []
    for spot, letters in starts.items():
        cell, side = spot.split(".")
        places: dict[Place, str] = {(0, i): letter for i, letter in enumerate(letters)}
        ports = {(0, i): port for i, port in enumerate(SHOWN[side])}
        data.append(
            StartSpaceData.model_validate(
                {
                    "cell": list(parse_cell(cell)),
                    "side": side,
                    "segments": read_letters(places, ports),
                }
            )
        )
    return data


def print_board(pictures: Mapping[Cell, Picture]) -> str:
    """Print pictures in the form that `read_board` reads."""
    columns = sorted({x for x, _ in pictures})
    lines = ["   " + " ".join(f"  {cell_name((x, 0))[0]}  " for x in columns)]
    for y in sorted({y for _, y in pictures}):
        for line in range(WIDTH):
            margin = cell_name((0, y))[1] if line == WIDTH // 2 else " "
            parts = [pictures.get((x, y), EMPTY)[line] for x in columns]
            lines.append(f" {margin} " + " ".join(parts))
    return "\n".join(line.rstrip() for line in lines)
