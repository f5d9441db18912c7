"""The position in sentences, for a screen reader: no letters to learn, no columns to see.

What stands on a cell is described with the cell, row by row.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.games.castle.naming import segment_named
from bot.games.castle.pictures import pair
from bot.games.moment import Names
from bot.games.texts import LONGEST_TEXT
from bot.games.tiles.places import segment_at
from bot.games.tiles.turnings import cells_turned
from bot.locale import Words
from engine.castle.moves import ROWS, cell_name
from engine.castle.view import StandingFollower, View
from engine.recorded import Ending
from engine.tiles.grid import Cell
from engine.tiles.tile import SIDES, TurnedTile, opposite
from render.castle.board.cells import lying, start_cell
from render.castle.text.alt_text import board_alt
from render.castle.tile_words import tile_described
from render.picture.names import shortened, shown_names
from render.tiles.ending import at_rest


def for_screen_reader(
    words: Words, view: View, names: Names, ending: Ending | None = None
) -> tuple[str, str]:
    return stands(words, view, names, ending), board(words, view, names)


def stands(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    """The scores, what each player has, and either whose turn it is, with the cells and rotations
    in which the tile fits, or how the game ended."""
    lines = [board_alt(words, view, pair(names), ending=ending)]
    fitting = at_rest(view, ending).placements
    if fitting:
        lines.append(words("castle.aloud.turned", cells=cells_turned(fitting, cell_name)))
    return shortened("\n".join(lines), LONGEST_TEXT)


def board(words: Words, view: View, names: Names) -> str:
    shown = shown_names(words, pair(names))
    tiles = {laid.cell: view.catalogue.turned[laid.tile][laid.rotation] for laid in view.laid}
    standing: dict[Cell, list[StandingFollower]] = {}
    for feature in view.features:
        for follower in feature.followers:
            standing.setdefault(follower.spot.cell, []).append(follower)
    lines = [words("castle.aloud.rows")]
    for y in range(ROWS):
        row = sorted(cell for cell in view.catalogue.wall.inside if cell[1] == y)
        lines += ["", words("castle.aloud.row", row=ROWS - y)]
        lines += [_tile(words, tiles, standing, shown, cell) for cell in row if cell in tiles]
        empty = [cell_name(cell) for cell in row if cell not in tiles]
        if empty:
            lines.append(words("castle.aloud.empty", cells=", ".join(empty)))
    lines += ["", words("castle.aloud.starts", starts=words.listed(list(_starts(words, view))))]
    if view.towers:
        lines.append(words("castle.aloud.towers", spaces=", ".join(map(str, view.towers))))
    return "\n".join(lines)


def _starts(words: Words, view: View) -> Iterator[str]:
    """What the wall shows at each start space to the cell there."""
    tiles = lying(view)
    for start in view.catalogue.start_spaces:
        side = opposite(start.side)
        shown = tiles[start_cell(start)]
        owners = [owner for owner in shown.owners[3 * side : 3 * side + 3] if owner is not None]
        kinds = dict.fromkeys(shown.segments[owner].kind for owner in owners)
        yield words(
            "castle.aloud.start",
            kinds=words.listed([words(f"castle.kind.{kind}") for kind in kinds]),
            cell=cell_name(start.cell),
            side=words(f"castle.direction.{SIDES[start.side]}"),
        )


def _tile(
    words: Words,
    tiles: Mapping[Cell, TurnedTile],
    standing: Mapping[Cell, Sequence[StandingFollower]],
    names: tuple[str, ...],
    cell: Cell,
) -> str:
    tile = tiles[cell]
    described = tile_described(words, tile)
    followers = [
        words(
            "castle.aloud.follower",
            role=words(f"castle.role.{one.role}"),
            name=names[one.seat],
            place=segment_named(words, tile, segment_at(tile, one.spot.port)),
        )
        for one in standing.get(cell, ())
    ]
    key = "castle.aloud.tile_with" if followers else "castle.aloud.tile"
    named = {"cell": cell_name(cell), "tile": described, "followers": words.listed(followers)}
    return words(key, **named)
