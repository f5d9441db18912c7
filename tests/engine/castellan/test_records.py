"""Records: what was written can be read back, and nothing broken or hostile is accepted."""

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from engine.castellan.cards import CardData, cards_from, standard_cards
from engine.castellan.moves import Turn, parse_move
from engine.castellan.record import Played, final_data
from engine.castellan.rules import castellan
from engine.castellan.turn import new_setup
from engine.errors import RecordError
from engine.recorded import Ending, Leaves
from engine.selfplay.match import find_policy

RECORDS = castellan.records

Change = Callable[[dict[str, Any]], object]
PLAYERS = ("Anna", "Björn", "Çelik", "Ди")


def game(
    seed: int, seats: int, leaves: Mapping[int, int] | None = None, moves: int = 100
) -> Played:
    """A game of this many turns; `leaves` says who leaves after how many."""
    rng = Random(seed)
    played = RECORDS.play(new_setup(str(seed), seats=seats), (), PLAYERS[:seats])
    choose = find_policy("castellan", "random" if seed % 2 else "greedy")
    for number in range(moves):
        last = played.plies[-1]
        if last.state.phase == "over":
            break
        plies = [RECORDS.next_ply(last, choose(last.state, rng))]
        if number in (leaves or {}):
            plies.append(RECORDS.next_ply(plies[-1], Leaves((leaves or {})[number])))
        played = RECORDS.played_game(played.players, (*played.plies, *plies))
    return played


GAMES = [game(1, 2), game(2, 3), game(3, 4, {9: 2, 20: 0}), game(4, 4, {0: 1})]
GAME = GAMES[1]
FINISHED = RECORDS.write(GAME)


def cut(played: Played, ending: Ending | None, moves: int) -> Played:
    return RECORDS.played_game(played.players, played.plies[: moves + 1], ending)


@pytest.mark.parametrize("moves", [0, 1, 12])
def test_records_of_running_games_hold_only_public_knowledge(moves: int) -> None:
    running = cut(GAME, None, moves)
    text = RECORDS.write(running)
    data = json.loads(text)
    assert not {"decks", "seed"} & data.keys()
    assert not any("cards_drawn" in turn for turn in data["turns"])
    assert (data["result"], data["winners"], data["final"]) == (None, [], [])
    assert len(data["turns"]) == moves
    recorded = {(turn["seat"], card) for turn in data["turns"] for card in turn["cards"]}
    played = running.state.played
    assert recorded == {(seat, card) for seat in range(3) for card in played[seat]}
    with pytest.raises(RecordError, match="still runs"):
        RECORDS.read(text)


def test_a_record_with_courtyards_of_a_stopped_game_is_read() -> None:
    played = cut(GAMES[0], Ending("agreed"), 15)
    data = json.loads(RECORDS.write(played))
    final = final_data(played.state)
    assert (data["final"], bool(final)) == ([], True)
    assert RECORDS.read(json.dumps({**data, "final": final})) == played
    for wrong in (final[:-1], [{**final[0], "points": 99}, *final[1:]]):
        with pytest.raises(RecordError, match="end, final"):
            RECORDS.read(json.dumps({**data, "final": wrong}))


def test_k16_cards_of_all_turns_are_distinct_and_from_the_decks() -> None:
    for played in GAMES:
        data = json.loads(RECORDS.write(played))
        for seat, decks in enumerate(data["decks"]):
            turns = [turn for turn in data["turns"] if turn["seat"] == seat and "cards" in turn]
            cards = [card for turn in turns for card in turn["cards"]]
            assert len(set(cards)) == len(cards)
            assert {*cards} <= {*decks["wall"], *decks["tower"]}


def test_k18_the_final_scoring_adds_up_to_the_scores_and_keeps() -> None:
    for played in GAMES:
        data = json.loads(RECORDS.write(played))
        for seat in range(len(data["players"])):
            own = [entry for entry in data["final"] if entry["seat"] == seat]
            assert sum(entry["points"] for entry in own) == data["scores"][seat]
            assert sum(1 + entry["double"] for entry in own) == data["keeps"][seat]
        for entry in data["final"]:
            assert entry["points"] == entry["towers"] * (1 + entry["double"])


@pytest.mark.parametrize(
    ("wall", "other", "to"),
    [
        ("s0,0E", "t1,0", [1, 0]),
        ("s0,0N", "t0,1", [0, 1]),
        ("s-1,0E", "t-1,0", [-1, 0]),
        ("s0,-1N", "t0,-1", [0, -1]),
    ],
)
def test_k6_the_first_piece_begins_at_0_0_wherever_it_leads(
    wall: str, other: str, to: list[int]
) -> None:
    """T4 shows two towers and a short wall."""
    setups = (new_setup(str(seed), first=0) for seed in range(100))
    setup = next(setup for setup in setups if "T4" in setup.decks[0].tower[:2])
    move = parse_move(f"T4: {wall} t0,0 {other}; w")
    played = RECORDS.play(setup, [move], PLAYERS[:2], Ending("agreed"))
    text = RECORDS.write(played)
    assert json.loads(text)["turns"][0]["build"][0] == {"piece": "short", "at": [0, 0], "to": to}
    assert RECORDS.read(text) == played
    data = json.loads(text)
    data["turns"][0]["build"][0] = {"piece": "short", "at": to, "to": [0, 0]}
    with pytest.raises(RecordError, match="begins at 0, 0"):
        RECORDS.read(json.dumps(data))


def test_order_carries_no_meaning() -> None:
    data = json.loads(FINISHED)
    for entry in [
        *data["final"],
        *(courtyard for turn in data["turns"] for courtyard in turn["courtyards"]),
    ]:
        entry["cells"].reverse()
    for turn in data["turns"]:
        turn["courtyards"].reverse()
        for piece in turn["build"]:
            if piece["piece"] != "tower" and piece is not data["turns"][0]["build"][0]:
                piece["at"], piece["to"] = piece["to"], piece["at"]
    data["final"].reverse()
    data["cards"] = dict(reversed(data["cards"].items()))
    assert RECORDS.read(json.dumps(data)) == GAME


def test_kinds_that_are_absent_count_0() -> None:
    data = json.loads(FINISHED)
    for turn in data["turns"]:
        for counts in ("received", "passed"):
            turn[counts] = {kind: count for kind, count in turn[counts].items() if count}
    assert RECORDS.read(json.dumps(data)) == GAME


def test_a_set_of_cards_of_ones_own_is_allowed() -> None:
    cards = standard_cards().by_id
    faces = {
        card.id: CardData(
            deck=card.deck,
            towers=card.pieces.tower + 1,
            long_walls=card.pieces.long,
            short_walls=card.pieces.short,
            extra_cards=0,
        )
        for card in cards.values()
    }
    setup = new_setup("own", seats=2, cards=cards_from(faces))
    played = RECORDS.play(setup, (), PLAYERS[:2])
    rng = Random(1)
    choose = find_policy("castellan", "random")
    while played.state.phase != "over":
        step = RECORDS.next_ply(played.plies[-1], choose(played.state, rng))
        played = RECORDS.played_game(played.players, (*played.plies, step))
    text = RECORDS.write(played)
    assert RECORDS.read(text) == played
    with pytest.raises(RecordError, match="cards"):
        castellan.records.read_record(text)


def turn_with(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Find the first turn that has an entry for this."""
    turn: dict[str, Any] = next(turn for turn in data["turns"] if turn[key])
    return turn


def first_wall(data: dict[str, Any]) -> dict[str, Any]:
    """Find a wall after the first turn, since it need not begin at 0, 0."""
    build = next(
        turn["build"] for turn in data["turns"][1:] if any("to" in piece for piece in turn["build"])
    )
    wall: dict[str, Any] = next(piece for piece in build if "to" in piece)
    return wall


def make_unfinished(data: dict[str, Any]) -> None:
    data.update(result=None, winners=[])
    del data["decks"], data["seed"]


BROKEN: dict[str, tuple[Change, str]] = {
    "another format": (lambda d: d.update(format="castellan-record/2"), "format"),
    "an unknown key in the box": (lambda d: d["cards"]["W1"].update(cheat=1), "cards"),
    "a missing key": (lambda d: d.pop("turns"), "turns"),
    "an option": (lambda d: d["rules"].update(moat="on"), "rules: option"),
    "a card too few": (lambda d: d["cards"].pop("T1"), "cards"),
    "a tower card without a tower": (lambda d: d["cards"]["T1"].update(towers=0), "cards: card T1"),
    "too many wall cards": (lambda d: d["cards"]["T1"].update(deck="wall", short_walls=1), "cards"),
    "another face": (lambda d: d["cards"]["T1"].update(towers=9), "turn "),
    "a single player": (lambda d: d.update(players=["Anna"]), "players"),
    "five players": (lambda d: d.update(players=list("abcde")), "players"),
    "a first seat that is not there": (lambda d: d.update(first=3), "first"),
    "no decks though it ended": (lambda d: d.pop("decks"), "decks"),
    "decks of too few": (lambda d: d["decks"].pop(), "decks"),
    "a deck with a card twice": (
        lambda d: d["decks"][1]["wall"].__setitem__(0, d["decks"][1]["wall"][1]), "decks, 1, wall"
    ),
    "a wall card among the towers": (
        lambda d: d["decks"][1]["tower"].__setitem__(0, "W1"), "decks, 1, tower"
    ),
    "no seed though it ended": (lambda d: d.pop("seed"), "seed"),
    "a game that still runs": (make_unfinished, "result: the game still runs"),
    "a turn by the wrong player": (
        lambda d: d["turns"][4].update(seat=(d["turns"][4]["seat"] + 1) % 3), "turn 5, seat"
    ),
    "a turn without a card": (lambda d: d["turns"][4].update(cards=[]), "turn 5: illegal: no_card"),
    "a card that is not in hand": (
        lambda d: d["turns"][4].update(cards=d["turns"][1]["cards"]), "turn 5: illegal: not_in_hand"
    ),
    "an unknown card": (lambda d: d["turns"][4].update(cards=["Z9"]), "turn 5: illegal"),
    "pieces received from nowhere": (
        lambda d: d["turns"][4].update(received={"long": 9}), "turn 5, received"
    ),
    "pieces passed on that were built": (
        lambda d: d["turns"][4].update(passed={"long": 9}), "turn 5, passed"
    ),
    "a piece left out": (lambda d: d["turns"][4]["build"].pop(), "turn 5: illegal: piece_left"),
    "a piece too many": (
        lambda d: d["turns"][4]["build"].append({"piece": "tower", "at": [7, 7]}),
        "turn 5: illegal: not_to_place",
    ),
    "a wall that is too long": (
        lambda d: first_wall(d).update(to=[50, 50]), ": no "
    ),
    "a wall without its other end": (lambda d: first_wall(d).pop("to"), "build"),
    "a wall from a word": (lambda d: first_wall(d).update(at=["0", 0]), "build"),
    "a piece far away": (
        lambda d: d["turns"][4]["build"][0].update(at=[10**6, 0]), "turn 5, played, build"
    ),
    "a courtyard left out": (
        lambda d: turn_with(d, "courtyards")["courtyards"].clear(), ", courtyards: the rules give 1"
    ),
    "a courtyard of other cells": (
        lambda d: turn_with(d, "courtyards")["courtyards"][0]["cells"].append([90, 90]),
        ", courtyards, 0",
    ),
    "a courtyard without cells": (
        lambda d: turn_with(d, "courtyards")["courtyards"][0]["cells"].clear(), "courtyards, 0"
    ),
    "a deck drawn from too often": (
        lambda d: d["turns"][0]["drawn"].append("wall"), "turn 1: illegal: draw_count"
    ),
    "another card drawn": (lambda d: d["turns"][0].update(cards_drawn=["W1"]), "turn 1, cards_dra"),
    "no cards drawn": (lambda d: d["turns"][0].pop("cards_drawn"), "turn 1, cards_drawn"),
    "a leaving of who is not there": (
        lambda d: d["turns"].insert(3, {"seat": 3, "left": True}), "turn 4, seat"
    ),
    "a leaving that is none": (
        lambda d: d["turns"].insert(3, {"seat": 1, "left": False}), "turn 4, left, left"
    ),
    "leavings of all but one": (
        lambda d: [d["turns"].insert(3, {"seat": seat, "left": True}) for seat in (1, 2)],
        "turn 5: the game does not go on",
    ),
    "a turn too many": (lambda d: d["turns"].append(d["turns"][-1]), "the game was over"),
    "a turn too few": (lambda d: d["turns"].pop(), "turns: there are still turns to play"),
    "a resigned game that was played out": (lambda d: d.update(result="resigned"), "result"),
    "other scores": (lambda d: d["scores"].__setitem__(0, 999), "end, scores"),
    "other keeps": (lambda d: d["keeps"].__setitem__(0, 99), "end, keeps"),
    "other winners": (lambda d: d.update(winners=[]), "end, winners"),
    "other final points": (lambda d: d["final"][0].update(points=99), "end, final, 0"),
    "a courtyard missing at the end": (lambda d: d["final"].pop(), "end, final"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_record_is_refused_with_the_place_when_it_has(name: str) -> None:
    change, place = BROKEN[name]
    data = json.loads(FINISHED)
    change(data)
    with pytest.raises(RecordError) as refused:
        RECORDS.read(json.dumps(data))
    assert place in str(refused.value)
    assert len(str(refused.value)) < 1000


def test_two_double_keeps_in_a_turn_are_refused() -> None:
    played = next(game for game in GAMES if any(_made(ply.done) for ply in game.plies))
    data = json.loads(RECORDS.write(played))
    turn = next(turn for turn in data["turns"] if any(c["double"] for c in turn["courtyards"]))
    turn["courtyards"] += turn["courtyards"]
    with pytest.raises(RecordError, match="only one keep can be double"):
        RECORDS.read(json.dumps(data))


def _made(done: object) -> bool:
    """Whether a turn has made a double keep."""
    return isinstance(done, Turn) and done.double is not None
