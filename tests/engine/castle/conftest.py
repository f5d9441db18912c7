"""Shows the boards of a failing test: every state among its local variables, as a picture."""

from collections.abc import Generator

import pytest

from engine.castle.state import State
from tests.engine.castle.kit.boards import board_text


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and call.excinfo is not None:
        for entry in call.excinfo.traceback:
            if entry.path == item.path:
                for name, value in entry.locals.items():
                    if isinstance(value, State):
                        report.sections.append((f"board: {name}", _describe(value)))
    return report


def _describe(state: State) -> str:
    """Print the board, if the state that made a test fail can be shown at all."""
    try:
        return board_text(state)
    except Exception as error:
        return f"cannot be shown: {error!r}"
