"""What every game offers to the rest of the project, and the list of games.

A game is a package of plain functions over values of its own: a state, moves, events, views.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine import carcassonne, castellan, castle
from engine.questions import Part, Question
from engine.recorded import Recorded

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, M, E, V_co]):
    @property
    def rules_version(self) -> str:
        """Changes whenever the same moves could lead to a different state, or its text changes."""

    @property
    def seat_counts(self) -> Sequence[int]:
        """How many can play, the usual number first."""

    @property
    def option_values(self) -> Mapping[str, Sequence[str]]:
        """The values of each option, its default first."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named sets of options, each complete, the default first; an empty one where nothing can
        be chosen."""

    @property
    def predictable_steps(self) -> Sequence[str]:
        """The steps of a move that spectators predict, in the order in which they are chosen, at
        most four. Others may come between them. A move without the first of them, such as the
        answer to a question, cannot be predicted."""

    @property
    def has_supply(self) -> bool:
        """Whether everybody can know what is left to come, such as tiles or cards, and view it as a
        set."""

    @property
    def takes_orders(self) -> bool:
        """Whether a waiting player can leave a move for each of the `kinds` that they may draw."""

    @property
    def longest_move(self) -> int:
        """The most characters in a text that `parse_move` reads. A move in the words of a panel has
        no more of them either."""

    @property
    def may_leave(self) -> bool:
        """Whether a game of more than two players continues without a player who leaves it."""

    def settle_options(
        self, changes: Mapping[str, str], preset: str | None = None
    ) -> Mapping[str, str]:
        """Every option with its value: the preset with some changed. Raises DataError."""

    def begin(
        self, seed: str, options: Mapping[str, str], first: int | None = None, seats: int = 2
    ) -> tuple[S, tuple[E, ...]]:
        """A new game from a secret seed, at its first decision, where the first seat is to act.

        Giving the first seat that the seed would choose results in the same game.
        """

    def commitment(self, state: S) -> str:
        """What is published at the start, and proves at the end that nothing was changed."""

    def to_act(self, state: S) -> int | None:
        """The seat to act, or None when the game is over."""

    def question(self, state: S, chosen: Sequence[Part]) -> Question | None:
        """What the player to act chooses next, after these parts of a move; None when they are
        complete."""

    def assemble(self, parts: Sequence[Part]) -> M:
        """The move made of these parts."""

    def final_steps(self, state: S) -> Sequence[str]:
        """The steps of a move that its player cannot take back once they are chosen, nor what was
        chosen before them; none where everything can be changed until the move is confirmed. A step
        that comes again, such as `place2`, is meant by its name without the number."""

    def predictable(self, state: S, chosen: Sequence[Part]) -> Question | None:
        """The same for predicting the next move, using only its `predictable_steps`. The choices
        are based on what everybody can know. None from the start when there is nothing to
        predict."""

    def apply(self, state: S, seat: int, move: M) -> tuple[S, tuple[E, ...]]:
        """The state at the next decision, and what happened. Raises IllegalMove."""

    def leave(self, state: S, seat: int) -> tuple[S, tuple[E, ...]]:
        """The state once this seat is skipped from now on; only where `may_leave` holds and at
        least two players remain."""

    def kinds(self, state: S) -> Sequence[str]:
        """What a player could draw next and would have to play immediately, as far as everybody can
        tell, such as tiles. None in a game that takes no orders.

        A kind is a name of at most 25 lower-case letters, digits and hyphens.
        """

    def in_hand(self, state: S) -> str | None:
        """The kind that the player to act has drawn and must play now."""

    def suppose(self, state: S, seat: int, kind: str) -> S:
        """The position as it would be if this seat were to act with this kind, one of `kinds`, in
        hand. For choosing a move, never for continuing the game: it contains nothing that is hidden
        from the seat."""

    def resample(self, state: S, seat: int, seed: str) -> S:
        """A position that the seat cannot tell apart from this one: everything hidden from it is
        reshuffled by the seed. The result is the same for every position that the seat cannot tell
        apart from this one, so it gives away nothing."""

    def view(self, state: S, seat: int | None) -> V_co:
        """What a seat or a spectator may see."""

    def scores(self, state: S) -> tuple[int, ...]: ...

    def winners(self, state: S) -> tuple[int, ...]:
        """Who won by the rules, several when they share it; nobody while the game runs."""

    def places(self, state: S) -> tuple[int, ...]:
        """The place of each seat in a finished game, counted from 1; tied seats share a place, and
        all players who left share the last one."""

    def events_for(self, events: Sequence[E], seat: int | None) -> tuple[E, ...]:
        """The part of the events that a seat, or a spectator, may know."""

    def points(self, events: Sequence[E]) -> tuple[int, ...]:
        """The points the events gave to each seat."""

    def tally(self, told: Iterable[tuple[S, Sequence[E]]]) -> tuple[Mapping[str, int], ...]:
        """What each seat did in a finished game, counted under names of the game's own. Reads the
        positions of the game, each with the events that led to it.

        The points by source, named `points.` and a name, sum to the scores. For a count that begins
        with `most.` the greatest value matters over several games, otherwise the sum.
        """

    def reveals(self, events: Sequence[E]) -> bool:
        """Whether the events revealed to the players anything that was hidden from them before."""

    def turn_order_leaks(self, events: Sequence[E]) -> bool:
        """Whether some of what the events reveal can be inferred from whose turn it is after
        them."""

    def known_in_advance(self, events: Sequence[E]) -> tuple[E, ...]:
        """The part of a move's events that its player could have computed before making it."""

    def events_text(self, events: Sequence[E]) -> str:
        """The events as one line of JSON, for the log."""

    def parse_events(self, text: str) -> tuple[E, ...]:
        """The events in a text from the log. Raises SnapshotError."""

    def move_text(self, move: M) -> str:
        """The canonical text of a move. Everybody may read it: it holds nothing hidden."""

    def parts(self, move: M) -> tuple[Part, ...]:
        """The steps in which a player chooses a move, each with the token chosen there."""

    def parse_move(self, text: str) -> M:
        """The move in a text. Raises NotationError."""

    def encode(self, state: S) -> str:
        """The state as text."""

    def decode(self, text: str) -> S:
        """The state from its text. Raises SnapshotError."""

    def write_record(self, recorded: Recorded) -> str:
        """The public record of a game; while it runs, it holds nothing hidden."""

    def read_record(self, text: str) -> Recorded:
        """The ended game in a record, checked, if `begin` can start it. Raises RecordError."""


GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {
    "castle": castle,
    "carcassonne": carcassonne,
    "castellan": castellan,
}
