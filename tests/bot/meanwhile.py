"""Lets something happen in the middle of a piece of work, whether that runs in the database's
thread or not."""

from asyncio import AbstractEventLoop, get_running_loop, run_coroutine_threadsafe
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def meanwhile(deed: Coroutine[Any, Any, T], loop: AbstractEventLoop) -> T:
    """Run it in the event loop, as if another process did it."""
    try:
        get_running_loop()
    except RuntimeError:
        return run_coroutine_threadsafe(deed, loop).result()
    return await deed
