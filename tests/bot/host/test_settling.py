"""Garbage in cycles, once the memory of a process is settled."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.host.running import settle_memory

SMALL_MODE = 80_000
"""After how many objects that stay everything is scanned there, at the latest."""


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


@pytest.mark.parametrize("sparingly", [True, False])
@pytest.mark.usefixtures("_unsettled")
def test_garbage_that_grew_old_is_soon_found_in_small_mode(sparingly: bool) -> None:
    settle_memory(sparingly=sparingly)
    ring = Ring()
    gone = ref(ring)
    staying = [list[int]() for _ in range(SMALL_MODE // 10)]
    del ring
    staying += [list[int]() for _ in range(SMALL_MODE)]
    assert (gone() is None) is sparingly


@pytest.mark.usefixtures("_unsettled")
def test_what_is_there_when_memory_is_settled_is_never_scanned() -> None:
    ring = Ring()
    settle_memory()
    assert not any(found is ring for found in gc.get_objects())
