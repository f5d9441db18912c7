"""What others do while a piece of work is in the database's thread, or where it has none."""

from asyncio import AbstractEventLoop, get_running_loop, run_coroutine_threadsafe
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def meanwhile(deed: Coroutine[Any, Any, T], loop: AbstractEventLoop) -> T:
    """Done in the event loop, as by another process."""
    try:
        get_running_loop()
    except RuntimeError:
        return run_coroutine_threadsafe(deed, loop).result()
    return await deed
