"""How far the drawing of the art is, as a bar in the terminal. Knows nothing of what is drawn."""

import sys
from collections.abc import Callable

BAR = 40


def progress_bar() -> Callable[[int, int], None] | None:
    """What tells how many of how many parts are done; nothing where nobody looks at a terminal."""
    return _tell if sys.stderr.isatty() else None


def _tell(done: int, total: int) -> None:
    filled = BAR * done // total
    end = "\n" if done == total else ""
    bar = f"{'#' * filled}{'.' * (BAR - filled)}"
    sys.stderr.write(f"\rdrawing the art [{bar}] {done}/{total}{end}")
    sys.stderr.flush()
