"""Computer players and hints: when one moves, what it knows of the position, what it agrees to.

A computer player is a level in a seat. It is never notified, reminded or away, asks for nothing,
and moves a little after its turn begins, so that people can read the board first. A hint is found
in the same way, in the place of the player to act: what the seat cannot see is resampled, and the
seed is known to everybody, so the same position always gets the same hint.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from pydantic import TypeAdapter

from bot.match.actions import OfferKind
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status, Timeouts
from bot.match.permissions import may_play
from bot.match.rules import rules_of
from bot.process.clock import Millis
from engine.players.players import EXPERTS, think
from engine.players.reviewer import winning_chances
from engine.players.search import LEVELS, Idea

# The name of a computer player, the same in every language of the bot.
NAME = "Computer"
# The level unless another is chosen.
USUAL_LEVEL = "medium"
# The level for people who have hardly played the game.
FIRST_LEVEL = "easy"
# With this chance of winning or a smaller one, a game is lost.
LOST = 0.05
# The level at which hints are thought about.
HINT_LEVEL = "hard"
# The time for thinking about a hint.
HINT_SECONDS = 1.0
# The moves that a hint suggests.
MOST_SUGGESTED = 3
# In so many of their turns, those who play their first game are told why a move is good.
FIRST_TURNS = 5
# Moves in notation, the best first.
Ideas = tuple[Idea[str], ...]
IDEAS = TypeAdapter(Ideas)


class ThinkTask(NamedTuple):
    """A position to think about, with all that its player knows: texts, to be sent to a process."""

    kind: str
    level: str
    position: str
    """The position as its seat may imagine it: what is hidden from the seat is resampled."""
    seed: str


def computer_seat(level: str, computer_count: int) -> Seat:
    """Make the seat of a computer player, in a game that has so many already."""
    name = f"{NAME} {computer_count + 1}" if computer_count else NAME
    return Seat(None, name, taken=True, computer=level)


def has_computers(kind: str, timeouts: Timeouts) -> bool:
    """Check whether there are computer players in this game, here."""
    return kind in EXPERTS and timeouts.computer is not None


def check_levels(kind: str, levels: Iterable[str], timeouts: Timeouts) -> None:
    """Refuse unless there are computer players of these levels."""
    if not all(level in LEVELS and has_computers(kind, timeouts) for level in levels):
        raise Refused(Why.NO_COMPUTERS)


def is_to_act(game: Game) -> bool:
    if game.status is not Status.RUNNING or game.pause is not None or game.to_act is None:
        return False
    return game.seats[game.to_act].computer is not None


def moves_at(game: Game, timeouts: Timeouts) -> Millis | None:
    if timeouts.computer is None or not is_to_act(game):
        return None
    return game.waiting_since + timeouts.computer


def computers_care(game: Game) -> bool:
    """Check whether a computer player minds how the game ends, as it counts for the ratings."""
    plays = any(seat.computer is not None and seat.plays for seat in game.seats)
    return plays and game.rated and game.status is Status.RUNNING


def declines(game: Game, request: OfferKind, *, lost: bool) -> bool:
    """Check whether a computer player says no: only to what would cost it a game that counts and is
    not lost. It does not mind anything else, and is not asked."""
    return computers_care(game) and (request == "undo" or (request == "end" and not lost))


def have_computers_lost(game: Game, state: object) -> bool:
    """Check whether no computer player can still hope to win, each judged by what its seat sees."""
    inactive = {number for number, seat in enumerate(game.seats) if not seat.plays}
    for number, seat in enumerate(game.seats):
        if seat.computer is not None and seat.plays:
            imagined_state = rules_of(game.kind).resample(state, number, "hope")
            if winning_chances(game.kind, imagined_state, inactive)[number] > LOST:
                return False
    return True


def think_task(game: Game, state: object) -> ThinkTask:
    """Make the task of choosing a move for the computer player to act, or a hint for the person to
    act. The seed is the same whenever it is asked about this move."""
    assert game.to_act is not None
    rules = rules_of(game.kind)
    level = game.seats[game.to_act].computer or HINT_LEVEL
    seed = blake2b(f"{game.id}/{game.ply}".encode(), digest_size=16).hexdigest()
    imagined_state = rules.resample(state, game.to_act, seed)
    return ThinkTask(game.kind, level, rules.snapshots.encode(imagined_state), seed)


def may_take_hint(game: Game, user_id: int, timeouts: Timeouts) -> None:
    """Refuse unless it is this person's turn, in a game with hints that does not count for the
    ratings."""
    may_play(game, user_id)
    obstacle = why_no_hints(game, timeouts)
    if obstacle is not None:
        raise Refused(obstacle)


def why_no_hints(game: Game, timeouts: Timeouts) -> Why | None:
    """Say why nobody in this game can take a hint, if there is one."""
    if not game.has_hints:
        return Why.NO_HINTS
    if game.rated:
        return Why.NO_HINTS_IN_RATED
    return None if has_computers(game.kind, timeouts) else Why.NO_HINTS_HERE


def is_early(game: Game) -> bool:
    """Check whether these are the first turns of a game against a computer player."""
    against_computer = any(seat.computer is not None for seat in game.seats)
    return against_computer and game.ply < FIRST_TURNS * len(game.seats)


def prepare_thinking() -> None:
    """Do nothing: a process that has imported this function has loaded everything it needs."""


def choose_move(task: ThinkTask, *, at_first_sight: bool = False) -> str:
    """Choose the move of a computer player, in notation. It may take many seconds."""
    rules = rules_of(task.kind)
    level = LEVELS[task.level]
    if at_first_sight:
        level = replace(level, plies=1)
    thought = think(task.kind, rules.snapshots.decode(task.position), level, Random(task.seed))
    return rules.move_text(thought.best.move)


def suggest_moves(task: ThinkTask, *, at_first_sight: bool = False) -> str:
    """Write the best ideas as text. It may take a few seconds."""
    rules = rules_of(task.kind)
    level = LEVELS[task.level]
    level = replace(level, plies=1) if at_first_sight else replace(level, seconds=HINT_SECONDS)
    state = rules.snapshots.decode(task.position)
    thought = think(task.kind, state, level, Random(task.seed))
    reasons = EXPERTS[task.kind].reasons
    ideas = tuple(
        Idea(rules.move_text(idea.move), idea.worth, reasons(state, idea.move))
        for idea in thought.ideas[:MOST_SUGGESTED]
    )
    return IDEAS.dump_json(ideas).decode()


def read_ideas(text: str) -> Ideas:
    return IDEAS.validate_json(text)
