"""Tiles as pictures of five by five characters, side by side and below each other. Knows no game,
and nothing of the engine.

    ffrff fcccf     Blanks separate the tiles of a row; where no tile lies there are dots.
    ffrff fffff     The three characters in the middle of an edge are the ports of that side.
    ffrff rrrrr
    ffrff fffff
    ffrff fffff
"""

from collections.abc import Iterator

Picture = tuple[str, ...]
# Row and column.
Place = tuple[int, int]

WIDTH = 5
EMPTY: Picture = ("." * WIDTH,) * WIDTH
# Where the ports of each side are, clockwise.
SIDES: dict[str, tuple[Place, Place, Place]] = {
    "N": ((0, 1), (0, 2), (0, 3)),
    "E": ((1, 4), (2, 4), (3, 4)),
    "S": ((4, 3), (4, 2), (4, 1)),
    "W": ((3, 0), (2, 0), (1, 0)),
}


def turned_picture(picture: Picture, quarters: int) -> Picture:
    """Turn a picture clockwise."""
    for _ in range(quarters):
        picture = tuple("".join(row[i] for row in reversed(picture)) for i in range(WIDTH))
    return picture


def read_pictures(text: str) -> dict[tuple[int, int], Picture]:
    """Read the tiles of a drawing by column and row, counted from the top left."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len(rows) % WIDTH:
        raise ValueError(f"every tile is {WIDTH} lines high:\n{text}")
    pictures = {}
    for y in range(len(rows) // WIDTH):
        lines = rows[WIDTH * y : WIDTH * (y + 1)]
        for x, picture in enumerate(zip(*lines, strict=True)):
            if picture != EMPTY:
                pictures[x, y] = picture
    return pictures


def beside(place: Place) -> Iterator[Place]:
    """The places above, at the right, below and at the left."""
    row, column = place
    yield from ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
