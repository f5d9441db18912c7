"""Tables of Castellan: its scores, its sources of points, a castle and figures."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.castellan.events import CardsPlayed, Event, GameBegan, TurnScored
from engine.castellan.scoring import ROLES, SOURCES
from engine.counts import Counts
from render.castellan.art.sprites import MEADOW_LOOKS, KeepSprite, MeadowRow, TowerSprite
from render.castellan.board.castle import SMALLEST, look_at
from render.castellan.little_castle import LittleCastle, castle_of
from render.picture.palette import SAND_LINE
from render.picture.scene import TOP_LEFT, Box, Item, Size, SpritePicture, ThemeName
from render.tables.adornment import WIDTH, Adornment
from render.tables.chart import Course
from render.tables.profile import RoleKind
from render.tables.sources import SourceKind

# The castle of the frieze: the builder of each part, and its pieces.
CASTLE = (
    (0, "t0,0 l0,0E t2,0 l2,0E t4,0 l4,0N t4,2 l2,2E t2,2 l0,2E t0,2 l0,0N l-2,2E"),
    (1, "s4,2E t5,2 l5,2E t7,2 s7,2E t8,2 l8,0N t8,0 l6,0E t6,0 s5,0E t5,0 l5,0N s8,0E t9,0"),
    (0, "l9,0E t11,0 s11,0E t12,0 l12,0N t12,2 s11,2E t11,2 l11,0N"),
    (1, "l12,2E t14,2 s14,2E t15,2 l15,0N t15,0 s14,0E t14,0 l12,0E l15,2E"),
)
HEIGHT = 196
EDGE = 10
SEATS = range(4)


def grassy(theme: ThemeName, size: Size) -> list[Item]:
    """Draw the meadow that castles are built on: a sprite for each row, as there would be hundreds
    of them."""
    width, height = size
    return [
        SpritePicture(_row(y, width), (0, y), SMALLEST, anchor=TOP_LEFT)
        for y in range(0, height, SMALLEST)
    ]


@lru_cache(maxsize=64)
def _row(y: int, width: int) -> MeadowRow:
    return MeadowRow(tuple(look_at(x, y, MEADOW_LOOKS) for x in range(0, width, SMALLEST)))


ADORNMENT = Adornment(
    tuple(KeepSprite(seat, True) for seat in SEATS),
    grassy,
    (
        LittleCastle(castle_of(*CASTLE), (WIDTH, HEIGHT)).picture((0, 0)),
        Box((0, HEIGHT, WIDTH, HEIGHT + EDGE), SAND_LINE),
    ),
    HEIGHT + EDGE,
)
POINT_SOURCES = tuple(
    SourceKind(source, f"castellan.picture.points_for.{source}", f"castellan.scored.{source}")
    for source in SOURCES
)
SINGLE_KEEPS = tuple(KeepSprite(seat, False) for seat in SEATS)
DOUBLE_KEEPS = tuple(KeepSprite(seat, True) for seat in SEATS)
TOWERS = tuple(TowerSprite(0) for _ in SEATS)
ROLE_KINDS = tuple(
    RoleKind(role, f"castellan.picture.roles.{role}", f"castellan.picture.mostly.{role}", figures)
    for role, figures in zip(ROLES, (SINGLE_KEEPS, DOUBLE_KEEPS, TOWERS), strict=True)
)


def course(moves: Iterable[Sequence[Event]]) -> Course:
    """Follow the scores turn by turn, from the events of a game move by move. Points count as soon
    as they are gained, so there is no final scoring."""
    scores: list[Counts] = []
    for events in moves:
        for event in events:
            match event:
                case GameBegan(seats=seats):
                    scores.append((0,) * seats)
                case CardsPlayed(scores=before):
                    scores = scores or [before]
                    scores.append(before)
                case TurnScored(scores=after):
                    scores[-1] = after
                case _:
                    pass
    return Course(scores)
