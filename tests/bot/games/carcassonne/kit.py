"""Games of Carcassonne to describe: ordinary ones of two to five players, and drawn tables for what
is rare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from bot.games.carcassonne.texts import CarcassonneTexts
from bot.locale import Words, words_of
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    FollowersReturned,
    GameEnded,
    TilePlaced,
)
from engine.carcassonne.game import carcassonne
from engine.carcassonne.moves import Move, Spot
from engine.carcassonne.placing import completions, placements
from engine.carcassonne.state import State
from engine.carcassonne.view import View
from engine.selfplay.carcassonne import play_greedily
from engine.tiles.draws import TileDiscarded

ENGLISH = words_of("en")
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil")
# As long as names can be: 32 characters, each escaped.
WIDE_NAMES = tuple(sign * 16 for sign in (r"\*\_", r"\~\|", r"\>\#", r"\-\+", r"\[\]"))
PLAYED = ((2, "classic"), (3, "current"), (5, "classic"))
GREEDY = 0.5


def describe_move(words: Words, names: Sequence[str], events: Sequence[Event]) -> str:
    """The whole report of a move."""
    return "\n".join(CarcassonneTexts().report(words, names, events).lines())


@dataclass(frozen=True)
class Ply:
    """One move of a game."""

    before: State
    move: Move
    events: tuple[Event, ...]

    @property
    def seen(self) -> View:
        return carcassonne.view(self.before, self.before.seat)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.before.setup.seats]


@cache
def games() -> tuple[tuple[Ply, ...], ...]:
    return tuple(_played(number, *how) for number, how in enumerate(PLAYED))


def _played(number: int, seats: int, preset: str) -> tuple[Ply, ...]:
    """Half of the moves are random, so that followers meet and some tiles fit nowhere."""
    options = carcassonne.presets[preset]
    state, _ = carcassonne.begin(f"told {number}", options, seats=seats)
    chance = Random(number)
    plies = list[Ply]()
    while state.phase != "over":
        move: Move
        if chance.random() < GREEDY:
            move = play_greedily(state, chance)
        else:
            move = chance.choice(completions(state, chance.choice(placements(state))))
        after, events = carcassonne.apply(state, state.seat, move)
        plies.append(Ply(state, move, events))
        state = after
    return tuple(plies)


def plies() -> Iterator[Ply]:
    for played in games():
        yield from played


@cache
def tables() -> tuple[State, ...]:
    """The positions in which the games ended."""
    return tuple(carcassonne.apply(g[-1].before, g[-1].before.seat, g[-1].move)[0] for g in games())


def endless_turn(seats: Sequence[int] = (0, 1)) -> list[Event]:
    """More than can happen in one turn; these players score the features together,
    or nobody does."""
    cells = tuple((x, 4) for x in range(12))
    followers = tuple(int(seat in seats) for seat in range(5))
    features = [
        FeatureScored(
            "city", Spot(cell, 1), cells, 3, followers, tuple(seats), 30 * bool(seats), 2, False
        )
        for cell in cells
    ]
    return [
        TilePlaced(0, "E", (4, 4), 0, (0,) * 5),
        *features,
        FollowersReturned((6,) * 5),
        *[TileDiscarded("C")] * 50,
        *[FinalScored("road", Spot(cells[0], 4), cells, 0, followers, (0, 1), 12, 1)] * 16,
        *[FarmersScored((cells,), (cells, cells), followers, (0, 1), 4, "city", 4)] * 16,
        GameEnded((300, 300, 20, 10, 0), (0, 1)),
    ]
