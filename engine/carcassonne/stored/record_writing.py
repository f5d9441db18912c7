"""A whole game as a record: played through, and written as `carcassonne-record/1`."""

from collections.abc import Mapping
from typing import Any

from engine.bag import commitment
from engine.carcassonne.material.catalogue import Catalogue, segment_data
from engine.carcassonne.play.final import winners
from engine.carcassonne.play.leaving import leave
from engine.carcassonne.play.turn import apply
from engine.carcassonne.setup import order_text, start
from engine.carcassonne.state import Setup, State, staying
from engine.carcassonne.stored.record_format import FORMAT, RULES_VERSION
from engine.carcassonne.stored.record_turns import cells_data, turn_data
from engine.carcassonne.vocabulary.events import Event, FarmersScored, FinalScored
from engine.carcassonne.vocabulary.moves import Turn
from engine.carcassonne.vocabulary.options import options_to_dict
from engine.recorded import Leaves, Ply
from engine.texts.record_leaving import last_to_leave, leaving_data
from engine.texts.record_played import PlayedGame, Rules
from engine.texts.record_text import write_form

Step = Ply[State, Turn, Event]
Played = PlayedGame[State, Turn, Event]

RULES = Rules(start, apply, leave, winners)


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    return setup.commitment == commitment(setup.seed, order_text(setup.deck))


def write_record(played: Played) -> str:
    """The record as one line of JSON. While the game is running, it holds nothing hidden."""
    setup, state, ended = played.setup, played.state, played.result is not None
    secrets = {"deck": list(setup.deck), "seed": setup.seed}
    return write_form(
        {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            "rules": options_to_dict(setup.options),
            "tiles": _tiles(setup.catalogue),
            "start": {"tile": setup.catalogue.start, "cell": [0, 0], "rotation": 0},
            "players": list(played.players),
            "first": setup.first,
            **(secrets if ended and not setup.unknown else {}),
            "commitment": setup.commitment,
            "turns": _turns(played),
            "left": list(state.discarded),
            "drawn": None if ended else state.drawn,
            "final": final_data(played),
            "scores": list(state.scores),
            "result": played.result,
            "winners": list(played.winners),
        },
    )


def _tiles(catalogue: Catalogue) -> Mapping[str, Any]:
    return {
        tile.id: {
            "count": catalogue.counts[tile.id],
            "segments": [
                segment_data(segment, cities)
                for segment, cities in zip(tile.segments, catalogue.served[tile.id], strict=True)
            ],
        }
        for tile in catalogue.tiles
    }


def _turns(played: Played) -> list[Mapping[str, Any]]:
    turns: list[Mapping[str, Any]] = []
    for before, ply in zip(played.plies, played.plies[1:], strict=False):
        if isinstance(ply.done, Leaves):
            turns.append(leaving_data(ply.done.seat))
        elif ply.done is not None:
            turns.append(turn_data(before.state, ply.done, ply.events))
    return [*turns, *last_to_leave(staying(played.state), played.ending)]


def final_data(played: Played) -> list[Mapping[str, Any]]:
    """The final scoring in the form of a record."""
    by_field = played.setup.options.farms == "by_field"
    return [
        _farms_data(event, by_field) if isinstance(event, FarmersScored) else _incomplete(event)
        for event in played.plies[-1].events
        if isinstance(event, FinalScored | FarmersScored)
    ]


def _incomplete(event: FinalScored) -> Mapping[str, Any]:
    return {"what": event.kind, "cells": cells_data(event.cells), **_gained(event)}


def _farms_data(event: FarmersScored, by_field: bool) -> Mapping[str, Any]:
    cities = [cells_data(city) for city in event.cities]
    if by_field:
        [field] = event.fields
        fed = {"cells": cells_data(field), "cities": cities}
    else:
        fed = {"cells": [], "city": cities[0]}
    return {"what": "field", **fed, **_gained(event)}


def _gained(event: FinalScored | FarmersScored) -> Mapping[str, Any]:
    return {
        "followers": list(event.followers),
        "seats": list(event.seats),
        "points": event.points,
    }
