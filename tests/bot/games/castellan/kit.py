"""Games of Castellan to describe: ordinary ones of two to four players, and drawn positions for
what is rare."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random

from bot.games.castellan.texts import CastellanTexts
from engine.castellan.cards import DECKS
from engine.castellan.events import (
    CardDrawn,
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
    Event,
    GameEnded,
    LastTurnsBegan,
    PiecePlaced,
    PiecesPassed,
    TurnScored,
)
from engine.castellan.moves import Turn, parse_piece
from engine.castellan.pieces import Piece, Pieces
from engine.castellan.plan import EMPTY, place_piece
from engine.castellan.rules import castellan
from engine.castellan.state import Decks, State
from engine.castellan.turn import new_setup, start
from engine.castellan.view import View
from engine.questions import Part
from tests.bot.games import kit

# The number of each game, and of its seats: between them they come to what is told.
PLAYED = ((0, 2), (1, 3), (2, 4), (5, 4))
# How often the first choice is taken, which encloses something if possible.
BOLD = 0.7


describe_move = partial(kit.describe_move, CastellanTexts())
Ply = kit.Ply[State, Turn, Event, View]


@cache
def games() -> tuple[tuple[Ply, ...], ...]:
    return tuple(_play(number, seats) for number, seats in PLAYED)


def _play(number: int, seats: int) -> tuple[Ply, ...]:
    state, _ = castellan.begin(f"told {number}", {}, seats=seats)
    return kit.play(castellan, state, partial(_choose, chance=Random(number)))


def _choose(state: State, chance: Random) -> tuple[Part, ...]:
    parts: list[Part] = []
    while (asked := castellan.question(state, parts)) is not None:
        bold = chance.random() < BOLD
        token = asked.choices[0] if bold else chance.choice(asked.choices)
        parts.append((asked.step, token))
    return tuple(parts)


def plies() -> Iterator[Ply]:
    for played in games():
        yield from played


@cache
def ends() -> tuple[State, ...]:
    """The positions in which the games ended."""
    return tuple(played[-1].after for played in games())


def events_of(game: Sequence[Ply]) -> list[Sequence[Event]]:
    """The events of a whole game, move by move."""
    first = game[0].before
    begun = castellan.begin(first.setup.seed, {}, first.setup.first, first.setup.seats)[1]
    return [begun, *(ply.events for ply in game)]


def table(
    stands: str = "", hand: str = "W1 W2 T1 T2", *, seats: int = 2, turn: int = 8, owner: int = 0
) -> State:
    """Anna's turn with this hand, in a castle of these pieces, all placed in this order by one
    player."""
    setup = new_setup("table", None, 0, seats)
    held = hand.split()
    decks = Decks(
        *(
            tuple(sorted(setup.cards.deck(deck), key=lambda card: (card not in held, card)))
            for deck in DECKS
        )
    )
    state, _ = start(replace(setup, decks=(decks, *setup.decks[1:])))
    plan = EMPTY
    for piece in stands.split():
        plan = place_piece(plan, parse_piece(piece), owner)
    return state._replace(plan=plan, turn=turn)


def play(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    return castellan.apply(state, state.seat, castellan.parse_move(move))


def division_for_nothing() -> list[Event]:
    """A courtyard with a double keep becomes two that are worth as much together."""
    parts = [CourtyardMade(0, ((column, 0),), 4, False, 4, True) for column in (0, 1)]
    return [*parts, TurnScored(0, 0, (8, 0))]


def endless_turn() -> list[Event]:
    """More than can happen in one turn."""
    cells = [tuple((x, y) for x in range(9)) for y in range(12)]
    pieces = [parse_piece(f"l{x},0E") for x in range(0, 80, 2)]
    everything = Pieces(16, 15, 13)
    cards = tuple(f"{deck}{number}" for deck in "WT" for number in range(1, 8))
    return [
        CardsPlayed(0, cards, everything, everything.plus(everything), (0,) * 4),
        *[PiecePlaced(0, piece) for piece in [*pieces, Piece("tower", (0, 0))]],
        *[
            CourtyardMade(0, area, 12, number % 2 == 0, 24, number < 3)
            for number, area in enumerate(cells)
        ],
        *[CourtyardGrew(0, ((number, 99),), 12, True, 24, 3, 6) for number in range(9)],
        TurnScored(0, 444, (444, 0, 0, 0)),
        *[CardDrawn(0, deck, f"{deck[0].upper()}{n}", n) for deck in DECKS for n in range(1, 8)],
        LastTurnsBegan(0, (1, 2, 3)),
        *[CardDrawn(seat, "wall", None, 0) for seat in (1, 2, 3)],
        PiecesPassed(0, None, everything),
        GameEnded((444, 444, 20, 0), (12, 12, 3, 0), (0, 1)),
    ]
