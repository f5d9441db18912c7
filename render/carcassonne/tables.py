"""Tables of Carcassonne: its scores, its sources of points, its tiles and figures."""

from collections.abc import Iterable, Sequence

from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    GameBegan,
    GameEnded,
    TilePlaced,
)
from engine.carcassonne.moves import ROLES
from engine.carcassonne.scoring import SOURCES
from engine.counts import Counts, add_to
from render.carcassonne.art.ground import ACROSS, DOWN, GroundSprite
from render.carcassonne.art.sprites import FollowerSprite
from render.picture.palette import SAND_LINE, SEATS
from render.picture.scene import TOP_LEFT, Box, Item, Size, SpritePicture, ThemeName
from render.tables.adornment import WIDTH, Adornment
from render.tables.chart import Course
from render.tables.final_table import Entry, PointsTable, sum_entries
from render.tables.profile import RoleKind
from render.tables.sources import SourceKind
from render.tiles.sprites import tile_picture

# Tiles that fit next to each other, and their quarter turns.
LANDSCAPE = (
    ("B", 0),
    ("D", 1),
    ("R", 0),
    ("M", 3),
    ("E", 0),
    ("U", 0),
    ("K", 2),
    ("W", 2),
)
TILE = WIDTH // len(LANDSCAPE)
EDGE = 10
# The followers on them, and their places in tiles.
FOLLOWERS = (
    (FollowerSprite(0, False), (0.5, 0.5)),
    (FollowerSprite(1, False), (2.55, 0.45)),
    (FollowerSprite(0, True), (4.5, 0.62)),
    (FollowerSprite(1, False), (6.5, 0.5)),
)


def landscape() -> tuple[Item, ...]:
    tiles = (tile_picture(tile, (TILE * x, 0), TILE) for x, tile in enumerate(LANDSCAPE))
    pieces = (
        SpritePicture(figure, (round(x * TILE), round(y * TILE)), TILE // 2)
        for figure, (x, y) in FOLLOWERS
    )
    edge = Box((0, TILE, WIDTH, TILE + EDGE), SAND_LINE)
    return (*tiles, *pieces, edge)


def wooden(theme: ThemeName, size: Size) -> list[Item]:
    """Draw the table that tiles lie on."""
    name = GroundSprite(theme)
    (width, height) = size
    return [
        SpritePicture(name, (x, y), DOWN * TILE, anchor=TOP_LEFT)
        for y in range(0, height, DOWN * TILE)
        for x in range(0, width, ACROSS * TILE)
    ]


ADORNMENT = Adornment(
    tuple(FollowerSprite(seat, False) for seat in range(len(SEATS))),
    wooden,
    landscape(),
    TILE + EDGE,
)


def course(moves: Iterable[Sequence[Event]]) -> Course:
    """Follow the scores turn by turn, from the events of a game move by move."""
    scores: list[Counts] = []
    final: Counts | None = None
    for events in moves:
        for event in events:
            match event:
                case GameBegan(seats=seats):
                    scores.append((0,) * seats)
                case TilePlaced(scores=before):
                    scores = scores or [before]
                    scores.append(scores[-1])
                case FeatureScored(seats=seats_that_scored, points=points):
                    for seat in seats_that_scored:
                        scores[-1] = add_to(scores[-1], seat, points)
                case GameEnded(scores=after):
                    final = after
                case _:
                    pass
    return Course(scores, final)


POINT_SOURCES = tuple(
    SourceKind(source, f"carcassonne.picture.points_for.{source}", f"carcassonne.scored.{source}")
    for source in SOURCES
)
ROLE_KINDS = tuple(
    RoleKind(
        role,
        f"carcassonne.picture.roles.{role}",
        f"carcassonne.picture.mostly.{role}",
        tuple(FollowerSprite(seat, role == "farmer") for seat in range(len(SEATS))),
    )
    for role in ROLES.values()
)
# The source of the points for incomplete features.
INCOMPLETE = "incomplete"
# The sources of points, in the order of the final table.
ORDER = ("city", "road", "cloister", INCOMPLETE, "field")


def points_table(events: Sequence[Event], seats: int) -> PointsTable:
    """Sum up the points for complete features by kind, incomplete ones, and fields."""
    entries: list[Entry] = []
    for event in events:
        match event:
            case FeatureScored(kind=kind):
                source: str = kind
            case FinalScored():
                source = INCOMPLETE
            case FarmersScored():
                source = "field"
            case _:
                continue
        if event.points:  # IC3, IC4: an incomplete feature may give none
            entries += [(source, seat, event.points, str(event.points)) for seat in event.seats]
    return sum_entries(entries, ORDER, seats)
