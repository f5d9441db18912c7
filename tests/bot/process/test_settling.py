"""Garbage in cycles, once the memory of a process is settled."""

import gc
from weakref import ref

import pytest

from bot.process import memory
from bot.process.memory import settle_memory, settle_memory_if_grown
from tests.garbage import collections

STAYING = 100_000
# What a collection looks through, at most.
MOST = 1_000

pytestmark = pytest.mark.usefixtures("unsettled")


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def is_collected(thing: object) -> bool:
    """Whether garbage collection looks through it."""
    return any(tracked is thing for tracked in gc.get_objects())


def test_what_is_there_when_memory_is_settled_is_never_looked_through() -> None:
    ring = Ring()
    settle_memory()
    assert not is_collected(ring)


def test_garbage_is_soon_found() -> None:
    settle_memory()
    gone = ref(Ring())
    staying = [list[int]() for _ in range(STAYING)]
    assert staying
    assert gone() is None


def test_no_collection_looks_through_many_objects_however_many_stay() -> None:
    settle_memory()
    with collections() as counts:
        staying = [list[int]() for _ in range(STAYING)]
    assert staying
    assert 0 < max(counts) <= MOST


def test_what_outlives_a_collection_is_exempt_and_free_when_nothing_refers_to_it() -> None:
    settle_memory()
    staying = [Ring() for _ in range(10)]
    gc.collect()
    assert not any(map(is_collected, staying))
    gone = ref(staying[0])
    del staying[0].itself
    del staying[0]
    assert gone() is None


def test_garbage_that_became_exempt_is_found_when_memory_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle_memory()
    ring = Ring()
    gone = ref(ring)
    gc.collect()
    del ring
    gc.collect()
    settle_memory_if_grown()
    assert gone() is not None
    monkeypatch.setattr(memory, "GROWN", 0.5)
    settle_memory_if_grown()
    assert gone() is None


def test_memory_that_was_never_settled_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a command of the host, and in most tests."""
    monkeypatch.setattr(memory, "GROWN", 0.0)
    before = gc.get_threshold(), gc.get_freeze_count()
    settle_memory_if_grown()
    assert (gc.get_threshold(), gc.get_freeze_count()) == before
