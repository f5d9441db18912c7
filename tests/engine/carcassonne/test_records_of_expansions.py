"""Records with expansions, `carcassonne-record/2` (RV8)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.carcassonne.rules import carcassonne
from engine.errors import RecordError
from tests.engine.records.test_frozen_records import TEXTS

BIG = TEXTS["carcassonne-2-big"]
INNS = TEXTS["carcassonne-2-inns"]
RIVER = TEXTS["carcassonne-2-river"]
CLASSIC = TEXTS["carcassonne-classic"]
DATA = Path(__file__).parents[3] / "engine" / "carcassonne" / "data"

Change = Callable[[dict[str, Any]], object]


def large_turn(data: dict[str, Any]) -> dict[str, Any]:
    """The first turn that placed the large follower."""
    return next(turn for turn in data["turns"] if turn.get("large"))


def entry_with_large(data: dict[str, Any]) -> dict[str, Any]:
    """The first scoring in which a large follower counted."""
    entries = [entry for turn in data["turns"] for entry in turn["scored"]]
    return next(entry for entry in entries if "large" in entry)


@pytest.mark.parametrize("text", [BIG, INNS, RIVER])
def test_rv8_a_record_with_an_expansion_has_the_second_format(text: str) -> None:
    data = json.loads(text)
    assert data["format"] == "carcassonne-record/2"
    recorded = carcassonne.records.read_record(text)
    assert json.loads(carcassonne.records.write_record(recorded)) == data


def test_rv8_a_record_without_one_names_none() -> None:
    data = json.loads(carcassonne.records.write_record(carcassonne.records.read_record(CLASSIC)))
    assert data["format"] == "carcassonne-record/1"
    assert data["rules"].keys() == {"small_city", "farms"}
    assert "large" not in json.dumps(data)


def test_rv8_the_tiles_stand_in_the_order_of_the_files() -> None:
    files = ("tiles.json", "inns.json", "river.json")
    names = [name for file in files for name in json.loads((DATA / file).read_text())["tiles"]]
    assert list(json.loads(BIG)["tiles"]) == names


def test_rv8_followers_count_the_large_one_too() -> None:
    for text in (BIG, INNS):
        data = json.loads(text)
        turns = [entry for turn in data["turns"] for entry in turn["scored"]]
        for entry in [*turns, *data["final"]]:
            if "large" in entry:
                assert any(entry["large"])
                pairs = zip(entry["followers"], entry["large"], strict=True)
                assert all(followers >= large for followers, large in pairs)


def river_segment(data: dict[str, Any]) -> int:
    """The index of the river on the first tile."""
    segments = data["tiles"][data["turns"][0]["tile"]]["segments"]
    return next(at for at, segment in enumerate(segments) if segment["kind"] == "river")


def place_again(data: dict[str, Any]) -> None:
    """Place the large follower once more, while it may still be on the table."""
    turn = large_turn(data)
    at = data["turns"].index(turn)
    later = [other for other in data["turns"][at + 1 :] if other["seat"] == turn["seat"]]
    placed = next(other for other in later if other["follower"] is not None)
    placed["large"] = True


BROKEN: dict[str, tuple[str, Change, str]] = {
    "the first format": (BIG, lambda d: d.update(format="carcassonne-record/1"), "format"),
    "the second format without an expansion": (
        CLASSIC,
        lambda d: d.update(format="carcassonne-record/2"),
        "format",
    ),
    "an expansion that is not named": (
        BIG,
        lambda d: d["rules"].pop("inns"),
        "some need the rule inns=on",
    ),
    "a river that is not named": (
        BIG,
        lambda d: d["rules"].pop("river"),
        "some need the rule river=on",
    ),
    "a river that is not there": (
        INNS,
        lambda d: d["rules"].update(river="on"),
        "there must be a river",
    ),
    "six without Inns & Cathedrals": (
        RIVER,
        lambda d: d.update(players=list("abcdef")),
        "players: 6 cannot play",
    ),
    "the lake before the river": (
        BIG,
        lambda d: d["deck"].insert(0, d["deck"].pop(10)),
        "deck: tile river-2 comes before",
    ),
    "land before the river": (
        BIG,
        lambda d: d["deck"].insert(3, d["deck"].pop(20)),
        "comes before the river tiles",
    ),
    "two lakes": (
        BIG,
        lambda d: d["tiles"]["river-2"].update(count=2),
        "tiles, start: a river ends",
    ),
    "an inn in a city": (
        BIG,
        lambda d: d["tiles"]["D"]["segments"][0].update(inn=True),
        "tiles, start: tile D",
    ),
    "a river across a corner": (
        BIG,
        lambda d: d["tiles"]["river-7"]["segments"][0].update(ports=[4, 9]),
        "cannot own port 9",
    ),
    "an inn that is half there": (
        BIG,
        lambda d: d["tiles"]["ic-14"]["segments"][0].update(inn="yes"),
        "inn",
    ),
    "somebody on the river": (
        BIG,
        lambda d: d["turns"][0].update(follower=river_segment(d)),
        "nobody stands on a river",
    ),
    "a large follower and none": (
        BIG,
        lambda d: large_turn(d).update(follower=None),
        "large: no follower was placed",
    ),
    "a large follower that is small": (BIG, lambda d: large_turn(d).update(large=False), "large"),
    "a second large follower": (BIG, place_again, "no_large_follower"),
    "a large follower that did not count": (
        BIG,
        lambda d: entry_with_large(d).pop("large"),
        "the rules give",
    ),
    "one too many of them": (
        BIG,
        lambda d: entry_with_large(d).update(large=[1] * 4),
        "the rules give",
    ),
    "a large follower in the base game": (
        CLASSIC,
        lambda d: next(t for t in d["turns"] if t["follower"] is not None).update(large=True),
        "no_large_follower_left",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_record_is_refused_with_the_place_when_it_has(name: str) -> None:
    text, change, place = BROKEN[name]
    data = json.loads(text)
    change(data)
    with pytest.raises(RecordError) as refused:
        carcassonne.records.read(json.dumps(data))
    assert place in str(refused.value)
    assert len(str(refused.value)) < 2000
