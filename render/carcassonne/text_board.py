"""The whole table as monospace text of under 1,900 characters. Somebody who cannot see the
pictures, or uses a terminal, can play from it.

Every tile is listed with its sides, clockwise from north.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.carcassonne.moves import LARGE
from engine.carcassonne.view import Feature, View
from engine.tiles.grid import Cell
from engine.tiles.tile import NO_THINGS, PORT_NAMES, SIDES, TurnedTile
from render.board.aliases import column_alias, row_alias
from render.carcassonne.board.layout import CarcassonneSubject
from render.carcassonne.board.overlays import occupied_features
from render.carcassonne.sentences import describe_player
from render.carcassonne.tiles import cell_alias, tile_name
from render.locale import Words, plain
from render.picture.names import in_monospace, shown_names
from render.sentences import describe_early_end, describe_result
from render.tables.alt_text import first_fitting, text_help
from render.tiles.board.features import beyond
from render.tiles.sentences import describe_drawn
from render.tiles.views import at_rest, list_placements, side_letters

# The most letters of a name.
NAME = 14
# The letters of the segments of a kind, in order.
LETTERS = {"city": "CcDd", "road": "rqp", "field": "fghij", "river": "w"}
ROAD_END = "x"
PENNANT = "*"
CLOISTER = "M"
# What stands behind the letter of a segment with such a thing.
THINGS = {"inn": "^", "cathedral": "+"}
# The place of a farmer in a field that touches no side.
MIDDLE = "f"


def text_board(words: Words, subject: CarcassonneSubject) -> str:
    """Write a key, a line of help, and the whole position. If the text would be too long, parts are
    left out: first the long key, then the list of claims, then the sides of tiles that lie next to
    no empty cell, then those of all that nothing can be laid next to, at last the key."""
    words = plain(words)
    subject = at_rest(subject)
    view = subject.view
    players = shown_names(words, subject.names)
    subject = replace(subject, names=[in_monospace(name, NAME) for name in players])
    claims = [_claim(words, feature) for feature in occupied_features(view)]
    claim_lines = [words("tiles.board.followers", features="; ".join(claims))] if claims else []
    lying = {tile.cell for tile in view.laid}
    filled = lying | {*view.dead}
    if view.to_act is None:
        filled |= {beyond(cell, side) for cell in lying for side in range(len(SIDES))}
    versions: tuple[tuple[str, list[str], Collection[Cell]], ...] = (
        ("key", claim_lines, ()),
        ("key_short", claim_lines, ()),
        ("key_short", [], ()),
        ("key_short", [], lying),
        ("key_short", [], filled),
        ("", [], filled),
    )
    added = [words("carcassonne.text.key_added")] if view.options.expansions else []
    boards = (
        [
            *([words(f"carcassonne.text.{key}"), *added] if key else []),
            text_help(words, "carcassonne", over=view.to_act is None),
            *_situation(words, subject),
            *followers,
            *_rows(view, full),
        ]
        for key, followers, full in versions
    )
    return first_fitting(map("\n".join, boards))


def tile_code(tile: TurnedTile) -> str:
    """`C*/frg/g/grf`: the same letter is the same feature. A city with a pennant is followed by
    `*`, one with a cathedral by `+`, a road with an inn by `^`, and a cloister by `M`."""
    unused = {kind: iter(letters) for kind, letters in LETTERS.items()}
    letters = []
    marks = []
    things = tile.tile.things or (NO_THINGS,) * len(tile.segments)
    for (kind, ports, pennants), names in zip(tile.segments, things, strict=True):
        if kind == "road" and len(ports) == 1:
            letters.append(ROAD_END)
        else:
            letters.append(next(unused[kind], "") if kind in unused else "")
        signs = [sign for thing, sign in THINGS.items() if thing in names]
        marks.append(PENNANT * pennants + "".join(signs))
    cloister = any(segment.kind == "cloister" for segment in tile.segments)
    return side_letters(tile, letters, marks) + CLOISTER * cloister


def _situation(words: Words, subject: CarcassonneSubject) -> Iterator[str]:
    """List the scores and what each player has, whose turn it is, and the drawn tile."""
    view = subject.view
    names = subject.names
    for seat, name in enumerate(names):
        yield describe_player(words, view, seat, f"{seat + 1} {name}")
    if subject.ending is not None:
        yield describe_early_end(words, names, subject.ending)
    elif view.to_act is None:
        yield describe_result(words, names, view.leaders, view.scores)
    elif view.drawn is not None:
        name = f"{view.to_act + 1} {names[view.to_act]}"
        code = tile_code(view.catalogue.turned[view.drawn][0])
        placements = list_placements(view.placements, cell_alias)
        yield words("tiles.to_come", count=view.tiles_left)
        if view.river_left:
            yield words("carcassonne.alt.river_left", count=view.river_left)
        yield describe_drawn(words, name, tile_name(words, view.drawn), code, placements)
    last = view.laid[-1]
    cell = cell_alias(last.cell)
    tile = tile_name(words, last.tile)
    yield words("tiles.board.last", tile=tile, cell=cell, rotation=last.rotation)


def _claim(words: Words, feature: Feature) -> str:
    """`city M51 5t*>2 1 1 2!`: the players by their numbers, once for each follower; the large one
    with its mark."""
    kind = words(f"carcassonne.kind.{feature.kind}")
    marks = PENNANT * feature.pennants + (THINGS[feature.thing] if feature.thing else "")
    cell = cell_alias(feature.cells[0])
    tiles = len(feature.cells)
    large = feature.large or (0,) * len(feature.counts)
    players = " ".join(
        f"{seat + 1}{LARGE * (number >= count - large[seat])}"
        for seat, count in enumerate(feature.counts)
        for number in range(count)
    )
    missing = len(feature.missing)
    size = words("carcassonne.text.size", kind=kind, cell=cell, tiles=tiles, marks=marks)
    return f"{size}>{missing} {players}"


def _rows(view: View, filled: Collection[Cell]) -> Iterator[str]:
    """List the tiles from north to south. Those between cells that are filled have only their type
    and rotation."""
    laid = {tile.cell: tile for tile in view.laid}
    followers = {follower.spot.cell: follower for follower in view.followers}
    for y in sorted({cell[1] for cell in laid}):
        codes = []
        for cell in sorted(cell for cell in laid if cell[1] == y):
            tile = laid[cell]
            follower = followers.get(cell)
            if all(beyond(cell, side) in filled for side in range(len(SIDES))):
                code = f"{tile.tile}{tile.rotation}"
            else:
                code = tile_code(view.catalogue.turned[tile.tile][tile.rotation])
            if follower is not None:
                port = follower.spot.port
                inner = MIDDLE if follower.role == "farmer" else CLOISTER
                place = inner if port is None else PORT_NAMES[port]
                code += f"={follower.seat + 1}{LARGE * follower.large}@{place}"
            codes.append(f"{column_alias(cell[0])}:{code}")
        yield f"{row_alias(-y)}: {' '.join(codes)}"
