"""A whole game as a record: played through, and written as `castle-record/1`."""

from collections.abc import Mapping
from typing import Any

from engine.bag import commitment
from engine.castle.material.catalogue import Catalogue, segment_data
from engine.castle.play.final import winners
from engine.castle.play.turn import apply, leave
from engine.castle.setup import order_text, start
from engine.castle.state import Setup, State
from engine.castle.stored.record_format import RULES_VERSION
from engine.castle.stored.record_turns import turn_data
from engine.castle.vocabulary.events import Event, FinalScored
from engine.castle.vocabulary.moves import AnotherTurn, Move, Turn
from engine.castle.vocabulary.options import options_to_dict
from engine.recorded import Ply
from engine.texts.record_played import PlayedGame, Rules
from engine.texts.record_text import write_form
from engine.tiles.tile import SIDES

FORMAT = "castle-record/1"


Step = Ply[State, Move, Event]
Played = PlayedGame[State, Move, Event]

RULES = Rules(start, apply, leave, winners)


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    order = order_text(setup.deck, setup.wall_tiles)
    return setup.commitment == commitment(setup.seed, order)


def write_record(played: Played) -> str:
    """The record as one line of JSON. While the game is running, it holds nothing hidden."""
    setup, catalogue = played.setup, played.setup.catalogue
    return write_form(
        {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            "rules": options_to_dict(setup.options),
            **_pieces(catalogue),
            "players": list(played.players),
            "first": setup.first,
            **(_secrets(setup) if played.result is not None and not setup.unknown else {}),
            "commitment": setup.commitment,
            "turns": _turns(played),
            "final": final_data(played),
            "scores": list(played.state.scores),
            "result": played.result,
            "winner": winner_of(played),
        },
    )


def winner_of(played: Played) -> int | None:
    """None when the win is shared (R28), and while the game is running."""
    return played.winners[0] if len(played.winners) == 1 else None


def _pieces(catalogue: Catalogue) -> Mapping[str, Any]:
    return {
        "tiles": {
            tile.id: [segment_data(segment) for segment in tile.segments]
            for tile in catalogue.tiles
        },
        "start_spaces": [
            {
                "cell": list(space.cell),
                "side": SIDES[space.side],
                "segments": [segment_data(segment) for segment in space.tile.segments],
            }
            for space in catalogue.start_spaces
        ],
        "inside": [list(cell) for cell in catalogue.wall.inside],
        "corner_towers": list(catalogue.wall.corner_towers),
    }


def _secrets(setup: Setup) -> Mapping[str, Any]:
    return {
        "deck": list(setup.deck),
        "wall_tiles": {str(tower): kind for tower, kind in setup.wall_tiles.items()},
        "seed": setup.seed,
    }


def _turns(played: Played) -> list[Mapping[str, Any]]:
    turns = []
    for index, ply in enumerate(played.plies):
        if isinstance(ply.done, Turn):
            before = played.plies[index - 1].state
            after = played.plies[index + 1 : index + 2]
            extra = any(later.done == AnotherTurn(True) for later in after)
            turns.append(turn_data(before, ply.done, ply.events, extra))
    return turns


def final_data(played: Played) -> list[Mapping[str, Any]]:
    """The final scoring in the form of a record."""
    entries: list[Mapping[str, Any]] = []
    for event in played.plies[-1].events:
        if isinstance(event, FinalScored):
            cells = {"cells": [list(cell) for cell in event.cells]} if event.what != "wall9" else {}
            entries.append(
                {"what": event.what, "seat": event.seat, "points": event.points, **cells}
            )
    return entries
