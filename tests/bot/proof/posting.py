"""A Discord in a file: every attempt to post is a line, and a nonce makes only one post.

Several processes share the file, and any of them may be killed at any moment. Now and then a post
fails, or succeeds but its answer is lost.
"""

import asyncio
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from bot.match.league.messages import ClosedInvitation, FixturePost, LeagueMessage
from bot.match.message_codec import dump_message, kind_of
from bot.match.messages import (
    ChannelPost,
    DirectMessage,
    Message,
    RetireButtons,
)
from bot.process.clock import Millis
from bot.table.boards import ShownBoard
from bot.table.posting import ToldLive, TryLater


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call that reached Discord."""

    place: int
    kind: str
    nonce: str
    """For a retired post: its id."""
    post: int
    """The id of the post; the same nonce always has the same one."""
    text: str


def is_told_live(place: int, kind: str) -> bool:
    """In every other channel the live board tells the moves, and the start as well."""
    return kind == "board" and place % 2 == 1


def read_attempts(path: Path) -> list[Attempt]:
    """All attempts in order, without lines that a kill cut off."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [Attempt(**json.loads(line)) for line in lines if line.endswith("}")]


class FilePoster:
    """Posts by appending to a file, which is synced before it answers. Never forgets a nonce."""

    ready = True

    def __init__(self, path: Path, chance: Random, unreliable: bool = True) -> None:
        self._path = path
        self._chance = chance
        self._unreliable = unreliable
        self._posts: dict[str, int] = {}
        self._read = 0

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        if is_told_live(channel_id, kind_of(message)):
            raise ToldLive
        return await self._attempt(channel_id, message, nonce)

    async def find(
        self, place_id: int, message: ChannelPost | DirectMessage | LeagueMessage, since: Millis
    ) -> int | None:
        return None

    async def post_news(self, place_id: int, message: LeagueMessage, nonce: str) -> int:
        raise AssertionError("nobody opens a season here")

    async def make_thread(self, channel_id: int, post_id: int, message: FixturePost) -> None:
        raise AssertionError("nobody opens a season here")

    async def close_invitation(
        self, channel_id: int, post_id: int, message: ClosedInvitation
    ) -> None:
        raise AssertionError("nobody opens a season here")

    async def tell(self, user_id: int, message: DirectMessage, nonce: str) -> int:
        return await self._attempt(user_id, message, nonce)

    async def show_live(
        self, channel_id: int, message: Message, message_id: int | None, nonce: str
    ) -> int | None:
        return message_id

    async def retire(
        self, channel_id: int, message_id: int, message: Message, by: RetireButtons
    ) -> None:
        retired = Attempt(channel_id, "retire", str(message_id), message_id, "")
        await asyncio.to_thread(self._append, retired)
        await self._answer_or_fail()

    async def _attempt(self, place: int, message: Message, nonce: str) -> int:
        if self._unreliable and self._chance.random() < 0.02:
            raise TryLater(0.01)
        attempt = Attempt(place, kind_of(message), nonce, 0, dump_message(message))
        post = await asyncio.to_thread(self._append, attempt)
        await self._answer_or_fail()
        return post

    async def _answer_or_fail(self) -> None:
        """Answer after a moment, so that kills hit between a post and its being recorded."""
        await asyncio.sleep(self._chance.random() * 0.004)
        if self._unreliable and self._chance.random() < 0.02:
            raise ConnectionResetError("the answer was lost")

    def _append(self, attempt: Attempt) -> int:
        with self._lock() as file:
            self._catch_up(file)
            post = attempt.post or self._posts.get(attempt.nonce) or len(self._posts) + 1
            line = json.dumps(asdict(attempt) | {"post": post}) + "\n"
            os.write(file, line.encode())
            os.fsync(file)
            self._catch_up(file)
        return post

    @contextmanager
    def _lock(self) -> Iterator[int]:
        file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)

    def _catch_up(self, file: int) -> None:
        """Read what others posted, and terminate a line that a kill cut off."""
        fresh = os.pread(file, os.fstat(file).st_size - self._read, self._read)
        if fresh and not fresh.endswith(b"\n"):
            os.write(file, b"\n")
            fresh += b"\n"
        self._read += len(fresh)
        for line in fresh.decode().splitlines():
            if line.endswith("}"):
                attempt = Attempt(**json.loads(line))
                if attempt.kind != "retire":
                    self._posts[attempt.nonce] = attempt.post
