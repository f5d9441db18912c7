"""The progress of drawing the art, as a bar in the terminal. Knows nothing of what is drawn."""

import sys
from threading import Lock
from typing import TextIO

BAR = 40


class ProgressBar:
    """The last line of a terminal, while something is being drawn. Text written through it appears
    above."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._lock = Lock()
        self._shown = ""

    def __call__(self, done: int, total: int) -> None:
        """`done` of `total` parts are done."""
        filled = BAR * done // total
        bar = f"drawing the art [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
        with self._lock:
            self._terminal.write(f"\r{bar}\n" if done == total else f"\r{bar}")
            self._terminal.flush()
            self._shown = "" if done == total else bar

    def write(self, text: str) -> None:
        """Whole lines."""
        with self._lock:
            self._terminal.write(f"{self._erasure()}{text}{self._shown}")

    def flush(self) -> None:
        self._terminal.flush()

    def clear(self) -> None:
        """There will be nothing more to report."""
        with self._lock:
            self._terminal.write(self._erasure())
            self._terminal.flush()
            self._shown = ""

    def _erasure(self) -> str:
        return f"\r{' ' * len(self._shown)}\r" if self._shown else ""


def progress_bar() -> ProgressBar | None:
    """One if a person is looking at a terminal."""
    return ProgressBar(sys.stderr) if sys.stderr.isatty() else None
