"""Records: what was written can be read back, and nothing broken or hostile is accepted."""

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from engine.carcassonne.catalogue import TileData, build_catalogue
from engine.carcassonne.moves import OPTIONS, Turn
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.record import Played
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.turn import new_setup, start
from engine.errors import IllegalMove, RecordError
from engine.recorded import Ending, Leaves, Recorded
from engine.selfplay.carcassonne import play_greedily

RECORDS = carcassonne.records

Change = Callable[[dict[str, Any]], object]


def greedy_game(
    seed: int,
    seats: int = 2,
    moves: int = 100,
    preset: str = "classic",
    leaves: Mapping[int, int] | None = None,
) -> Played:
    """A game of this many moves; `leaves` says who leaves after how many."""
    rng = Random(seed)
    leaves = leaves or {}
    setup = new_setup(str(seed), OPTIONS.presets[preset], seats=seats)
    players = ("Anna", "Björn", "Çelik", "Ди", "E")[:seats]
    played = RECORDS.play(setup, (), players)
    for number in range(moves):
        last = played.plies[-1]
        if last.state.phase == "over":
            break
        plies = [RECORDS.next_ply(last, play_greedily(last.state, rng))]
        if number in leaves:
            plies.append(RECORDS.next_ply(plies[-1], Leaves(leaves[number])))
        played = RECORDS.played_game(players, (*played.plies, *plies))
    return played


GAMES = [
    greedy_game(1, 3, preset="current"),
    greedy_game(2, 2),
    greedy_game(3, 5, leaves={20: 4, 45: 0}),
    greedy_game(4, 4, preset="current", leaves={0: 1}),
]
GAME = GAMES[0]
FINISHED = RECORDS.write(GAME)
CLASSIC = RECORDS.write(GAMES[1])


def cut(played: Played, ending: Ending | None, moves: int | None = None) -> Played:
    plies = played.plies if moves is None else played.plies[: moves + 1]
    return RECORDS.played_game(played.players, plies, ending)


@pytest.mark.parametrize("moves", [0, 1, 20, 60])
def test_records_of_unfinished_games_hold_only_public_knowledge(moves: int) -> None:
    played = cut(GAMES[2], None, moves)
    text = RECORDS.write(played)
    data = json.loads(text)
    assert not {"deck", "seed"} & data.keys()
    assert (data["result"], data["winners"], data["final"]) == (None, [], [])
    assert data["drawn"] == played.state.drawn
    again = RECORDS.read(text)
    assert [ply.done for ply in again.plies] == [ply.done for ply in played.plies]
    assert again.state.drawn == played.state.drawn
    assert RECORDS.write(again) == text
    ours, theirs = (carcassonne.view(game.state, None) for game in (played, again))
    assert ours == theirs
    with pytest.raises(RecordError, match="still runs"):
        carcassonne.records.read_record(text)


def test_a_game_known_only_in_part_goes_on_for_one_move() -> None:
    again = RECORDS.read(RECORDS.write(cut(GAMES[1], None, 7))).state
    moves = list(legal_moves(again))
    after, _ = carcassonne.apply(again, again.seat, moves[0])
    assert (after.phase, after.drawn) == ("place", None)
    with pytest.raises(IllegalMove, match="tile_unknown"):
        carcassonne.apply(after, after.seat, moves[0])


def test_discarded_tiles_turns_and_those_left_are_the_deck() -> None:
    for played in GAMES:
        data = json.loads(RECORDS.write(played))
        turns = [turn for turn in data["turns"] if "tile" in turn]
        drawn = [tile for turn in turns for tile in (*turn["discarded"], turn["tile"])]
        assert [*drawn, *data["left"]] == data["deck"]


def test_points_in_a_record_add_up_to_its_scores() -> None:
    for played in GAMES:
        data = json.loads(RECORDS.write(played))
        scored = [entry for turn in data["turns"] for entry in turn.get("scored", [])]
        totals = [0] * len(data["players"])
        for entry in [*scored, *data["final"]]:
            for seat in entry["seats"]:
                totals[seat] += entry["points"]
        assert totals == data["scores"]


def test_records_count_y_to_the_north_and_farms_by_the_option() -> None:
    field = next(entry for entry in json.loads(FINISHED)["final"] if entry["what"] == "field")
    assert field.keys() == {"what", "cells", "cities", "followers", "seats", "points"}
    assert field["points"] == 3 * len(field["cities"])
    city = next(entry for entry in json.loads(CLASSIC)["final"] if entry["what"] == "field")
    assert (city["cells"], city["points"]) == ([], 4)
    assert city["city"]
    turn = json.loads(CLASSIC)["turns"][0]
    placed = GAMES[1].plies[1].done
    assert not isinstance(placed, Leaves)
    assert placed is not None
    assert turn["cell"] == [placed.placement.cell[0], -placed.placement.cell[1]]


def test_order_carries_no_meaning() -> None:
    data = json.loads(FINISHED)
    for entry in [
        *data["final"],
        *(feature for turn in data["turns"] for feature in turn["scored"]),
    ]:
        entry["cells"].reverse()
        entry["seats"].reverse()
        for city in entry.get("cities", []):
            city.reverse()
        entry.get("cities", []).reverse()
    data["final"].reverse()
    for turn in data["turns"]:
        turn["scored"].reverse()
    assert RECORDS.read(json.dumps(data)) == GAME


def test_c5_any_equivalent_rotation_may_be_recorded() -> None:
    setup = new_setup("rotations", seats=2)
    state, _ = start(setup)
    done: list[Turn] = []
    turned = False
    while state.phase != "over":
        move = next(legal_moves(state))
        assert state.drawn is not None
        if setup.catalogue.rotations[state.drawn] in ((0,), (0, 1)):
            placement = move.placement._replace(rotation=move.placement.rotation + 2)
            move = move._replace(placement=placement)
            turned = True
        done.append(move)
        state, _ = carcassonne.apply(state, state.seat, move)
    played = RECORDS.play(setup, done, ("a", "b"))
    assert turned
    assert RECORDS.read(RECORDS.write(played)) == played


def test_a_set_of_tiles_of_ones_own_is_allowed() -> None:
    """Cities that fit nowhere are among these: they are discarded before a turn or at the very
    end."""
    field = {"kind": "field", "ports": list(range(12))}
    cloister = [{"kind": "cloister", "ports": []}, field]
    tiles = {
        "start": TileData.model_validate({"count": 1, "segments": [field]}),
        "cloister": TileData.model_validate({"count": 12, "segments": cloister}),
        "city": TileData.model_validate({"count": 12, "segments": [{**field, "kind": "city"}]}),
    }
    setup = new_setup("own", seats=2, catalogue=build_catalogue(tiles, "start"))
    state, _ = start(setup)
    done: list[Turn] = []
    while state.phase != "over":
        move = list(legal_moves(state))[-1]
        done.append(move)
        state, _ = carcassonne.apply(state, state.seat, move)
    played = RECORDS.play(setup, done, ("a", "b"))
    text = RECORDS.write(played)
    data = json.loads(text)
    drawn = [tile for turn in data["turns"] for tile in (*turn["discarded"], turn["tile"])]
    assert [*drawn, *data["left"]] == data["deck"]
    assert "city" in drawn
    assert "city" in data["left"]
    assert RECORDS.read(text) == played
    with pytest.raises(RecordError, match="tiles of the base game"):
        carcassonne.records.read_record(text)


def first_scoring(data: dict[str, Any]) -> dict[str, Any]:
    """Find the first scoring that gave points to anybody."""
    entries = (entry for turn in data["turns"] for entry in turn["scored"])
    return next(entry for entry in entries if entry["seats"])


def change_points(data: dict[str, Any]) -> None:
    first_scoring(data)["points"] += 1


def change_seats(data: dict[str, Any]) -> None:
    first_scoring(data).update(seats=[0, 1, 2])


def make_unfinished(data: dict[str, Any]) -> None:
    data.update(result=None, winners=[])
    del data["deck"], data["seed"]


BROKEN: dict[str, tuple[Change, str]] = {
    "another format": (lambda d: d.update(format="carcassonne-record/2"), "format"),
    "an unknown key in the box": (lambda d: d["tiles"]["A"].update(cheat=1), "tiles"),
    "a missing key": (lambda d: d.pop("turns"), "turns"),
    "an option of an unknown value": (lambda d: d["rules"].update(farms="many"), "rules"),
    "an option too many": (lambda d: d["rules"].update(rivers="on"), "rules"),
    "a type too few": (lambda d: d["tiles"].pop("X"), "deck: it must be"),
    "a tile too many": (lambda d: d["tiles"]["X"].update(count=2), "deck: it must be"),
    "a port owned twice": (lambda d: d["tiles"]["X"]["segments"][0]["ports"].append(4), "tiles"),
    "where a road ends": (
        lambda d: d["tiles"]["X"]["segments"][0].update(ends_at="junction"), "ends_at"
    ),
    "an unknown start tile": (lambda d: d["start"].update(tile="Z"), "start"),
    "a start elsewhere": (lambda d: d["start"].update(cell=[1, 0]), "start"),
    "a start tile that is turned": (lambda d: d["start"].update(rotation=1), "start"),
    "a single player": (lambda d: d.update(players=["Anna"]), "players"),
    "six players": (lambda d: d.update(players=list("abcdef")), "players"),
    "a first seat that is not there": (lambda d: d.update(first=3), "first"),
    "a deck with a tile too few": (lambda d: d["deck"].pop(), "deck: it must be"),
    "a deck of other tiles": (lambda d: d["deck"].__setitem__(-1, "Z"), "deck: it must be"),
    "a deck in another order": (lambda d: d["deck"].reverse(), "turn 1, tile"),
    "no seed though it ended": (lambda d: d.pop("seed"), "seed"),
    "secrets of a running game": (lambda d: d.update(result=None), "deck, seed"),
    "a turn by the wrong player": (
        lambda d: d["turns"][4].update(seat=(d["turns"][4]["seat"] + 1) % 3), "turn 5, seat"
    ),
    "an illegal placement": (
        lambda d: d["turns"][36].update(cell=d["turns"][35]["cell"]), "turn 37: illegal: occupied"
    ),
    "a cell beside nothing": (
        lambda d: d["turns"][36].update(cell=[90, -90]), "turn 37: illegal: nothing_beside"
    ),
    "a cell beyond everything": (
        lambda d: d["turns"][36].update(cell=[10**6, 0]), "turn 37, played, cell"
    ),
    "a rotation of five": (lambda d: d["turns"][36].update(rotation=5), "turn 37, played, rot"),
    "a word for a number": (lambda d: d["turns"][36].update(rotation="1"), "turn 37, played, rot"),
    "a segment that is not there": (
        lambda d: d["turns"][36].update(follower=12), "turn 37, follower"
    ),
    "points that were not scored": (change_points, "scored, 0"),
    "other scorers": (change_seats, "scored, 0"),
    "a scoring left out": (
        lambda d: next(t for t in d["turns"] if t["scored"])["scored"].clear(), "scored"
    ),
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
    "a turn too few": (lambda d: d["turns"].pop(), "there are still turns to play"),
    "tiles left that were laid": (lambda d: d["left"].append("A"), "end, left"),
    "a tile in hand at the end": (lambda d: d.update(drawn="A"), "end, drawn"),
    "other final scores": (lambda d: d["scores"].__setitem__(0, 999), "end, scores"),
    "scores of another number": (lambda d: d["scores"].append(0), "end, scores"),
    "another winner": (lambda d: d.update(winners=[(d["winners"][0] + 1) % 3]), "end, winners"),
    "a winner twice": (lambda d: d["winners"].append(d["winners"][0]), "winners"),
    "a winner who is not there": (lambda d: d.update(winners=[4]), "winners"),
    "a final entry left out": (lambda d: d["final"].pop(), "end, final"),
    "other cities in the end": (lambda d: d["final"][-1]["cities"].pop(), "end, final"),
    "the farms of the other option": (
        lambda d: d["final"][-1].update(city=d["final"][-1].pop("cities")[0]), "end, final"
    ),
    "a resigned game that was played out": (lambda d: d.update(result="resigned"), "result"),
    "a running game that was played out": (make_unfinished, "result"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_record_is_refused_with_the_place_when_it_has(name: str) -> None:
    change, place = BROKEN[name]
    data = json.loads(FINISHED)
    change(data)
    with pytest.raises(RecordError) as refused:
        RECORDS.read(json.dumps(data))
    assert place in str(refused.value)
    assert len(str(refused.value)) < 2000


def test_a_record_of_moves_tells_the_table_what_it_was() -> None:
    recorded = carcassonne.records.read_record(FINISHED)
    assert recorded == Recorded(
        options={"small_city": "four", "farms": "by_field"},
        seed="1",
        first=GAME.setup.first,
        players=("Anna", "Björn", "Çelik"),
        moves=recorded.moves,
    )


def test_unknown_keys_of_what_was_scored_are_skipped_and_named() -> None:
    data = json.loads(FINISHED)
    scored = next(entry for turn in data["turns"] for entry in turn["scored"])
    scored["colour"] = "red"
    data["final"][0]["why"] = "largest"
    assert RECORDS.read(json.dumps(data)).skipped == ("final.why", "turns.scored.colour")
