"""Carcassonne, as the conformance suite needs it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import get_args

from engine.carcassonne.catalogue import FOLLOWERS
from engine.carcassonne.events import Event
from engine.carcassonne.moves import OPTIONS, Deployment, Move, Role
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.tiles.draws import TileDiscarded
from engine.tiles.grid import Placement
from engine.tiles.tile import PORT_NAMES, PORTS
from tests.engine.conformance.adapter import Adapter


class CarcassonneAdapter(Adapter[State, Move, Event]):
    # RV7: the river.
    unordered_kinds = frozenset([f"river-{number}" for number in range(2, 11)])
    option_sets = (
        *(
            {"small_city": small_city, "farms": farms}
            for small_city in OPTIONS.values["small_city"]
            for farms in OPTIONS.values["farms"]
        ),
        {"small_city": "two", "farms": "by_city", "river": "on", "inns": "off"},
        {"small_city": "four", "farms": "by_city", "river": "off", "inns": "on"},
        {"small_city": "four", "farms": "by_field", "river": "on", "inns": "on"},
    )

    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """With few tiles left, and with a given seat to begin."""
        state, opening = carcassonne.begin(seed, options, 1)
        short = replace(state.setup, deck=state.setup.deck[:20])
        yield state._replace(setup=short), opening

    def list_moves(self, state: State) -> Sequence[Move]:
        return list(legal_moves(state))

    def neighbours(self, state: State, move: Move, chance: Random) -> Iterator[Move]:
        """Any of several equal-looking rotations is accepted (C5), so these do not count as
        neighbours."""
        for placement in _other_placements(state, move.placement, chance):
            yield move._replace(placement=placement)
        yield move._replace(follower=None)
        for role in get_args(Role):
            for port in (*range(PORTS), -1, PORTS, None):
                for large in (False, True):
                    yield move._replace(follower=Deployment(role, port, large))

    def reshuffle(self, state: State, seat: int | None, chance: Random) -> State:
        """Nobody sees more than anybody else; everybody knows which tiles come first (RV1)."""
        setup = state.setup
        undrawn = list(setup.deck[state.dealt :])
        chance.shuffle(undrawn)
        piles = [pile.tiles for pile in setup.catalogue.piles]
        undrawn.sort(key=lambda tile: next(at for at, pile in enumerate(piles) if tile in pile))
        deck = (*setup.deck[: state.dealt], *undrawn)
        return state._replace(setup=replace(setup, seed="another seed", deck=deck))

    def secrets(self, state: State, seat: int | None) -> Sequence[object]:
        setup = state.setup
        undrawn = state.setup.deck[state.dealt :]
        secrets: list[object] = [setup, setup.seed, setup.deck]
        if len(set(undrawn)) > 2 and undrawn != tuple(sorted(undrawn)):
            secrets.append(undrawn)
        return secrets

    def pieces(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[int, int]]:
        seen = carcassonne.view(state, None)
        discarded = sum(isinstance(event, TileDiscarded) for event in events)
        tiles = len(seen.laid) + discarded + (seen.drawn is not None) + seen.tiles_left
        pieces = {"tiles": (tiles, 1 + len(state.setup.deck))}
        for seat, supply in enumerate(seen.supply):
            small = sum(follower.seat == seat for follower in seen.followers if not follower.large)
            large = sum(follower.seat == seat for follower in seen.followers if follower.large)
            pieces[f"followers of seat {seat}"] = (supply + small, FOLLOWERS)
            each = state.setup.options.large_followers
            pieces[f"large ones of seat {seat}"] = (seen.large_supply[seat] + large, each)
        return pieces

    def texts(self) -> Sequence[str]:
        words = ["none", *get_args(Role), *PORT_NAMES, *(f"r{turns}" for turns in range(5))]
        return [*words, *"0123456789", "-", ",", "@", "!", " ", "\t", "\u2212"]


def _other_placements(state: State, placement: Placement, chance: Random) -> Iterator[Placement]:
    (x, y), rotation = placement
    assert state.drawn is not None
    for turns in (*state.setup.catalogue.rotations[state.drawn], -1, 4):
        yield Placement((x, y), turns)
    for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (0, 0), (999, -999)):
        yield Placement(cell, rotation)
    yield Placement(chance.choice(state.board.grid.cells), rotation)
