"""The state of a game, and how it begins."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.bag import commitment, draw_lot, shuffle
from engine.errors import DataError
from engine.texts.options import OptionSet
from tests.harvest.rules.moves import FIELDS, HAND, NUMBERS

SEATS = (3, 2, 4)
COPIES = 4
# Only one card; every card on a different field; a harvest counts double.
WEATHERS = ("frost", "storm", "sun")
WEATHER_COPIES = 4


@dataclass(frozen=True, slots=True)
class Options:
    weather: Literal["changing", "calm"] = "changing"


OPTIONS = OptionSet({"usual": Options(), "calm": Options(weather="calm")})


@dataclass(frozen=True, slots=True)
class Setup:
    options: Options
    seats: int
    first: int
    seed: str = field(repr=False)
    commitment: str


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
    aside: tuple[int, ...] = field(repr=False)
    """The cards of the players who left, face down."""
    weather: str | None
    """The weather turned up for this turn; None on every other turn."""
    seat: int
    turn: int
    phase: Literal["sow", "over"]
    scores: tuple[int, ...]
    gone: tuple[int, ...] = ()
    """Who left the game."""


def new_setup(seed: str, options: Options, first: int | None, seats: int) -> Setup:
    if seats not in SEATS:
        raise DataError(f"{seats} players are not possible; Harvest is for two to four")
    deck, weathers = _decks(seed)
    order = f"{' '.join(map(str, deck))}\n{' '.join(weathers)}"
    first = draw_lot(seats, seed, "first") if first is None else first
    return Setup(options, seats, first, seed, commitment(seed, order))


def deal(setup: Setup) -> State:
    """The position before the first turn."""
    deck, weathers = _decks(setup.seed)
    seats = setup.seats
    return State(
        setup=setup,
        fields=((),) * len(FIELDS),
        hands=tuple(tuple(sorted(deck[HAND * n : HAND * (n + 1)])) for n in range(seats)),
        deck=deck[HAND * seats :],
        weather_deck=weathers if setup.options.weather == "changing" else (),
        aside=(),
        weather=None,
        seat=setup.first,
        turn=0,
        phase="sow",
        scores=(0,) * seats,
    )


def _decks(seed: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The cards and the weathers in the order that the seed gives."""
    cards = [number for number in NUMBERS for _ in range(COPIES)]
    weathers = [kind for kind in WEATHERS for _ in range(WEATHER_COPIES)]
    return shuffle(cards, seed, "cards"), shuffle(weathers, seed, "weather")
