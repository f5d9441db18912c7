"""What people were promised: an answer is true and stays true, nobody is pinged twice, nothing is
late. Checks answers and posts against the chronicle; shares no code with the table."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.match.actions import Action, Answer, Play
from bot.table.delivery import MOST_EDITS
from tools.soak.chronicle import ENDED, OPEN, Chronicle, Course, Letter, must

# How many seconds something may be late while a process is up.
LATE = 60.0
ENDS = ("finished", "resigned", "agreed", "claimed", "stopped", "declined", "withdrawn", "expired")
# Direct messages to one person about somebody else's move, which have no entry of their own.
UNLOGGED = ("order_dropped", "orders_dropped")
# Not posted again once the turn is over or has been given more time, even if Discord's answer to
# the first post was lost.
PASSING = ("reminded", "nudged", "warned", "timed_out")
# In seconds, for a post: a process that died may have left a claim that has to expire.
LATE_POST = 180.0
# The message to handle next in each place. Removing the buttons of a post waits until that post
# is made; no other message waits for it.
HEADS = """
    SELECT id, due_at, claimed_until FROM outbox AS head WHERE id IN
    (SELECT min(id) FROM outbox WHERE state = 'waiting' GROUP BY place_id, kind = 'retire')
    AND NOT (kind = 'retire' AND EXISTS (
        SELECT 1 FROM outbox WHERE place_id = head.place_id AND id < head.id
        AND state = 'waiting' AND kind IN ('lobby', 'board')))
"""


@dataclass
class Dealings:
    """What happened between the people of one game and the bot."""

    answers: dict[str, Answer] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    """The id of the post made for each nonce."""
    unsure: set[str] = field(default_factory=set)
    """Nonces whose post was made although the bot did not learn of it."""
    turned_away: bool = False
    """Whether Discord ever refused one of its posts for good."""
    last: dict[int, int] = field(default_factory=dict)
    """The row of the last message posted in each channel, or sent to each person."""
    pings: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """How many pings, by branch, ply and person."""
    allowed: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How many additional boards were asked for by hand."""
    resumed: int = 0
    notices: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How many messages, by what was done and who received it."""


class Promises:
    def __init__(self, chronicle: Chronicle, clock: Callable[[], int]) -> None:
        self._chronicle = chronicle
        self._clock = clock
        self._dealings: dict[int, Dealings] = {}
        self._due_since: dict[tuple[str, int, int], float] = {}
        self.latest = 0.0
        """The worst delay with which a game was looked at."""

    def of(self, game: int) -> Dealings:
        return self._dealings.setdefault(game, Dealings())

    def note_answer(self, name: str, game: int, action: Action | None, answer: Answer) -> None:
        """Somebody received an answer about their interaction. It must be in the log by now."""
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
        first = self.of(answer.game_id).answers.setdefault(name, answer)
        must(first == answer, f"{name} was answered {first}, later {answer}")

    def note_refusal(self, name: str, game: int, error: Exception) -> None:
        first = self.of(game).answers.get(name)
        must(first is None, f"{name} was answered {first}, later {error!r}")

    def allow_repost(self, game: int) -> None:
        """Somebody asks for the board again."""
        self.of(game).allowed[self._chronicle.courses[game].turn] += 1

    def note_post(self, place: int, nonce: str, post: int) -> None:
        """A new post was made."""
        letter, course = self._letter(nonce)
        dealings = self.of(letter.game)
        must(nonce not in dealings.posts, f"nonce {nonce} was posted twice")
        dealings.posts[nonce] = post
        before = dealings.last.get(place, 0)
        must(letter.row > before, f"game {letter.game}: post {letter.row} comes after {before}")
        dealings.last[place] = letter.row
        for user in letter.reaches:
            if letter.kind == "board":
                self._count_ping(course, dealings, letter, user)
            elif letter.done is not None:
                self._count_notice(course, dealings, letter.done, user)

    def note_lost_post(self, nonce: str) -> None:
        """A post was made, but the bot does not know."""
        letter, _ = self._letter(nonce)
        self.of(letter.game).unsure.add(nonce)

    def note_kill(self) -> None:
        """After a kill, nobody remembers the posts that were made but not recorded yet."""
        for game, dealings in self._dealings.items():
            for row in self._chronicle.rows(
                "SELECT nonce FROM outbox WHERE game_id = ? AND state = 'waiting'", game
            ):
                if row["nonce"] in dealings.posts:
                    dealings.unsure.add(row["nonce"])

    def _letter(self, nonce: str) -> tuple[Letter, Course]:
        game = self._chronicle.one("SELECT game_id FROM outbox WHERE nonce = ?", nonce)
        must(game is not None, f"nonce {nonce} is posted, and in no outbox")
        course = self._chronicle.courses[game]
        return course.letters[nonce], course

    def _count_ping(self, course: Course, dealings: Dealings, board: Letter, user: int) -> None:
        resumed = course.happened["resumed"]
        if resumed != dealings.resumed:  # After a resumption everybody has to be called again.
            dealings.resumed = resumed
            dealings.pings.clear()
        branch = board.message["branch"]
        ply = board.message["ply"]
        dealings.pings[branch, ply, user] += 1
        times = dealings.pings[branch, ply, user]
        most = 1 + dealings.allowed[branch, ply]
        must(
            times <= most,
            f"game {course.game}: {user} is pinged {times} times for ply {ply}, branch {branch}",
        )

    def _count_notice(self, course: Course, dealings: Dealings, done: str, user: int) -> None:
        """People are told as often as it happened, and no more often."""
        if done in UNLOGGED:
            return
        dealings.notices[done, user] += 1
        happened = course.happened["played" if done == "finished" else done]
        if done in {"finished", "seat_open"}:
            happened = 1
        times = dealings.notices[done, user]
        must(times <= happened, f"game {course.game}: {user} is told {times} times: {done}")

    # Time.

    def restart_waiting(self) -> None:
        """Count every delay from now on: until now nobody could look."""
        self._due_since.clear()

    def nothing_is_late(self, now: float, *, outage: bool) -> None:
        """Check that nothing due is late. Called while a process is up. In an outage of Discord
        posts are tried one at a time, so each may wait for many others."""
        waiting: dict[tuple[str, int, int], float] = {}
        wall = self._clock()
        for game, due in self._chronicle.rows(
            "SELECT id, due_at FROM games WHERE due_at <= ?", wall
        ):
            waiting["game", game, due] = LATE
        for row, due, claimed in self._chronicle.rows(HEADS):
            if not outage and due <= wall and (claimed or 0) <= wall:
                waiting["message", row, due] = LATE_POST
        for key, patience in waiting.items():
            late = now - self._due_since.setdefault(key, now)
            must(late <= patience, f"{key[0]} {key[1]} is {late:.0f} seconds late")
        for key in self._due_since.keys() - waiting.keys():
            since = self._due_since.pop(key)
            if key[0] == "game":
                self.latest = max(self.latest, now - since)

    def next_due(self) -> int | None:
        """When the bot next has something to do on its own, by the wall clock."""
        games = self._chronicle.one("SELECT min(due_at) FROM games WHERE due_at IS NOT NULL")
        heads = [max(due, claimed or 0) for _, due, claimed in self._chronicle.rows(HEADS)]
        return min((*heads, *([] if games is None else [games])), default=None)

    # Endings.

    def settle_all(self) -> int:
        """Check as a whole, and then forget, the games that are over, counted, and fully reported.
        Returns how many games are left."""
        waiting = "SELECT count(*) FROM outbox WHERE game_id = ? AND state IN ('waiting', 'held')"
        counted = "SELECT due_at IS NULL FROM games WHERE id = ?"
        for game, course in list(self._chronicle.courses.items()):
            self._chronicle.messages(course)
            reported = course.status not in OPEN and not self._chronicle.one(waiting, game)
            if reported and self._chronicle.one(counted, game):
                self._check(course, self.of(game))
                del self._chronicle.courses[game]
                self._dealings.pop(game, None)
        return len(self._chronicle.courses)

    def _check_direct_notices(self, course: Course, letter: Letter, what: str) -> None:
        """When a channel could not be told of an end, everybody it would have mentioned was told
        directly."""
        if letter.done in ENDS:
            directly = {
                one.reaches[0]
                for one in course.letters.values()
                if one.kind == "direct" and one.done == letter.done
            }
            must(set(letter.reaches) <= directly, f"{what} was told {directly} only")

    def _check(self, course: Course, dealings: Dealings) -> None:
        moves = self._chronicle.rows(
            "SELECT interaction_id, undone FROM moves WHERE game_id = ? ORDER BY id", course.game
        )
        line = [name for name, undone in moves if undone == 0]
        must(line == course.line, f"game {course.game}: the moves that stand are others by now")
        taken = {name for name, undone in moves if undone != 0}
        must(taken == course.taken, f"game {course.game}: other moves are taken back by now")
        self._every_letter_arrived(course, dealings)
        results = self._chronicle.rows(
            "SELECT seat FROM results WHERE game_id = ? ORDER BY seat", course.game
        )
        counted = list(range(course.seats)) if course.status in ENDED else []
        must(
            [row["seat"] for row in results] == counted,
            f"game {course.game}, {course.status}, has {len(results)} results",
        )

    def _every_letter_arrived(self, course: Course, dealings: Dealings) -> None:
        for row in self._chronicle.messages(course):
            what = f"game {course.game}: message {row['id']} ({row['kind']}, {row['state']})"
            post = dealings.posts.pop(row["nonce"], None)
            if row["state"] == "delivered" and row["kind"] != "retire":
                read = row["kind"] == "direct" and row["message_id"] is None
                overtaken = row["message_id"] is None and row["nonce"] in dealings.unsure
                read = read or (overtaken and course.letters[row["nonce"]].done in PASSING)
                must(read or post == row["message_id"], f"{what} has the post {post}")
            elif row["state"] == "cancelled":
                letter = course.letters[row["nonce"]]
                reason = course.happened["taken_back"] or dealings.turned_away
                must(bool(reason) or row["kind"] == "retire", f"{what} was lost")
                self._check_direct_notices(course, letter, what)
            elif row["state"] == "failed":
                in_vain = dealings.turned_away or row["attempts"] >= MOST_EDITS
                edit = row["kind"] == "retire" and in_vain
                must(edit or row["kind"] == "direct", f"{what} was given up")
            unnoticed = post is not None and row["message_id"] is None
            must(
                not unnoticed or row["nonce"] in dealings.unsure,
                f"{what} was posted, and the bot forgot it",
            )
        must(not dealings.posts, f"game {course.game}: posts of no message: {dealings.posts}")
