"""Recorded games: one file for each game and set of options, with moves, events and scores.

The files are found by the end of their names, so that any game recorded in this form is checked.
Nothing here knows a game by name. To play and write them again:

    python -m tests.engine.playthroughs
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from engine.games import GAMES
from tests.engine.conformance.adapters import ADAPTERS
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.playing import elaborately, greedily, play

FOLDER = Path(__file__).parent
MOVE = "> "
LOOKED_AT = 25
# How many games of each kind are recorded at least.
GAMES_EACH = 4


@dataclass(frozen=True)
class Playthrough:
    """What determines a game."""

    game: str
    seed: str
    first: int
    seats: int
    options: Mapping[str, str]
    moves: Sequence[str]

    def text(self) -> str:
        """Play the game, and write it in the form of its file."""
        rules = GAMES[self.game]
        state, events = rules.begin(self.seed, self.options, self.first, self.seats)
        lines = [*self._head(), "", *(f"  {event!r}" for event in events)]
        for ply, text in enumerate(self.moves):
            seat = rules.to_act(state)
            legal = ADAPTERS[self.game].list_moves(state)
            assert seat is not None
            possible = "" if legal is None else f", {len(legal)} legal moves"
            state, events = rules.apply(state, seat, rules.parse_move(text))
            scores = " ".join(map(str, rules.scores(state)))
            lines += ["", f"ply {ply}, seat {seat}{possible}", f"{MOVE}{text}"]
            lines += [*(f"  {event!r}" for event in events), f"scores: {scores}"]
        lines += ["", f"to act: {rules.to_act(state)}"]
        return "\n".join(lines) + "\n"

    def _head(self) -> list[str]:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return [
            "# A recorded game, written by `python -m tests.engine.playthroughs`.",
            f"game: {self.game}",
            f"seed: {self.seed}",
            f"first: {self.first}",
            f"seats: {self.seats}",
            f"options: {options}",
        ]


def read_playthrough(text: str) -> Playthrough:
    """How the game was played according to its file; its events are not read."""
    lines = text.splitlines()
    head = dict(line.split(": ", 1) for line in lines[1:6])
    return Playthrough(
        game=head["game"],
        seed=head["seed"],
        first=int(head["first"]),
        seats=int(head["seats"]),
        options=dict(option.split("=", 1) for option in head["options"].split()),
        moves=[line.removeprefix(MOVE) for line in lines if line.startswith(MOVE)],
    )


def play_again() -> dict[Path, Playthrough]:
    """Every game with every set of options that its adapter names, and with every number of players
    that can play."""
    made = {}
    for name, rules in GAMES.items():
        candidate = Candidate(name, rules, ADAPTERS[name])
        option_sets = ADAPTERS[name].option_sets
        for number in range(max(GAMES_EACH, len(option_sets))):
            options = option_sets[number % len(option_sets)]
            seed = f"playthrough {number}"
            first = number % 2
            seat_counts = rules.seat_counts_with(options)
            seats = seat_counts[number % len(seat_counts)]
            choose = (greedily, elaborately)[number % 2](Random(seed), LOOKED_AT)
            begun, _ = rules.begin(seed, options, first, seats)
            played = play(rules, begun, choose, candidate.legal)
            moves = [rules.move_text(step.move) for step in played.steps]
            made[FOLDER / f"{name}-{number}.txt"] = Playthrough(
                name, seed, first, seats, options, moves
            )
    return made
