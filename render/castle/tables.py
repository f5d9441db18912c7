"""What tables show of The Castle: its scores, its kinds of points, its tiles and figures."""

from collections.abc import Iterable, Sequence

from engine.castle.vocabulary.events import Event, FeatureScored, GameEnded, TilePlaced
from engine.castle.vocabulary.players import Pair, changed
from render.castle.art.sprite_names import FollowerSprite
from render.castle.final import ORDER
from render.tables.chart import Course
from render.tables.leaderboard import Figures
from render.tables.sources import Kind
from render.tiles.sprites import TileSprite

ROOFS = (
    *("house-door-1", "town-hall", "gate-tower", "neighbours", "rose-garden"),
    *("great-hall", "donjon", "corner-house", "watch-house", "town-block"),
)
LEADERBOARD = Figures(
    roofs=(
        tuple(TileSprite((tile, 0)) for tile in ROOFS),
        tuple(TileSprite((tile, 2)) for tile in (*ROOFS[5:], *ROOFS[:5])),
    ),
    guards={
        1: FollowerSprite(0, "knight"),
        3: FollowerSprite(1, "herald"),
        6: FollowerSprite(0, "merchant"),
        8: FollowerSprite(1, "knight"),
    },
    own=FollowerSprite(1, "knight"),
)
PLAYERS = (FollowerSprite(0, "knight"), FollowerSprite(1, "knight"))
"""The figures beside two players."""
KINDS = tuple(
    Kind(what, f"castle.picture.points_for.{what}", f"castle.alt.share.{what}") for what in ORDER
)


def course(told: Iterable[Sequence[Event]]) -> Course:
    """The scores turn by turn, of the events of a game move by move."""
    scores: list[Pair] = [(0, 0)]
    final: Pair | None = None
    for events in told:
        for event in events:
            match event:
                case TilePlaced():
                    scores.append(scores[-1])
                case FeatureScored(seat=int(seat), points=points):
                    scores[-1] = changed(scores[-1], seat, points)
                case GameEnded(after, _):
                    final = after
                case _:
                    pass
    return Course(scores, final)
