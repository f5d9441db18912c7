"""Hints: who may take one, and what a computer player in their place would do. Pure.

A hint is found the way a computer player finds its move: what the seat cannot see is resampled, and
the seed is known to everybody, so the same position always gets the same hint.
"""

from dataclasses import replace
from random import Random

from pydantic import TypeAdapter

from bot.match.errors import Refused, Why
from bot.match.game import Game, Timeouts
from bot.match.life.changes import may_play
from bot.match.life.computers import ThinkTask, has_computers, think_task
from bot.match.rules import rules_of
from engine.players.players import EXPERTS, think
from engine.players.search import LEVELS, Idea, Level

LEVEL = "hard"
"""It overlooks nothing."""
SECONDS = 1.0
"""How long it thinks."""
MOST = 3
"""How many moves are suggested at most."""
Ideas = tuple[Idea[str], ...]
"""Moves in notation, the best first."""
FORM = TypeAdapter(Ideas)


def may_take_hint(game: Game, user_id: int, patience: Timeouts) -> None:
    """Refused unless it is this person's turn, in a game with hints that does not count for the
    ratings."""
    may_play(game, user_id)
    why_none = why_no_hints(game, patience)
    if why_none is not None:
        raise Refused(why_none)


def why_no_hints(game: Game, patience: Timeouts) -> Why | None:
    """What keeps everybody in this game from taking a hint, if anything does."""
    if not game.has_hints:
        return Why.NO_HINTS
    if game.rated:
        return Why.NO_HINTS_IN_RATED
    return None if has_computers(game.kind, patience) else Why.NO_HINTS_HERE


def hint_task(game: Game, state: object) -> ThinkTask:
    """What is sent to the process that thinks about a hint for the player to act."""
    return think_task(game, state, LEVEL)


def suggest_moves(turn: ThinkTask) -> str:
    """The ideas as text. This may take a few seconds."""
    return _suggested(turn, replace(LEVELS[turn.level], seconds=SECONDS))


def suggest_moves_quickly(turn: ThinkTask) -> str:
    return _suggested(turn, replace(LEVELS[turn.level], plies=1))


def _suggested(turn: ThinkTask, level: Level) -> str:
    rules = rules_of(turn.kind)
    state = rules.decode(turn.position)
    thought = think(turn.kind, state, level, Random(turn.seed))
    reasons = EXPERTS[turn.kind].reasons
    ideas = tuple(
        Idea(rules.move_text(one.move), one.worth, reasons(state, one.move))
        for one in thought.ideas[:MOST]
    )
    return FORM.dump_json(ideas).decode()


def read_ideas(text: str) -> Ideas:
    return FORM.validate_json(text)
