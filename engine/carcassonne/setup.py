"""Setting up a game from a secret seed, and the commitment to the shuffled order (C1, C2)."""

from collections.abc import Sequence

from engine.bag import commitment, drawn_lot, shuffled
from engine.carcassonne.material.catalogue import Catalogue, standard_catalogue
from engine.carcassonne.play.cloisters import cloisters_on
from engine.carcassonne.play.drawing import draw
from engine.carcassonne.state import Setup, State
from engine.carcassonne.vocabulary.events import Event, GameBegan
from engine.carcassonne.vocabulary.options import Options
from engine.carcassonne.vocabulary.players import FOLLOWERS


def new_setup(
    seed: str,
    options: Options | None = None,
    first: int | None = None,
    seats: int = 2,
    catalogue: Catalogue | None = None,
) -> Setup:
    """Shuffle the tiles; if no first seat is given, the seed decides."""
    catalogue = catalogue or standard_catalogue()
    deck = shuffled(catalogue.stack, seed, "land tiles")
    return Setup(
        catalogue=catalogue,
        options=options or Options(),
        seats=seats,
        seed=seed,
        commitment=commitment(seed, order_text(deck)),
        deck=deck,
        first=drawn_lot(seats, seed, "first") if first is None else first,
    )


def order_text(deck: Sequence[str]) -> str:
    """The complete shuffled order in the form used for the commitment."""
    return " ".join(deck)


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """The game with its first tile drawn."""
    board = setup.catalogue.board
    empty = State(
        setup=setup,
        board=board,
        standing={},
        cloisters=cloisters_on(0, board.laid[0]),
        phase="place",
        seat=setup.first,
        drawn=None,
        discarded=(),
        dealt=0,
        scores=(0,) * setup.seats,
        supply=(FOLLOWERS,) * setup.seats,
        gone=(),
    )
    return draw(empty, setup.first, [GameBegan(setup.first, setup.seats, setup.catalogue.start)])
