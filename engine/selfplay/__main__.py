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

from engine.selfplay.arguments import (
    add_game_arguments,
    check_choice,
    count,
    settle_options_and_seats,
)
from engine.selfplay.match import PLAYOUTS, THINKING, Duel, Match, find_policy, policies_of


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    settle_options_and_seats(parser, chosen)
    policies = policies_of(chosen.game)
    check_choice(parser, "--policy", chosen.policy, policies)
    for name in chosen.against:
        check_choice(parser, "--against", name, policies)
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
    add_game_arguments(parser, same="plays the same games")
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
    thought.add_argument("--positions", type=count, help="how many a level may weigh for a move")
    thought.add_argument("--speed", type=count, help="how many in a second of the level's time")
    parser.add_argument(
        "--playouts", type=count, default=PLAYOUTS, help=f"of mcts for a move (default {PLAYOUTS})"
    )
    parser.add_argument("--show", action="store_true", help="print every move")
    parser.add_argument("--record", type=Path, help="write one finished record a line to this file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
