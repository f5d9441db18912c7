"""Reads every committed transaction, independently of the bot's own code, and checks the rules that
every game must keep. Knows the schema by its column names; imports nothing from the store."""

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
# The time after which a lobby expires.
LOBBY_TIME = 48 * HOUR
# The time after which a game expires in which everybody sits or somebody has moved.
ABANDON_TIME = 60 * DAY
# The time after which any other game expires, or may be claimed.
CLAIM_TIME = 7 * DAY
# The most time between the start of an action and its commit.
COMMIT_DELAY = 10_000
# The calls that only the player to act receives.
CALLS = ("reminded", "warned", "nudged")
# The most calls of each kind in a turn; of reminders five, and one for a call that was held back.
MOST_CALLS = {"reminded": 6, "warned": 3, "timed_out": 20}
# Each of these allows one more reminder.
NEW_CALL_REASONS = ("snoozed", "resumed")
# After each of these the turn counts as new.
NEW_TURN_REASONS = ("waited", "time_given", "handed_over")
OPEN = ("lobby", "running")
ENDED = ("finished", "resigned", "agreed", "abandoned")
Row = sqlite3.Row


class Broken(AssertionError):
    """A broken promise."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An interaction as the log has it."""

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
    def recipients(self) -> tuple[int, ...]:
        """People whom it pings, or whose direct message it is."""
        if self.kind == "direct":
            return (self.message["user_id"],)
        return tuple(self.message.get("mention", ()))


@dataclass
class Course:
    """One game, as its log describes it."""

    game: int
    moves: list[str] = field(default_factory=list)
    """The interactions of the moves that were not taken back, in order."""
    taken_back: set[str] = field(default_factory=set)
    branch: int = 0
    status: str = "lobby"
    to_act: int | None = None
    """The person, not the seat."""
    is_paused: bool = False
    channel: int = 0
    has_time_limit: bool = False
    """It is played with a time limit."""
    has_human_move: bool = False
    """A person has made a move at some time."""
    waiting_since: int = 0
    """The time since which the player to act is waited for, by the wall clock."""
    paused_at: int = 0
    players: tuple[int, ...] = ()
    seat_count: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    done_counts: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    """The number of each thing done in this turn."""
    letters: dict[str, Letter] = field(default_factory=dict)
    """Its messages by nonce."""
    rows: dict[int, Row] = field(default_factory=dict)
    """The rows of its messages as last seen: they are removed long after their delivery."""

    @property
    def turn(self) -> tuple[int, int]:
        return self.branch, len(self.moves)


class Chronicle:
    """All games that are not forgotten yet."""

    def __init__(self, file: Path, clock: Callable[[], int]) -> None:
        self._file = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._file.row_factory = sqlite3.Row
        self._clock = clock
        self._last_ids = dict.fromkeys(("moves", "audit", "outbox"), 0)
        self.courses: dict[int, Course] = {}
        self.commits = 0
        self.counts: Counter[str] = Counter()

    def close(self) -> None:
        self._file.close()

    def check_commit(self) -> None:
        """Check the rows that the last transaction wrote. Raises Broken."""
        self.commits += 1
        moves = list(self._new_rows("moves"))
        notes = list(self._new_rows("audit"))
        letters = list(self._new_rows("outbox"))
        for game in {row["game_id"] for row in (*moves, *notes)}:
            self._ensure_course(game)
        for move in moves:
            self._add_move(self.courses[move["game_id"]], move)
        for note in notes:
            self._add_note(self.courses[note["game_id"]], note)
        for game in sorted({row["game_id"] for row in (*moves, *notes, *letters)}):
            self._compare(self.courses[game])
        for letter in letters:
            self._add_letter(letter)

    def messages(self, course: Course) -> Iterable[Row]:
        """Return all messages of a game; those that were removed are included as last seen."""
        stored_rows = self.rows("SELECT * FROM outbox WHERE game_id = ?", course.game)
        stored = {row["id"]: row for row in stored_rows}
        for row_id, row in course.rows.items():
            unsettled = row_id not in stored and row["state"] in ("waiting", "held")
            must(not unsettled, f"message {row_id} was removed, which was {row['state']}")
        course.rows |= stored
        return course.rows.values()

    def rows(self, query: str, *values: object) -> list[Row]:
        return self._file.execute(query, values).fetchall()

    def value(self, query: str, *values: object) -> Any:
        row = self._file.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _new_rows(self, table: str) -> Iterator[Row]:
        for row in self.rows(
            f"SELECT * FROM {table} WHERE id > ? ORDER BY id", self._last_ids[table]
        ):
            self._last_ids[table] = row["id"]
            yield row

    def _ensure_course(self, game: int) -> Course:
        if game not in self.courses:
            self.courses[game] = Course(game, waiting_since=self._clock())
        return self.courses[game]

    def _add_move(self, course: Course, move: Row) -> None:
        ply = len(course.moves) + 1
        must(move["ply"] == ply, f"game {course.game}: a move at ply {move['ply']}, not {ply}")
        must(course.status == "running", f"game {course.game}: a move while it is {course.status}")
        if leaving_seat(move["notation"]) is None:
            must(not course.is_paused, f"game {course.game}: a move in a pause")
            entry = Entry("played", move["ply"], move["notation"])
            self._add_entry(course, move["interaction_id"], entry)
            course.has_human_move |= not move["interaction_id"].startswith("computer:")
        course.moves.append(move["interaction_id"])
        self._next_turn(course)

    def _add_note(self, course: Course, note: Row) -> None:
        done = note["done"]
        ply = note["ply"]
        if done == "opened":
            # A lobby waits from the click on, whenever it was stored.
            course.waiting_since = note["at"]
        self._check_time(course, done)
        self._add_entry(course, note["interaction_id"], Entry(done, ply))
        if done == "taken_back":
            must(ply < len(course.moves), f"game {course.game}: nothing was taken back")
            course.taken_back.update(course.moves[ply:])
            del course.moves[ply:]
            course.branch += 1
            self._next_turn(course)
        if done in NEW_TURN_REASONS:
            course.calls.clear()
        course.calls[done] += 1
        if done in MOST_CALLS:
            limit = MOST_CALLS[done] + sum(course.calls[reason] for reason in NEW_CALL_REASONS)
            must(course.calls[done] <= limit, f"game {course.game}: too often {done}")
        if done in CALLS:
            must(course.status == "running", f"game {course.game}: {done} while {course.status}")
            must(not course.is_paused, f"game {course.game}: {done} in a pause")

    def _add_entry(self, course: Course, interaction: str | None, entry: Entry) -> None:
        course.done_counts[entry.done] += 1
        self.counts[entry.done] += 1
        if interaction is not None:
            must(interaction not in course.entries, f"{interaction} stands in the log twice")
            course.entries[interaction] = entry

    def _next_turn(self, course: Course) -> None:
        course.waiting_since = self._clock()
        course.calls.clear()

    def _check_time(self, course: Course, done: str) -> None:
        waited = self._clock() - course.waiting_since + COMMIT_DELAY
        if done == "expired":
            has_begun = course.has_human_move or course.seat_count == len(course.players)
            if course.status == "lobby":
                least_time = LOBBY_TIME
            elif has_begun:
                least_time = ABANDON_TIME
            else:
                least_time = CLAIM_TIME
            must(
                waited >= least_time, f"game {course.game} ran out after {waited / HOUR:.1f} hours"
            )
            must(not course.is_paused, f"game {course.game} ran out in a pause")
        if done == "claimed" and not course.has_time_limit:
            must(waited >= CLAIM_TIME, f"game {course.game} was claimed too early")

    def _compare(self, course: Course) -> None:
        """Compare the game's row with its log."""
        row = self.rows("SELECT * FROM games WHERE id = ?", course.game)[0]
        seats = self.rows(
            "SELECT user_id, taken FROM seats WHERE game_id = ? ORDER BY seat", course.game
        )
        stored = (row["branch"], row["ply"])
        must(stored == course.turn, f"game {course.game} is at {stored}, its log at {course.turn}")
        if row["status"] != course.status:
            self.counts[f"game: {row['status']}"] += 1
        is_paused = row["pause"] is not None
        if is_paused and not course.is_paused:
            course.paused_at = self._clock()
        if course.is_paused and not is_paused:
            course.waiting_since += self._clock() - course.paused_at
        if course.status == "lobby" and row["status"] == "running":
            self._next_turn(course)
        course.status = row["status"]
        course.is_paused = is_paused
        course.channel = row["channel_id"]
        course.has_time_limit = row["time_limit"] is not None
        course.players = tuple(seat["user_id"] for seat in seats if seat["user_id"] is not None)
        course.seat_count = len(seats)
        course.to_act = None if row["to_act"] is None else seats[row["to_act"]]["user_id"]
        unsettled = course.status in ENDED and row["settled_at"] is None
        needs_look = (course.status in OPEN and not course.is_paused) or unsettled
        must(
            (row["due_at"] is not None) == needs_look,
            f"game {course.game}, {course.status}, is to be looked at again at {row['due_at']}",
        )

    def _add_letter(self, row: Row) -> None:
        course = self.courses[row["game_id"]]
        letter = Letter(row["id"], course.game, row["kind"], json.loads(row["payload"]))
        course.letters[row["nonce"]] = letter
        if course.status in OPEN:
            secret = self.value("SELECT secret FROM games WHERE id = ?", course.game)
            leaked = secret is not None and secret in row["payload"]
            must(not leaked, f"game {course.game}: its seed is told while it is {course.status}")
        if letter.done in CALLS or letter.kind == "board":
            wrongly_called = [user for user in letter.recipients if user != course.to_act]
            must(
                not wrongly_called,
                f"game {course.game}: {wrongly_called} called, {course.to_act} is to act",
            )
        if letter.kind != "direct":
            strangers = set(letter.recipients) - set(course.players)
            must(not strangers, f"game {course.game}: {strangers} mentioned, who do not play")


def must(condition: bool, message: str) -> None:
    if not condition:
        raise Broken(message)
