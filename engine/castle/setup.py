"""Setting up a game from a secret seed, and the commitment to the shuffled order (R5, R6)."""

from collections.abc import Mapping, Sequence

from engine.bag import commitment, drawn_lot, shuffled
from engine.castle.material.catalogue import Catalogue, standard_catalogue
from engine.castle.play.drawing import draw
from engine.castle.state import Setup, State
from engine.castle.vocabulary.events import Event
from engine.castle.vocabulary.options import Options
from engine.castle.vocabulary.players import FOLLOWERS

WALL_TILE_KINDS = range(1, 10)
COPIES = 2


def new_setup(
    seed: str,
    options: Options | None = None,
    first: int | None = None,
    catalogue: Catalogue | None = None,
) -> Setup:
    """Shuffle the tiles and the wall tiles; the seed decides who starts unless the first seat is
    given."""
    catalogue = catalogue or standard_catalogue()
    deck = shuffled([tile.id for tile in catalogue.tiles], seed, "castle tiles")
    kinds = shuffled([kind for kind in WALL_TILE_KINDS for _ in range(COPIES)], seed, "wall tiles")
    towers = [space for space in catalogue.wall.corner_towers if space]
    wall_tiles = dict(zip(towers, kinds, strict=False))
    return Setup(
        catalogue=catalogue,
        options=options or Options(),
        seed=seed,
        commitment=commitment(seed, order_text(deck, wall_tiles)),
        deck=deck,
        wall_tiles=wall_tiles,
        first=drawn_lot(2, seed, "first") if first is None else first,
    )


def order_text(deck: Sequence[str], wall_tiles: Mapping[int, int]) -> str:
    """The complete shuffled order in the form used for the commitment."""
    lying = " ".join(f"{space}:{kind}" for space, kind in sorted(wall_tiles.items()))
    return f"{' '.join(deck)}\n{lying}"


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """The game with its first tile drawn."""
    empty = State(
        setup=setup,
        board=setup.catalogue.board,
        closed_courts=(),
        phase="place",
        seat=setup.first,
        extra=False,
        drawn=None,
        discarded=(),
        dealt=0,
        scores=(0, 0),
        supply=(FOLLOWERS, FOLLOWERS),
        wall=setup.wall_tiles,
        held=((), ()),
        keeps=(None, None),
    )
    return draw(empty, setup.first, extra=False, events=[])
