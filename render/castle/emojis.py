"""Emojis of The Castle: followers, keeps and wall tiles, and every tile as it can lie."""

from functools import cache

from PIL import Image

from engine.castle.catalogue import standard_catalogue
from engine.castle.moves import ROLES, Role
from render.castle.art import sprites as art
from render.castle.art.spots import FOUNTAIN, SQUARE, STALL, fountain_spots, market_spots
from render.castle.tiles import first_alike
from render.picture.emojis import COLOURS, EmojiName, blank, disc, emoji_name, lay
from render.picture.scene import Colour
from render.picture.sprites import Sprites
from render.tiles.emojis import Landmark, TileColours, TileEmojis, draw_tile_emoji
from render.tiles.geometry import CENTRE

COLOURS_OF_TILES = TileColours(
    ground="court",
    areas={"court": (140, 196, 84), "tower": (104, 112, 150), "house": (198, 74, 48)},
    ways={"path": (255, 240, 196)},
)
# The colour of the ground below a follower: that of its feature.
GROUNDS: dict[Role, Colour] = {
    "herald": (250, 230, 178),
    "knight": (150, 158, 190),
    "squire": (222, 128, 104),
    "merchant": (158, 208, 108),
}
SEATS = range(2)
# The share of the side that a follower on a disc takes.
ON_DISC = 0.84
Piece = art.FollowerSprite | art.KeepSprite | art.WallTileSprite


@cache
def follower_emoji(seat: int, role: str) -> EmojiName:
    return emoji_name("tower_knight" if role == "knight" else role, COLOURS[seat])


def keep_emoji(seat: int) -> EmojiName:
    return emoji_name("keep", COLOURS[seat])


@cache
def wall_tile_emoji(kind: int | None) -> EmojiName:
    return emoji_name("wall_tile", "back" if kind is None else kind)


@cache
def _tiles() -> TileEmojis:
    catalogue = standard_catalogue()
    return TileEmojis({tile.id: first_alike(catalogue, tile.id) for tile in catalogue.tiles})


def tile_emoji(tile: str, turns: int = 0) -> EmojiName | None:
    """Name a tile as it lies, if it is one of those that ship."""
    return _tiles().names.get((tile, turns))


@cache
def _pieces() -> dict[EmojiName, Piece]:
    followers = [art.FollowerSprite(seat, role) for seat in SEATS for role in ROLES.values()]
    return {
        **{follower_emoji(follower.seat, follower.role): follower for follower in followers},
        **{keep_emoji(seat): art.KeepSprite(seat) for seat in SEATS},
        **{wall_tile_emoji(kind): art.WallTileSprite(kind) for kind in (*art.KINDS, None)},
    }


def emoji_names() -> list[EmojiName]:
    """List all names, the most important first."""
    return [*_pieces(), *dict.fromkeys(_tiles().names.values())]


def draw_emoji(sprites: Sprites, name: EmojiName) -> Image.Image:
    if (tile := _tiles().tiles.get(name)) is not None:
        return _draw_tile(sprites, *tile)
    piece = _pieces()[name]
    picture = art.fine_pieces()[piece]
    if isinstance(piece, art.FollowerSprite):
        return lay(disc(GROUNDS[piece.role]), picture, ON_DISC)
    return lay(blank(), picture)


def _draw_tile(sprites: Sprites, tile: str, turns: int) -> Image.Image:
    turned = standard_catalogue().turned[tile][turns]
    paths = [segment for segment in turned.segments if segment.kind == "path"]
    ends = [path for path in paths if len(path.ports) == 1]
    stalls = [spot for spots in market_spots(turned).values() for spot in spots]
    landmarks = [Landmark(spot, FOUNTAIN, 1.25) for spot in fountain_spots(turned)]
    landmarks += [Landmark(spot, STALL, 1.5) for spot in stalls]
    if len(ends) >= 3:
        landmarks.insert(0, Landmark(CENTRE, SQUARE, 1.35))
    return draw_tile_emoji(sprites, turned, COLOURS_OF_TILES, landmarks)
