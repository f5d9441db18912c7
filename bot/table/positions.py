"""States of games, from memory, from the snapshot, else by replaying the log; and what each person
may see of them.

States hold secrets and stay inside the table: what players see are views, in a `Position`.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from bot.match.game import Game
from bot.match.rules import Transition, replay_to_end, rules_of
from bot.store.connection.database import AsyncConnection
from bot.store.log import LoggedMove, recorded_of
from bot.store.snapshots import load_snapshot
from engine.errors import SnapshotError

# A state of any game.
State = Any
# A game's commitment, its branch and its ply.
Key = tuple[str | None, int, int]


class Positions:
    """A cache of the states stored last, with a fixed capacity. A state is cached under the game's
    commitment, its branch and its ply, so that it is never mistaken for one after different moves.
    Pieces of work read and fill it in the threads of the database.

    Like the other small caches it is an `OrderedDict`: `cachetools` would save three lines in each.
    """

    def __init__(self, capacity: int) -> None:
        self._lock = Lock()
        self._capacity = capacity
        self._states: OrderedDict[Key, State] = OrderedDict()
        self._shown_positions: OrderedDict[Key, None] = OrderedDict()

    def __repr__(self) -> str:
        return f"Positions({len(self._states)} of {self._capacity})"

    def remember(self, game: Game, state: State) -> None:
        key = (game.commitment, game.branch, game.ply)
        with self._lock:
            self._states[key] = state
            self._states.move_to_end(key)
            if len(self._states) > self._capacity:
                self._states.popitem(last=False)

    def note_shown(self, game: Game, ply: int) -> None:
        """Note that somebody has seen this position, which is permanent."""
        self._shown_positions[game.commitment, game.branch, ply] = None
        if len(self._shown_positions) > self._capacity:
            self._shown_positions.popitem(last=False)

    def is_shown(self, game: Game, ply: int) -> bool:
        """Check whether it is known to be shown, without asking the store."""
        return (game.commitment, game.branch, ply) in self._shown_positions

    def earlier(self, game: Game, ply: int) -> State | None:
        """Find the state after this many plies of the line that stands, if it is in memory."""
        return self._states.get((game.commitment, game.branch, ply))

    def at_hand(self, game: Game, snapshot: str | None) -> State | None:
        """Find the last state of a game, from memory or from its snapshot. It is not remembered:
        the snapshot may be one that another transaction of its group has not committed yet."""
        state = self.earlier(game, game.ply)
        return _decode(game, snapshot) if state is None and snapshot is not None else state

    async def current(self, connection: AsyncConnection, game: Game) -> State:
        """Find the last state of a started game."""
        state = self.at_hand(game, None)
        if state is None:
            state = await self.within_group(connection, game)
            self.remember(game, state)
        return state

    async def within_group(self, connection: AsyncConnection, game: Game) -> State:
        """Do the same for a piece of work that writes: not remembered, as `at_hand` says."""
        rules_version = rules_of(game.kind).rules_version
        state = self.at_hand(game, await load_snapshot(connection, game, rules_version))
        if state is None:
            state, _ = await replay_to(connection, game, game.ply)
        return state


async def replay_to(connection: AsyncConnection, game: Game, ply: int) -> Transition:
    """Find the state after this many plies, and the events of the last one, from the log."""
    return replay_to_end(rules_of(game.kind), await recorded_of(connection, game, ply))


def _decode(game: Game, snapshot: str) -> State | None:
    rules = rules_of(game.kind)
    try:
        state = rules.snapshots.decode(snapshot)
    except SnapshotError:
        return None
    waits = game.to_act in (None, rules.to_act(state))
    return state if waits and rules.commitment(state) == game.commitment else None


Events = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position as one seat, or a spectator, may see it."""

    game: Game
    ply: int
    view: Any
    scores: tuple[int, ...]
    last_move: LoggedMove | None
    """The move that led here."""
    events: Events
    """The events of that move, within what the viewer may know."""
    seat: int | None
    """The seat of the viewer; None for a spectator."""
    supposed_kind: str = ""
    """For an order, the kind that is supposed to be drawn; otherwise empty."""


def position_of(
    game: Game, state: State, last_move: LoggedMove | None, events: Events, seat: int | None = None
) -> Position:
    """Select the part of a state, of the move that led there and of its events that this seat, or a
    spectator, may see."""
    rules = rules_of(game.kind)
    last_move, visible_events = visible_move(game, last_move, events, seat)
    return Position(
        game=game,
        ply=0 if last_move is None else last_move.ply,
        view=rules.view(state, seat),
        scores=rules.scores(state),
        last_move=last_move,
        events=visible_events,
        seat=seat,
    )


def visible_move(
    game: Game, last_move: LoggedMove | None, events: Events, seat: int | None = None
) -> tuple[LoggedMove | None, Events]:
    """Reduce a move, and what happened in it, to what this seat or a spectator may know."""
    rules = rules_of(game.kind)
    visible_events = rules.events_for(events, seat)
    if last_move is not None:
        last_move = replace(last_move, events=rules.event_log.text(visible_events))
    return last_move, visible_events


async def load_events(
    connection: AsyncConnection, game: Game, last_move: LoggedMove | None
) -> Events:
    """Read all that happened in a move; nothing before the first one."""
    if last_move is None:
        return ()
    if last_move.shortened:
        return (await replay_to(connection, game, last_move.ply)).events
    return rules_of(game.kind).event_log.parse(last_move.events)
