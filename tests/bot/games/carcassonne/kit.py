"""Games of Carcassonne to describe: ordinary ones of two to five players, and drawn tables for what
is rare."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from random import Random

from bot.games.carcassonne.texts import CarcassonneTexts
from engine.carcassonne.events import (
    Event,
    FarmersScored,
    FeatureScored,
    FinalScored,
    FollowersReturned,
    GameEnded,
    TilePlaced,
)
from engine.carcassonne.moves import Move, Spot
from engine.carcassonne.placing import completions, placements
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.view import View
from engine.questions import Part
from engine.selfplay.carcassonne import play_greedily
from engine.tiles.draws import TileDiscarded
from tests.bot.games import kit

PLAYED = ((2, "classic"), (3, "current"), (5, "classic"))
GREEDY = 0.5


describe_move = partial(kit.describe_move, CarcassonneTexts())
Ply = kit.Ply[State, Move, Event, View]


@cache
def games() -> tuple[tuple[Ply, ...], ...]:
    return tuple(_play(number, *how) for number, how in enumerate(PLAYED))


def _play(number: int, seats: int, preset: str) -> tuple[Ply, ...]:
    """Half of the moves are random, so that followers meet and some tiles fit nowhere."""
    options = carcassonne.presets[preset]
    state, _ = carcassonne.begin(f"told {number}", options, seats=seats)
    chance = Random(number)

    def choose(state: State) -> Sequence[Part]:
        if chance.random() < GREEDY:
            return carcassonne.parts(play_greedily(state, chance))
        at = chance.choice(placements(state))
        return carcassonne.parts(chance.choice(completions(state, at)))

    return kit.play(carcassonne, state, choose)


def plies() -> Iterator[Ply]:
    for played in games():
        yield from played


@cache
def tables() -> tuple[State, ...]:
    """The positions in which the games ended."""
    return tuple(played[-1].after for played in games())


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
