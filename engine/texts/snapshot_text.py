"""How every game refuses the text of a state that it cannot read. Knows no game."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import MsgspecError

from engine.errors import EngineError, SnapshotError


@contextmanager
def snapshot_errors() -> Iterator[None]:
    """Turn whatever error a damaged text causes into a SnapshotError."""
    try:
        yield
    except (MsgspecError, KeyError, IndexError, ValueError, EngineError) as error:
        raise SnapshotError(f"not a stored state: {error}") from error
