"""The whole board as monospace text of under 1,900 characters. Somebody who cannot see the
pictures, or uses a terminal, can play from it.

Every cell is listed with the sides of its tile, clockwise from north.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.castle.moves import AGAIN, COLUMNS, END, ROWS, Spot, cell_name, spot_name
from engine.castle.view import View
from engine.tiles.tile import TurnedTile, opposite
from render.castle.board.cells import CastleSubject, laid_tiles, start_cell
from render.castle.sentences import describe_player, describe_towers
from render.castle.tiles import tile_name
from render.locale import Words, plain
from render.picture.names import in_monospace, shown_names
from render.sentences import describe_early_end, describe_result
from render.tables.alt_text import first_fitting, text_help
from render.tiles.sentences import describe_drawn
from render.tiles.views import at_rest, list_placements, side_letters

# The most letters of a name.
NAME = 14
LETTERS = {"tower": "T", "house": "H", "court": "C"}
JOINED_PATHS = "pqr"
PATH_END = "x"
MARK = "*"
EMPTY = "-"


def text_board(words: Words, subject: CastleSubject) -> str:
    """Write a key, a line of help, and the whole position; the key is shortened if the text would
    be too long."""
    words = plain(words)
    subject = at_rest(subject)
    view = subject.view
    players = shown_names(words, subject.names)
    subject = replace(subject, names=[in_monospace(name, NAME) for name in players])
    lines = [
        text_help(words, "castle", over=view.to_act is None),
        *_situation(words, subject),
        *_cells(words, view),
    ]
    keys = ("castle.text.key", "castle.text.key_short")
    return first_fitting("\n".join([words(key), *lines]) for key in keys)


def tile_code(tile: TurnedTile, sides: Iterable[int] = range(4)) -> str:
    """`H/HpC*/x/T` has a market on its court."""
    marks = [MARK * segment.marks for segment in tile.segments]
    return side_letters(tile, _letters(tile), marks, sides)


def _letters(tile: TurnedTile) -> list[str]:
    """Give each segment a letter; a second one of a kind has a small letter, others a number."""
    counts = dict.fromkeys((*LETTERS, "path"), 0)
    letters = []
    for kind, ports, _ in tile.segments:
        if kind == "path" and len(ports) == 1:
            letters.append(PATH_END)
            continue
        counts[kind] += 1
        if kind == "path":
            letters.append(JOINED_PATHS[counts[kind] - 1])
        else:
            letter = LETTERS[kind]
            letters.append(("", letter, letter.lower())[min(counts[kind], 2)])
            if counts[kind] > 2:
                letters[-1] = f"{letter}{counts[kind]}"
    return letters


def _situation(words: Words, subject: CastleSubject) -> Iterator[str]:
    """List the scores and what each player has, whose turn it is, the drawn tile, the features that
    carry followers, and the last tile laid."""
    view = subject.view
    names = subject.names
    for seat, name in enumerate(names):
        yield describe_player(words, view, seat, f"{seat + 1} {name}")
    if subject.ending is not None:
        yield describe_early_end(words, names, subject.ending)
    elif view.to_act is None:
        yield describe_result(words, names, view.leaders, view.scores)
    elif view.phase == "again":
        name = f"{view.to_act + 1} {names[view.to_act]}"
        yield f"{words('castle.board.again', name=name)} ({AGAIN} / {END})"
    elif view.drawn is not None:
        name = f"{view.to_act + 1} {names[view.to_act]}"
        code = tile_code(view.catalogue.turned[view.drawn][0])
        placements = list_placements(view.placements, cell_name)
        yield words("tiles.to_come", count=view.tiles_left)
        yield describe_drawn(words, name, tile_name(words, view.drawn), code, placements)
    if towers := describe_towers(words, view):
        yield towers
    claims = []
    for feature in view.features:
        if feature.followers:
            kind = words(f"castle.kind.{feature.kind}")
            marks = MARK * feature.marks
            size = words("castle.text.size", kind=kind, tiles=feature.tiles, marks=marks)
            ends = len({spot.cell for spot in feature.open})
            followers = " ".join(
                f"{follower.seat + 1}@{spot_name(follower.spot)}" for follower in feature.followers
            )
            claims.append(f"{size}{f'>{ends}' if ends else ''} {followers}")
    if claims:
        yield words("tiles.board.followers", features="; ".join(claims))
    if view.laid:
        last = view.laid[-1]
        cell = cell_name(last.cell)
        tile = tile_name(words, last.tile)
        yield words("tiles.board.last", tile=tile, cell=cell, rotation=last.rotation)


def _cells(words: Words, view: View) -> Iterator[str]:
    """List the cells row by row, and what the wall offers to them at its start spaces."""
    laid = {tile.cell: view.catalogue.turned[tile.tile][tile.rotation] for tile in view.laid}
    for y in range(ROWS):
        codes = [
            f"{column} {tile_code(laid[x, y])}" if (x, y) in laid else f"{column}{EMPTY}"
            for x, column in enumerate(COLUMNS)
            if (x, y) in view.catalogue.wall.inside
        ]
        yield f"{ROWS - y}: {' '.join(codes)}"
    tiles = laid_tiles(view)
    starts = []
    for start in view.catalogue.start_spaces:
        code = tile_code(tiles[start_cell(start)], [opposite(start.side)])
        starts.append(f"{spot_name(Spot(start.cell, 3 * start.side + 1))} {code}")
    yield words("castle.board.starts", starts=" ".join(starts))
