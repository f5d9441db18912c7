"""Pictures of recorded games from the command line.

python -m render --game castle --record out.jsonl --ply 30 --overlay legal,leads --out board.png
python -m render --game carcassonne --record out.jsonl --replay replay.gif
"""

import argparse
from collections.abc import Mapping, Sequence

from render.carcassonne.command import PICTURES as CARCASSONNE
from render.castle.command import PICTURES as CASTLE
from render.command import Pictures

PROGRAM = "python -m render"


GAMES: Mapping[str, Pictures] = {"castle": CASTLE, "carcassonne": CARCASSONNE}
"""What makes the pictures of each game; the first is used when none is named."""


def main(arguments: Sequence[str] | None = None) -> None:
    game = argparse.ArgumentParser(prog=PROGRAM, add_help=False, allow_abbrev=False)
    game.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    chosen, _ = game.parse_known_args(arguments)
    command = GAMES[chosen.game]
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Pictures of recorded games.", parents=[game]
    )
    command.add_arguments(parser)
    command.run(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
