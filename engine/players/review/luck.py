"""The luck of a draw: how much more it is worth than the average of what the player could have
drawn. Weighted by how likely each was, the luck of all of them sums to zero."""

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.players.hindsight import Draw
from engine.players.judgement import Judgement, lead

SEED = "draws"


def luck(
    game: Game[Any, Any, Any, Any],
    judgement: Judgement[Any, Any],
    state: Any,
    draws: Sequence[Draw],
) -> float:
    """The luck in points of lead, with what is still to come reshuffled."""
    if len(draws) < 2:
        return 0.0
    total = sum(draw.weight for draw in draws)
    average = sum(draw.weight * worth(game, judgement, draw.state) for draw in draws) / total
    return worth(game, judgement, state) - average


def worth(game: Game[Any, Any, Any, Any], judgement: Judgement[Any, Any], state: Any) -> float:
    """The lead of the player to act after the move that is best at first sight."""
    seat = game.to_act(state)
    assert seat is not None
    world = game.resample(state, seat, SEED)
    best = judgement.candidates(world)[0].move
    return lead(judgement.prospects(game.apply(world, seat, best)[0]), seat)
