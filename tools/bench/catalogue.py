"""Measures how the catalogue plays, for the table in docs/catalogue.md.

    python -m tools.bench.catalogue [GAMES]

Plays games between greedy players (2,000 by default) and prints the table in Markdown.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.castle.events import FeatureScored
from engine.selfplay.match import Match

DEFAULT_GAMES = 2000


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_GAMES
    match = Match("castle", 1, "greedy")
    features = list[FeatureScored]()
    for number in range(games):
        plies = match.play_game(number).plies
        for ply in plies:
            features += [event for event in ply.events if isinstance(event, FeatureScored)]
        if sys.stderr.isatty():
            print(f"\rgame {number + 1} of {games}", end="", file=sys.stderr, flush=True)
    print(f"| over {games:,} games of greedy players | measured | must be |\n| --- | --- | --- |")
    for row in table(match, features):
        print("| " + " | ".join(row) + " |")
    return 0


def table(match: Match, features: Sequence[FeatureScored]) -> Iterator[tuple[str, str, str]]:
    figures = match.figures()
    games = match.games
    shares = {source: points / match.points.total() for source, points in match.points.items()}
    yield "tiles a game that fit nowhere", f"{figures['discards']:.3}", "under 1.5"
    yield "median score of a player", f"{figures['median_score']}", "60 to 100"
    for kind in ("path", "tower", "house"):
        yield f"points for {kind}s", f"{shares[kind]:.1%}", "10 to 45%"
    yield "points for courts", f"{shares['court']:.1%}", "at least 3%"
    yield "points for the keep", f"{shares['keep']:.1%}", ""
    yield "points for wall tiles 4 to 9", f"{shares['wall tiles']:.1%}", ""
    yield "games in which the keep is decided", f"{figures['keep_decided']:.1%}", "over 70%"
    for kind in ("path", "tower", "house"):
        sizes = Counter(
            len(feature.cells) + len(feature.starts) for feature in features if feature.kind == kind
        )
        yield f"completed {kind}s a game, by tiles", _sizes(sizes, games), ""
    fights = sum(min(feature.followers) > 0 for feature in features)
    yield "completed features with followers of both", f"{fights} in all", ""


def _sizes(sizes: Counter[int], games: int) -> str:
    """List the number of features of 1, 2, 3 tiles and so on in a game; the largest are counted
    together."""
    texts = [f"{size}: {sizes[size] / games:.2f}" for size in range(1, 6)]
    larger = sum(count for size, count in sizes.items() if size > 5)
    return ", ".join([*texts, f"more: {larger / games:.2f}"])


if __name__ == "__main__":
    sys.exit(main())
