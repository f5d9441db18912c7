"""The Castle, as the conformance suite needs it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import get_args

from engine.castle.catalogue import COPIES, FOLLOWERS, WALL_TILE_KINDS
from engine.castle.choices import legal_moves
from engine.castle.events import Event, WallTilePlayed
from engine.castle.moves import (
    COLUMNS,
    OPTIONS,
    AnotherTurn,
    Deployment,
    Move,
    Role,
    Spot,
    Turn,
    WallTilePlay,
)
from engine.castle.rules import castle
from engine.castle.state import State
from engine.tiles.draws import TileDiscarded
from engine.tiles.grid import Placement
from engine.tiles.tile import PORT_NAMES, PORTS
from tests.engine.conformance.adapter import Adapter

# Wall tiles that a rigged game begins with, three for each player.
HELD_FIRST = (1, 2, 2, 3, 3, 1)

# Scores that rigged games begin with: at the start, and where corner towers are close together.
SCORES_FIRST = ((0, 0), (62, 63), (84, 85))


class CastleAdapter(Adapter[State, Move, Event]):
    option_sets = (
        {name: values[0] for name, values in OPTIONS.values.items()},
        {name: values[-1] for name, values in OPTIONS.values.items()},
        *(
            {
                name: values[number >> bit & 1]
                for bit, (name, values) in enumerate(OPTIONS.values.items())
            }
            for number in (0b01010101, 0b10110010)
        ),
    )

    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """Both players hold wall tiles that were on the castle wall."""
        state, opening = castle.begin(seed, options, 0)
        left = Counter(dict.fromkeys(WALL_TILE_KINDS, COPIES))
        left.subtract(HELD_FIRST)
        others = list(left.elements())
        kinds = [*HELD_FIRST, *Random(seed).sample(others, len(state.wall) - len(HELD_FIRST))]
        wall = dict(zip(Random(seed).sample(sorted(state.wall), len(kinds)), kinds, strict=True))
        lying = dict(list(wall.items())[len(HELD_FIRST) :])
        held = (tuple(sorted(HELD_FIRST[:3])), tuple(sorted(HELD_FIRST[3:])))
        setup = replace(state.setup, wall_tiles=wall)
        for scores in SCORES_FIRST:
            yield state._replace(setup=setup, wall=lying, held=held, scores=scores), opening

    def list_moves(self, state: State) -> list[Move]:
        return list(legal_moves(state))

    def neighbours(self, state: State, move: Move, chance: Random) -> Iterator[Move]:
        yield AnotherTurn(True)
        yield AnotherTurn(False)
        if isinstance(move, AnotherTurn):
            yield Turn(Placement(chance.choice(state.board.grid.cells), chance.randrange(4)))
            return
        for placement in _other_placements(state, move.placement, chance):
            yield move._replace(placement=placement)
        for follower in _other_postings():
            yield move._replace(follower=follower)
        for plays in _other_plays(move, chance):
            yield move._replace(wall_tiles=plays)
        for order in _other_orders(move):
            yield move._replace(order=order)

    def reshuffle(self, state: State, seat: int | None, chance: Random) -> State:
        setup = state.setup
        undrawn = list(setup.deck[state.dealt :])
        chance.shuffle(undrawn)
        taken = {tower: kind for tower, kind in setup.wall_tiles.items() if tower not in state.wall}
        unseen = Counter(dict.fromkeys(WALL_TILE_KINDS, COPIES))
        unseen.subtract(taken.values())
        kinds = list(unseen.elements())
        chance.shuffle(kinds)
        lying = dict(zip(state.wall, kinds, strict=False))
        wall_tiles = {**setup.wall_tiles, **lying} if lying else setup.wall_tiles
        deck = (*setup.deck[: state.dealt], *undrawn)
        changed = replace(setup, seed="another seed", deck=deck, wall_tiles=wall_tiles)
        return state._replace(setup=changed, wall=lying)

    def secrets(self, state: State, seat: int | None) -> Sequence[object]:
        setup = state.setup
        undrawn = state.setup.deck[state.dealt :]
        lying = tuple(state.wall.values())
        secrets: list[object] = [setup, setup.seed, setup.deck, setup.wall_tiles]
        if len(undrawn) > 2 and undrawn != tuple(sorted(undrawn)):
            secrets.append(undrawn)
        if len(lying) > 4:
            secrets += [dict(state.wall), lying, tuple(state.wall.items())]
        return secrets

    def pieces(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[int, int]]:
        seen = castle.view(state, None)
        discarded = sum(isinstance(event, TileDiscarded) for event in events)
        played = sum(isinstance(event, WallTilePlayed) for event in events)
        tiles = len(seen.laid) + discarded + (seen.drawn is not None) + seen.tiles_left
        placed = [sum(feature.counts[seat] for feature in seen.features) for seat in range(2)]
        pieces = {
            "tiles": (tiles, len(seen.catalogue.tiles)),
            "followers of seat 0": (seen.supply[0] + placed[0], FOLLOWERS),
            "followers of seat 1": (seen.supply[1] + placed[1], FOLLOWERS),
        }
        if seen.phase != "over":
            held = sum(len(kinds) for kinds in seen.held)
            pieces["wall tiles"] = (len(seen.towers) + held + played, len(state.setup.wall_tiles))
        return pieces

    def texts(self) -> Sequence[str]:
        kinds = [f"{kind}@" for kind in range(10)]
        rotations = [f"r{turns}" for turns in range(5)]
        words = ["again", "end", "order", "none", *get_args(Role), *PORT_NAMES]
        return [*words, *kinds, *rotations, *COLUMNS, *"0123456789", ".", ">", "@", " ", "\t"]


def _other_placements(state: State, placement: Placement, chance: Random) -> Iterator[Placement]:
    (x, y), rotation = placement
    for turns in (*range(4), -1, 4):
        yield Placement((x, y), turns)
    for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (-1, -1), (99, 0)):
        yield Placement(cell, rotation)
    yield Placement(chance.choice(state.board.grid.cells), rotation)


def _other_postings() -> Iterator[Deployment | None]:
    yield None
    for role in get_args(Role):
        for port in (*range(PORTS), -1, PORTS):
            yield Deployment(role, port)


def _other_plays(move: Turn, chance: Random) -> Iterator[tuple[WallTilePlay, ...]]:
    plays = move.wall_tiles
    for left_out in range(len(plays)):
        yield plays[:left_out] + plays[left_out + 1 :]
    yield plays[::-1]
    yield plays * 2
    near = [Spot(move.placement.cell, port) for port in range(PORTS)]
    targets = [play.target for play in plays] + list(move.order)
    for kind in (1, 2, 3, 4):
        for target in (None, *chance.sample(near, 4), *targets, Spot((-1, 99), 0)):
            yield tuple(sorted((*plays, WallTilePlay(kind, target)), key=repr))
            for place in range(len(plays)):
                yield (*plays[:place], WallTilePlay(kind, target), *plays[place + 1 :])


def _other_orders(move: Turn) -> Iterator[tuple[Spot, ...]]:
    yield ()
    yield (Spot(move.placement.cell, 0),)
    yield tuple(Spot(move.placement.cell, port) for port in range(PORTS))
    if move.order:
        yield move.order[:-1]
        yield move.order * 2
        yield move.order[:1] * len(move.order)
        yield from permutations(move.order)
