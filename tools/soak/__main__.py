"""Runs the soak and prints what it saw: `python -m tools.soak [--games] [--days] [--seed]`; or
plays seasons, of which each is a line of JSON:
`python -m tools.soak --seasons [--seed] [--database]`."""

import argparse
import sys
from contextlib import nullcontext
from dataclasses import asdict
from json import dumps

from tests.bot.proof.postgres import find_binaries, running_server
from tools.soak.running import Failed, Plan, RunResult, soak
from tools.soak.seasons import soak_seasons


def main() -> None:
    defaults = Plan()
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=defaults.games)
    parser.add_argument("--days", type=float, default=defaults.days)
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--seasons", type=int)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    options = parser.parse_args()
    if options.seasons is not None:
        play_seasons(options.seasons, options.seed, on_server=options.database == "postgresql")
        return
    try:
        result = soak(Plan(options.games, options.days, options.seed), print_line)
    except Failed as failed:
        raise SystemExit(f"broken: {failed}") from failed.__cause__
    print_result(result)


def play_seasons(seasons: int, seed: int, *, on_server: bool) -> None:
    binaries = find_binaries() if on_server else None
    if on_server and binaries is None:
        raise SystemExit("initdb and postgres are not on this machine")
    try:
        with nullcontext() if binaries is None else running_server(binaries) as server:
            for report in soak_seasons(seasons, seed, server):
                print(dumps(asdict(report)), flush=True)
    except Failed as failed:
        raise SystemExit(f"broken: {failed}") from failed.__cause__


def print_line(line: str) -> None:
    print(line, file=sys.stderr)


def print_result(result: RunResult) -> None:
    for name, times in sorted(result.happened.items()):
        print(f"{times:8} {name}")
    for number, (blocks, resident) in enumerate(result.memory, 1):
        print(f"{blocks:8} blocks of memory after quarter {number}, {resident:.0f} MiB")
    print(f"{result.longest_delay:8.1f} s was the latest look at a game that was due")
    moves = result.happened["played"]
    print(f"{result.seconds:8.1f} s for {moves} moves, {moves / result.seconds:.0f} a second")


if __name__ == "__main__":
    main()
