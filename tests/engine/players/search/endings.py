"""The ends of games, and a naive search through them: it deals what is hidden in every order, and
distinguishes only what the player to act can distinguish."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from engine.castle.imagining import unseen_wall_tiles
from engine.games import GAMES
from engine.players.expert import lead
from engine.players.players import EXPERTS
from engine.players.tiles import stack

TILED = [kind for kind, one in EXPERTS.items() if one.outcomes is not None]
"""The games in which tiles are drawn."""
LIKELY = 3
"""Each move that leads to an end is one of this many that are best at first sight."""
Leads = tuple[Fraction, ...]
Weighted = list[tuple[Fraction, Any]]
"""Positions with their probabilities."""


def endings(kind: str, seed: int, left: int, seats: int = 2) -> Iterator[Any]:
    """Positions with this many tiles left to draw, one each from many games."""
    game = GAMES[kind]
    for number in range(seed, seed + 100):
        chance = Random(number)
        state, _ = game.begin(f"ending/{number}", game.settle_options({}), 0, seats)
        while (seat := game.to_act(state)) is not None and len(stack(state)) > left:
            best = EXPERTS[kind].candidates(state)[:LIKELY]
            state, _ = game.apply(state, seat, chance.choice(best).move)
        if seat is not None and len(stack(state)) == left:
            yield state


def one_wall_tile(state: Any) -> Any:
    """With at most one wall tile face down; the others are out of the game."""
    return state._replace(wall=dict(list(state.wall.items())[:1]))


def dealt_out(kind: str, state: Any) -> Weighted:
    """The position with everything hidden in every order."""
    setup = state.setup
    orders = list(permutations(setup.deck[state.dealt :]))
    worlds = [
        state._replace(setup=replace(setup, deck=(*setup.deck[: state.dealt], *order)))
        for order in orders
    ]
    if kind == "castle":
        worlds = [
            world._replace(
                setup=replace(world.setup, wall_tiles={**setup.wall_tiles, **wall}), wall=wall
            )
            for world in worlds
            for kinds in permutations(unseen_wall_tiles(state), len(state.wall))
            for wall in [dict(zip(state.wall, kinds, strict=True))]
        ]
    return [(Fraction(1, len(worlds)), world) for world in worlds]


def naive_leads(kind: str, worlds: Weighted) -> dict[Any, Leads]:
    """The leads of all seats by legal move, over positions that look the same to the player to
    act."""
    game = GAMES[kind]
    seat = game.to_act(worlds[0][1])
    assert seat is not None
    return {
        move: _expected(
            kind, [(chance, game.apply(world, seat, move)[0]) for chance, world in worlds]
        )
        for move in game.legal_moves(worlds[0][1])  # type: ignore[attr-defined]
    }


def _expected(kind: str, worlds: Weighted) -> Leads:
    """If each player chooses what is best according to what they can see."""
    alike = defaultdict[str, Weighted](list)
    for chance, world in worlds:
        alike[_as_seen(kind, world)].append((chance, world))
    each = [_best(kind, group) for group in alike.values()]
    return tuple(sum(leads, Fraction()) for leads in zip(*each, strict=True))


def _best(kind: str, worlds: Weighted) -> Leads:
    """The leads after the best move, multiplied by the probability of these worlds."""
    seat = GAMES[kind].to_act(worlds[0][1])
    if seat is not None:
        return max(naive_leads(kind, worlds).values(), key=lambda leads: leads[seat])
    total = sum(chance for chance, _ in worlds)
    scores = GAMES[kind].scores(worlds[0][1])
    return tuple(total * Fraction(lead(scores, one)) for one in range(len(scores)))


def _as_seen(kind: str, state: Any) -> str:
    game = GAMES[kind]
    seat = game.to_act(state)
    return game.encode(state if seat is None else game.resample(state, seat, "alike"))
