"""Arguments of the command lines that play whole games."""

import argparse
from collections.abc import Collection

from engine.games import GAMES


def add_game_arguments(parser: argparse.ArgumentParser, *, same: str) -> None:
    """Add what every game has; `same` is what the same seed repeats."""
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--games", type=count, default=1, help="how many games (default 1)")
    parser.add_argument("--seed", type=int, default=1, help=f"the same seed {same}")
    parser.add_argument("--seats", type=count, help="how many play (default the usual number)")
    parser.add_argument("--options", help="a preset of the game's options (default its first)")


def settle_options_and_seats(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """Fill in the defaults of the game, or end with what could be chosen."""
    game = GAMES[chosen.game]
    chosen.options = chosen.options or next(iter(game.presets))
    check_choice(parser, "--options", chosen.options, game.presets)
    chosen.seats = chosen.seats or game.seat_counts[0]
    options = game.settle_options({}, chosen.options)
    check_choice(parser, "--seats", chosen.seats, game.seat_counts_with(options))


def check_choice(
    parser: argparse.ArgumentParser, option: str, value: object, choices: Collection[object]
) -> None:
    if value not in choices:
        parser.error(f"argument {option}: choose one of {', '.join(map(str, choices))}")


def count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return number
