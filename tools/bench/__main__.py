"""Print every figure as one JSON object per line: `python -m tools.bench [PART ...]`.

With several parts, each runs after the other in a process of its own, so that nothing one part
leaves in memory or sets for its process affects the figures of the next.
"""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

from tests.memory import MEASURE, peak_memory
from tests.town.clocks import now
from tools.bench.row import Row, time_row

# The modules whose `rows` are printed; only those that are asked for are imported.
PARTS = (
    "engine",
    "engine_castellan",
    "thinking",
    "render",
    "render_carcassonne",
    "render_castellan",
    "painters_memory",
    "table",
    "drafts",
    "channel",
    "channel_castellan",
    "flood",
    "computers",
    "records",
    "remembering",
    "growth",
)


def main() -> int:
    chosen = sys.argv[1:] or PARTS
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"unknown part {unknown[0]}; choose from {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if len(chosen) > 1:
        codes = [_apart(name) for name in chosen]
        return int(any(codes))
    for row in _part(*chosen):
        print(row.line(), flush=True)
    return 0


def _apart(name: str) -> int:
    """The exit code of the part's process."""
    return subprocess.run([sys.executable, "-m", "tools.bench", name], check=False).returncode


def _part(name: str) -> Iterator[Row]:
    began = now()
    yield from import_module(f"tools.bench.{name}").rows()
    yield time_row(f"the part {name}", [now() - began], "s")
    yield Row(f"the part {name}, peak memory ({MEASURE})", peak_memory(), "MB")


if __name__ == "__main__":
    sys.exit(main())
