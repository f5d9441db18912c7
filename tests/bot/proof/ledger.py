"""The contents of a database after a proof, read without the bot's store, and compared with what
was acknowledged. Every check raises AssertionError and says what is wrong."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import text

from bot.match.messages import BUTTONED
from bot.store.connection.database import Database
from engine.games import GAMES
from engine.recorded import leaving_seat
from tests.bot.proof.posting import Attempt, is_told_live

TABLES = ("games", "seats", "moves", "audit", "outbox")
ORDERED = {"seats": "game_id, seat"}
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An answer that a player received: this interaction did this to that game."""

    interaction: str
    game: int
    done: str
    ply: int
    move: str | None = None
    """The notation, if it was a move."""


@dataclass(frozen=True, slots=True)
class Ledger:
    games: Sequence[Row]
    seats: Sequence[Row]
    moves: Sequence[Row]
    audit: Sequence[Row]
    outbox: Sequence[Row]

    def moves_of(self, game_id: int) -> list[Row]:
        return [move for move in self.moves if move["game_id"] == game_id]

    def current_moves(self, game_id: int) -> list[Row]:
        """In the order of their plies."""
        moves = [move for move in self.moves_of(game_id) if move["undone"] == 0]
        return sorted(moves, key=lambda move: int(move["ply"]))


def read_file(path: Path) -> Ledger:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        connection.row_factory = sqlite3.Row
        rows = {name: [dict(row) for row in connection.execute(_all(name))] for name in TABLES}
    connection.close()
    return Ledger(**rows)


async def read_database(database: Database) -> Ledger:
    async with database.viewing() as connection:
        rows = {
            name: [dict(row) for row in (await connection.execute(text(_all(name)))).mappings()]
            for name in TABLES
        }
    return Ledger(**rows)


def _all(table: str) -> str:
    return f"SELECT * FROM {table} ORDER BY {ORDERED.get(table, 'id')}"


def every_acknowledged_action_is_there_once(
    ledger: Ledger, acknowledged: Iterable[Acknowledged]
) -> None:
    entries: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for move in ledger.moves:
        facts = (move["game_id"], "played", move["ply"], move["notation"])
        entries[move["interaction_id"]].append(facts)
    for note in ledger.audit:
        facts = (note["game_id"], note["done"], note["ply"], None)
        entries[note["interaction_id"]].append(facts)
    for action in acknowledged:
        entry = (action.game, action.done, action.ply, action.move)
        assert entries[action.interaction] == [entry], (
            f"{action.interaction}: {entry} was acknowledged"
        )
    doubled = {name: rows for name, rows in entries.items() if name and len(rows) > 1}
    assert doubled == {}


def no_ply_is_there_twice(ledger: Ledger) -> None:
    for game in ledger.games:
        plies = [move["ply"] for move in ledger.current_moves(game["id"])]
        assert plies == list(range(1, game["ply"] + 1)), f"game {game['id']}"
    branches = Counter((move["game_id"], move["ply"], move["undone"]) for move in ledger.moves)
    assert [key for key, times in branches.items() if times > 1] == []


def nothing_is_half_applied(ledger: Ledger) -> None:
    """Every change of a game has its entry in the log and its post in the outbox."""
    for game in ledger.games:
        notes = Counter(note["done"] for note in ledger.audit if note["game_id"] == game["id"])
        played = len(ledger.moves_of(game["id"]))
        posts = [row["kind"] for row in ledger.outbox if row["game_id"] == game["id"]]
        posted = posts.count("board") + posts.count("lobby")
        changes = played + notes.total() - notes["replaced"]
        showing = sum(notes[done] for done in ("opened", "started", "taken_back", "resumed"))
        at_times = sum(notes[done] for done in ("handed_over", "rated", "unrated"))
        """Only some of these change what the post shows."""
        # The move that ends a game is told with its end, without a board.
        least = played + showing - (game["status"] == "finished")
        perhaps = range(least, least + at_times + 1)
        assert game["revision"] == changes, f"game {game['id']}"
        assert posted in perhaps, f"game {game['id']}"
        assert notes["opened"] == 1


def the_moves_give_the_games(ledger: Ledger) -> None:
    """Every game matches a replay of its moves by the rules alone."""
    for game in ledger.games:
        if game["commitment"] is None:
            assert game["status"] in ("lobby", "cancelled")
            continue
        players = sum(seat["game_id"] == game["id"] for seat in ledger.seats)
        options = json.loads(game["options"])
        rules: Any = GAMES[game["kind"]]
        state, _ = rules.begin(game["secret"], options, game["first"], players)
        assert rules.commitment(state) == game["commitment"]
        for move in ledger.current_moves(game["id"]):
            state, events = _done(rules, state, move)
            assert move["events"] in stored_forms(rules.event_log.text(events))
        assert (game["status"] == "finished") == (rules.to_act(state) is None)
        if game["status"] == "running":
            assert game["to_act"] == rules.to_act(state)


def _done(rules: Any, state: Any, move: Row) -> Any:
    """Apply a move, or let somebody leave: the state after it, and what happened."""
    if leaving_seat(move["notation"]) is not None:
        return rules.leaving.continue_without(state, move["seat"])
    return rules.apply(state, move["seat"], rules.parse_move(move["notation"]))


def stored_forms(events: str) -> tuple[str, str]:
    """In full, and what remains when the game has been over for a week."""
    return events, "sha256:" + sha256(events.encode()).hexdigest()[:16]


def every_message_was_delivered(ledger: Ledger, attempts: Sequence[Attempt]) -> None:
    """At least once, in order within its place, and again only under the same nonce."""
    states = Counter(row["state"] for row in ledger.outbox)
    assert set(states) <= {"delivered", "cancelled"}, states
    due: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in ledger.outbox:
        is_posted = row["kind"] != "retire" and not is_told_live(row["place_id"], row["kind"])
        if is_posted and row["state"] == "delivered":
            due[row["place_id"]].append((row["nonce"], row["payload"]))
    posts: dict[int, dict[str, str]] = defaultdict(dict)
    numbers: dict[str, int] = {}
    for attempt in attempts:
        if attempt.kind != "retire":
            first = posts[attempt.place].setdefault(attempt.nonce, attempt.text)
            assert first == attempt.text, f"nonce {attempt.nonce} told two things"
            assert numbers.setdefault(attempt.nonce, attempt.post) == attempt.post
    assert {place: list(texts.items()) for place, texts in posts.items()} == dict(due)


def every_told_board_calls_once(ledger: Ledger) -> None:
    """Where the live board tells the moves, whoever the post of one would have mentioned is called
    by a post of its own, unless the move was taken back first."""
    calls = Counter(_position(row) for row in ledger.outbox if row["kind"] == "call")
    boards = [
        row
        for row in ledger.outbox
        if is_told_live(row["place_id"], row["kind"]) and row["state"] == "delivered"
    ]
    mentioning = [row for row in boards if json.loads(row["payload"])["mention"]]
    assert mentioning
    assert {_position(row) for row in mentioning} == calls.keys()
    assert set(calls.values()) == {1}


def _position(row: Row) -> tuple[int, int, int]:
    return row["game_id"], row["branch"], row["ply"]


def every_digest_tells_a_time_of_its_own(ledger: Ledger) -> None:
    """Of a channel's digests none tells what another one has told."""
    digests: dict[int, list[Row]] = defaultdict(list)
    for row in ledger.outbox:
        if row["kind"] == "digest" and row["state"] != "cancelled":
            digests[row["place_id"]].append(json.loads(row["payload"]))
    assert any(len(of_channel) > 1 for of_channel in digests.values())
    for of_channel in digests.values():
        for before, after in pairwise(of_channel):
            assert before["until"] <= after["since"] < after["until"]


def every_retired_post_had_buttons(attempts: Sequence[Attempt]) -> None:
    buttoned = {a.post: a.place for a in attempts if a.kind in BUTTONED}
    retired = [a for a in attempts if a.kind == "retire"]
    assert [a for a in retired if buttoned.get(a.post) != a.place] == []
