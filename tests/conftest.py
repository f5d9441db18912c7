"""How the tests are divided among processes: the longest files first, so that no processor is idle
at the end; and no example of Hypothesis's has a deadline, as the machine may be busy."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import settings

from bot.process.worker_processes import processors

LONGEST = (
    "tests/tools/",
    "tests/browser/",
    "tests/bot/proof/",
    "tests/bot/discord/failing/test_longest_inputs.py",
    "tests/bot/discord/test_stopping_process.py",
    "tests/engine/castle/test_oracle.py",
    "tests/engine/conformance/",
)

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: the simulated Discord waits for a moment after every
    click."""
    return processors() + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


# The thresholds of the garbage collector: a twentieth of the time of the tests was its own.
RARELY = (20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, so the garbage collector need not scan it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*RARELY)
        gc.enable()
