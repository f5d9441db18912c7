"""How the player to act is notified: by the board, by a notice, or directly, as they prefer.

When that happens is decided in `bot.match.life.reminders`. Pure; knows no words.
"""

from typing import NamedTuple

from bot.match.actions import Done
from bot.match.game import Game
from bot.match.life.clocks import time_up_at
from bot.match.life.reminders import player_to_call
from bot.match.notices.messages import DirectMessage, Facts, Notice

REMINDERS = (Done.REMINDED, Done.NUDGED)
"""What goes to the player to act and nobody else."""


class TurnCall(NamedTuple):
    """How the player to act is notified: by the board, or directly."""

    mention: tuple[int, ...] = ()
    direct: tuple[DirectMessage, ...] = ()


def call_for_turn(
    game: Game, done: Done, seat: int | None, facts: Facts | None = None, *, called: bool = True
) -> TurnCall:
    """Nobody is called when the call is held back, nor a player who acts again right after their
    own action."""
    person = player_to_call(game)
    again = seat == game.to_act and done in (Done.PLAYED, Done.TAKEN_BACK)
    if person is None or person.user_id is None or game.reminders.at is None or again or not called:
        return TurnCall()
    if person.habits.place == "channel":
        return TurnCall(mention=(person.user_id,))
    told = {**turn_facts(game), **(facts or {})}
    return TurnCall(direct=(DirectMessage(game.id, person.user_id, done, told, seat),))


def reminder_message(game: Game, done: Done) -> Notice | DirectMessage:
    """Names the position and the moment, so that it can be checked whether it is still needed."""
    person = player_to_call(game)
    assert person is not None, "somebody is waited for"
    assert person.user_id is not None, "it is a person"
    if person.habits.place == "channel":
        return Notice(game.id, done, game.to_act, (person.user_id,), _facts(game))
    return DirectMessage(game.id, person.user_id, done, _facts(game), game.to_act)


def fallback_notice(note: DirectMessage, game: Game) -> Notice:
    """For the channel, when a direct message about their turn cannot reach somebody."""
    done = note.done if note.done in REMINDERS else Done.REMINDED
    return Notice(game.id, done, game.to_act, (note.user_id,), _facts(game))


def turn_facts(game: Game) -> Facts:
    """What shows later whether it is still the same turn."""
    gone = _how_many_left(game)
    return {"ply": game.ply, **({"gone": gone} if gone else {})}


def is_same_turn(message: Notice | DirectMessage, game: Game) -> bool:
    """Whether nobody has moved since the call. A player leaving is a ply too, but ends nobody
    else's turn."""
    ply, gone = message.facts["ply"], message.facts.get("gone", 0)
    assert isinstance(ply, int)
    assert isinstance(gone, int)
    return game.ply - _how_many_left(game) == ply - gone


def _how_many_left(game: Game) -> int:
    return sum(seat.left for seat in game.seats)


def _facts(game: Game) -> Facts:
    """With the seat that nudged, if one did."""
    facts: Facts = {
        **turn_facts(game),
        "branch": game.branch,
        "at": game.reminders.at or 0,
        "began": game.waiting_since,
    }
    return (
        facts if game.reminders.nudged_by is None else {**facts, "asker": game.reminders.nudged_by}
    )


def is_still_relevant(message: Notice | DirectMessage, game: Game) -> bool:
    """Whether a message is still of use: a reminder is not once its turn is over or another
    followed before it could be posted, nor is a warning about time that has been added or used up
    since."""
    if message.done in (Done.WARNED, Done.TIMED_OUT):
        return _time_still_runs_out(message, game)
    if message.done not in REMINDERS:
        return True
    last = (message.facts["branch"], message.facts["at"]) == (game.branch, game.reminders.at)
    waited = player_to_call(game) is not None and game.reminders.snoozed is None
    return last and waited and is_same_turn(message, game)


def _time_still_runs_out(message: Notice | DirectMessage, game: Game) -> bool:
    """In the same turn, and no later than announced."""
    over, told = time_up_at(game), message.facts["at"]
    assert isinstance(told, int)
    if player_to_call(game) is None or over is None or not is_same_turn(message, game):
        return False
    return game.reminders.timed_out if message.done is Done.TIMED_OUT else over <= told
