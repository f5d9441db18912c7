"""Records: what was written can be read back, and nothing broken or hostile is accepted."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.bag import commitment
from engine.castle.choices import legal_moves
from engine.castle.moves import OPTIONS, AnotherTurn, Move, Options, Turn
from engine.castle.record import Played, TurnData
from engine.castle.rules import castle
from engine.castle.turn import apply, new_setup, order_text, start
from engine.castle.view import view
from engine.errors import IllegalMove, RecordError
from engine.recorded import Ending, Ply
from engine.selfplay.match import Match
from engine.tiles.grid import Placement
from tests.engine.castle.kit.boards import game

RECORDS = castle.records

PLAYERS = ("Anna", "Björn")
Change = Callable[[dict[str, Any]], object]


def random_game(seed: int, moves: int = 200, options: Options | None = None) -> Played:
    """A random game of this many moves, with followers and wall tiles wherever possible."""
    rng = Random(seed)
    setup = new_setup(str(seed), options)
    state, _ = start(setup)
    played: list[Move] = []
    while state.phase != "over" and len(played) < moves:
        legal = list(legal_moves(state))
        eager = [m for m in legal if isinstance(m, AnotherTurn) or m.follower or m.wall_tiles]
        played.append(rng.choice(eager or legal))
        state, _ = apply(state, state.seat, played[-1])
    return RECORDS.play(setup, played, PLAYERS)


FINISHED = RECORDS.write(random_game(1))


def break_record(change: Change) -> str:
    """Change something in the finished record."""
    data = json.loads(FINISHED)
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize("seed", range(12))
def test_finished_games_survive_a_record_round_trip(seed: int) -> None:
    rng = Random(seed)
    options = OPTIONS.parse({name: rng.choice(values) for name, values in OPTIONS.values.items()})
    played = random_game(seed, options=options)

    again = RECORDS.read(RECORDS.write(played))

    assert again == played
    setup = again.setup
    assert setup.commitment == commitment(setup.seed, order_text(setup.deck, setup.wall_tiles))


@pytest.mark.parametrize("taken", [True, False])
def test_the_answers_to_another_turn_are_kept(taken: bool) -> None:
    game = next(
        game
        for game in map(Match("castle", 1, "greedy").play_game, range(100))
        if any(ply.done == AnotherTurn(True) for ply in game.plies)
    )
    at = next(i for i, ply in enumerate(game.plies) if ply.done == AnotherTurn(True))
    setup = game.plies[0].state.setup
    moves = [ply.done for ply in game.plies[1:at] if ply.done is not None]
    answered = RECORDS.play(setup, [*moves, AnotherTurn(taken)], PLAYERS)
    moves += [AnotherTurn(taken), next(legal_moves(answered.state))]
    played = RECORDS.play(setup, moves, PLAYERS, Ending("agreed"))

    again = RECORDS.read(RECORDS.write(played))

    assert again == played
    assert json.loads(RECORDS.write(played))["turns"][-2]["extra"] is taken


@pytest.mark.parametrize("moves", [0, 1, 7, 30, 55])
def test_records_of_unfinished_games_hide_what_is_not_public(moves: int) -> None:
    played = random_game(3, moves)
    data = json.loads(RECORDS.write(played))

    assert not {"deck", "wall_tiles", "seed"} & data.keys()
    assert data["result"] is None
    hidden = set(played.setup.deck[played.state.dealt :])
    assert not hidden & {tile for turn in data["turns"] for tile in turn["discarded"]}


@pytest.mark.parametrize("moves", [0, 1, 7, 30, 55])
def test_an_unfinished_game_is_read_as_far_as_it_goes(moves: int) -> None:
    played = random_game(3, moves)

    again = RECORDS.read(RECORDS.write(played))

    assert [ply.done for ply in again.plies] == [ply.done for ply in played.plies]
    seen = view(again.state, None)
    assert seen.drawn is None
    assert seen.laid == view(played.state, None).laid
    assert seen.features == view(played.state, None).features
    assert (seen.scores, seen.held) == (played.state.scores, played.state.held)
    assert set(seen.unseen) == {*view(played.state, None).unseen, played.state.drawn}
    assert RECORDS.write(again) == RECORDS.write(played)


def test_a_game_known_only_in_part_cannot_go_on() -> None:
    again = RECORDS.read(RECORDS.write(random_game(3, 7)))
    turn = next(ply.done for ply in again.plies if isinstance(ply.done, Turn))
    with pytest.raises(IllegalMove, match="tile_unknown"):
        apply(again.state, again.state.seat, turn)


def test_records_list_every_option_and_the_whole_catalogue() -> None:
    data = json.loads(FINISHED)
    assert data["rules"].keys() == OPTIONS.values.keys()
    assert len(data["tiles"]) == 60
    assert len(data["start_spaces"]) == 7
    assert len(data["inside"]) == 76
    assert len(data["corner_towers"]) == 14


def test_points_in_a_record_add_up_to_its_scores() -> None:
    data = json.loads(FINISHED)
    entries = [entry for turn in data["turns"] for entry in turn["scored"]] + data["final"]
    for seat in (0, 1):
        total = sum(entry["points"] for entry in entries if entry["seat"] == seat)
        assert total == data["scores"][seat]


def first_scoring(data: dict[str, Any]) -> dict[str, Any]:
    """Find the first scoring that gave points to anybody."""
    entries = (entry for turn in data["turns"] for entry in turn["scored"])
    return next(entry for entry in entries if entry["seat"] is not None)


def first_scored_turn(data: dict[str, Any]) -> int:
    return next(
        number
        for number, turn in enumerate(data["turns"], 1)
        if any(entry["seat"] is not None for entry in turn["scored"])
    )


def change_points(data: dict[str, Any]) -> None:
    first_scoring(data)["points"] += 1


BROKEN: dict[str, tuple[Change, str]] = {
    "another format": (lambda d: d.update(format="castle-record/2"), "format"),
    "an unknown key in the box": (lambda d: d["tiles"][d["deck"][0]][0].update(cheat=1), "tiles"),
    "a missing key": (lambda d: d.pop("turns"), "turns"),
    "an unknown option": (lambda d: d["rules"].update(weather="fair"), "rules"),
    "an option of an unknown value": (lambda d: d["rules"].update(extra_turn="many"), "rules"),
    "a tile too few": (lambda d: d["tiles"].pop(d["deck"][0]), "tiles"),
    "a port owned twice": (
        lambda d: d["tiles"][d["deck"][0]][0]["ports"].append(
            d["tiles"][d["deck"][0]][0]["ports"][0]
        ),
        "tiles",
    ),
    "a deck with a tile twice": (lambda d: d["deck"].__setitem__(0, d["deck"][1]), "deck"),
    "a deck in another order": (lambda d: d["deck"].reverse(), "turn 1, tile"),
    "no seed though it ended": (lambda d: d.pop("seed"), "seed"),
    "a wall tile too few": (lambda d: d["wall_tiles"].pop("12"), "wall_tiles"),
    "three wall tiles of a kind": (
        lambda d: d.update(
            wall_tiles=dict(
                zip(d["wall_tiles"], [5, 5, 5, 1, 1, 2, 2, 3, 3, 4, 4, 6, 6], strict=True)
            )
        ),
        "wall_tiles: kind 5",
    ),
    "another castle": (lambda d: d["inside"].pop(), "inside"),
    "other corner towers": (lambda d: d["corner_towers"].reverse() or d["corner_towers"].pop(), ""),
    "a turn by the wrong player": (lambda d: d["turns"][4].update(seat=1 - d["turns"][4]["seat"]),
                                   "turn 5, seat"),
    "an illegal placement": (lambda d: d["turns"][36].update(cell=d["turns"][35]["cell"]),
                             "turn 37: illegal: occupied"),
    "a cell outside": (lambda d: d["turns"][36].update(cell=[11, 0]), "turn 37: illegal: outside"),
    "a rotation of five": (lambda d: d["turns"][36].update(rotation=5), "turn 37, rotation"),
    "a segment that is not there": (lambda d: d["turns"][36].update(follower=11), "turn 37, follo"),
    "a word for a number": (lambda d: d["turns"][36].update(rotation="1"), "turn 37, rotation"),
    "points that were not scored": (change_points, "points"),
    "a scoring left out": (
        lambda d: d["turns"][first_scored_turn(d) - 1].update(scored=[]), "scored"
    ),
    "a wall tile not held": (
        lambda d: d["turns"][0].update(wall=[{"kind": 2, "cells": []}]), "turn 1: illegal"
    ),
    "a wall tile on nothing": (
        lambda d: d["turns"][0].update(wall=[{"kind": 2, "cells": [[0, 0]]}]), "turn 1, wall, 0"
    ),
    "another turn from nowhere": (lambda d: d["turns"][0].update(extra=True), "turn 1, extra"),
    "a turn too many": (lambda d: d["turns"].append(d["turns"][-1]), "the game was over"),
    "a turn too few": (lambda d: d["turns"].pop(), "there are still turns to play"),
    "other final scores": (lambda d: d["scores"].__setitem__(0, 999), "end, scores"),
    "another winner": (lambda d: d.update(winner=1 - d["winner"]), "end, winner"),
    "final points of another kind": (lambda d: d["final"].pop(), "end, final"),
    "a resigned game that was played out": (lambda d: d.update(result="resigned"), "result"),
    "a running game that was played out": (
        lambda d: [d.update(result=None), d.pop("deck"), d.pop("seed"), d.pop("wall_tiles")],
        "result",
    ),
    "secrets of a running game": (lambda d: d.update(result=None), "deck, wall_tiles, seed"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_record_is_refused_with_the_place_when_it_has(name: str) -> None:
    change, place = BROKEN[name]
    with pytest.raises(RecordError) as refusal:
        RECORDS.read(break_record(change))
    assert place in str(refusal.value)
    assert len(str(refusal.value)) < 1000


def test_unknown_keys_of_what_was_scored_are_skipped_and_named() -> None:
    data = json.loads(FINISHED)
    first_scoring(data)["colour"] = "red"
    data["final"][0]["why"] = "largest"
    again = RECORDS.read(json.dumps(data))
    assert again.skipped == ("final.why", "turns.scored.colour")
    assert again.plies == RECORDS.read(FINISHED).plies


def test_no_more_than_a_few_unknown_keys_are_named() -> None:
    data = json.loads(FINISHED)
    data |= {f"{number:03}{'x' * 60}": number for number in range(90)}
    skipped = RECORDS.read(json.dumps(data)).skipped
    assert [len(key) for key in skipped] == [40] * 10


HOUSES_ON_BOTH_SIDES = """
         A
       .ccc.
       chphc
     5 chphc
       chphc
       .hph.
"""
BETWEEN_START_AND_HOUSES = """
       .hph.
       chphc
       chphc
       chphc
       .hph.
"""


@pytest.mark.parametrize("held", [[], [3]])
def test_features_on_the_same_cells_are_told_apart_by_their_starts(held: list[int]) -> None:
    """Two houses on A4 and A5, one of them with a start space: which of them scores first, or is
    raised by a wall tile, is read back."""
    state = game(
        HOUSES_ON_BOTH_SIDES,
        draw=BETWEEN_START_AND_HOUSES,
        starts={"A4.S": "hpc"},
        followers="0 squire A5.SSW",
        scores=(9, 0),
        wall={12: 9, 16: 8},
        held=(held, []),
    )
    turns = [
        move
        for move in legal_moves(state)
        if isinstance(move, Turn)
        and move.placement == Placement((0, 5), 0)
        and move.follower is not None
        and (move.order or move.wall_tiles)
    ]
    assert len(turns) >= 2
    for turn in turns:
        after, events = apply(state, state.seat, turn)
        written = RECORDS.turn_data(state, Ply(turn, events, after), ())
        data = TurnData.model_validate(json.loads(json.dumps(written)))
        assert RECORDS.turn_move(state, data, "turn 1") == turn
