"""The record of the three games, which have its format in common."""

import json
from dataclasses import replace
from typing import NamedTuple

import pytest

from engine.errors import RecordError
from engine.recorded import Early, Recorded, leaving_seat, leaving_text
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.recording import cut_short, lines


def test_a_stopped_game_has_no_final_scoring(candidate: Candidate) -> None:
    for line in lines(candidate):
        ended = replace(cut_short(line.recorded, -1), ended="agreed", winners=())
        assert json.loads(candidate.rules.records.write_record(ended))["final"] == []


class Parting(NamedTuple):
    """The end of a game that nobody has left before."""

    seats: int
    how: Early
    winners: tuple[int, ...]
    recorded: tuple[int, ...]
    """Who leaves in the last turns of the record."""
    before: tuple[int, ...] = ()
    """Who of these leaves before the end."""


PARTINGS = {
    "one of three, then another": Parting(3, "resigned", (1,), (2, 0), before=(2,)),
    "one whom only computers outstay": Parting(3, "resigned", (0, 2), (1,)),
    "one of two": Parting(2, "resigned", (1,), (0,)),
    "one of two who lets time run out": Parting(2, "timeout", (0,), (1,)),
    "nobody when time runs out": Parting(2, "timeout", (), ()),
    "nobody by agreement": Parting(2, "agreed", (), ()),
}


@pytest.mark.parametrize("who", PARTINGS)
def test_the_last_turn_says_who_ended_the_game_by_leaving(candidate: Candidate, who: str) -> None:
    rules = candidate.rules
    parting = PARTINGS[who]
    if rules.leaving is None:
        return
    cut = _undisturbed(candidate, parting.seats, 3)
    moves = (*cut.moves, *map(leaving_text, parting.before))
    recorded = replace(cut, moves=moves, ended=parting.how, winners=parting.winners)
    data = json.loads(rules.records.write_record(recorded))
    assert data["turns"][3:] == [{"seat": seat, "left": True} for seat in parting.recorded]
    assert rules.records.read_record(json.dumps(data)) == recorded
    if parting.winners:  # earlier records lack that turn
        del data["turns"][-1]
        assert rules.records.read_record(json.dumps(data)) == recorded


def test_only_those_who_still_play_win_a_stopped_game(candidate: Candidate) -> None:
    rules = candidate.rules
    if rules.leaving is None:
        return
    line = max(lines(candidate), key=lambda line: len(line.left))
    gone = [seat for seat, _ in line.left]
    [stayed, *_] = [seat for seat in candidate.seats(line.state) if seat not in gone]
    ended = replace(cut_short(line.recorded, -1), ended="agreed", winners=(stayed,))
    data = json.loads(rules.records.write_record(ended))
    assert rules.records.read_record(json.dumps(data)) == ended
    for winners in ([9], [len(ended.players)], [stayed, stayed], [gone[0]]):
        with pytest.raises(RecordError, match="winners"):
            rules.records.read_record(json.dumps({**data, "winners": winners}))


@pytest.mark.parametrize("key", ["seed", "commitment"])
def test_games_whose_seed_gives_something_else_are_refused(candidate: Candidate, key: str) -> None:
    data = json.loads(candidate.rules.records.write_record(lines(candidate)[0].recorded))
    data[key] += "x"
    with pytest.raises(RecordError, match="seed: "):
        candidate.rules.records.read_record(json.dumps(data))


def _undisturbed(candidate: Candidate, seats: int, moves: int) -> Recorded:
    """Find a game of so many that nobody has left by then, and stop it after this many moves."""
    games = (cut_short(line.recorded, moves) for line in lines(candidate))
    return next(
        game
        for game in games
        if len(game.players) == seats and all(leaving_seat(move) is None for move in game.moves)
    )
