"""Moves that lead to an interesting position, with the seed that every game here has."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random

from engine.castle.choices import legal_moves
from engine.castle.events import Event
from engine.castle.moves import Move
from engine.castle.rules import castle
from engine.castle.state import State
from engine.games import GAMES
from tests.bot.discord.kit.world import SEED
from tests.engine.castle.rare.eager_players import Player, chosen_move

RULES = GAMES["castle"]
Chooser = Callable[[State, Sequence[Move], int, Random], Move]


def anything(_: State, legal: Sequence[Move], __: int, chance: Random) -> Move:
    return chance.choice(legal)


def eagerly(state: State, legal: Sequence[Move], ply: int, chance: Random) -> Move:
    """Choose moves that make much happen: features, wall tiles, extra turns."""
    return chosen_move(Player(8), state, legal, ply, chance)


class Sitting:
    """An engine game alongside the one played in Discord."""

    def __init__(self, preset: str | None = None) -> None:
        options = RULES.settle_options({}, preset)
        self.state: State = RULES.begin(SEED, options, 0, 2)[0]
        self.ply = 0

    @property
    def legal(self) -> list[Move]:
        return list(legal_moves(self.state))

    def play(self, move: Move) -> tuple[Event, ...]:
        self.state, events = RULES.apply(self.state, self.state.seat, move)
        self.ply += 1
        return tuple(events)


def play_out(choose: Chooser, chance: Random, preset: str | None = None) -> Iterator[str]:
    """Yields the moves of a whole game."""
    sitting = Sitting(preset)
    while sitting.state.phase != "over":
        move = choose(sitting.state, sitting.legal, sitting.ply, chance)
        yield castle.move_text(move)
        sitting.play(move)


@cache
def eager_moves(seed: int | str, preset: str | None = None) -> tuple[str, ...]:
    return tuple(play_out(eagerly, Random(seed), preset))


@cache
def random_moves(seed: int | str) -> tuple[str, ...]:
    return tuple(play_out(anything, Random(seed)))
