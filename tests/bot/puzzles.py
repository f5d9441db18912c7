"""Puzzles for tests: positions of games between computer players, with what is best at first sight
as the solution."""

from collections.abc import Sequence
from functools import cache

from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.puzzles.finding import Solution
from engine.puzzles.stock import Puzzle
from engine.puzzles.themes import JUDGEMENT
from engine.selfplay.match import Match

# After how many moves, as shares of a game.
STAGES = (0.2, 0.5, 0.8)
# The preset of the last game, where there are several.
UNUSUAL = {"carcassonne": "big", "castle": "site"}


@cache
def made_stock(kind: str) -> Sequence[Puzzle]:
    """A few puzzles: of a usual game, and of one with other options where there are any."""
    presets = [None, UNUSUAL.get(kind)]
    return [
        _make_puzzle(match, share)
        for match in (Match(kind, seed, "easy", preset) for seed, preset in enumerate(presets))
        for share in STAGES
    ]


def _make_puzzle(match: Match, share: float) -> Puzzle:
    kind = match.kind
    game = GAMES[kind]
    played = match.play_game(0)
    states = [ply.state for ply in played.plies]
    ply = round(share * (len(states) - 1))
    state = states[ply]
    seat = game.to_act(state)
    first = game.to_act(states[0])
    assert seat is not None
    assert first is not None
    candidates = EXPERTS[kind].candidates(game.resample(state, seat, "puzzle"))
    (first_move, most), *others = candidates
    best = game.move_text(first_move)
    clearly = EXPERTS[kind].clear_margin
    lost = {best: 0.0} | {
        game.move_text(move): round(clearly + most - worth, 1) for move, worth in others
    }
    second = [*lost][1]
    themes = [*sorted({*EXPERTS[kind].themes.values()}), JUDGEMENT]
    solution = Solution(
        seat=seat,
        best=(best,),
        second=second,
        margin=lost[second],
        chances=(0.6, 0.4),
        lost=lost,
        theme=themes[ply % len(themes)],
    )
    return Puzzle(
        played.options, played.seed, first, len(played.players), played.moves[:ply], solution
    )
