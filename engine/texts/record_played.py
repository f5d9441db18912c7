"""A game replayed from its set-up: records are written from it and read into it. Knows no game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.recorded import Ending, Leaves, Ply, Recorded, deed_text


class Position(Protocol):
    """What this module needs to know about the state of a game."""

    @property
    def setup(self) -> Any: ...

    @property
    def seat(self) -> int: ...


S = TypeVar("S", bound=Position)
M = TypeVar("M")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class PlayedGame(Generic[S, M, E]):
    """A game as far as it has been played."""

    players: tuple[str, ...]
    plies: tuple[Ply[S, M, E], ...]
    ending: Ending | None
    """How it ended early, before the rules ended it."""
    leaders: tuple[int, ...]
    """The winners by the rules; empty unless the rules ended the game."""

    @property
    def setup(self) -> Any:
        return self.state.setup

    @property
    def state(self) -> S:
        return self.plies[-1].state

    @property
    def result(self) -> str | None:
        """None while the game is running."""
        if self.ending is not None:
            return self.ending.how
        if not self.leaders:
            return None
        return "win" if len(self.leaders) == 1 else "shared"

    @property
    def winners(self) -> tuple[int, ...]:
        return self.leaders if self.ending is None else self.ending.winners

    def recorded(self, options: Mapping[str, str], move_text: Callable[[M], str]) -> Recorded:
        """The game by its moves as texts."""
        done = (ply.done for ply in self.plies)
        return Recorded(
            options=options,
            seed=self.setup.seed,
            first=self.setup.first,
            players=self.players,
            moves=tuple(deed_text(deed, move_text) for deed in done if deed is not None),
            ended=None if self.ending is None else self.ending.how,
            winners=() if self.ending is None else self.ending.winners,
        )


@dataclass(frozen=True, slots=True)
class Rules(Generic[S, M, E]):
    """What replaying a game needs from its rules."""

    start: Callable[[Any], tuple[S, tuple[E, ...]]]
    """Starts a game from a set-up."""
    apply: Callable[[S, int, M], tuple[S, tuple[E, ...]]]
    leave: Callable[[S, int], tuple[S, tuple[E, ...]]]
    winners: Callable[[S], tuple[int, ...]]

    def first_ply(self, setup: Any) -> Ply[S, M, E]:
        state, events = self.start(setup)
        return Ply(None, events, state)

    def next_ply(self, last: Ply[S, M, E], deed: M | Leaves) -> Ply[S, M, E]:
        """Raises IllegalMove."""
        if isinstance(deed, Leaves):
            state, events = self.leave(last.state, deed.seat)
        else:
            state, events = self.apply(last.state, last.state.seat, deed)
        return Ply(deed, events, state)

    def played(
        self,
        players: Sequence[str],
        plies: Sequence[Ply[S, M, E]],
        ending: Ending | None = None,
    ) -> PlayedGame[S, M, E]:
        return PlayedGame(tuple(players), tuple(plies), ending, self.winners(plies[-1].state))

    def play(
        self,
        setup: Any,
        done: Iterable[M | Leaves],
        players: Sequence[str],
        ending: Ending | None = None,
    ) -> PlayedGame[S, M, E]:
        """Play the moves from the set-up. An illegal one raises IllegalMove."""
        plies = [self.first_ply(setup)]
        for deed in done:
            plies.append(self.next_ply(plies[-1], deed))
        return self.played(players, plies, ending)
