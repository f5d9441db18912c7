"""Setting up a game from a secret seed, and the commitment to the shuffled order (K1)."""

from collections.abc import Sequence

from engine.bag import commitment, draw_lot, shuffle
from engine.castellan.material.cards import Cards, standard_cards
from engine.castellan.plan.plan import EMPTY
from engine.castellan.state import Decks, Drawn, Setup, State
from engine.castellan.vocabulary.events import Event, GameBegan
from engine.castellan.vocabulary.options import Options
from engine.castellan.vocabulary.pieces import NOTHING


def new_setup(
    seed: str,
    first: int | None = None,
    seats: int = 2,
    cards: Cards | None = None,
    options: Options | None = None,
) -> Setup:
    """Shuffle the decks of every seat; if no first seat is given, the seed decides."""
    cards = cards or standard_cards()
    decks = tuple(_decks(cards, seed, seat) for seat in range(seats))
    return Setup(
        cards=cards,
        options=options or Options(),
        seats=seats,
        seed=seed,
        commitment=commitment(seed, order_text(decks)),
        decks=decks,
        first=draw_lot(seats, seed, "first") if first is None else first,
    )


def _decks(cards: Cards, seed: str, seat: int) -> Decks:
    return Decks(
        shuffle(cards.deck("wall"), seed, f"wall deck {seat}"),
        shuffle(cards.deck("tower"), seed, f"tower deck {seat}"),
    )


def order_text(decks: Sequence[Decks]) -> str:
    """The complete shuffled order in the form used for the commitment."""
    return "\n".join(f"{' '.join(one.wall)} / {' '.join(one.tower)}" for one in decks)


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """The game with two cards of each deck in every hand."""
    seats = setup.seats
    state = State(
        setup=setup,
        plan=EMPTY,
        phase="usual",
        seat=setup.first,
        turn=0,
        drawn=(Drawn(),) * seats,
        played=((),) * seats,
        received=NOTHING,
        doubled=(False,) * seats,
        waiting=(),
        gone=(),
    )
    return state, (GameBegan(setup.first, seats),)
