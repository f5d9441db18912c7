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
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from engine.games import GAMES
from engine.players.search import LEVELS
from engine.selfplay.match import Duel, Match, find_policy, policies_of


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    game, policies = GAMES[chosen.game], policies_of(chosen.game)
    options = chosen.options or next(iter(game.presets))
    seats = chosen.seats or game.seat_counts[0]
    for option, value, choices in (
        ("--policy", chosen.policy, policies),
        ("--against", chosen.against or policies[0], policies),
        ("--options", options, game.presets),
        ("--seats", seats, game.seat_counts),
    ):
        if value not in choices:
            parser.error(f"argument {option}: choose one of {', '.join(map(str, choices))}")
    if chosen.against and chosen.games % seats:
        parser.error(f"argument --games: a multiple of {seats}, so that everyone has every seat")
    if chosen.against and chosen.show:
        parser.error("argument --show: not with --against; write the games with --record")
    play = _play_duel if chosen.against else _play_match
    try:
        with chosen.record.open("w", encoding="utf-8") if chosen.record else nullcontext() as out:
            figures = play(chosen, options, seats, out)
    except OSError as error:
        parser.error(f"argument --record: cannot write {chosen.record}: {error.strerror}")
    print(json.dumps(figures))
    return 0


def _play_match(
    chosen: argparse.Namespace, options: str, seats: int, out: TextIO | None
) -> dict[str, object]:
    positions = _positions(chosen, chosen.policy)
    match = Match(chosen.game, chosen.seed, chosen.policy, options, seats, positions=positions)
    watched = sys.stderr.isatty()
    for number in range(chosen.games):
        played = match.play_game(number)
        if out is not None:
            out.write(played.record() + "\n")
        if chosen.show:
            print("\n".join(played.lines()))
        elif watched:
            print(f"\rgame {number + 1} of {chosen.games}", end="", file=sys.stderr, flush=True)
    if watched and not chosen.show:
        print(file=sys.stderr)
    return match.figures()


def _play_duel(
    chosen: argparse.Namespace, options: str, seats: int, out: TextIO | None
) -> dict[str, object]:
    names = (chosen.policy, chosen.against)
    mine, others = (find_policy(chosen.game, name, _positions(chosen, name)) for name in names)
    duel = Duel(chosen.game, chosen.seed, (mine, others), options, seats, names=names)
    for number in range(chosen.games // seats):
        for one in duel.play_shuffle(number):
            if out is not None:
                out.write(one.played.record() + "\n")
        print(json.dumps(duel.figures()), file=sys.stderr, flush=True)
    return duel.figures()


def _positions(chosen: argparse.Namespace, policy: str) -> int | None:
    """The number of positions that a player may weigh for a move, if that is given."""
    positions: int | None = chosen.positions
    if chosen.speed and policy in LEVELS:
        positions = max(1, round(chosen.speed * LEVELS[policy].seconds))
    return positions


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.selfplay", description="Play whole games between computer players."
    )
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
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
