"""Garbage in cycles, once the memory of a process is settled."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.host.running import settle_memory

# After how many objects that stay everything is scanned, at the latest.
STAYING = 80_000


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def _unsettled() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("_unsettled")
def test_garbage_that_grew_old_is_soon_found() -> None:
    settle_memory()
    ring = Ring()
    gone = ref(ring)
    staying = [list[int]() for _ in range(STAYING // 10)]
    del ring
    staying += [list[int]() for _ in range(STAYING)]
    assert gone() is None


@pytest.mark.usefixtures("_unsettled")
def test_what_is_there_when_memory_is_settled_is_never_scanned() -> None:
    ring = Ring()
    settle_memory()
    assert not any(found is ring for found in gc.get_objects())
