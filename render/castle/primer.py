"""An introduction to the pieces, for people who do not know the game: what each is
called, and what it is for.

Its tiles are looked up in the catalogue by what is on them.
"""

from functools import partial

from engine.castle.catalogue import Catalogue, standard_catalogue
from engine.castle.moves import ROLES, Role
from engine.tiles.tile import TurnedTile
from render.castle.art import sprites as art
from render.castle.art.layout import CastleLayout
from render.castle.art.spots import follower_spot
from render.castle.tiles import SQUARE
from render.locale import Words
from render.picture.palette import THEMES, Theme
from render.picture.scene import TOP_LEFT, Inset, Item, Point, Scene, SpritePicture, ThemeName
from render.tables.primer import SMALL
from render.tiles.board.board import CELL
from render.tiles.primer import card_tile, first_tile, tile_primer

# The height of a keep, as a fraction of its tile.
KEEP = 0.5
# The height of a marker, in cells of the wall.
MARKER = 0.44
# The height of a wall tile, in cells of the wall.
WALL_TILE = 0.42
CARDS = ("square", "fountain", "market", "keep", "marker", "wall_tile")


def primer_scene(
    words: Words, theme: ThemeName = "light", catalogue: Catalogue | None = None
) -> Scene:
    catalogue = catalogue or standard_catalogue()
    return tile_primer(
        words,
        "castle",
        catalogue,
        follower_spots=_follower_spots,
        figure=art.FollowerSprite,
        cards=CARDS,
        picture=partial(_picture, catalogue, THEMES[theme]),
        theme=theme,
    )


def _follower_spots(tile: TurnedTile) -> dict[Role, tuple[float, float]]:
    """Find the place of a follower of each role that the tile has room for, in tiles."""
    ports = {segment.kind: segment.ports[0] for segment in reversed(tile.segments)}
    return {ROLES[kind]: follower_spot(tile, ports[kind]) for kind in ROLES if kind in ports}


def _picture(catalogue: Catalogue, theme: Theme, card: str, at: Point) -> list[Item]:
    wall = catalogue.wall
    layout = CastleLayout(catalogue.wall, CELL)
    match card:
        case "square":
            return card_tile(first_tile(catalogue, _has_square), at)
        case "fountain":
            return card_tile(
                first_tile(catalogue, lambda tile: _marked_kinds(tile) == {"path"}), at
            )
        case "market":
            return card_tile(
                first_tile(catalogue, lambda tile: _marked_kinds(tile) == {"court"}), at
            )
        case "keep":
            house = first_tile(
                catalogue, lambda tile: {segment.kind for segment in tile.segments} == {"house"}
            )
            middle = (at[0] + SMALL // 2, at[1] + SMALL // 2)
            keep = SpritePicture(art.KeepSprite(0), middle, round(KEEP * SMALL))
            return [*card_tile(house, at), keep]
        case "marker":  # between two corner towers
            centre = layout.space_centre((wall.corner_towers[0] + wall.corner_towers[1]) // 2)
            piece = SpritePicture(art.MarkerSprite(1, False), centre, round(MARKER * CELL))
        case _:  # a wall tile face down on its corner tower
            left, top = layout.cell_origin(wall.ring[wall.corner_towers[1] // 2])
            centre = (left + CELL // 2, top + CELL // 2)
            piece = SpritePicture(art.WallTileSprite(None), centre, round(WALL_TILE * CELL))
    ground = SpritePicture(art.BoardSprite(theme.name), (0, 0), CELL, anchor=TOP_LEFT)
    board = Scene(layout.size, theme.background, (ground, piece))
    (x, y) = piece.at
    half = SMALL // 2
    return [Inset(at, (x - half, y - half, x + half, y + half), board)]


def _has_square(tile: TurnedTile) -> bool:
    return (
        sum(len(segment.ports) == 1 for segment in tile.segments if segment.kind == "path")
        >= SQUARE
    )


def _marked_kinds(tile: TurnedTile) -> set[str]:
    """List the kinds of segments with fountains or markets."""
    return {segment.kind for segment in tile.segments if segment.marks}
