"""Events stored by earlier versions are read as if they had said all that events say today."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.castellan.events import CourtyardGrew
from engine.game import Game
from engine.games import GAMES
from tests.engine.conformance.playing import random_move

ADDED: dict[str, dict[str, tuple[str, ...]]] = {
    "carcassonne": {
        "FeatureScored": ("each", "small"),
        "FinalScored": ("each",),
        "FarmersScored": ("counted_by", "each"),
    },
    "castle": {"FeatureScored": ("each",), "FinalScored": ("each", "fountain_counts")},
    "castellan": {"CourtyardGrew": ("more",)},
}
# Kinds of events that an earlier version did not have.
NEW = {
    "carcassonne": {"FeaturesJoined", "LeadChanged", "LastRoundBegan"},
    "castle": {"FeaturesJoined", "LeadChanged", "LastRoundBegan"},
    "castellan": {"LeadChanged"},
}
# Events that random games hardly ever have.
RARE = {"castellan": (CourtyardGrew(0, ((0, 0),), 9, True, 18, gained=2, more=4),)}


@pytest.mark.parametrize("kind", ADDED)
def test_events_of_an_earlier_version_are_read(kind: str) -> None:
    game = GAMES[kind]
    seen = set[str]()
    for event in [*stored_events(game), *json.loads(game.event_log.text(RARE.get(kind, ())))]:
        lacking = dict(event)
        for name in ADDED[kind].get(event["event"], ()):
            del lacking[name]
            seen.add(event["event"])
        expected, older = (json.dumps([one], separators=(",", ":")) for one in (event, lacking))
        read = game.event_log.parse(older)
        if event.get("seats") != []:  # else nobody scored it, and the edition cannot be told
            assert game.event_log.text(read) == expected
    assert seen == ADDED[kind].keys()


def stored_events(game: Game[Any, Any, Any, Any]) -> Iterator[dict[str, Any]]:
    for number in range(4):
        for preset in game.presets:
            chance = Random(number)
            state, events = game.begin(f"{number}", game.settle_options({}, preset))
            yield from json.loads(game.event_log.text(events))
            while (seat := game.to_act(state)) is not None:
                state, events = game.apply(state, seat, random_move(game, state, chance))
                yield from json.loads(game.event_log.text(events))


@pytest.mark.parametrize("kind", ADDED)
def test_events_are_also_written_as_earlier_versions_did(kind: str) -> None:
    game = GAMES[kind]
    seen = set[str]()
    for event in stored_events(game):
        (read,) = game.event_log.parse(json.dumps([event], separators=(",", ":")))
        known, first = game.event_log.earlier_texts([read])
        seen |= {event["event"]} & NEW[kind]
        if event["event"] in NEW[kind]:
            assert (known, first) == ("[]", "[]")
        else:
            lacking = {n: v for n, v in event.items() if n not in added(kind, event["event"])}
            assert json.loads(known) == [event]
            assert json.loads(first) == [lacking]
    assert seen >= NEW[kind] - {"FeaturesJoined"}


def added(kind: str, event: str) -> tuple[str, ...]:
    return ADDED[kind].get(event, ())
