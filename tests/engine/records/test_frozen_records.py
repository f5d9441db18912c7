"""Records that were written once and never change: every later version must read them.

The files are as they were written at the time, one game each. A file is added when the format or
the rules of a game change; none is ever edited or removed (docs/records.md).
"""

import json
from dataclasses import make_dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.carcassonne.rules import carcassonne
from engine.castle.rules import castle
from engine.errors import RunningRecord
from engine.games import GAMES
from engine.recorded import leaving_seat
from engine.texts.options import OptionSet

FROZEN = sorted((Path(__file__).parent / "frozen").glob("*.json"))
TEXTS = {path.stem: path.read_text("utf-8") for path in FROZEN}
RUNNING = [name for name in TEXTS if json.loads(TEXTS[name])["result"] is None]
ENDED = [name for name in TEXTS if name not in RUNNING]
READ_AS_FAR_AS_THEY_GO = {
    "castle": castle.records.read,
    "carcassonne": carcassonne.records.read,
}


def kind_of(name: str) -> str:
    return name.partition("-")[0]


def winners_in(data: dict[str, Any]) -> list[int]:
    if "winners" in data:
        return sorted(data["winners"])
    return [] if data["winner"] is None else [data["winner"]]


@pytest.mark.parametrize("name", ENDED)
def test_a_frozen_record_is_read_and_its_game_replayed(name: str) -> None:
    rules = GAMES[kind_of(name)]
    data = json.loads(TEXTS[name])

    recorded = rules.records.read_record(TEXTS[name])

    assert (recorded.players, recorded.first) == (tuple(data["players"]), data["first"])
    assert recorded.ended == (None if data["result"] in ("win", "shared") else data["result"])
    state, _ = rules.begin(
        recorded.seed, recorded.options, recorded.first, seats=len(recorded.players)
    )
    assert rules.commitment(state) == data["commitment"]
    for text in recorded.moves:
        leaver = leaving_seat(text)
        seat = rules.to_act(state)
        if leaver is not None:
            assert rules.leaving is not None
            state, _ = rules.leaving.continue_without(state, leaver)
        else:
            assert seat is not None
            state, _ = rules.apply(state, seat, rules.parse_move(text))
    assert list(rules.scores(state)) == data["scores"]
    if data["result"] == "win":
        assert sorted(rules.winners(state)) == winners_in(data)
    elif data["result"] != "shared":
        assert sorted(recorded.winners) == winners_in(data)


@pytest.mark.parametrize("name", ENDED)
def test_a_frozen_record_that_is_written_again_only_gains(name: str) -> None:
    """What a game that was stopped had scored by then, and how it was stopped, may be told in other
    words; everything else stays as it was, and so does its order."""
    rules = GAMES[kind_of(name)]
    old = json.loads(TEXTS[name])
    new = json.loads(rules.records.write_record(rules.records.read_record(TEXTS[name])))

    assert [key for key in new if key in old] == list(old)
    assert new["rules"].items() >= old["rules"].items()
    may_differ = {"rules"} if old["result"] in ("win", "shared") else {"rules", "turns", "final"}
    for key in old.keys() - may_differ:
        assert json.dumps(new[key]) == json.dumps(old[key]), key


@pytest.mark.parametrize("name", RUNNING)
def test_frozen_records_of_running_games_read_as_far_as_they_go(name: str) -> None:
    kind = kind_of(name)
    data = json.loads(TEXTS[name])
    with pytest.raises(RunningRecord):
        GAMES[kind].records.read_record(TEXTS[name])
    if kind in READ_AS_FAR_AS_THEY_GO:
        played: Any = READ_AS_FAR_AS_THEY_GO[kind](TEXTS[name])
        assert len(played.plies) == len(data["turns"]) + 1
        assert list(played.state.scores) == data["scores"]


def test_every_game_has_frozen_records_of_every_preset() -> None:
    for kind, rules in GAMES.items():
        option_sets = [json.loads(TEXTS[name])["rules"] for name in ENDED if kind_of(name) == kind]
        settled = [rules.settle_options(options) for options in option_sets]
        assert all(dict(preset) in settled for preset in rules.presets.values()), kind


@pytest.mark.parametrize("name", ENDED)
def test_an_option_that_a_record_lacks_has_its_default(name: str) -> None:
    rules = GAMES[kind_of(name)]
    data = json.loads(TEXTS[name])
    whole = rules.records.read_record(TEXTS[name])
    defaults = rules.settle_options({})
    data["rules"] = {
        option: value for option, value in whole.options.items() if value != defaults.get(option)
    }
    assert rules.records.read_record(json.dumps(data)) == whole


@pytest.mark.parametrize("name", ENDED)
def test_frozen_records_still_read_when_the_game_gains_an_option(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = GAMES[kind_of(name)]
    before = rules.records.read_record(TEXTS[name])
    weather = ("weather", Literal["fair", "foul"], "fair")
    [options] = {type(preset) for preset in rules.options.presets.values()}
    more = make_dataclass("More", [weather], bases=(options,), frozen=True)
    gained = OptionSet({name: more(**values) for name, values in rules.presets.items()})
    monkeypatch.setattr(rules.options, "presets", gained.presets)
    monkeypatch.setattr(rules.options, "values", gained.values)

    after = rules.records.read_record(TEXTS[name])

    assert after.options == {**before.options, "weather": "fair"}
    assert replace(after, options=before.options) == before
    assert json.loads(rules.records.write_record(after))["rules"]["weather"] == "fair"
