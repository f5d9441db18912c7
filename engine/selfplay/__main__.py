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
from engine.selfplay.match import PLAYOUTS, THINKING, Duel, Match, find_policy, policies_of


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    game = GAMES[chosen.game]
    policies = policies_of(chosen.game)
    chosen.options = chosen.options or next(iter(game.presets))
    chosen.seats = chosen.seats or game.seat_counts[0]
    presets = game.options.presets
    seat_counts = game.seat_counts
    if chosen.options in presets:
        seat_counts = game.seat_counts_with(game.settle_options({}, chosen.options))
    for option, value, choices in (
        ("--policy", chosen.policy, policies),
        *(("--against", name, policies) for name in chosen.against),
        ("--options", chosen.options, presets),
        ("--seats", chosen.seats, seat_counts),
    ):
        if value not in choices:
            parser.error(f"argument {option}: choose one of {', '.join(map(str, choices))}")
    if chosen.against and chosen.games % chosen.seats:
        parser.error(
            f"argument --games: a multiple of {chosen.seats}, so that everyone has every seat"
        )
    if chosen.against and chosen.show:
        parser.error("argument --show: not with --against; write the games with --record")
    try:
        with chosen.record.open("w", encoding="utf-8") if chosen.record else nullcontext() as out:
            figures = _play_games(chosen, out)
    except OSError as error:
        parser.error(f"argument --record: cannot write {chosen.record}: {error.strerror}")
    print(json.dumps(figures))
    return 0


def _play_games(chosen: argparse.Namespace, out: TextIO | None) -> dict[str, object]:
    kind = chosen.game
    seed = chosen.seed
    preset = chosen.options
    seats = chosen.seats
    names = (chosen.policy, *chosen.against)
    contest: Match | Duel
    if chosen.against:
        players = [
            find_policy(kind, name, _positions(chosen, name), chosen.playouts) for name in names
        ]
        contest = Duel(kind, seed, players, preset, seats, names=names)
        rounds = seats
    else:
        positions = _positions(chosen, chosen.policy)
        contest = Match(
            kind, seed, chosen.policy, preset, seats, positions=positions, playouts=chosen.playouts
        )
        rounds = 1
    for number in range(chosen.games // rounds):
        for played in contest.play(number):
            if out is not None:
                out.write(played.record() + "\n")
            if chosen.show:
                print("\n".join(played.lines()))
        if chosen.against:
            print(json.dumps(contest.figures()), file=sys.stderr, flush=True)
        elif sys.stderr.isatty() and not chosen.show:
            print(f"\rgame {number + 1} of {chosen.games}", end="", file=sys.stderr, flush=True)
    return contest.figures()


def _positions(chosen: argparse.Namespace, policy: str) -> int | None:
    """Count the positions that a player may weigh for a move, if that is given."""
    positions: int | None = chosen.positions
    if chosen.speed and policy in THINKING:
        positions = max(1, round(chosen.speed * THINKING[policy].seconds))
    return positions


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.selfplay", description="Play whole games between computer players."
    )
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--games", type=_count, default=1, help="how many games (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument(
        "--policy",
        default="greedy",
        help="random, greedy (default), mcts, easy, medium, hard or seer (who sees all hands)",
    )
    parser.add_argument(
        "--against",
        type=lambda text: text.split(","),
        default=[],
        help="the policy in the other seats, or several: medium,easy; each shuffle is played in"
        " every seat",
    )
    thought = parser.add_mutually_exclusive_group()
    thought.add_argument("--positions", type=_count, help="how many a level may weigh for a move")
    thought.add_argument("--speed", type=_count, help="how many in a second of the level's time")
    parser.add_argument(
        "--playouts", type=_count, default=PLAYOUTS, help=f"of mcts for a move (default {PLAYOUTS})"
    )
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
