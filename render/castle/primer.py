"""An introduction to the pieces, for people who do not know the game: what each is called and for.

Its tiles are looked up in the catalogue by what is on them. Knows no position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import dist

from engine.castle.material.catalogue import Catalogue
from engine.castle.vocabulary.moves import ROLES, Role
from engine.tiles.tile import TurnedTile
from render.castle.art.layout import Layout
from render.castle.art.sprite_names import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
)
from render.castle.tile_words import SQUARE
from render.locale import Words
from render.picture.colours.palette import INK, THEMES, Theme
from render.picture.scene import (
    TOP_LEFT,
    Align,
    Box,
    Inset,
    Item,
    Line,
    Point,
    Scene,
    SpritePicture,
    Text,
    ThemeName,
)
from render.tiles.art.standing import follower_spot
from render.tiles.board.camera import CELL
from render.tiles.sprites import tile_picture

WIDTH, EDGE, GAP = 1200, 32, 24
LARGE, SMALL = 460, 232
BESIDE = 280
"""The maximum width of the words beside the large tile."""
CARD = (WIDTH - 2 * EDGE - 2 * GAP) // 3
CARD_HEIGHT = SMALL + 208
TOP = LARGE + 2 * EDGE
HEIGHT = TOP + 2 * (CARD_HEIGHT + GAP) - GAP + EDGE
TITLE, NOTE = 46, 37
FOLLOWER, KEEP = 0.34, 0.5
"""How high they are, as a fraction of their tile,"""
MARKER, WALL_TILE = 0.44, 0.42
"""and these in cells of the wall."""
CARDS = ("square", "fountain", "market", "keep", "marker", "wall_tile")


@dataclass(frozen=True, slots=True)
class Basis:
    """What every part of the picture is made from."""

    words: Words
    catalogue: Catalogue
    theme: Theme

    def tile(self, fits: Callable[[TurnedTile], bool]) -> TurnedTile:
        """The first tile that fits; any when a catalogue has none."""
        tiles = [turned[0] for turned in self.catalogue.turned.values()]
        return next(filter(fits, tiles), tiles[0])


def primer_scene(words: Words, catalogue: Catalogue, theme: ThemeName = "light") -> Scene:
    basis = Basis(words, catalogue, THEMES[theme])
    items = _followers(basis)
    for number, card in enumerate(CARDS):
        row, column = divmod(number, 3)
        items += _card(basis, card, (EDGE + column * (CARD + GAP), TOP + row * (CARD_HEIGHT + GAP)))
    return Scene((WIDTH, HEIGHT), basis.theme.background, tuple(items))


def primer_alt(words: Words) -> str:
    """The same in words."""
    followers = [words(f"castle.primer.{role}").replace("\n", " ") for role in ROLES.values()]
    cards = " ".join(_told(words, card) for card in CARDS)
    return words("castle.primer.alt", followers=words.listed(followers), cards=cards)


def _told(words: Words, card: str) -> str:
    title, note = words(f"castle.primer.{card}.title"), words(f"castle.primer.{card}.note")
    return words("castle.primer.told", title=title, note=note.replace("\n", " "))


def _followers(basis: Basis) -> list[Item]:
    """A tile with a follower of each role, and a line from each to its name: those on the left of
    the tile are named on its left."""
    tile = max((turned[0] for turned in basis.catalogue.turned.values()), key=_room)
    across = sorted(_standing(tile).items(), key=lambda one: one[1])
    corner = ((WIDTH - LARGE) // 2, EDGE)
    lines: list[Item] = []
    pieces: list[Item] = []
    for left in (True, False):
        told = across[: len(across) // 2] if left else across[len(across) // 2 :]
        for number, (role, place) in enumerate(sorted(told, key=lambda one: one[1][1])):
            at = corner[0] + round(place[0] * LARGE), corner[1] + round(place[1] * LARGE)
            height = EDGE + LARGE * (2 * number + 1) // (2 * len(told))
            lines += _pointer(basis.theme, at, height, left=left)
            seat = int(left == (number % 2 == 0))
            follower = FollowerSprite(seat, role)
            pieces.append(SpritePicture(follower, at, round(FOLLOWER * LARGE)))
            pieces += _label(basis, role, height, left=left)
    return [*_tile(tile, corner, LARGE), *lines, *pieces]


def _pointer(theme: Theme, at: Point, height: int, *, left: bool) -> list[Item]:
    end = EDGE + BESIDE + 16 if left else WIDTH - EDGE - BESIDE - 16
    return [Line((at, (end, height)), INK, 11), Line((at, (end, height)), theme.text, 5)]


def _label(basis: Basis, role: Role, height: int, *, left: bool) -> list[Item]:
    """What a follower is called, and where it stands."""
    x = EDGE + BESIDE if left else WIDTH - EDGE - BESIDE
    ink, fit = basis.theme.text, BESIDE
    align: Align = "right" if left else "left"
    name, place = basis.words(f"castle.primer.{role}").split("\n")
    return [
        Text(name, (x, height - 26), TITLE, ink, bold=True, align=align, fit=fit),
        Text(place, (x, height + 26), NOTE, ink, align=align, fit=fit),
    ]


def _standing(tile: TurnedTile) -> dict[Role, tuple[float, float]]:
    """Where a follower of each role that the tile has room for stands, in tiles."""
    ports = {segment.kind: segment.ports[0] for segment in reversed(tile.segments)}
    return {ROLES[kind]: follower_spot(tile, ports[kind]) for kind in ROLES if kind in ports}


def _room(tile: TurnedTile) -> tuple[int, float]:
    """How many roles there are on a tile, and how far apart they stand."""
    standing = _standing(tile).values()
    return len(standing), min((dist(*two) for two in combinations(standing, 2)), default=0)


def _card(basis: Basis, card: str, at: Point) -> list[Item]:
    left, top = at
    middle, theme, fit = left + CARD // 2, basis.theme, CARD - 16
    picture = (middle - SMALL // 2, top + 20)
    below = picture[1] + SMALL
    title = basis.words(f"castle.primer.{card}.title")
    items: list[Item] = [
        Box((left, top, left + CARD, top + CARD_HEIGHT), theme.card, theme.card_edge, 3, 18),
        *_picture(basis, card, picture),
        Text(title, (middle, below + 44), TITLE, theme.text, bold=True, align="middle", fit=fit),
    ]
    for number, line in enumerate(basis.words(f"castle.primer.{card}.note").split("\n")):
        place = (middle, below + 98 + 48 * number)
        items.append(Text(line, place, NOTE, theme.text, align="middle", fit=fit))
    return items


def _picture(basis: Basis, card: str, at: Point) -> list[Item]:
    match card:
        case "square":
            return _tile(basis.tile(_has_square), at, SMALL)
        case "fountain":
            return _tile(basis.tile(lambda tile: _marked(tile) == {"path"}), at, SMALL)
        case "market":
            return _tile(basis.tile(lambda tile: _marked(tile) == {"court"}), at, SMALL)
        case "keep":
            house = basis.tile(lambda tile: {one.kind for one in tile.segments} == {"house"})
            middle = (at[0] + SMALL // 2, at[1] + SMALL // 2)
            keep = SpritePicture(KeepSprite(0), middle, round(KEEP * SMALL))
            return [*_tile(house, at, SMALL), keep]
        case "marker":
            return [_marker(basis, at)]
        case _:
            return [_wall_tile(basis, at)]


def _tile(tile: TurnedTile, at: Point, size: int) -> list[Item]:
    left, top = at
    frame = (left - 5, top - 5, left + size + 5, top + size + 5)
    return [Box(frame, INK, radius=6), tile_picture((tile.tile.id, tile.rotation), at, size)]


def _marker(basis: Basis, at: Point) -> Item:
    """A marker between two corner towers."""
    wall = basis.catalogue.wall
    layout = Layout(wall, CELL)
    centre = layout.space_centre((wall.corner_towers[0] + wall.corner_towers[1]) // 2)
    return _wall(basis, at, SpritePicture(MarkerSprite(1, False), centre, round(MARKER * CELL)))


def _wall_tile(basis: Basis, at: Point) -> Item:
    """A wall tile face down on its corner tower."""
    wall = basis.catalogue.wall
    left, top = Layout(wall, CELL).cell_origin(wall.ring[wall.corner_towers[1] // 2])
    centre = (left + CELL // 2, top + CELL // 2)
    return _wall(basis, at, SpritePicture(WallTileSprite(None), centre, round(WALL_TILE * CELL)))


def _wall(basis: Basis, at: Point, piece: SpritePicture) -> Item:
    """The castle wall around a piece."""
    layout, theme = Layout(basis.catalogue.wall, CELL), basis.theme
    wall = SpritePicture(BoardSprite(theme.name), (0, 0), CELL, anchor=TOP_LEFT)
    board = Scene(layout.size, theme.background, (wall, piece))
    (x, y), half = piece.at, SMALL // 2
    return Inset(at, (x - half, y - half, x + half, y + half), board)


def _has_square(tile: TurnedTile) -> bool:
    return sum(len(one.ports) == 1 for one in tile.segments if one.kind == "path") >= SQUARE


def _marked(tile: TurnedTile) -> set[str]:
    """What carries fountains or markets."""
    return {segment.kind for segment in tile.segments if segment.marks}
