"""Puzzles found in games of a computer player against itself, from the command line.

    python -m engine.puzzles --game carcassonne --games 10 --seed 1
    python -m engine.puzzles --game carcassonne --options big --seats 3

Prints a JSON object a line for each puzzle. `record` is the record of the finished game, and `ply`
the number of the move that `seat` is asked for. The moves in `best` solve it; `second` is the best
of the others, which loses `margin` of winning chance. `chances` are the winning chances with each
move that was weighed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from engine.puzzles.finding import find_puzzles
from engine.selfplay.arguments import add_game_arguments, count, settle_options_and_seats
from engine.selfplay.match import Match

POLICY = "medium"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m engine.puzzles",
        description="Find puzzles in games of a computer player against itself.",
    )
    add_game_arguments(parser, same="finds the same puzzles")
    parser.add_argument("--positions", type=count, help="how many a review weighs for a move")
    chosen = parser.parse_args(arguments)
    settle_options_and_seats(parser, chosen)
    match = Match(chosen.game, chosen.seed, POLICY, chosen.options, chosen.seats)
    for number in range(chosen.games):
        played = match.play_game(number)
        states = [ply.state for ply in played.plies]
        for ply, solution in find_puzzles(chosen.game, states, chosen.positions):
            found = {
                "game": chosen.game,
                "record": json.loads(played.record()),
                "ply": ply,
                **asdict(solution),
            }
            print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
