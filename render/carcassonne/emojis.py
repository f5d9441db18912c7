"""Emojis of Carcassonne: followers, and every tile in each rotation that looks different."""

from functools import cache

from PIL import Image

from engine.carcassonne.moves import LARGE, ROLES, Role
from render.carcassonne.art.courses import courses
from render.carcassonne.art.spots import spots_on
from render.carcassonne.art.sprites import (
    USUAL_SEATS,
    FollowerSprite,
    complete_catalogue,
    fine_piece,
    is_added,
)
from render.carcassonne.tiles import first_alike
from render.picture.emojis import COLOURS, EmojiName, disc, emoji_name, lay
from render.picture.palette import SEATS
from render.picture.scene import Colour
from render.picture.sprites import Sprites
from render.tiles.emojis import Landmark, TileColours, TileEmojis, draw_tile_emoji
from render.tiles.geometry import turn_point
from render.tiles.sprites import TileSprite

COLOURS_OF_TILES = TileColours(
    ground="field",
    areas={"field": (112, 184, 72), "city": (216, 146, 82)},
    ways={"river": (72, 146, 220), "road": (255, 246, 216)},
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
LARGE_ON_DISC = 0.9
# The radii of the landmarks, in tiles.
PENNANT = 0.085
VILLAGE = 0.16
CLOISTER = 0.24
INN = 0.15
CATHEDRAL = 0.24


@cache
def follower_emoji(seat: int, role: str) -> EmojiName:
    """Name the follower of a role; with the mark of the notation, the large one."""
    if role.endswith(LARGE):
        kind = next(kind for kind, of_kind in ROLES.items() if of_kind == role.removesuffix(LARGE))
        return emoji_name("big", kind, COLOURS[seat])
    return emoji_name("city_knight" if role == "knight" else role, COLOURS[seat])


@cache
def _tiles() -> TileEmojis:
    catalogue = complete_catalogue()
    return TileEmojis(
        {tile.id: first_alike(catalogue, tile.id) for tile in catalogue.tiles}, "land"
    )


def tile_emoji(tile: str, turns: int = 0) -> EmojiName | None:
    """Name a tile as it lies, if it is one of those that ship."""
    return _tiles().names.get((tile, turns))


@cache
def _followers() -> dict[EmojiName, tuple[FollowerSprite, Role]]:
    """Those of the base game first."""
    pieces = [
        *((seat, False) for seat in range(USUAL_SEATS)),
        *((seat, False) for seat in range(USUAL_SEATS, len(SEATS))),
        *((seat, True) for seat in range(len(SEATS))),
    ]
    return {
        follower_emoji(seat, role + LARGE * large): (
            FollowerSprite(seat, role == "farmer", large),
            role,
        )
        for seat, large in pieces
        for role in ROLES.values()
    }


def emoji_names() -> list[EmojiName]:
    """List all names, the most important first; those of expansions last."""
    added = {name for name, (figure, _) in _followers().items() if is_added(figure)}
    tiles = dict.fromkeys(_tiles().names.values())
    added |= {name for name in tiles if is_added(TileSprite(_tiles().tiles[name]))}
    return sorted([*_followers(), *tiles], key=lambda name: name in added)


def draw_emoji(sprites: Sprites, name: EmojiName) -> Image.Image:
    if (tile := _tiles().tiles.get(name)) is not None:
        return _draw_tile(sprites, *tile)
    figure, role = _followers()[name]
    return lay(disc(GROUNDS[role]), fine_piece(figure), LARGE_ON_DISC if figure.large else ON_DISC)


def _draw_tile(sprites: Sprites, tile: str, turns: int) -> Image.Image:
    turned = complete_catalogue().turned[tile][turns]
    segments = turned.tile.segments
    layout = courses(segments)
    landmarks: list[Landmark] = []
    if layout.junction:
        landmarks.append(Landmark(layout.hub, VILLAGE, 1.2))
    if layout.cloister is not None:
        landmarks.append(Landmark(layout.hub, CLOISTER * layout.cloister_size, 1.15))
    spots = spots_on(turned.tile)
    landmarks += [Landmark(point, INN, 1.25) for point in spots.inns]
    landmarks += [Landmark(point, CATHEDRAL, 1.35) for point in spots.cathedrals]
    landmarks += [Landmark(point, PENNANT, 1.7) for point in spots.pennants]
    turned_landmarks = [
        landmark._replace(point=turn_point(landmark.point, turns)) for landmark in landmarks
    ]
    return draw_tile_emoji(sprites, turned, COLOURS_OF_TILES, turned_landmarks)
