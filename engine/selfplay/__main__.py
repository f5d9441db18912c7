"""Whole games between simple players and computer players of a level, from the command line.

    python -m engine.selfplay --game castle --games 200 --seed 1 --policy greedy --record out.jsonl
    python -m engine.selfplay --game carcassonne --seats 3 --options current
    python -m engine.selfplay --game castellan --seats 4 --show
    python -m engine.selfplay --game carcassonne --policy medium --speed 350 --record out.jsonl
    python -m engine.selfplay --game castle --games 400 --policy hard --against greedy
    python -m engine.selfplay --games 40 --policy hard --against medium --record out.jsonl

Writes one finished record per line, and prints one JSON object with the figures as its last line.
Only the playing itself is timed.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Protocol, TextIO, TypeVar

from engine.players.search import LEVELS
from engine.selfplay.carcassonne_match import Match as CarcassonneMatch
from engine.selfplay.castellan_match import Match as CastellanMatch
from engine.selfplay.castle_match import Match as CastleMatch
from engine.selfplay.duel import Duel, policy_named

P = TypeVar("P")
"""A played game, in the form in which its match stores it."""


class Match(Protocol[P]):
    """Plays a game against itself repeatedly, and counts what happens."""

    policies: tuple[str, ...]
    presets: tuple[str, ...]
    seat_counts: Sequence[int]

    def __init__(
        self, seed: int, policy: str, preset: str, seats: int, positions: int | None
    ) -> None: ...

    def play_game(self, number: int) -> P: ...

    def record(self, played: P) -> str: ...

    def lines(self, played: P) -> Iterable[str]:
        """The game as human-readable lines."""

    def figures(self) -> dict[str, object]: ...


MATCHES: Mapping[str, type[Match[Any]]] = {
    "castle": CastleMatch,
    "carcassonne": CarcassonneMatch,
    "castellan": CastellanMatch,
}
"""The match class of each game; the first is the default."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    kind = MATCHES[chosen.game]
    for option, name in (("--policy", chosen.policy), ("--against", chosen.against)):
        if name not in (None, *kind.policies):
            parser.error(f"argument {option}: choose one of {', '.join(kind.policies)}")
    options = chosen.options or kind.presets[0]
    if options not in kind.presets:
        parser.error(f"argument --options: choose one of {', '.join(kind.presets)}")
    seats = chosen.seats or kind.seat_counts[0]
    if seats not in kind.seat_counts:
        parser.error(f"argument --seats: choose one of {', '.join(map(str, kind.seat_counts))}")
    if chosen.against and chosen.games % seats:
        parser.error(f"argument --games: a multiple of {seats}, so that everyone has every seat")
    if chosen.against and chosen.show:
        parser.error("argument --show: not with --against; write the games with --record")
    try:
        with chosen.record.open("w", encoding="utf-8") if chosen.record else nullcontext() as out:
            if chosen.against:
                figures = _duel(chosen, options, seats, out)
            else:
                positions = _positions(chosen, chosen.policy)
                match = kind(chosen.seed, chosen.policy, options, seats, positions)
                _play(match, chosen.games, out, shown=chosen.show)
                figures = match.figures()
    except OSError as error:
        parser.error(f"argument --record: cannot write {chosen.record}: {error.strerror}")
    print(json.dumps(figures))
    return 0


def _play(match: Match[P], games: int, out: TextIO | None, *, shown: bool) -> None:
    watched = sys.stderr.isatty()
    for number in range(games):
        played = match.play_game(number)
        if out is not None:
            out.write(match.record(played) + "\n")
        if shown:
            print("\n".join(match.lines(played)))
        elif watched:
            print(f"\rgame {number + 1} of {games}", end="", file=sys.stderr, flush=True)
    if watched and not shown:
        print(file=sys.stderr)


def _duel(
    chosen: argparse.Namespace, options: str, seats: int, out: TextIO | None
) -> dict[str, object]:
    names = (chosen.policy, chosen.against)
    players = (
        policy_named(chosen.game, chosen.policy, _positions(chosen, chosen.policy)),
        policy_named(chosen.game, chosen.against, _positions(chosen, chosen.against)),
    )
    duel = Duel(chosen.game, chosen.seed, players, options, seats, names=names)
    for number in range(chosen.games // seats):
        for outcome in duel.play_shuffle(number):
            if out is not None:
                out.write(duel.game.write_record(outcome.recorded) + "\n")
        print(json.dumps(duel.figures()), file=sys.stderr, flush=True)
    return duel.figures()


def _positions(chosen: argparse.Namespace, policy: str) -> int | None:
    """How many positions a player may weigh for a move, if that is given."""
    positions: int | None = chosen.positions
    if chosen.speed and policy in LEVELS:
        positions = max(1, round(chosen.speed * LEVELS[policy].seconds))
    return positions


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.selfplay", description="Play whole games between computer players."
    )
    parser.add_argument("--game", choices=sorted(MATCHES), default=next(iter(MATCHES)))
    parser.add_argument("--games", type=_count, default=1, help="how many games (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument(
        "--policy", default="greedy", help="random, greedy (default), easy, medium or hard"
    )
    parser.add_argument(
        "--against", help="the policy in the other seats; each shuffle is played in every seat"
    )
    thought = parser.add_mutually_exclusive_group()
    thought.add_argument("--positions", type=_count, help="how many a level may weigh for a move")
    thought.add_argument("--speed", type=_count, help="how many in a second of the level's time")
    parser.add_argument("--seats", type=_count, help="how many play (default the usual number)")
    parser.add_argument("--options", help="a preset of the game's options (default its first)")
    parser.add_argument("--show", action="store_true", help="print every move")
    parser.add_argument("--record", type=Path, help="write one finished record a line to this file")
    return parser


def _count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return number


if __name__ == "__main__":
    sys.exit(main())
