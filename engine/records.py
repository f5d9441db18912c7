"""Public records of every game: one game as one line of JSON, written and read.

A record may come from anywhere, so everything in it is checked by playing the game again. Anything
wrong becomes a RecordError that names the place, in bounded time and memory. What a game's records
contain is described by its `RecordFormat`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from json import dumps, loads
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeVar

from pydantic import (
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import from_json

from engine.errors import DataError, IllegalMove, RecordError, RunningRecord
from engine.recorded import Ending, Leaves, Ply, Recorded, leaving_seat, leaving_text
from engine.rules import Rules
from engine.seats import Seated, active_seats, in_first_place
from engine.texts.strict import StrictData, first_fault

# In bytes; a whole game takes 30,000 to 40,000.
LONGEST = 500_000
# In one object of a record: twice as many as there can be tiles in a catalogue.
MOST_KEYS = 200
# A count for each seat, which stays in its order.
COUNTS = "followers"
# Of the keys that are skipped, at most this many are named, each by so many characters.
MOST_NAMED = 10
LONGEST_NAMED = 40

Name = Annotated[str, Field(max_length=100)]
Secret = Annotated[str, Field(max_length=200)]
Result = Literal["win", "shared", "resigned", "agreed", "timeout"]


def values_of(value: object, names: Iterable[str]) -> dict[str, Any]:
    """Copy the fields that a record names as a value of the game does."""
    return {name: getattr(value, name) for name in names}


class OpenData(StrictData):
    """A part of a record in which keys that are unknown here are skipped, and named in a warning:
    other programs and later versions may add them. Where they could change the points, as in the
    tiles, they are refused instead."""

    model_config = ConfigDict(extra="ignore")
    part: ClassVar[str] = ""
    """Where it stands in a record: `turns`; empty at the top."""

    @model_validator(mode="before")
    @classmethod
    def _skip_unknown_keys(cls, data: Any, info: ValidationInfo) -> Any:
        """Note them in the context, which is a dict to keep them in their order."""
        if isinstance(data, dict) and info.context is not None:
            for key in data.keys() - cls.model_fields.keys():
                name = f"{cls.part}.{key}" if cls.part else str(key)
                info.context.setdefault(name[:LONGEST_NAMED])
        return data


class LeavingData(OpenData):
    """A turn that says who left.

    A game that does not continue without a player who leaves it ends early: everybody who stays has
    won. The last turn of its record says who left, although no position follows from it. Records
    that were written before every game did so lack that turn.
    """

    part = "turns"

    seat: int
    left: Literal[True]


def _turn_tag(turn: object) -> str:
    return "left" if isinstance(turn, dict) and "left" in turn else "played"


P = TypeVar("P")
# An entry of the turns of a game that continues without a player who leaves.
TurnOrLeaving = Annotated[
    Annotated[P, Tag("played")] | Annotated[LeavingData, Tag("left")], Discriminator(_turn_tag)
]


class AnyRecord(OpenData):
    """Common part of all games' records; how many players and turns there can be, and what a turn
    is, differs."""

    format: str
    """First, so that the record of another game is refused as such."""
    rules_version: Annotated[str, Field(max_length=40)] | None = None
    """None in records from before it was recorded."""
    rules: Annotated[dict[str, str], Field(max_length=20)]
    players: list[Name]
    first: int
    seed: Secret | None = None
    commitment: Secret
    turns: list[Any]
    result: Result | None

    @property
    def won(self) -> Sequence[int]:
        raise NotImplementedError

    def check_secrets(self, *names: str) -> None:
        """Refuse a record without them if the game has ended, and with them if it has not."""
        ended = self.result is not None
        if any((getattr(self, name) is not None) != ended for name in names):
            wanted = "needed when" if ended else "not allowed before"
            raise RecordError(", ".join(names), f"{wanted} the game has ended")


class RecordedTurn(Protocol):
    seat: int

    def model_dump(self) -> dict[str, Any]: ...


class RecordedState(Seated, Protocol):
    """Part of a game's state that records need."""

    @property
    def phase(self) -> str: ...

    @property
    def seat(self) -> int: ...


S = TypeVar("S", bound=RecordedState)
M = TypeVar("M")
E = TypeVar("E")
R = TypeVar("R", bound=AnyRecord)
T = TypeVar("T", bound=RecordedTurn)


@dataclass(frozen=True, slots=True)
class PlayedGame(Generic[S, M, E]):
    """A game as far as it has been played."""

    players: tuple[str, ...]
    plies: tuple[Ply[S, M, E], ...]
    ending: Ending | None
    """The early end of the game, before the rules ended it."""
    leaders: tuple[int, ...]
    """The winners by the rules; empty unless the rules ended the game."""
    skipped: tuple[str, ...] = ()
    """The keys of its record that are unknown here, by the part in which they stand."""

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


class RecordFormat(ABC, Generic[S, M, E, R, T]):
    """Records of one game: what is in them. They are played by the rules of the game."""

    name: str
    """Such as `castle-record/1`."""
    model: type[R]
    entries: ClassVar[Mapping[str, Collection[str]]] = MappingProxyType({})
    """The values that are lists in any order, each with the keys under which its entries give a
    result rather than identify the entry."""
    results: Collection[str] | None = None
    """The values of a turn that the rules give, where what its player chose can be written in
    several ways; None where all can be compared."""
    hidden: Collection[str] = ()
    """The values of a turn that are left out while the game is running."""
    box_place: str = "players"
    """The place in a record where the contents of the box can be unfit to play with."""
    order_fault: str = "it does not give this commitment"
    """The fault of a seed that does not give the recorded order."""

    def __init__(self, rules: Rules[S, M, E, Any]) -> None:
        self.rules = rules

    @abstractmethod
    def start(self, setup: Any) -> tuple[S, tuple[E, ...]]:
        """Begin a game from a set-up as it is recorded."""

    # What is written

    def format_of(self, setup: Any) -> str:
        """Name the format in which a game with this set-up is written."""
        return self.name

    def box(self, setup: Any) -> Mapping[str, Any]:
        """Contents of the box that the game is played with, if it is not always the same."""
        return {}

    def secrets(self, setup: Any) -> Mapping[str, Any]:
        """Secrets shown when the game has ended."""
        return {"seed": setup.seed}

    @abstractmethod
    def turn_data(
        self, before: S, ply: Ply[S, M, E], later: Sequence[Ply[S, M, E]]
    ) -> Mapping[str, Any] | None:
        """A turn from the state before it, its ply, and the plies that follow; None for a ply that
        is written with the one before."""

    def end_data(self, played: PlayedGame[S, M, E], read: R | None) -> Mapping[str, Any]:
        """Scores and the result after the turns; `read` is a record that is being read."""
        return {
            "scores": self.rules.scores(played.state),
            "result": played.result,
            "winners": played.winners,
        }

    # What is read

    @abstractmethod
    def read_setup(self, data: R, options: Any) -> Any:
        """Read the set-up in a record, with these options."""

    @abstractmethod
    def turn_move(self, state: S, data: T, place: str) -> M:
        """Read the move in a recorded turn; only applying it checks that it is legal."""

    def check_turn(self, state: S, data: T, place: str) -> None:
        """Refuse a turn that cannot be the next one."""

    def following(self, ply: Ply[S, M, E], data: T, place: str, *, last: bool) -> Sequence[M]:
        """List the moves that a turn holds beyond its first; `last` tells the last turn."""
        return ()

    def check_own(self, setup: Any) -> None:
        """Refuse a set-up with which no game can be started here."""

    # Playing

    def first_ply(self, setup: Any) -> Ply[S, M, E]:
        state, events = self.start(setup)
        return Ply(None, events, state)

    def next_ply(self, last: Ply[S, M, E], deed: M | Leaves) -> Ply[S, M, E]:
        """Raises IllegalMove."""
        if isinstance(deed, Leaves):
            assert self.rules.leaving is not None
            state, events = self.rules.leaving.continue_without(last.state, deed.seat)
        else:
            state, events = self.rules.apply(last.state, last.state.seat, deed)
        return Ply(deed, events, state)

    def played_game(
        self,
        players: Sequence[str],
        plies: Sequence[Ply[S, M, E]],
        ending: Ending | None = None,
    ) -> PlayedGame[S, M, E]:
        last = plies[-1].state
        leaders = in_first_place(self.rules.places(last)) if last.phase == "over" else ()
        return PlayedGame(tuple(players), tuple(plies), ending, leaders)

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
        return self.played_game(players, plies, ending)

    # Writing

    def write(self, played: PlayedGame[S, M, E]) -> str:
        """Write a game as one line of JSON, with nothing hidden in it while it is running."""
        setup = played.setup
        ended = played.result is not None
        turns: list[Mapping[str, Any]] = []
        for number, ply in enumerate(played.plies):
            if isinstance(ply.done, Leaves):
                turns.append({"seat": ply.done.seat, "left": True})
            elif ply.done is not None:
                before = played.plies[number - 1].state
                later = played.plies[number + 1 :]
                turn = self.turn_data(before, ply, later)
                if turn is not None:
                    hidden = () if ended else self.hidden
                    turns.append({key: value for key, value in turn.items() if key not in hidden})
        ending = played.ending
        if self.rules.leaving and ending is not None and ending.how != "agreed" and ending.winners:
            left = [seat for seat in active_seats(played.state) if seat not in ending.winners]
            if len(left) == 1:
                turns.append({"seat": left[0], "left": True})
        record = {
            "format": self.format_of(setup),
            "rules_version": self.rules.rules_version,
            "rules": self.rules.options.to_dict(setup.options),
            **self.box(setup),
            "players": played.players,
            "first": setup.first,
            **(self.secrets(setup) if ended else {}),
            "commitment": setup.commitment,
            "turns": turns,
            **self.end_data(played, None),
        }
        return dumps(record, ensure_ascii=False, separators=(",", ":"))

    def write_record(self, recorded: Recorded) -> str:
        """Write the record of a game, played again."""
        setup = self._own_setup(recorded.seed, recorded.options, recorded.first, recorded.players)
        done: list[M | Leaves] = []
        for text in recorded.moves:
            seat = leaving_seat(text)
            done.append(self.rules.parse_move(text) if seat is None else Leaves(seat))
        return self.write(self.play(setup, done, recorded.players, recorded.ending))

    def _own_setup(
        self, seed: str, options: Mapping[str, str], first: int, players: Sequence[str]
    ) -> Any:
        """Make the set-up with which a game begins here."""
        state, _ = self.rules.begin(seed, options, first, len(players))
        return state.setup

    # Reading

    def read_record(self, text: str) -> Recorded:
        """Read the game in a record that has ended, if a game can be started from its seed."""
        played = self.read(text)
        setup = played.setup
        players = played.players
        ending = played.ending
        if played.result is None:
            raise RunningRecord
        self.check_own(setup)
        options = self.rules.options.to_dict(setup.options)
        if setup != self._own_setup(setup.seed, options, setup.first, players):
            raise RecordError("seed", self.order_fault)
        done = (ply.done for ply in played.plies)
        return Recorded(
            options=options,
            seed=setup.seed,
            first=setup.first,
            players=players,
            moves=tuple(
                leaving_text(deed.seat) if isinstance(deed, Leaves) else self.rules.move_text(deed)
                for deed in done
                if deed is not None
            ),
            ended=None if ending is None else ending.how,
            winners=() if ending is None else ending.winners,
            skipped=played.skipped,
        )

    def read(self, text: str) -> PlayedGame[S, M, E]:
        """Read the game in a record, playing it again."""
        data, skipped = _parse(self.model, text)
        try:
            options = self.rules.options.parse(data.rules)
        except DataError as error:
            raise RecordError("rules", str(error)) from None
        if data.first >= len(data.players):
            raise RecordError("first", f"there are {len(data.players)} seats")
        try:
            plies = [self.first_ply(self.read_setup(data, options))]
        except DataError as error:
            raise RecordError(self.box_place, str(error)) from None
        turns = data.turns[: len(data.turns) - _ends_by_leaving(data)]
        for number, turn in enumerate(turns, 1):
            plies += self._replay(plies[-1], turn, f"turn {number}", last=number == len(data.turns))
        ending = None
        if data.result in ("resigned", "agreed", "timeout"):
            ending = Ending(data.result, tuple(sorted(data.won)))
        played = self.played_game(data.players, plies, ending)
        self._check_end(data, played)
        return replace(played, skipped=skipped)

    def _replay(
        self, before: Ply[S, M, E], turn: T | LeavingData, place: str, *, last: bool
    ) -> list[Ply[S, M, E]]:
        state = before.state
        if state.phase == "over":
            raise RecordError(place, "the game was over before it")
        if isinstance(turn, LeavingData):
            seats = active_seats(state)
            if turn.seat not in seats:
                problem = f"there is no seat {turn.seat} that still plays"
                raise RecordError(f"{place}, seat", problem)
            if len(seats) < 3:
                raise RecordError(place, "the game does not go on with a single player")
            return [self.next_ply(before, Leaves(turn.seat))]
        self.check_turn(state, turn, place)
        if turn.seat != state.seat:
            raise RecordError(f"{place}, seat", f"it is the turn of seat {state.seat}")
        try:
            plies = [self.next_ply(before, self.turn_move(state, turn, place))]
        except IllegalMove as error:
            raise RecordError(place, f"illegal: {error}") from None
        for move in self.following(plies[0], turn, place, last=last):
            plies.append(self.next_ply(plies[-1], move))
        ours = _as_written(self.turn_data(state, plies[0], plies[1:]))
        if self.results is not None:
            ours = {key: ours[key] for key in self.results}
        _compare(ours, turn.model_dump(), place, self.entries)
        return plies

    def _check_end(self, data: R, played: PlayedGame[S, M, E]) -> None:
        over = played.state.phase == "over"
        by_the_rules = data.result in ("win", "shared")
        if over and not by_the_rules:
            raise RecordError("result", "the last turn was played, so it must be win or shared")
        if by_the_rules and not over:
            raise RecordError("turns", "there are still turns to play, so the game has not ended")
        seats = active_seats(played.state)
        if len(set(data.won)) < len(data.won) or not set(data.won) <= set(seats):
            raise RecordError("winners", f"those who still play are {seats}")
        ours = _as_written(self.end_data(played, data))
        # Of parts that a function tells apart, pydantic warns that it cannot know their kind.
        theirs = data.model_dump(include=set(ours), exclude_unset=True, warnings=False)
        if "winners" in theirs:
            theirs["winners"] = sorted(data.won)
        _compare(ours, theirs, "end", self.entries)


def _as_written(data: Any) -> Any:
    """With lists for tuples, to be compared with what was read."""
    return loads(dumps(data))


def _ends_by_leaving(data: AnyRecord) -> bool:
    """True if the last turn says who ended the game by leaving: everybody has left or won."""
    gone = [turn.seat for turn in data.turns if isinstance(turn, LeavingData)]
    return (
        bool(data.turns and data.won)
        and isinstance(data.turns[-1], LeavingData)
        and data.result in ("resigned", "timeout")
        and sorted([*gone, *data.won]) == list(range(len(data.players)))
    )


def _parse(model: type[R], text: str) -> tuple[R, tuple[str, ...]]:
    """Parse the text of a record, and name the keys in it that are skipped; the error names the
    first invalid place."""
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        raise RecordError("record", f"{size:,} bytes are more than the {LONGEST:,} allowed")
    with suppress(ValueError, RecursionError):  # of what is no JSON, the reader says why
        loads(text, object_pairs_hook=_refuse_many_keys)
    try:
        # Not from the text at once: then each fault would copy all that it is found in.
        skipped = dict[str, None]()
        data = model.model_validate(from_json(text.encode()), context=skipped)
        return data, tuple(sorted(skipped)[:MOST_NAMED])
    except ValidationError as error:
        loc, problem = first_fault(error)
        raise RecordError(_place(loc), problem) from None
    except ValueError as error:
        raise RecordError("record", f"Invalid JSON: {error}") from None


def _refuse_many_keys(pairs: list[tuple[str, Any]]) -> None:
    """Each key that no object has would be a fault of its own."""
    if len(pairs) > MOST_KEYS:
        raise RecordError("record", f"more than {MOST_KEYS} keys in one object")


def _place(loc: tuple[int | str, ...]) -> str:
    """Name the place in the record, with turns counted from 1 as people count them."""
    parts: list[Any] = list(loc)
    if len(parts) > 1 and parts[0] == "turns":
        parts[:2] = [f"turn {int(parts[1]) + 1}"]
    return ", ".join(str(part)[:40] for part in parts) or "record"


def _compare(
    ours: Mapping[str, Any],
    theirs: Mapping[str, Any],
    place: str,
    entries: Mapping[str, Collection[str]],
) -> None:
    """Refuse the first value that differs from what the rules give."""
    for key, value in ours.items():
        if key not in entries:
            if value != theirs[key]:
                raise RecordError(f"{place}, {key}", f"the rules give {value}, not {theirs[key]}")
            continue
        if len(value) != len(theirs[key]):
            raise RecordError(f"{place}, {key}", f"the rules give {len(value)} entries")
        left = [_sort_entry(entry) for entry in value]
        for index, entry in enumerate(map(_sort_entry, theirs[key])):
            if entry not in left:
                problem = _nearest(entry, left, entries[key])
                raise RecordError(f"{place}, {key}, {index}", problem)
            left.remove(entry)


def _nearest(
    theirs: Mapping[str, Any], left: Sequence[Mapping[str, Any]], results: Collection[str]
) -> str:
    """Say what the rules give for the same thing, if anything."""
    for entry in left:
        if all(entry[key] == theirs.get(key) for key in entry if key not in results):
            ours = (f"{key} {entry[key]}" for key in entry if key in results)
            return f"the rules give {', '.join(ours)}"
    return "the rules give nothing for that"


def _sort_entry(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Sort the cells, groups of cells and seats of an entry."""
    return {
        key: _sort_cells(value) if isinstance(value, list) and key != COUNTS else value
        for key, value in entry.items()
    }


def _sort_cells(cells: list[Any]) -> list[Any]:
    """Cells, seats, or groups of cells."""
    inner = []
    for cell in cells:
        is_group = isinstance(cell, list) and cell and isinstance(cell[0], list)
        inner.append(_sort_cells(cell) if is_group else cell)
    return sorted(inner, key=dumps)
