"""The state of a game, and how it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.bag import commitment, draw_lot, shuffle
from engine.errors import DataError
from engine.texts.options import OptionSet
from tests.harvest.rules.moves import FIELDS, HAND, NUMBERS

COPIES = 4
WEATHERS = ("frost", "storm", "sun")
"""Only one card; every card on a different field; a harvest counts double."""
WEATHER_COPIES = 4
SEAT_COUNTS = (3, 2, 4)
UNKNOWN = 0
"""A card in a supposed position, whose number nobody can know."""


@dataclass(frozen=True, slots=True)
class Options:
    weather: Literal["changing", "calm"] = "changing"


OPTIONS = OptionSet({"usual": Options(), "calm": Options(weather="calm")})


@dataclass(frozen=True, slots=True)
class Setup:
    seed: str = field(repr=False)
    commitment: str
    weather: str
    first: int
    seats: int


class Sown(NamedTuple):
    card: int
    seat: int


Field = tuple[Sown, ...]


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    fields: tuple[Field, ...]
    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    """The hands, each sorted."""
    deck: tuple[int, ...] = field(repr=False)
    weather_deck: tuple[str, ...] = field(repr=False)
    gone: tuple[int, ...] = field(repr=False)
    """The cards of the players who left, face down."""
    weather: str | None
    """The weather turned up for this turn; None on every other turn."""
    seat: int
    turn: int
    over: bool
    scores: tuple[int, ...]
    left: tuple[int, ...] = ()
    """Who left the game."""


def dealt(seed: str, options: Mapping[str, str], first: int | None, seats: int) -> State:
    """Before the first turn."""
    if seats not in SEAT_COUNTS:
        raise DataError(f"{seats} players are not possible")
    numbers = [number for number in NUMBERS for _ in range(COPIES)]
    kinds = [kind for kind in WEATHERS for _ in range(WEATHER_COPIES)]
    deck, weathers = shuffle(numbers, seed, "cards"), shuffle(kinds, seed, "weather")
    first = draw_lot(seats, seed, "first") if first is None else first
    weather = OPTIONS.parse(options).weather
    return State(
        setup=Setup(seed, commitment(seed, order_text(deck, weathers)), weather, first, seats),
        fields=((),) * len(FIELDS),
        hands=tuple(tuple(sorted(deck[HAND * n : HAND * (n + 1)])) for n in range(seats)),
        deck=deck[HAND * seats :],
        weather_deck=weathers if weather == "changing" else (),
        gone=(),
        weather=None,
        seat=first,
        turn=0,
        over=False,
        scores=(0,) * seats,
    )


def order_text(deck: tuple[int, ...], weathers: tuple[str, ...]) -> str:
    return f"{' '.join(map(str, deck))}\n{' '.join(weathers)}"


def hand_sizes(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.hands))


def still_play(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.setup.seats) if seat not in state.left)
