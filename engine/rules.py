"""Rules of a game as an interface: all that the rest of the project asks of them.

They are a class, and work on values of its own, which are a state, a move, events, and a
view. What a game may lack has a default, so that a game without it says nothing about it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.seats import in_first_place
from engine.texts.options import OptionSet
from engine.texts.stored import EventLog

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")


class LeavingRules(ABC, Generic[S, E]):
    """A game of more than two players continues without a player who leaves it."""

    @abstractmethod
    def continue_without(self, state: S, seat: int) -> tuple[S, tuple[E, ...]]:
        """Skip this seat from now on; at least two players remain."""


class OrderRules(ABC, Generic[S]):
    """A waiting player can leave a move for each of the kinds that they may draw, as an order."""

    @abstractmethod
    def kinds(self, state: S) -> Sequence[str]:
        """List the kinds that a player could draw next and would have to play immediately, as far
        as everybody can tell, such as tiles; without those for which no order could be carried out.

        A kind is a name of at most 25 lower-case letters, digits and hyphens.
        """

    @abstractmethod
    def in_hand(self, state: S) -> str | None:
        """Kind that the player to act has drawn and must play now."""

    @abstractmethod
    def suppose(self, state: S, seat: int, kind: str) -> S:
        """Suppose that this seat were to act with this kind, one of `kinds`, in hand. For choosing
        a move, never for continuing the game: the position contains nothing that is hidden from the
        seat."""


class PredictionRules(ABC, Generic[S]):
    """Spectators predict a part of the next move."""

    steps: Sequence[str]
    """The steps of a move that they predict, in the order in which they are chosen, at most four.
    Others may come between them. A move without the first of them, such as the answer to a
    question, cannot be predicted."""

    @abstractmethod
    def question(self, state: S, chosen: Sequence[Part]) -> Question | None:
        """Find the next choice of somebody who has predicted these parts, asked with `steps` only.
        The choices are based on what everybody can know. None from the start when there is nothing
        to predict."""


class StateTexts(Protocol[S]):
    """States of a game as text, to be stored."""

    def encode(self, state: S) -> str: ...

    def decode(self, text: str) -> S:
        """Raises SnapshotError."""


class RecordTexts(Protocol):
    """Public records of a game."""

    def write_record(self, recorded: Recorded) -> str:
        """While the game runs, its record holds nothing hidden."""

    def read_record(self, text: str) -> Recorded:
        """Read the ended game in a record, checked, if `begin` can start it. Raises RecordError."""


class Rules(ABC, Generic[S, M, E, V]):
    rules_version: str
    """Changes whenever the same moves could lead to a different state, or its text changes."""
    seat_counts: Sequence[int]
    """The possible numbers of players with the usual options, the usual number first."""
    options: OptionSet[Any]
    """The options, with named sets of them."""
    longest_move: int
    """The most characters in a text that `parse_move` reads. A move in the words of a panel has no
    more of them either."""

    event_log: EventLog[E]
    snapshots: StateTexts[S]

    has_supply: bool = False
    """Everybody can know what is left to come, such as tiles or cards, and view it as a set."""
    leaving: LeavingRules[S, E] | None = None
    orders: OrderRules[S] | None = None
    predictions: PredictionRules[S] | None = None

    @property
    @abstractmethod
    def records(self) -> RecordTexts: ...

    # Beginning

    @abstractmethod
    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[S, tuple[E, ...]]:
        """A new game from a secret seed, at its first decision, where the first seat is to act.

        Giving the first seat that the seed would choose results in the same game.
        """

    @abstractmethod
    def commitment(self, state: S) -> str:
        """Text published at the start, which proves at the end that nothing was changed."""

    # Moves

    @abstractmethod
    def to_act(self, state: S) -> int | None:
        """Seat to act, or None when the game is over."""

    @abstractmethod
    def question(self, state: S, chosen: Sequence[Part]) -> Question | None:
        """Find the next choice of the player to act, after these parts of a move; None when they
        are complete."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: M) -> tuple[S, tuple[E, ...]]:
        """Play a move up to the next decision, and tell what happened. Raises IllegalMove."""

    def final_steps(self, state: S) -> Sequence[str]:
        """Steps of a move that its player cannot take back once they are chosen, nor what was
        chosen before them; none where everything can be changed until the move is confirmed. A step
        that comes again, such as `place2`, is meant by its name without the number."""
        return ()

    # Moves as text

    @abstractmethod
    def move_text(self, move: M) -> str:
        """Write the canonical text of a move. Everybody may read it: it holds nothing hidden."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read the move in a text. Raises NotationError."""

    def play(self, state: S, moves: Iterable[str]) -> S:
        """Play moves that are written as texts, each by whoever is to act."""
        for text in moves:
            seat = self.to_act(state)
            assert seat is not None, "the moves go on after the end"
            state, _ = self.apply(state, seat, self.parse_move(text))
        return state

    @abstractmethod
    def parts(self, move: M) -> tuple[Part, ...]:
        """List the steps in which a player chooses a move, each with the token chosen there."""

    @abstractmethod
    def assemble(self, chosen: Sequence[Part]) -> M:
        """Make a move of these parts."""

    # The end

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]: ...

    @abstractmethod
    def places(self, state: S) -> tuple[int, ...]:
        """Place of each seat, as the points are, counted from 1; tied seats share a place, and all
        players who left share the last one."""

    def winners(self, state: S) -> tuple[int, ...]:
        """Winners by the rules, several when they share it; nobody while the game runs."""
        return in_first_place(self.places(state)) if self.to_act(state) is None else ()

    @abstractmethod
    def end_now(self, state: S) -> S:
        """A running game as if it ended here, with the points that its rules give at the end."""

    @abstractmethod
    def most_turns(self, seats: int) -> int:
        """Most turns that a game of this many players can take with the usual options."""

    @abstractmethod
    def tally(self, positions: Iterable[tuple[S, Sequence[E]]]) -> tuple[Mapping[str, int], ...]:
        """Each seat's counts in a finished game, under names of the game's own. Reads the positions
        of the game, each with the events that led to it.

        The points by source, named `points.` and a name, sum to the scores. For a count that begins
        with `most.` the greatest value matters over several games, otherwise the sum.
        """

    # What is seen

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Show the game to a seat, or to spectators."""

    @abstractmethod
    def events_for(self, events: Sequence[E], seat: int | None) -> tuple[E, ...]:
        """Part of the events that a seat, or a spectator, may know."""

    @abstractmethod
    def reveals(self, events: Sequence[E]) -> bool:
        """True if the events revealed to the players anything that was hidden from them before."""

    def turn_order_leaks(self, events: Sequence[E]) -> bool:
        """True if some of what the events reveal can be inferred from whose turn it is after
        them."""
        return False

    @abstractmethod
    def known_in_advance(self, events: Sequence[E]) -> tuple[E, ...]:
        """Part of a move's events that its player could have computed before making it."""

    @abstractmethod
    def points(self, events: Sequence[E]) -> tuple[int, ...]:
        """Points that the events gave to each seat."""

    @abstractmethod
    def resample(self, state: S, seat: int, seed: str) -> S:
        """A position that the seat cannot tell apart from this one: everything hidden from it is
        reshuffled by a seed. The result is the same for every position that the seat cannot tell
        apart from this one, so it gives away nothing."""

    # Options by their names

    def seat_counts_with(self, options: Mapping[str, str]) -> Sequence[int]:
        """The possible numbers of players with these options."""
        return self.seat_counts

    def most_turns_with(self, options: Mapping[str, str], seats: int) -> int:
        """Most turns that a game of this many players can take with these options."""
        return self.most_turns(seats)

    def has_expansions(self, options: Mapping[str, str]) -> bool:
        """True if these options add tiles and rules, so that points of such a game must not be
        compared with those of others."""
        return False

    @property
    def option_values(self) -> Mapping[str, Sequence[str]]:
        return self.options.values

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named sets of options, each complete, the default first."""
        return {name: self.options.to_dict(preset) for name, preset in self.options.presets.items()}

    def settle_options(
        self, changes: Mapping[str, str], preset: str | None = None
    ) -> Mapping[str, str]:
        """Every option with its value, but for those that were added later and have their default:
        the preset with some changed. Raises DataError."""
        return self.options.to_dict(self.options.parse(changes, preset))
