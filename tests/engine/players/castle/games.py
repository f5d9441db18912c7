"""Positions from random games, with the thinking board alongside the state."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.castle.choices import completions
from engine.castle.game import castle
from engine.castle.moves import ROLES, AnotherTurn, Placement, Posting, Turn
from engine.castle.state import State
from engine.players.castle.candidates import weigh_turns
from engine.players.castle.play import play
from engine.players.castle.position import KINDS, NOBODY, Position, WeighedTurn

WELL_PLAYED = 0.7
"""The share of turns that are the best at first turn; the others are chosen at random."""


class Step(NamedTuple):
    state: State
    position: Position
    """The same position on the thinking board,"""
    turn: WeighedTurn
    """the turn played on it,"""
    after: Position
    """the position after it,"""
    outcomes: list[State]
    """and all results that the rules allow, by order of scoring and wall tiles."""


def steps(seed: str, preset: str = "official") -> Iterator[Step]:
    """Play a game on both boards in parallel."""
    chance = Random(seed)
    state, _ = castle.begin(seed, castle.settle_options({}, preset))
    position = Position.of(state)
    while position.drawn is not None:
        seen = list(weigh_turns(position))
        turn = max(seen) if chance.random() < WELL_PLAYED else chance.choice(seen)
        after = position.copy()
        play(after, turn)
        outcomes = list(_outcomes(state, position, turn))
        yield Step(state, position, turn, after, outcomes)
        state = next(one for one in outcomes if told(Position.of(one)) == told(after))
        position = after


def turn_of(state: State, position: Position, turn: WeighedTurn) -> Turn:
    """The turn as the rules name it, without wall tiles and order."""
    _, cell, rotation, number = turn
    placement = Placement(state.board.grid.cells[cell], rotation)
    if number == NOBODY or position.drawn is None:
        return Turn(placement)
    part = position.tables.parts[position.drawn][rotation][number]
    return Turn(placement, Posting(ROLES[KINDS[part.kind]], part.ports[0]))


def _outcomes(state: State, position: Position, turn: WeighedTurn) -> Iterator[State]:
    chosen = turn_of(state, position, turn)
    for complete in completions(state, chosen.placement):
        if complete.follower == chosen.follower:
            after, _ = castle.apply(state, state.seat, complete)
            if after.phase == "again":
                after, _ = castle.apply(after, after.seat, AnotherTurn(True))
            yield after


def told(position: Position) -> tuple[object, ...]:
    """Everything in a position, to compare two of them."""
    areas = frozenset(area._replace(spots=tuple(sorted(area.spots))) for area in position.areas())
    over = position.drawn is None
    return (
        position.laid,
        position.frontier,
        tuple(position.barred),
        areas,
        None if over else (position.seat, position.drawn, frozenset(position.wall)),
        position.dealt,
        tuple(position.scores),
        tuple(position.supply),
        tuple(tuple(sorted(held)) for held in position.held),
        tuple(position.keeps),
    )
