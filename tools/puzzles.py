"""Adds puzzles to the stock that ships, from games between computer players.

    python -m tools.puzzles --game castle --number 365 --seed 1

Goes on with the games of the seed until the stock holds this number, and writes it after each
puzzle. Puzzles that it has already are not added again.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import engine.puzzles
from engine.games import GAMES
from engine.puzzles.finding import find_puzzles
from engine.puzzles.stock import Puzzle, pack, stock_of
from engine.selfplay.match import Match

POLICY = "medium"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles")
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--options", help="a preset of the game's options (default its first)")
    parser.add_argument("--number", type=int, required=True, help="how many there should be")
    parser.add_argument("--seed", type=int, required=True)
    chosen = parser.parse_args(arguments)
    folder = Path(engine.puzzles.__file__).parent / "data"
    file = folder / f"{chosen.game}.packed"
    stock = [*stock_of(chosen.game)]
    match = Match(chosen.game, chosen.seed, POLICY, chosen.options)
    for number in count():
        if len(stock) >= chosen.number:
            break
        played = match.play_game(number)
        states = [ply.state for ply in played.plies]
        first = GAMES[chosen.game].to_act(states[0])
        assert first is not None
        for ply, solution in find_puzzles(chosen.game, states):
            puzzle = Puzzle(
                options=played.options,
                seed=played.seed,
                first=first,
                seats=len(played.players),
                moves=played.moves[: ply - 1],
                solution=solution,
            )
            if puzzle not in stock:
                stock.append(puzzle)
                file.write_bytes(pack(stock))
        print(f"{number + 1} games, {len(stock)} puzzles", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
