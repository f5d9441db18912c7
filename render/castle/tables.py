"""Tables of The Castle: its scores, its sources of points, its tiles and figures."""

from collections.abc import Iterable, Sequence

from engine.castle.events import Event, FeatureScored, GameEnded, TilePlaced
from engine.castle.moves import ROLES
from engine.counts import Pair, add_to_pair
from render.castle.art.palette import SURROUNDINGS, WALL, WALL_LIGHT, WALL_LINE
from render.castle.art.sprites import FollowerSprite
from render.castle.final import ORDER
from render.picture.scene import TOP_LEFT, Box, Inset, Item, Scene, Size, SpritePicture, ThemeName
from render.tables.adornment import WIDTH, Adornment
from render.tables.chart import Course
from render.tables.profile import RoleKind
from render.tables.sources import SourceKind
from render.tiles.sprites import TileSprite

# The tiles that show the roofs of the town.
ROOFS = (
    "house-door-1",
    "town-hall",
    "gate-tower",
    "neighbours",
    "rose-garden",
    "great-hall",
    "donjon",
    "corner-house",
    "watch-house",
    "town-block",
)
# Who looks over the castle wall, by the gap between merlons.
GUARDS = {
    1: FollowerSprite(0, "knight"),
    3: FollowerSprite(1, "herald"),
    6: FollowerSprite(0, "merchant"),
    8: FollowerSprite(1, "knight"),
}
TILE = 124
# The height of the town that is visible above the wall.
SKYLINE = 180
# The width of a merlon, and of the gap between two of them.
MERLON = 62
# The height of a merlon.
HIGH = 42


def skyline() -> tuple[Item, ...]:
    """Draw roofs, and the castle wall in front of them with its merlons and guards."""
    rows = (ROOFS, 0), ((*ROOFS[5:], *ROOFS[:5]), 2)
    tiles = tuple(
        SpritePicture(TileSprite((tile, turns)), (TILE * column, TILE * row), TILE, anchor=TOP_LEFT)
        for row, (roofs, turns) in enumerate(rows)
        for column, tile in enumerate(roofs)
    )
    town = Scene((WIDTH, TILE * len(rows)), WALL, tiles)
    items: list[Item] = [Inset((0, 0), (0, 0, WIDTH, SKYLINE), town)]
    for gap, guard in GUARDS.items():
        centre = (MERLON + 2 * MERLON * gap, SKYLINE - HIGH + 8)
        items.append(SpritePicture(guard, centre, 88))
    lefts = range(-MERLON // 2, WIDTH, 2 * MERLON)
    top = SKYLINE - HIGH
    for left in lefts:
        items.append(Box((left, top, left + MERLON, SKYLINE + 6), WALL, WALL_LINE, width=5))
        items.append(Box((left + 5, top + 5, left + MERLON - 5, top + 15), WALL_LIGHT))
    items += [
        Box((0, SKYLINE, WIDTH, SKYLINE + 5), WALL_LINE),
        Box((0, SKYLINE + 5, WIDTH, SKYLINE + 15), WALL_LIGHT),
    ]
    bases = (Box((x + 5, SKYLINE - 4, x + MERLON - 5, SKYLINE + 15), WALL) for x in lefts)
    return (*items, *bases)


def moat_ground(theme: ThemeName, size: Size) -> list[Item]:
    """Draw the meadow around the castle, and the moat along its edge."""
    (width, height) = size
    surroundings = SURROUNDINGS[theme]
    rings = (
        (6, surroundings.moat_light),
        (9, surroundings.moat),
        (19, surroundings.moat_light),
        (22, surroundings.meadow),
    )
    return [
        Box((0, 0, width, height), surroundings.meadow),
        *(
            Box((inset, inset, width - inset, height - inset), colour, radius=26)
            for inset, colour in rings
        ),
    ]


ADORNMENT = Adornment(
    (FollowerSprite(0, "knight"), FollowerSprite(1, "knight")), moat_ground, skyline(), SKYLINE
)
POINT_SOURCES = tuple(
    SourceKind(source, f"castle.picture.points_for.{source}", f"castle.scored.{source}")
    for source in ORDER
)
ROLE_KINDS = tuple(
    RoleKind(
        role,
        f"castle.picture.roles.{role}",
        f"castle.picture.mostly.{role}",
        (FollowerSprite(0, role), FollowerSprite(1, role)),
    )
    for role in ROLES.values()
)


def course(moves: Iterable[Sequence[Event]]) -> Course:
    """Follow the scores turn by turn, from the events of a game move by move."""
    scores: list[Pair] = [(0, 0)]
    final: Pair | None = None
    for events in moves:
        for event in events:
            match event:
                case TilePlaced():
                    scores.append(scores[-1])
                case FeatureScored(seat=int(seat), points=points):
                    scores[-1] = add_to_pair(scores[-1], seat, points)
                case GameEnded(after, _):
                    final = after
                case _:
                    pass
    return Course(scores, final)
