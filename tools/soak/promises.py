"""Checks the promises to people: an answer is true and stays true, nobody is pinged twice, nothing
is late. Checks answers and posts against the chronicle; shares no code with the table."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.match.actions import Action, Answer, Play
from bot.table.delivery import MOST_EDITS
from tools.soak.chronicle import ENDED, OPEN, Chronicle, Course, Letter, must

# The most seconds that a game may be late while a process is up.
LONGEST_DELAY = 60.0
ENDS = ("finished", "resigned", "agreed", "claimed", "stopped", "declined", "withdrawn", "expired")
# Direct messages to one person about somebody else's move, which have no entry of their own.
UNLOGGED = ("order_dropped", "orders_dropped")
# The messages that are not posted again once the turn is over or has been given more time, even if
# Discord's answer to the first post was lost.
TRANSIENT = ("reminded", "nudged", "warned", "timed_out")
# The most seconds that a post may be late: a process that died may have left a claim that has to
# expire.
LONGEST_POST_DELAY = 180.0
# Selects the message to handle next in each place. Removing the buttons of a post waits until that
# post is made; no other message waits for it.
HEADS_QUERY = """
    SELECT id, due_at, claimed_until FROM outbox AS head WHERE id IN
    (SELECT min(id) FROM outbox WHERE state = 'waiting' GROUP BY place_id, kind = 'retire')
    AND NOT (kind = 'retire' AND EXISTS (
        SELECT 1 FROM outbox WHERE place_id = head.place_id AND id < head.id
        AND state = 'waiting' AND kind IN ('lobby', 'board')))
"""


@dataclass
class Dealings:
    """Answers, posts and pings between the people of one game and the bot."""

    answers: dict[str, Answer] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    """The id of the post made for each nonce."""
    unrecorded: set[str] = field(default_factory=set)
    """The nonces whose post was made although the bot did not learn of it."""
    was_refused: bool = False
    """Discord has refused one of its posts for good."""
    last_rows: dict[int, int] = field(default_factory=dict)
    """The row of the last message posted in each channel, or sent to each person."""
    pings: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """The number of pings, by branch, ply and person."""
    extra_boards: Counter[tuple[int, int]] = field(default_factory=Counter)
    """The number of additional boards that were asked for by hand."""
    resumptions: int = 0
    notices: Counter[tuple[str, int]] = field(default_factory=Counter)
    """The number of messages, by what was done and who received it."""


class Promises:
    def __init__(self, chronicle: Chronicle, clock: Callable[[], int]) -> None:
        self._chronicle = chronicle
        self._clock = clock
        self._dealings: dict[int, Dealings] = {}
        self._due_since: dict[tuple[str, int, int], float] = {}
        self.longest_delay = 0.0
        """The worst delay with which a game was looked at."""

    def dealings_of(self, game: int) -> Dealings:
        return self._dealings.setdefault(game, Dealings())

    def note_answer(self, name: str, game: int, action: Action | None, answer: Answer) -> None:
        """Note that somebody received an answer about their interaction. It must be in the log by
        now."""
        entry = self._chronicle.courses[answer.game_id].entries.get(name)
        must(entry is not None, f"{name} was acknowledged as {answer}, and is not in the log")
        assert entry is not None
        must(entry.done == str(answer.done), f"{name}: {answer}, in the log {entry}")
        if isinstance(action, Play):
            must(answer.game_id == game, f"{name}: {answer} for a move in game {game}")
            must(entry.notation == action.move, f"{name}: {action.move} asked, in the log {entry}")
            must(entry.ply <= answer.ply, f"{name}: {answer}, in the log {entry}")
        else:
            must(entry.ply == answer.ply, f"{name}: {answer}, in the log {entry}")
        first = self.dealings_of(answer.game_id).answers.setdefault(name, answer)
        must(first == answer, f"{name} was answered {first}, later {answer}")

    def note_refusal(self, name: str, game: int, error: Exception) -> None:
        first = self.dealings_of(game).answers.get(name)
        must(first is None, f"{name} was answered {first}, later {error!r}")

    def allow_repost(self, game: int) -> None:
        """Note that somebody asks for the board again."""
        self.dealings_of(game).extra_boards[self._chronicle.courses[game].turn] += 1

    def note_post(self, channel_id: int, nonce: str, post: int) -> None:
        """Note that a new post was made."""
        letter, course = self._letter_of(nonce)
        dealings = self.dealings_of(letter.game)
        must(nonce not in dealings.posts, f"nonce {nonce} was posted twice")
        dealings.posts[nonce] = post
        previous_row = dealings.last_rows.get(channel_id, 0)
        must(
            letter.row > previous_row,
            f"game {letter.game}: post {letter.row} comes after {previous_row}",
        )
        dealings.last_rows[channel_id] = letter.row
        for user in letter.recipients:
            if letter.kind == "board":
                self._count_ping(course, dealings, letter, user)
            elif letter.done is not None:
                self._count_notice(course, dealings, letter.done, user)

    def note_lost_post(self, nonce: str) -> None:
        """Note that a post was made, but the bot does not know."""
        letter, _ = self._letter_of(nonce)
        self.dealings_of(letter.game).unrecorded.add(nonce)

    def note_kill(self) -> None:
        """Note a kill, after which nobody remembers the posts that were made but not recorded
        yet."""
        for game, dealings in self._dealings.items():
            for row in self._chronicle.rows(
                "SELECT nonce FROM outbox WHERE game_id = ? AND state = 'waiting'", game
            ):
                if row["nonce"] in dealings.posts:
                    dealings.unrecorded.add(row["nonce"])

    def _letter_of(self, nonce: str) -> tuple[Letter, Course]:
        game = self._chronicle.value("SELECT game_id FROM outbox WHERE nonce = ?", nonce)
        must(game is not None, f"nonce {nonce} is posted, and in no outbox")
        course = self._chronicle.courses[game]
        return course.letters[nonce], course

    def _count_ping(self, course: Course, dealings: Dealings, board: Letter, user: int) -> None:
        resumptions = course.done_counts["resumed"]
        # After a resumption everybody has to be called again.
        if resumptions != dealings.resumptions:
            dealings.resumptions = resumptions
            dealings.pings.clear()
        branch = board.message["branch"]
        ply = board.message["ply"]
        dealings.pings[branch, ply, user] += 1
        count = dealings.pings[branch, ply, user]
        limit = 1 + dealings.extra_boards[branch, ply]
        must(
            count <= limit,
            f"game {course.game}: {user} is pinged {count} times for ply {ply}, branch {branch}",
        )

    def _count_notice(self, course: Course, dealings: Dealings, done: str, user: int) -> None:
        """Check that people are told as often as it happened, and no more often."""
        if done in UNLOGGED:
            return
        dealings.notices[done, user] += 1
        limit = course.done_counts["played" if done == "finished" else done]
        if done in {"finished", "seat_open"}:
            limit = 1
        count = dealings.notices[done, user]
        must(count <= limit, f"game {course.game}: {user} is told {count} times: {done}")

    # Time.

    def restart_waiting(self) -> None:
        """Count every delay from now on: until now nobody could look."""
        self._due_since.clear()

    def check_delays(self, now: float, *, outage: bool) -> None:
        """Check that nothing due is late. Called while a process is up. In an outage of Discord
        posts are tried one at a time, so each may wait for many others."""
        waiting: dict[tuple[str, int, int], float] = {}
        wall = self._clock()
        for game, due in self._chronicle.rows(
            "SELECT id, due_at FROM games WHERE due_at <= ?", wall
        ):
            waiting["game", game, due] = LONGEST_DELAY
        for row, due, claimed in self._chronicle.rows(HEADS_QUERY):
            if not outage and due <= wall and (claimed or 0) <= wall:
                waiting["message", row, due] = LONGEST_POST_DELAY
        for key, patience in waiting.items():
            delay = now - self._due_since.setdefault(key, now)
            must(delay <= patience, f"{key[0]} {key[1]} is {delay:.0f} seconds late")
        for key in self._due_since.keys() - waiting.keys():
            since = self._due_since.pop(key)
            if key[0] == "game":
                self.longest_delay = max(self.longest_delay, now - since)

    def next_due(self) -> int | None:
        """Return when the bot next has something to do on its own, by the wall clock."""
        moments = [max(due, claimed or 0) for _, due, claimed in self._chronicle.rows(HEADS_QUERY)]
        game_due = self._chronicle.value("SELECT min(due_at) FROM games WHERE due_at IS NOT NULL")
        if game_due is not None:
            moments.append(game_due)
        return min(moments, default=None)

    # Endings.

    def settle_all(self) -> int:
        """Check as a whole, and then forget, the games that are over, counted, and fully reported.
        Return the number of games that remain."""
        waiting_query = (
            "SELECT count(*) FROM outbox WHERE game_id = ? AND state IN ('waiting', 'held')"
        )
        counted_query = "SELECT due_at IS NULL FROM games WHERE id = ?"
        for game, course in list(self._chronicle.courses.items()):
            self._chronicle.messages(course)
            is_reported = course.status not in OPEN and not self._chronicle.value(
                waiting_query, game
            )
            if is_reported and self._chronicle.value(counted_query, game):
                self._check(course, self.dealings_of(game))
                del self._chronicle.courses[game]
                self._dealings.pop(game, None)
        return len(self._chronicle.courses)

    def _check_direct_notices(self, course: Course, letter: Letter, description: str) -> None:
        """Check that everybody was told of an end directly whom a channel could not tell."""
        if letter.done in ENDS:
            told_directly = {
                other_letter.recipients[0]
                for other_letter in course.letters.values()
                if other_letter.kind == "direct" and other_letter.done == letter.done
            }
            must(
                set(letter.recipients) <= told_directly,
                f"{description} was told {told_directly} only",
            )

    def _check(self, course: Course, dealings: Dealings) -> None:
        move_rows = self._chronicle.rows(
            "SELECT interaction_id, undone FROM moves WHERE game_id = ? ORDER BY id", course.game
        )
        moves = [name for name, undone in move_rows if undone == 0]
        must(moves == course.moves, f"game {course.game}: the moves that stand are others by now")
        taken_back = {name for name, undone in move_rows if undone != 0}
        must(
            taken_back == course.taken_back,
            f"game {course.game}: other moves are taken back by now",
        )
        self._check_arrivals(course, dealings)
        results = self._chronicle.rows(
            "SELECT seat FROM results WHERE game_id = ? ORDER BY seat", course.game
        )
        expected_seats = list(range(course.seat_count)) if course.status in ENDED else []
        must(
            [row["seat"] for row in results] == expected_seats,
            f"game {course.game}, {course.status}, has {len(results)} results",
        )

    def _check_arrivals(self, course: Course, dealings: Dealings) -> None:
        for row in self._chronicle.messages(course):
            description = f"game {course.game}: message {row['id']} ({row['kind']}, {row['state']})"
            post = dealings.posts.pop(row["nonce"], None)
            if row["state"] == "delivered" and row["kind"] != "retire":
                was_read = row["kind"] == "direct" and row["message_id"] is None
                was_overtaken = row["message_id"] is None and row["nonce"] in dealings.unrecorded
                was_read = was_read or (
                    was_overtaken and course.letters[row["nonce"]].done in TRANSIENT
                )
                must(was_read or post == row["message_id"], f"{description} has the post {post}")
            elif row["state"] == "cancelled":
                letter = course.letters[row["nonce"]]
                is_explained = course.done_counts["taken_back"] or dealings.was_refused
                must(bool(is_explained) or row["kind"] == "retire", f"{description} was lost")
                self._check_direct_notices(course, letter, description)
            elif row["state"] == "failed":
                in_vain = dealings.was_refused or row["attempts"] >= MOST_EDITS
                is_edit = row["kind"] == "retire" and in_vain
                must(is_edit or row["kind"] == "direct", f"{description} was given up")
            is_unrecorded = post is not None and row["message_id"] is None
            must(
                not is_unrecorded or row["nonce"] in dealings.unrecorded,
                f"{description} was posted, and the bot forgot it",
            )
        must(not dealings.posts, f"game {course.game}: posts of no message: {dealings.posts}")
