"""Reads what is committed, independently of the bot's own code, after every transaction, and checks
the rules that every game must keep. Knows the schema by its column names; imports nothing from the
store."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.recorded import leaving_seat

HOUR = 3_600_000
DAY = 24 * HOUR
LOBBY = 48 * HOUR
ABANDON = 60 * DAY
CLAIM = 7 * DAY
# At most this much time passes between the start of an action and its commit.
A_MOMENT = 10_000
# Only the player to act receives these.
CALLS = ("reminded", "warned", "nudged")
# How many of each a turn has at most; of reminders five, and one for a call that was held back.
MOST_CALLS = {"reminded": 6, "warned": 3, "timed_out": 20}
# Each of these allows one more reminder.
CALLED_ANEW = ("snoozed", "resumed")
# After each of these the turn counts as new.
MORE_TIME = ("waited", "time_given", "handed_over")
OPEN = ("lobby", "running")
ENDED = ("finished", "resigned", "agreed", "abandoned")
Row = sqlite3.Row


class Broken(AssertionError):
    """A promise that was not kept."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the log says about one interaction."""

    done: str
    ply: int
    notation: str | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """A message in the outbox."""

    row: int
    game: int
    kind: str
    message: Mapping[str, Any]

    @property
    def done(self) -> str | None:
        return self.message.get("done")

    @property
    def reaches(self) -> tuple[int, ...]:
        """Whom it pings, or whose direct message it is."""
        if self.kind == "direct":
            return (self.message["user_id"],)
        return tuple(self.message.get("mention", ()))


@dataclass
class Course:
    """One game, as its log describes it."""

    game: int
    line: list[str] = field(default_factory=list)
    """The interactions of the standing moves, in order."""
    taken: set[str] = field(default_factory=set)
    branch: int = 0
    status: str = "lobby"
    to_act: int | None = None
    """The person, not the seat."""
    paused: bool = False
    channel: int = 0
    limited: bool = False
    """Whether it is played with a time limit."""
    moved: bool = False
    """Whether a person ever made a move."""
    since: int = 0
    """Since when the player to act has been waited for, by the wall clock."""
    paused_at: int = 0
    seated: tuple[int, ...] = ()
    seats: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    """How often each was done in this turn."""
    letters: dict[str, Letter] = field(default_factory=dict)
    """By nonce."""
    rows: dict[int, Row] = field(default_factory=dict)
    """The rows of its messages as last seen: they are removed long after their delivery."""

    @property
    def turn(self) -> tuple[int, int]:
        return self.branch, len(self.line)


class Chronicle:
    """All games that are not forgotten yet."""

    def __init__(self, file: Path, clock: Callable[[], int]) -> None:
        self._file = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._file.row_factory = sqlite3.Row
        self._clock = clock
        self._read = dict.fromkeys(("moves", "audit", "outbox"), 0)
        self.courses: dict[int, Course] = {}
        self.commits = 0
        self.seen: Counter[str] = Counter()

    def close(self) -> None:
        self._file.close()

    def look(self) -> None:
        """Check what the last transaction wrote. Raises Broken."""
        self.commits += 1
        moves, notes, letters = map(list, map(self._new, self._read))
        for game in {row["game_id"] for row in (*moves, *notes)}:
            self._course(game)
        for move in moves:
            self._moved(self.courses[move["game_id"]], move)
        for note in notes:
            self._noted(self.courses[note["game_id"]], note)
        for game in sorted({row["game_id"] for row in (*moves, *notes, *letters)}):
            self._compare(self.courses[game])
        for letter in letters:
            self._add_letter(letter)

    def messages(self, course: Course) -> Iterable[Row]:
        """All messages of a game; those that were removed are included as last seen."""
        found = self.rows("SELECT * FROM outbox WHERE game_id = ?", course.game)
        there = {row["id"]: row for row in found}
        for number, row in course.rows.items():
            unsettled = number not in there and row["state"] in ("waiting", "held")
            must(not unsettled, f"message {number} was removed, which was {row['state']}")
        course.rows |= there
        return course.rows.values()

    def rows(self, question: str, *values: object) -> list[Row]:
        return self._file.execute(question, values).fetchall()

    def one(self, question: str, *values: object) -> Any:
        row = self._file.execute(question, values).fetchone()
        return None if row is None else row[0]

    def _new(self, table: str) -> Iterator[Row]:
        for row in self.rows(f"SELECT * FROM {table} WHERE id > ? ORDER BY id", self._read[table]):
            self._read[table] = row["id"]
            yield row

    def _course(self, game: int) -> Course:
        if game not in self.courses:
            self.courses[game] = Course(game, since=self._clock())
        return self.courses[game]

    def _moved(self, course: Course, move: Row) -> None:
        ply = len(course.line) + 1
        must(move["ply"] == ply, f"game {course.game}: a move at ply {move['ply']}, not {ply}")
        must(course.status == "running", f"game {course.game}: a move while it is {course.status}")
        if leaving_seat(move["notation"]) is None:
            must(not course.paused, f"game {course.game}: a move in a pause")
            entry = Entry("played", move["ply"], move["notation"])
            self._enter(course, move["interaction_id"], entry)
            course.moved |= not move["interaction_id"].startswith("computer:")
        course.line.append(move["interaction_id"])
        self._next_turn(course)

    def _noted(self, course: Course, note: Row) -> None:
        done = note["done"]
        ply = note["ply"]
        if done == "opened":
            course.since = note["at"]  # a lobby waits from the click on, whenever it was stored
        self._in_time(course, done)
        self._enter(course, note["interaction_id"], Entry(done, ply))
        if done == "taken_back":
            must(ply < len(course.line), f"game {course.game}: nothing was taken back")
            course.taken.update(course.line[ply:])
            del course.line[ply:]
            course.branch += 1
            self._next_turn(course)
        if done in MORE_TIME:
            course.calls.clear()
        course.calls[done] += 1
        if done in MOST_CALLS:
            most = MOST_CALLS[done] + sum(course.calls[anew] for anew in CALLED_ANEW)
            must(course.calls[done] <= most, f"game {course.game}: too often {done}")
        if done in CALLS:
            must(course.status == "running", f"game {course.game}: {done} while {course.status}")
            must(not course.paused, f"game {course.game}: {done} in a pause")

    def _enter(self, course: Course, interaction: str | None, entry: Entry) -> None:
        course.happened[entry.done] += 1
        self.seen[entry.done] += 1
        if interaction is not None:
            must(interaction not in course.entries, f"{interaction} stands in the log twice")
            course.entries[interaction] = entry

    def _next_turn(self, course: Course) -> None:
        course.since = self._clock()
        course.calls.clear()

    def _in_time(self, course: Course, done: str) -> None:
        waited = self._clock() - course.since + A_MOMENT
        if done == "expired":
            begun = course.moved or course.seats == len(course.seated)
            least = LOBBY if course.status == "lobby" else ABANDON if begun else CLAIM
            must(waited >= least, f"game {course.game} ran out after {waited / HOUR:.1f} hours")
            must(not course.paused, f"game {course.game} ran out in a pause")
        if done == "claimed" and not course.limited:
            must(waited >= CLAIM, f"game {course.game} was claimed too early")

    def _compare(self, course: Course) -> None:
        """Compare the game's row with its log."""
        row = self.rows("SELECT * FROM games WHERE id = ?", course.game)[0]
        seats = self.rows(
            "SELECT user_id, taken FROM seats WHERE game_id = ? ORDER BY seat", course.game
        )
        stored = (row["branch"], row["ply"])
        must(stored == course.turn, f"game {course.game} is at {stored}, its log at {course.turn}")
        if row["status"] != course.status:
            self.seen[f"game: {row['status']}"] += 1
        paused = row["pause"] is not None
        if paused and not course.paused:
            course.paused_at = self._clock()
        if course.paused and not paused:
            course.since += self._clock() - course.paused_at
        if (course.status, row["status"]) == ("lobby", "running"):
            self._next_turn(course)
        course.status = row["status"]
        course.paused = paused
        course.channel = row["channel_id"]
        course.limited = row["time_limit"] is not None
        course.seated = tuple(seat["user_id"] for seat in seats if seat["user_id"] is not None)
        course.seats = len(seats)
        course.to_act = None if row["to_act"] is None else seats[row["to_act"]]["user_id"]
        unsettled = course.status in ENDED and row["settled_at"] is None
        waits = (course.status in OPEN and not course.paused) or unsettled
        must(
            (row["due_at"] is not None) == waits,
            f"game {course.game}, {course.status}, is to be looked at again at {row['due_at']}",
        )

    def _add_letter(self, row: Row) -> None:
        course = self.courses[row["game_id"]]
        letter = Letter(row["id"], course.game, row["kind"], json.loads(row["payload"]))
        course.letters[row["nonce"]] = letter
        if course.status in OPEN:
            secret = self.one("SELECT secret FROM games WHERE id = ?", course.game)
            leaked = secret is not None and secret in row["payload"]
            must(not leaked, f"game {course.game}: its seed is told while it is {course.status}")
        if letter.done in CALLS or letter.kind == "board":
            wrong = [user for user in letter.reaches if user != course.to_act]
            must(not wrong, f"game {course.game}: {wrong} called, {course.to_act} is to act")
        if letter.kind != "direct":
            strangers = set(letter.reaches) - set(course.seated)
            must(not strangers, f"game {course.game}: {strangers} mentioned, who do not play")


def must(kept: bool, otherwise: str) -> None:
    if not kept:
        raise Broken(otherwise)
