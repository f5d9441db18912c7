"""Positions of their own, in which a move is chosen as in a game. They belong to no stored game,
and nothing that is chosen in them is kept."""

from collections.abc import Sequence

from bot.match.game import Game, Seat, Status
from bot.match.rules import rules_of
from bot.table.choosing import Questions
from bot.table.positions import State, position_of


def ask_in_exercise(kind: str, state: State, names: Sequence[str], key: str) -> Questions:
    """Ask the player to act, between players with these names. The pictures are cached under the
    key, which names the position for good."""
    rules = rules_of(kind)
    seat = rules.to_act(state)
    game = Game(
        id=0,
        kind=kind,
        guild_id=0,
        channel_id=0,
        parent_id=None,
        opener_id=None,
        options={},
        status=Status.RUNNING,
        seats=tuple(Seat(None, name, taken=True) for name in names),
        first=0,
        commitment=key,
        ply=0,
        branch=0,
        to_act=seat,
        winners=(),
        offer=None,
        pause=None,
        waiting_since=0,
        paused_at=None,
        revision=0,
    )
    return Questions(position_of(game, state, None, (), seat), state)
