"""Print every figure as one JSON object a line: `python -m tests.bench [PART ...]`."""

import sys
from collections.abc import Callable, Iterator

from tests.bench import (
    channel,
    engine,
    flood,
    growth,
    records,
    remembering,
    render,
    render_carcassonne,
    table,
)
from tests.bench.row import Row, Stopwatch

PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "engine": engine.rows,
    "render": render.rows,
    "render_carcassonne": render_carcassonne.rows,
    "table": table.rows,
    "channel": channel.rows,
    "flood": flood.rows,
    "records": records.rows,
    "remembering": remembering.rows,
    "growth": growth.rows,
}


def main() -> int:
    chosen = sys.argv[1:] or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"unknown part {unknown[0]}; choose from {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for name in chosen:
        watch = Stopwatch()
        for row in PARTS[name]():
            print(row.line(), flush=True)
        took = Row(
            f"the part {name}", round(watch.wall, 1), "s", processor=round(watch.processor, 1)
        )
        print(took.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
