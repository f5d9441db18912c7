"""The states of games, from memory, from the snapshot, else by replaying the log; and what each
person may see of them.

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
        self._shown: OrderedDict[Key, None] = OrderedDict()

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
        """Somebody has seen this position; that is permanent."""
        self._shown[game.commitment, game.branch, ply] = None
        if len(self._shown) > self._capacity:
            self._shown.popitem(last=False)

    def is_shown(self, game: Game, ply: int) -> bool:
        """True if it is known to be shown, without asking the store."""
        return (game.commitment, game.branch, ply) in self._shown

    def earlier(self, game: Game, ply: int) -> State | None:
        """The state after this many plies of the line that stands, if it is in memory."""
        return self._states.get((game.commitment, game.branch, ply))

    def at_hand(self, game: Game, snapshot: str | None) -> State | None:
        """The last state of a game, from memory or from its snapshot. It is not remembered: the
        snapshot may be one that another transaction of its group has not committed yet."""
        known = self.earlier(game, game.ply)
        return _read(game, snapshot) if known is None and snapshot is not None else known

    async def current(self, connection: AsyncConnection, game: Game) -> State:
        """The last state of a started game."""
        state = self.at_hand(game, None)
        if state is None:
            state = await self.within_group(connection, game)
            self.remember(game, state)
        return state

    async def within_group(self, connection: AsyncConnection, game: Game) -> State:
        """The same for a piece of work that writes: not remembered, as `at_hand` says."""
        rules_version = rules_of(game.kind).rules_version
        state = self.at_hand(game, await load_snapshot(connection, game, rules_version))
        if state is None:
            state, _ = await replay_to(connection, game, game.ply)
        return state


async def replay_to(connection: AsyncConnection, game: Game, ply: int) -> Transition:
    """The state after this many plies, and the events of the last one, from the log."""
    return replay_to_end(rules_of(game.kind), await recorded_of(connection, game, ply))


def _read(game: Game, snapshot: str) -> State | None:
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
    last: LoggedMove | None
    """The move that led here."""
    events: Events
    """The events of that move, within what the viewer may know."""
    seat: int | None
    """The seat of the viewer; None for a spectator."""
    supposed: str = ""
    """For an order, the kind that is supposed to be drawn; otherwise empty."""


def position_of(
    game: Game, state: State, last: LoggedMove | None, events: Events, seat: int | None = None
) -> Position:
    """The part of a state, of the move that led there and of its events that this seat, or a
    spectator, may see."""
    rules = rules_of(game.kind)
    last, seen = visible_move(game, last, events, seat)
    return Position(
        game=game,
        ply=0 if last is None else last.ply,
        view=rules.view(state, seat),
        scores=rules.scores(state),
        last=last,
        events=seen,
        seat=seat,
    )


def visible_move(
    game: Game, last: LoggedMove | None, events: Events, seat: int | None = None
) -> tuple[LoggedMove | None, Events]:
    """A move and what happened in it, within what this seat or a spectator may know."""
    rules = rules_of(game.kind)
    seen = rules.events_for(events, seat)
    return None if last is None else replace(last, events=rules.event_log.text(seen)), seen


async def load_events(connection: AsyncConnection, game: Game, last: LoggedMove | None) -> Events:
    """All that happened in a move; nothing before the first one."""
    if last is None:
        return ()
    if last.shortened:
        return (await replay_to(connection, game, last.ply)).events
    return rules_of(game.kind).event_log.parse(last.events)
