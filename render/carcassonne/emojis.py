"""Emojis of Carcassonne: followers, and every tile in each rotation that looks different."""

from functools import cache

from PIL import Image

from engine.carcassonne.catalogue import SEATS, standard_catalogue
from engine.carcassonne.moves import ROLES, Role
from render.carcassonne.art.courses import courses
from render.carcassonne.art.spots import spots_on
from render.carcassonne.art.sprites import FollowerSprite, fine_pieces
from render.carcassonne.tiles import first_alike
from render.picture.emojis import COLOURS, EmojiName, disc, emoji_name, lay
from render.picture.scene import Colour
from render.picture.sprites import Sprites
from render.tiles.emojis import Landmark, TileColours, TileEmojis, draw_tile_emoji
from render.tiles.geometry import turn_point

COLOURS_OF_TILES = TileColours(
    ground="field",
    areas={"field": (112, 184, 72), "city": (216, 146, 82)},
    ways={"road": (255, 246, 216)},
)
# The colour of the ground below a follower: that of its feature.
GROUNDS: dict[Role, Colour] = {
    "knight": (216, 146, 82),
    "highwayman": (255, 246, 216),
    "monk": (206, 92, 70),
    "farmer": (128, 196, 84),
}
# The share of the side that a follower on a disc takes.
ON_DISC = 0.8
# The radii of the landmarks, in tiles.
PENNANT = 0.085
VILLAGE = 0.16
CLOISTER = 0.24


@cache
def follower_emoji(seat: int, role: str) -> EmojiName:
    return emoji_name("city_knight" if role == "knight" else role, COLOURS[seat])


@cache
def _tiles() -> TileEmojis:
    catalogue = standard_catalogue()
    return TileEmojis(
        {tile.id: first_alike(catalogue, tile.id) for tile in catalogue.tiles}, "land"
    )


def tile_emoji(tile: str, turns: int = 0) -> EmojiName | None:
    """Name a tile as it lies, if it is one of those that ship."""
    return _tiles().names.get((tile, turns))


@cache
def _followers() -> dict[EmojiName, tuple[int, Role]]:
    return {
        follower_emoji(seat, role): (seat, role)
        for seat in range(max(SEATS))
        for role in ROLES.values()
    }


def emoji_names() -> list[EmojiName]:
    """List all names, the most important first."""
    return [*_followers(), *dict.fromkeys(_tiles().names.values())]


def draw_emoji(sprites: Sprites, name: EmojiName) -> Image.Image:
    if (tile := _tiles().tiles.get(name)) is not None:
        return _draw_tile(sprites, *tile)
    seat, role = _followers()[name]
    picture = fine_pieces()[FollowerSprite(seat, role == "farmer")]
    return lay(disc(GROUNDS[role]), picture, ON_DISC)


def _draw_tile(sprites: Sprites, tile: str, turns: int) -> Image.Image:
    turned = standard_catalogue().turned[tile][turns]
    segments = turned.tile.segments
    layout = courses(segments)
    landmarks: list[Landmark] = []
    if layout.junction:
        landmarks.append(Landmark(layout.hub, VILLAGE, 1.2))
    if layout.cloister is not None:
        landmarks.append(Landmark(layout.hub, CLOISTER, 1.15))
    landmarks += [Landmark(point, PENNANT, 1.7) for point in spots_on(turned.tile).pennants]
    turned_landmarks = [
        landmark._replace(point=turn_point(landmark.point, turns)) for landmark in landmarks
    ]
    return draw_tile_emoji(sprites, turned, COLOURS_OF_TILES, turned_landmarks)
