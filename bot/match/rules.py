"""Door from the bot to the rules: the games by name, and a game replayed from its seed and moves.
No game is named here."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from engine.games import GAMES, AnyRules
from engine.recorded import Early, Ending, Recorded, leaving_seat

# The display, in records and pictures, of a game that ended before its rules ended it.
EARLY: dict[Status, Early] = {
    Status.RESIGNED: "resigned",
    Status.AGREED: "agreed",
    Status.ABANDONED: "timeout",
}
STATUSES = {early: status for status, early in EARLY.items()}


def rules_of(kind: str) -> AnyRules:
    if kind not in GAMES:
        raise Refused(Why.UNKNOWN_KIND, asked=kind, kinds=", ".join(GAMES))
    return GAMES[kind]


def seat_counts(kind: str, options: Mapping[str, str], preset: str | None = None) -> Sequence[int]:
    """List the possible numbers of players with these options. Raises DataError."""
    rules = rules_of(kind)
    return rules.seat_counts_with(rules.settle_options(options, preset))


def possible_seat_counts(kind: str) -> Sequence[int]:
    """List the numbers of players that are possible with any preset, in order."""
    presets = rules_of(kind).presets.values()
    return sorted({count for options in presets for count in seat_counts(kind, options)})


def options_that_seat(kind: str, options: Mapping[str, str], seats: int) -> Mapping[str, str]:
    """Find an option that, changed alone, makes this number of players possible; none if it is
    possible already, or no option does."""
    if seats in seat_counts(kind, options):
        return {}
    for name, values in rules_of(kind).option_values.items():
        for value in values:
            if seats in seat_counts(kind, {**options, name: value}):
                return {name: value}
    return {}


def ending_of(game: Game) -> Ending | None:
    """Return None for a game that is not over, or was played to its end."""
    early = EARLY.get(game.status)
    return None if early is None else Ending(early, game.winners)


class Transition(NamedTuple):
    """A position, and what happened on the way to it."""

    state: Any
    events: tuple[Any, ...]


def replay(rules: AnyRules, recorded_game: Recorded) -> Iterator[Transition]:
    """Give the first position, and the one after each move. Raises the engine's errors. Slow for a
    long game: run it off the event loop."""
    seats = len(recorded_game.players)
    transition = Transition(
        *rules.begin(recorded_game.seed, recorded_game.options, recorded_game.first, seats)
    )
    yield transition
    for notation in recorded_game.moves:
        transition = play_notation(rules, transition.state, notation)
        yield transition


def play_notation(rules: AnyRules, state: Any, notation: str) -> Transition:
    """Go one move further, by the player to act; or let a player leave."""
    leaver = leaving_seat(notation)
    if leaver is not None:
        assert rules.leaving is not None, "this game does not continue without a player"
        return Transition(*rules.leaving.continue_without(state, leaver))
    seat = rules.to_act(state)
    assert seat is not None, "no move comes after the end"
    return Transition(*rules.apply(state, seat, rules.parse_move(notation)))


def replay_to_end(rules: AnyRules, recorded_game: Recorded) -> Transition:
    """Find the position after all moves."""
    [last_transition] = deque(replay(rules, recorded_game), maxlen=1)
    return last_transition
