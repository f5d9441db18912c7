"""R4: the tiles and start spaces are data; a broken file is refused with the tile and the port."""

import json
from collections.abc import Callable
from importlib.resources import files
from itertools import chain
from typing import Any

import pytest

from engine.castle.catalogue import read_catalogue, segment_data, standard_catalogue
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.castle.turn import new_setup, start
from engine.errors import DataError
from engine.tiles.tile import Segment

Data = dict[str, Any]


def catalogue_file() -> Data:
    data: Data = json.loads((files("engine.castle") / "data" / "catalogue.json").read_text("utf-8"))
    return data


def test_r4_another_catalogue_of_the_same_form_is_playable() -> None:
    """Owners of a printed copy can enter their own tiles and start spaces."""
    data = catalogue_file()
    data["name"] = "mine"
    data["tiles"] = {
        f"mine-{i}": [{"kind": "tower", "ports": [0, 2, 3, 5, 6, 8, 9, 11]}] for i in range(60)
    }
    data["start_spaces"][0]["segments"] = [{"kind": "house", "ports": [0, 2]}]
    catalogue = read_catalogue(json.dumps(data))
    state, _ = start(new_setup("seed", catalogue=catalogue))
    assert state.drawn is not None
    assert state.drawn.startswith("mine-")
    state, _ = castle.apply(state, state.seat, next(legal_moves(state)))
    assert castle.view(state, None).catalogue.name == "mine"


def test_r4_the_bundled_catalogue_is_a_data_file_of_60_tiles() -> None:
    data = catalogue_file()
    assert list(data["tiles"]) == [tile.id for tile in standard_catalogue().tiles]
    assert len(data["tiles"]) == 60
    for tile in standard_catalogue().tiles:
        written = [
            {**segment, "ports": sorted(segment["ports"])} for segment in data["tiles"][tile.id]
        ]
        assert [segment_data(segment) for segment in tile.segments] == written


def test_a_segment_is_written_with_its_marks_only() -> None:
    assert segment_data(Segment("court", (0, 2), 2)) == {
        "kind": "court",
        "ports": [0, 2],
        "markets": 2,
    }
    assert segment_data(Segment("path", (1,), 1)) == {
        "kind": "path",
        "ports": [1],
        "fountain": True,
    }
    assert segment_data(Segment("path", (1,))) == {"kind": "path", "ports": [1]}
    assert segment_data(Segment("court", (0,))) == {"kind": "court", "ports": [0]}


def test_each_tile_is_ready_in_four_rotations() -> None:
    turned = standard_catalogue().turned["bend-1"]
    assert [tile.rotation for tile in turned] == [0, 1, 2, 3]
    assert [tile.edges for tile in turned] == [
        (0, 1, 1, 0),
        (0, 0, 1, 1),
        (1, 0, 0, 1),
        (1, 1, 0, 0),
    ]


def tile(data: Data) -> list[Data]:
    """street-8: a path north to south with a fountain, a court with a market, a court."""
    segments: list[Data] = data["tiles"]["street-8"]
    return segments


def too_few(data: Data) -> None:
    del data["tiles"]["street-8"]


def too_many(data: Data) -> None:
    data["tiles"]["one-more"] = data["tiles"]["street-8"]


def too_few_starts(data: Data) -> None:
    del data["start_spaces"][0]


def too_many_starts(data: Data) -> None:
    data["start_spaces"].append({**data["start_spaces"][1], "cell": [8, 1], "side": "N"})


def owned_twice(data: Data) -> None:
    tile(data)[2]["ports"].append(11)


def channel_owned_by_a_court(data: Data) -> None:
    tile(data)[2]["ports"].append(4)


def path_owning_a_half(data: Data) -> None:
    tile(data)[0]["ports"].append(3)


def missing_half(data: Data) -> None:
    tile(data)[2]["ports"].remove(3)


def unknown_kind(data: Data) -> None:
    tile(data)[1]["kind"] = "garden"


def port_12(data: Data) -> None:
    tile(data)[2]["ports"][0] = 12


def port_below_0(data: Data) -> None:
    tile(data)[2]["ports"][0] = -1


def port_as_text(data: Data) -> None:
    tile(data)[2]["ports"][0] = "2"


def no_port(data: Data) -> None:
    tile(data)[2]["ports"] = []


def fountain_on_a_court(data: Data) -> None:
    tile(data)[1]["fountain"] = True


def market_on_a_path(data: Data) -> None:
    tile(data)[0]["markets"] = 1


def markets_below_0(data: Data) -> None:
    tile(data)[1]["markets"] = -1


def unknown_key(data: Data) -> None:
    data["colour"] = "red"


def unknown_key_in_a_segment(data: Data) -> None:
    tile(data)[0]["well"] = True


def capital_letters_in_an_id(data: Data) -> None:
    data["tiles"]["Street"] = data["tiles"].pop("street-8")


def start_space_not_at_the_wall(data: Data) -> None:
    data["start_spaces"][1]["side"] = "N"


def start_space_outside(data: Data) -> None:
    data["start_spaces"][1]["cell"] = [5, 6]


def start_space_on_a_wrong_side(data: Data) -> None:
    data["start_spaces"][1]["segments"][0]["ports"] = [0, 3]


def start_space_without_a_half(data: Data) -> None:
    data["start_spaces"][1]["segments"][0]["ports"] = [0]


def same_side_twice(data: Data) -> None:
    data["start_spaces"][2] = data["start_spaces"][1]


def unknown_side(data: Data) -> None:
    data["start_spaces"][1]["side"] = "X"


def no_name(data: Data) -> None:
    del data["name"]


BROKEN: dict[Callable[[Data], None], str] = {
    too_few: "tiles: .*at least 60",
    too_many: "tiles: .*at most 60",
    too_few_starts: "start_spaces: .*at least 7",
    too_many_starts: "start_spaces: .*at most 7",
    owned_twice: r"tile street-8, segment 2: port 11 \(WNW\) is owned twice",
    channel_owned_by_a_court: r"tile street-8, segment 2: a court cannot own port 4 \(E\)",
    path_owning_a_half: r"tile street-8, segment 0: a path cannot own port 3 \(ENE\)",
    missing_half: r"tile street-8: port 3 \(ENE\) belongs to no segment",
    unknown_kind: r"tiles\.street-8\.1\.kind: ",
    port_12: r"tiles\.street-8\.2\.ports\.0: .*less than 12",
    port_below_0: r"tiles\.street-8\.2\.ports\.0: .*greater than or equal to 0",
    port_as_text: r"tiles\.street-8\.2\.ports\.0: .*integer",
    no_port: r"tiles\.street-8\.2\.ports: .*at least 1",
    fountain_on_a_court: "tile street-8, segment 1: only a path can have a fountain",
    market_on_a_path: "tile street-8, segment 0: only a court can have markets",
    markets_below_0: r"tiles\.street-8\.1\.markets: .*greater than or equal to 0",
    unknown_key: "catalogue, colour: ",
    unknown_key_in_a_segment: r"tiles\.street-8\.0\.well: ",
    capital_letters_in_an_id: r"tiles\.Street",
    start_space_not_at_the_wall: "start space 1: side N of cell 5, 5 does not touch the wall",
    start_space_outside: "start space 1: side S of cell 5, 6 does not touch the wall",
    start_space_on_a_wrong_side: r"start space 1, segment 0: port 3 \(ENE\) is not on its side",
    start_space_without_a_half: r"start space 1: port 2 \(NNE\) belongs to no segment",
    same_side_twice: "two start spaces touch the same side of a cell",
    unknown_side: r"start_spaces\.1\.side: ",
    no_name: "catalogue, name: ",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_r4_a_broken_catalogue_is_refused(broken: Callable[[Data], None]) -> None:
    data = catalogue_file()
    broken(data)
    with pytest.raises(DataError, match=BROKEN[broken]):
        read_catalogue(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "no json"])
def test_a_file_that_is_no_catalogue_at_all_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="catalogue, file: "):
        read_catalogue(text)


def test_catalogue_errors_fit_one_line_and_name_the_tile() -> None:
    data = catalogue_file()
    for segments in chain(data["tiles"].values()):
        segments[0]["ports"] = [0, 0]
    with pytest.raises(DataError) as caught:
        read_catalogue(json.dumps(data))
    assert str(caught.value).count("\n") == 0
    assert "donjon" in str(caught.value)
