"""Lines of play up to a move that turns up what a test needs, found by trying every move."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.match.actions import Play
from bot.match.game import Game
from bot.match.rules import rules_of
from engine.castle.choices import legal_moves
from tests.bot.kit import Seated
from tests.bot.turns import to_act

RULES = rules_of("castle")
# The seed of a game in which both kinds of moves come up soon if the first legal moves are
# played.
SEED = f"{5:064}"
LONGEST = 40

Wanted = Callable[[Sequence[Any]], bool]


def nothing(events: Sequence[Any]) -> bool:
    """Whether nothing is turned up, as when a player is asked whether to use a wall tile 1 they
    hold."""
    return not RULES.reveals(events)


def a_wall_tile(events: Sequence[Any]) -> bool:
    return RULES.turn_order_leaks(events)


def line(wanted: Wanted) -> list[str]:
    """Moves that end with the first one possible that turns up what is wanted; on the way, wall
    tiles are taken if possible."""
    state, _ = RULES.begin(SEED, {}, 0)
    moves: list[str] = []
    while len(moves) < LONGEST:
        seat = RULES.to_act(state)
        assert seat is not None
        outcomes = [(move, RULES.apply(state, seat, move)[1]) for move in legal_moves(state)]
        last = next((move for move, events in outcomes if wanted(events)), None)
        if last is not None:
            return [*moves, RULES.move_text(last)]
        move = next((move for move, events in outcomes if a_wall_tile(events)), outcomes[0][0])
        moves.append(RULES.move_text(move))
        state, _ = RULES.apply(state, seat, move)
    raise AssertionError("no such move comes up")


async def play_all(seated: Seated, game: Game, moves: Sequence[str]) -> int:
    """Play all these moves; returns who made the last one."""
    user = None
    for move in moves:
        now = await seated.table.games.get(game.id)
        user = to_act(now)
        await seated.act(user, game.id, Play(move, now.ply))
    assert user is not None
    return user
