"""Print every figure as one JSON object per line: `python -m tools.bench [PART ...]`.

Each part runs after the other in a process of its own, so that nothing one part leaves in memory or
sets for its process affects the figures of the next. At the end it says, on standard error, which
figures are beyond their limits; then its status is 1.
"""

import json
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
    "garbage",
    "flood",
    "spectators",
    "computers",
    "records",
    "remembering",
    "growth",
)

# The code that a part's own process runs.
SHOW_PART = "import sys; from tools.bench.__main__ import show; show(sys.argv[1])"


def main() -> int:
    parts = sys.argv[1:] or PARTS
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        print(f"unknown part {unknown[0]}; choose from {', '.join(PARTS)}", file=sys.stderr)
        return 2
    problems = list[str]()
    for name in parts:
        problems += _run_part(name)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _run_part(name: str) -> Iterator[str]:
    """Run a part in a process of its own, print its rows, and yield what does not hold of them."""
    command = [sys.executable, "-c", SHOW_PART, name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            row = Row(**json.loads(line))
            if not row.holds:
                yield f"does not hold: {row.measure}: {row.value} {row.unit}, {row.limit}"
    if process.returncode:
        yield f"failed: the part {name}"


def show(name: str) -> None:
    """Print the rows of a part."""
    start = now()
    for row in import_module(f"tools.bench.{name}").rows():
        print(row.line(), flush=True)
    print(time_row(f"the part {name}", [now() - start], "s").line())
    print(Row(f"the part {name}, peak memory ({MEASURE})", peak_memory(), "MB").line())


if __name__ == "__main__":
    sys.exit(main())
