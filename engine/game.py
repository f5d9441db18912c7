"""The interface of a game: all that the rest of the project asks of it.

A game is a value that names its rules: plain functions over values of its own, which are a state, a
move, events, and a view. What many games do not have is left at its default.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from engine.questions import Part, Question
from engine.recorded import Recorded
from engine.seats import in_first_place
from engine.texts.options import OptionSet

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Begin(Protocol[S_co, E_co]):
    def __call__(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = ...
    ) -> tuple[S_co, tuple[E_co, ...]]: ...


def _nobody_leaves(state: object, seat: int) -> NoReturn:
    raise AssertionError("this game does not continue without a player")


def _no_kinds(state: object, seat: int, kind: str) -> NoReturn:
    raise AssertionError("this game takes no orders")


def all_events(events: Sequence[E], seat: int | None) -> tuple[E, ...]:
    """The `events_for` of a game in which everybody sees everything that happens."""
    return tuple(events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, M, E, V]):
    rules_version: str
    """Changes whenever the same moves could lead to a different state, or its text changes."""
    seat_counts: Sequence[int]
    """The possible numbers of players, the usual number first."""

    # Beginning

    options: OptionSet[Any]
    """The options, with named sets of them."""
    begin: Begin[S, E]
    """A new game from a secret seed, at its first decision, where the first seat is to act.

    Giving the first seat that the seed would choose results in the same game.
    """
    commitment: Callable[[S], str]
    """The text published at the start, which proves at the end that nothing was changed."""

    # Moves

    to_act: Callable[[S], int | None]
    """The seat to act, or None when the game is over."""
    question: Callable[[S, Sequence[Part]], Question | None]
    """The next choice of the player to act, after these parts of a move; None when they are
    complete."""
    apply: Callable[[S, int, M], tuple[S, tuple[E, ...]]]
    """The state at the next decision, and what happened. Raises IllegalMove."""
    final_steps: Callable[[S], Sequence[str]] = lambda state: ()
    """The steps of a move that its player cannot take back once they are chosen, nor what was
    chosen before them; none where everything can be changed until the move is confirmed. A step
    that comes again, such as `place2`, is meant by its name without the number."""

    # Moves as text

    longest_move: int
    """The most characters in a text that `parse_move` reads. A move in the words of a panel has no
    more of them either."""
    move_text: Callable[[M], str]
    """The canonical text of a move. Everybody may read it: it holds nothing hidden."""
    parse_move: Callable[[str], M]
    """The move in a text. Raises NotationError."""
    parts: Callable[[M], tuple[Part, ...]]
    """The steps in which a player chooses a move, each with the token chosen there."""
    assemble: Callable[[Sequence[Part]], M]
    """The move made of these parts."""

    # The end

    scores: Callable[[S], tuple[int, ...]]
    places: Callable[[S], tuple[int, ...]]
    """The place of each seat, as the points are, counted from 1; tied seats share a place, and all
    players who left share the last one."""
    end_now: Callable[[S], S]
    """A running game as if it ended here, with the points that its rules give at the end."""
    most_turns: Callable[[int], int]
    """The most turns that a game of this many players can take."""
    tally: Callable[[Iterable[tuple[S, Sequence[E]]]], tuple[Mapping[str, int], ...]]
    """Each seat's counts in a finished game, under names of the game's own. Reads the positions of
    the game, each with the events that led to it.

    The points by source, named `points.` and a name, sum to the scores. For a count that begins
    with `most.` the greatest value matters over several games, otherwise the sum.
    """
    may_leave: bool = False
    """A game of more than two players continues without a player who leaves it."""
    leave: Callable[[S, int], tuple[S, tuple[E, ...]]] = _nobody_leaves
    """The state once this seat is skipped from now on; only where `may_leave` holds and at least
    two players remain."""

    # What is seen

    view: Callable[[S, int | None], V]
    """The view of a seat, or of spectators."""
    events_for: Callable[[Sequence[E], int | None], tuple[E, ...]]
    """The part of the events that a seat, or a spectator, may know."""
    reveals: Callable[[Sequence[E]], bool]
    """True if the events revealed to the players anything that was hidden from them before."""
    turn_order_leaks: Callable[[Sequence[E]], bool] = lambda events: False
    """True if some of what the events reveal can be inferred from whose turn it is after them."""
    known_in_advance: Callable[[Sequence[E]], tuple[E, ...]]
    """The part of a move's events that its player could have computed before making it."""
    points: Callable[[Sequence[E]], tuple[int, ...]]
    """The points the events gave to each seat."""
    has_supply: bool = False
    """Everybody can know what is left to come, such as tiles or cards, and view it as a set."""
    resample: Callable[[S, int, str], S]
    """A position that the seat cannot tell apart from this one: everything hidden from it is
    reshuffled by a seed. The result is the same for every position that the seat cannot tell apart
    from this one, so it gives away nothing."""

    # Predictions, and moves left in advance

    predictable_steps: Sequence[str] = ()
    """The steps of a move that spectators predict, in the order in which they are chosen, at most
    four. Others may come between them. A move without the first of them, such as the answer to a
    question, cannot be predicted."""
    predictable: Callable[[S, Sequence[Part]], Question | None] = lambda state, chosen: None
    """The question of `question` for predicting the next move, asked with `predictable_steps` only.
    The choices are based on what everybody can know. None from the start when there is nothing to
    predict."""
    takes_orders: bool = False
    """A waiting player can leave a move for each of the `kinds` that they may draw."""
    kinds: Callable[[S], Sequence[str]] = lambda state: ()
    """The kinds that a player could draw next and would have to play immediately, as far as
    everybody can tell, such as tiles.

    A kind is a name of at most 25 lower-case letters, digits and hyphens.
    """
    in_hand: Callable[[S], str | None] = lambda state: None
    """The kind that the player to act has drawn and must play now."""
    suppose: Callable[[S, int, str], S] = _no_kinds
    """The position as it would be if this seat were to act with this kind, one of `kinds`, in hand.
    For choosing a move, never for continuing the game: it contains nothing that is hidden from the
    seat."""

    # Stored

    events_text: Callable[[Sequence[E]], str]
    """The events as one line of JSON, for the log."""
    earlier_events_texts: Callable[[Sequence[E]], Sequence[str]] = lambda events: ()
    """The same as earlier versions wrote it, if there are more events or facts since."""
    parse_events: Callable[[str], tuple[E, ...]]
    """The events in a text from the log. Raises SnapshotError."""
    encode: Callable[[S], str]
    """The state as text."""
    decode: Callable[[str], S]
    """The state from its text. Raises SnapshotError."""
    write_record: Callable[[Recorded], str]
    """The public record of a game; while it runs, it holds nothing hidden."""
    read_record: Callable[[str], Recorded]
    """The ended game in a record, checked, if `begin` can start it. Raises RecordError."""

    def winners(self, state: S) -> tuple[int, ...]:
        """Who won by the rules, several when they share it; nobody while the game runs."""
        return in_first_place(self.places(state)) if self.to_act(state) is None else ()

    # Options by their names

    @property
    def option_values(self) -> Mapping[str, Sequence[str]]:
        return self.options.values

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named sets of options, each complete, the default first."""
        return {name: self.options.to_dict(one) for name, one in self.options.presets.items()}

    def settle_options(
        self, changes: Mapping[str, str], preset: str | None = None
    ) -> Mapping[str, str]:
        """Every option with its value: the preset with some changed. Raises DataError."""
        return self.options.to_dict(self.options.parse(changes, preset))
