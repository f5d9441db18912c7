"""Computer players: when one moves, what it knows of the position, and what it agrees to. Pure.

A computer player is a level in a seat. It is never notified, reminded or away, asks for nothing,
and moves a little after its turn begins, so that people can read the board first.
"""

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from bot.match.actions import OfferKind
from bot.match.errors import Refused, Why
from bot.match.game import Game, Seat, Status, Timeouts
from bot.match.rules import rules_of
from bot.process.clock import Millis
from engine.players.players import EXPERTS, think
from engine.players.reviewer import winning_chances
from engine.players.search import LEVELS

NAME = "Computer"
"""The same in every language of the bot."""
USUAL_LEVEL = "medium"
LOST = 0.05
"""With a chance of winning this small or smaller, a game is lost."""
FIRST_SIGHT = "easy"
"""The level that looks no further than the position."""


class ThinkTask(NamedTuple):
    """The turn of a computer player, with everything it knows: texts, to be sent to a process."""

    kind: str
    level: str
    position: str
    """The position as its seat may imagine it: what is hidden from the seat is resampled."""
    seed: str


def computer_seat(level: str, others: int) -> Seat:
    """The seat of a computer player in a game with this many others."""
    name = f"{NAME} {others + 1}" if others else NAME
    return Seat(None, name, taken=True, computer=level)


def count_computers(seats: Iterable[Seat]) -> int:
    return sum(seat.computer is not None for seat in seats)


def has_computers(kind: str, patience: Timeouts) -> bool:
    """Whether there are computer players in this game, here."""
    return kind in EXPERTS and patience.computer is not None


def check_levels(kind: str, levels: Iterable[str], patience: Timeouts) -> None:
    """Refused unless there are computer players of these levels."""
    if not all(level in LEVELS and has_computers(kind, patience) for level in levels):
        raise Refused(Why.NO_COMPUTERS)


def is_to_act(game: Game) -> bool:
    """Whether a computer player is to act."""
    if game.status is not Status.RUNNING or game.pause is not None or game.to_act is None:
        return False
    return game.seats[game.to_act].computer is not None


def moves_at(game: Game, patience: Timeouts) -> Millis | None:
    """When the computer player to act moves."""
    if patience.computer is None or not is_to_act(game):
        return None
    return game.waiting_since + patience.computer


def computers_care(game: Game) -> bool:
    """Whether a computer player minds how the game ends, as it counts for the ratings."""
    plays = any(seat.computer is not None and seat.plays for seat in game.seats)
    return plays and game.rated and game.status is Status.RUNNING


def declines(game: Game, request: OfferKind, *, lost: bool) -> bool:
    """Whether a computer player says no: only to what would cost it a game that counts and is not
    lost. It does not mind anything else, and is not asked."""
    return computers_care(game) and (request == "undo" or (request == "end" and not lost))


def computers_have_lost(game: Game, state: object) -> bool:
    """Whether no computer player can still hope to win, each judged by what its seat sees."""
    gone = {number for number, seat in enumerate(game.seats) if not seat.plays}
    for number, seat in enumerate(game.seats):
        if seat.computer is not None and seat.plays:
            seen = rules_of(game.kind).resample(state, number, "hope")
            if winning_chances(game.kind, seen, gone)[number] > LOST:
                return False
    return True


def move_task(game: Game, state: object) -> ThinkTask:
    """What the computer player to act knows of its position. The seed of its choice is the same
    whenever it is asked about this move, and known to everybody."""
    assert game.to_act is not None
    level = game.seats[game.to_act].computer
    assert level is not None, "a computer player is to act"
    return think_task(game, state, level)


def think_task(game: Game, state: object, level: str) -> ThinkTask:
    """What a computer player of this level would know in the place of the player to act."""
    assert game.to_act is not None
    rules = rules_of(game.kind)
    seed = blake2b(f"{game.id}/{game.ply}".encode(), digest_size=16).hexdigest()
    imagined = rules.resample(state, game.to_act, seed)
    return ThinkTask(game.kind, level, rules.encode(imagined), seed)


def prepare_thinking() -> None:
    """Does nothing: a process that has imported this function has loaded everything it needs."""


def choose_move(turn: ThinkTask) -> str:
    """The move of a computer player, in notation. It may take many seconds."""
    return _chosen(turn, turn.level)


def choose_move_quickly(turn: ThinkTask) -> str:
    return _chosen(turn, FIRST_SIGHT)


def _chosen(turn: ThinkTask, level: str) -> str:
    rules = rules_of(turn.kind)
    thought = think(turn.kind, rules.decode(turn.position), level, Random(turn.seed))
    return rules.move_text(thought.best.move)
