"""Runs the soak and prints what it saw: `python -m tools.soak [--games] [--days] [--seed]`; or
plays seasons, of which each is a line of JSON:
`python -m tools.soak --seasons [--seed] [--database]`."""

import argparse
import sys
from contextlib import nullcontext
from dataclasses import asdict
from json import dumps

from tests.bot.proof.postgres import find_binaries, running_server
from tools.soak.running import Failed, Plan, Seen, soak
from tools.soak.seasons import soak_seasons


def main() -> None:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--days", type=float, default=usual.days)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--seasons", type=int)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = parser.parse_args()
    if asked.seasons is not None:
        play_seasons(asked.seasons, asked.seed, on_server=asked.database == "postgresql")
        return
    try:
        seen = soak(Plan(asked.games, asked.days, asked.seed), say)
    except Failed as failed:
        raise SystemExit(f"broken: {failed}") from failed.__cause__
    tell(seen)


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


def say(line: str) -> None:
    print(line, file=sys.stderr)


def tell(seen: Seen) -> None:
    for name, times in sorted(seen.happened.items()):
        print(f"{times:8} {name}")
    for number, (blocks, resident) in enumerate(seen.memory, 1):
        print(f"{blocks:8} blocks of memory after quarter {number}, {resident:.0f} MiB")
    print(f"{seen.latest:8.1f} s was the latest look at a game that was due")
    moves = seen.happened["played"]
    print(f"{seen.seconds:8.1f} s for {moves} moves, {moves / seen.seconds:.0f} a second")


if __name__ == "__main__":
    main()
