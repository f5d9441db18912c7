"""Pictures of recorded games from the command line.

python -m render --record out.jsonl --ply 30 --overlay leads --out board.png
python -m render --record out.jsonl --replay replay.gif
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from render.carcassonne.command import CarcassonneCommand
from render.castellan.command import CastellanCommand
from render.castle.command import CastleCommand
from render.command import Command, Refused, read_game_name

PROGRAM = "python -m render"
# The games by name. The first is used if neither the command nor the record names one.
GAMES: Mapping[str, Command[Any, Any, Any, Any]] = {
    "castle": CastleCommand(),
    "carcassonne": CarcassonneCommand(),
    "castellan": CastellanCommand(),
}


def main(arguments: Sequence[str] | None = None) -> None:
    game = argparse.ArgumentParser(prog=PROGRAM, add_help=False, allow_abbrev=False)
    game.add_argument("--game", choices=sorted(GAMES), help="(the one that the record names)")
    game.add_argument("--record", metavar="FILE", help="one record a line")
    game.add_argument("--index", type=int, default=0, help="which game of the file, from 0")
    options, _ = game.parse_known_args(arguments)
    name = options.game or read_game_name(options.record, options.index)
    command = GAMES.get(name, next(iter(GAMES.values())))
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Pictures of recorded games.", parents=[game]
    )
    command.add_arguments(parser)
    try:
        command.run(parser.parse_args(arguments))
    except Refused as refused:
        sys.stderr.write(f"{PROGRAM}: error: {refused}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
