"""Games of The Castle to describe: ordinary ones, and rigged ones in which the rare rules apply."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random

from bot.games.castle.texts import CastleTexts
from engine.castle.choices import legal_moves
from engine.castle.events import (
    Event,
    FeatureScored,
    FinalScored,
    FollowersReturned,
    GameEnded,
    TilePlaced,
)
from engine.castle.moves import Move, Spot
from engine.castle.rules import castle
from engine.castle.state import State
from engine.castle.view import View
from engine.questions import Part
from engine.tiles.draws import TileDiscarded
from tests.bot.games import kit
from tests.engine.castle.kit.boards import game
from tests.engine.castle.oracle.bridge import Table, engine_at
from tests.engine.castle.rare.eager_players import chosen_move
from tests.engine.castle.rare.scenarios import SCENARIOS

NAMES = ("Anna", "Ben")
WIDE_NAMES = kit.WIDE_NAMES[:2]
# Which games of a scenario are played; of other scenarios the first. Between them, the face says
# everything that it can say.
PLAYED = {"short": slice(16), "courts": slice(0, 20, 4), "streets": slice(2), "even": slice(2)}
FIRST = slice(1)
# Scenarios that produce nothing new.
SKIPPED = {"eager", "patient", "automatic", "hamlets", "largest"}

AROUND_E5 = """
         D     E     F     G
       ..... .ccc. ..... .....
             ccccc
     6       ccccc
             cchcc
       ..... .hhh. ..... .....
       .ccc. ..... .ccc. .ccc.
       ccctt       ttttt ttccc
     5 ccctt       ttttt ttccc
       ccctt       ttttt ttccc
       .ccc. ..... .ccc. .ccc.
       ..... .hhh. ..... .....
             cchcc
     4       ccccc
             ccccc
       ..... .ccc. .....
"""


describe_move = partial(kit.describe_move, CastleTexts())


@dataclass(frozen=True)
class Ply(kit.Ply[State, Move, Event, View]):
    legal: Sequence[Move]
    """What else could have been played."""


@cache
def games() -> tuple[tuple[Ply, ...], ...]:
    return tuple(
        _play(table, number)
        for number, scenario in enumerate(SCENARIOS)
        if scenario.name not in SKIPPED
        for table in scenario.tables()[PLAYED.get(scenario.name, FIRST)]
    )


def _play(table: Table, number: int) -> tuple[Ply, ...]:
    player = SCENARIOS[number].player
    chance = Random(table.seed)
    possible = list[Sequence[Move]]()

    def choose(state: State) -> Sequence[Part]:
        legal = list(legal_moves(state))
        possible.append(legal)
        return castle.parts(chosen_move(player, state, legal, len(possible) - 1, chance))

    played = kit.play(castle, engine_at(table), choose)
    return tuple(
        Ply(castle, ply.before, ply.parts, ply.events, legal)
        for ply, legal in zip(played, possible, strict=True)
    )


def plies() -> Iterator[Ply]:
    for played in games():
        yield from played


def around(followers: str = "", **position: object) -> State:
    """E5 is the last gap next to four features; a court tile is to be laid."""
    return game(AROUND_E5, followers=followers, starts={}, **position)  # type: ignore[arg-type]


def endless_turn(seats: Sequence[int | None] = (0, 1)) -> list[Event]:
    """More than can happen in one turn; the features go to these seats alternately."""
    cells = tuple((x, 4) for x in range(12))
    kinds = ("path", "tower", "house") * 4
    followers = {None: (2, 2), 0: (3, 2), 1: (2, 3)}
    turns = [seats[number % len(seats)] for number in range(len(kinds))]
    scored = [
        FeatureScored(
            kind=kind,
            spot=Spot(cell, 1),
            cells=cells,
            starts=(0,),
            fountain=False,
            followers=followers[seat],
            seat=seat,
            wall_tiles=0,
            points=0 if seat is None else 13 + 13 * (kind == "tower"),
            space=None if seat is None else 2,
            tower=None if seat is None else 2,
            took=None if seat is None else 4,
            each=2 if kind == "tower" else 1,
        )
        for kind, cell, seat in zip(kinds, cells, turns, strict=True)
    ]
    return [
        TilePlaced(0, "lane", (4, 4), 0),
        *scored,
        FollowersReturned((6, 6)),
        *[TileDiscarded("curtain-wall-1")] * 50,
        *[FinalScored("court", x % 2, 9, cells=cells, count=3, each=3) for x in range(15)],
        GameEnded((300, 290), 0),
    ]


# The tokens that can be chosen at each step, by what was chosen before.
Steps = dict[tuple[tuple[str, str], ...], dict[str, set[str]]]


def steps(moves: Iterable[Move]) -> Steps:
    by_parts: Steps = {}
    for move in moves:
        parts = castle.parts(move)
        for number, (step, token) in enumerate(parts):
            by_parts.setdefault(parts[:number], {}).setdefault(step, set()).add(token)
    return by_parts


def with_option(state: State, **options: str) -> State:
    setup = state.setup
    return state._replace(setup=replace(setup, options=replace(setup.options, **options)))  # type: ignore[arg-type]  # values of options
