"""Answers that many want at the same moment, each worked out once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Answers by what they depend on. One that is being worked out is waited for by all who want
    it; of those that are there, the latest are kept."""

    def __init__(self, kept: int = 0) -> None:
        self._kept = kept
        self._answers = OrderedDict[Hashable, asyncio.Task[T]]()

    async def get(self, key: Hashable, work_out: Callable[[], Coroutine[Any, Any, T]]) -> T:
        answer = self._answers.get(key)
        if answer is None:
            answer = asyncio.create_task(work_out())
            self._answers[key] = answer
            answer.add_done_callback(self._forget_oldest)
        self._answers.move_to_end(key)
        return await asyncio.shield(answer)

    def _forget_oldest(self, _: asyncio.Task[T]) -> None:
        """Forget what is too much, and what failed."""
        done = [key for key, answer in self._answers.items() if answer.done()]
        too_many = max(0, len(done) - self._kept)
        for number, key in enumerate(done):
            answer = self._answers[key]
            if number < too_many or answer.cancelled() or answer.exception() is not None:
                del self._answers[key]
