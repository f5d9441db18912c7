"""How the catalogue plays: the table in docs/catalogue.md.

    python -m tests.bench.catalogue [GAMES]

Plays games between greedy players (2,000 by default) and prints the table in Markdown.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from engine.selfplay.castle_match import Match

ENOUGH = 2000


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else ENOUGH
    match = Match(1, "greedy", "official")
    for number in range(games):
        match.play_game(number)
        if sys.stderr.isatty():
            print(f"\rgame {number + 1} of {games}", end="", file=sys.stderr, flush=True)
    print(f"| over {games:,} games of greedy players | measured | must be |\n| --- | --- | --- |")
    for row in table(match):
        print("| " + " | ".join(row) + " |")
    return 0


def table(match: Match) -> Iterator[tuple[str, str, str]]:
    statistics = match.statistics
    summary = statistics.summary()
    shares = statistics.shares()
    yield "tiles a game that fit nowhere", f"{summary['discards']}", "under 1.5"
    yield "median score of a player", f"{summary['median_score']}", "60 to 100"
    for kind in ("path", "tower", "house"):
        yield f"points for {kind}s", f"{shares[kind]:.1%}", "10 to 45%"
    yield "points for courts", f"{shares['court']:.1%}", "at least 3%"
    yield "points for the keep", f"{shares['keep']:.1%}", ""
    yield "points for wall tiles 4 to 9", f"{shares['wall tiles']:.1%}", ""
    decided = statistics.keeps_decided / statistics.games
    yield "games in which the keep is decided", f"{decided:.1%}", "over 70%"
    for kind, sizes in statistics.sizes.items():
        yield f"completed {kind}s a game, by tiles", _sizes(sizes, statistics.games), ""
    yield "completed features with followers of both", f"{statistics.fights} in all", ""


def _sizes(sizes: Counter[int], games: int) -> str:
    """How many features of 1, 2, 3 tiles and so on a game has; the largest are counted together."""
    named = [f"{size}: {sizes[size] / games:.2f}" for size in range(1, 6)]
    more = sum(count for size, count in sizes.items() if size > 5)
    return ", ".join([*named, f"more: {more / games:.2f}"])


if __name__ == "__main__":
    sys.exit(main())
