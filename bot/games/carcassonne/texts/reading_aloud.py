"""The position in sentences, for a screen reader: no letters to learn, no columns to see.

What stands on a tile is described with the tile, row by row; the fields follow, each with what it
would give.
"""

from bot.games.carcassonne.naming import segment_named
from bot.games.carcassonne.texts.fields import fields_told
from bot.games.moment import Names
from bot.games.texts import LONGEST_TEXT
from bot.games.tiles.turnings import cells_turned
from bot.locale import Words
from engine.carcassonne.moves import cell_name
from engine.carcassonne.view import LaidTile, StandingFollower, View
from engine.recorded import Ending
from render.carcassonne.text.alt_text import board_alt
from render.carcassonne.tile_words import tile_described
from render.picture.names import shortened, shown_names
from render.tiles.ending import at_rest


def for_screen_reader(
    words: Words, view: View, names: Names, ending: Ending | None = None
) -> tuple[str, str]:
    return stands(words, view, names, ending), board(words, view, names)


def stands(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    """The scores, what each player has, and either whose turn it is, with the cells and rotations
    in which the tile fits, or how the game ended."""
    lines = [board_alt(words, view, tuple(names), ending=ending)]
    fitting = at_rest(view, ending).placements
    if fitting:
        lines.append(words("carcassonne.aloud.turned", cells=cells_turned(fitting, cell_name)))
    return shortened("\n".join(lines), LONGEST_TEXT)


def board(words: Words, view: View, names: Names) -> str:
    shown = shown_names(words, tuple(names))
    standing = {follower.spot.cell: follower for follower in view.followers}
    lines = [words("carcassonne.aloud.rows")]
    for y in sorted({laid.cell[1] for laid in view.laid}):
        row = sorted((laid for laid in view.laid if laid.cell[1] == y), key=lambda one: one.cell)
        lines += ["", words("carcassonne.aloud.row", row=-y)]
        lines += [_tile(words, view, laid, standing.get(laid.cell), shown) for laid in row]
    return "\n".join([*lines, "", *fields_told(words, view, shown)])


def _tile(
    words: Words, view: View, laid: LaidTile, follower: StandingFollower | None, names: Names
) -> str:
    tile = view.catalogue.turned[laid.tile][laid.rotation]
    cell, described = cell_name(laid.cell), tile_described(words, tile)
    if follower is None:
        return words("carcassonne.aloud.tile", cell=cell, tile=described)
    standing = words(
        "carcassonne.aloud.follower",
        role=words(f"carcassonne.role.{follower.role}"),
        name=names[follower.seat],
        place=segment_named(words, view.catalogue, tile, follower.segment),
    )
    return words("carcassonne.aloud.tile_with", cell=cell, tile=described, follower=standing)
