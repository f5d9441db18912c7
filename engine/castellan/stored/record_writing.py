"""A whole game as a record: played through, and written as `castellan-record/1`."""

from collections.abc import Mapping
from typing import Any

from engine.bag import commitment
from engine.castellan.material.cards import Cards
from engine.castellan.play.ending import leave, winners
from engine.castellan.play.turn import apply
from engine.castellan.setup import order_text, start
from engine.castellan.state import Setup, State, keeps, scores, staying
from engine.castellan.stored.record_format import FORMAT, RULES_VERSION
from engine.castellan.stored.record_turns import points_data, turn_data
from engine.castellan.vocabulary.events import Event
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.options import options_to_dict
from engine.recorded import Leaves, Ply
from engine.texts.record_leaving import last_to_leave, leaving_data
from engine.texts.record_played import PlayedGame, Rules
from engine.texts.record_text import write_form

Step = Ply[State, Turn, Event]
Played = PlayedGame[State, Turn, Event]

RULES = Rules(start, apply, leave, winners)


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    return setup.commitment == commitment(setup.seed, order_text(setup.decks))


def write_record(played: Played) -> str:
    """The record as one line of JSON. While the game is running, it holds nothing hidden (K2)."""
    setup, state, ended = played.setup, played.state, played.result is not None
    return write_form(
        {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            "rules": options_to_dict(setup.options),
            "cards": cards_data(setup.cards),
            "players": list(played.players),
            "first": setup.first,
            **(_secrets(setup) if ended else {}),
            "commitment": setup.commitment,
            "turns": _turns(played, ended),
            "final": final_data(state) if state.phase == "over" else [],
            "scores": list(scores(state)),
            "keeps": list(keeps(state)),
            "result": played.result,
            "winners": list(played.winners),
        },
    )


def cards_data(cards: Cards) -> Mapping[str, Any]:
    return {
        card.id: {
            "deck": card.deck,
            "towers": card.pieces.tower,
            "long_walls": card.pieces.long,
            "short_walls": card.pieces.short,
            "extra_cards": card.extra,
        }
        for card in cards.by_id.values()
    }


def _secrets(setup: Setup) -> Mapping[str, Any]:
    decks = [{"wall": list(one.wall), "tower": list(one.tower)} for one in setup.decks]
    return {"decks": decks, "seed": setup.seed}


def _turns(played: Played, ended: bool) -> list[Mapping[str, Any]]:
    turns: list[Mapping[str, Any]] = []
    for before, ply in zip(played.plies, played.plies[1:], strict=False):
        if isinstance(ply.done, Leaves):
            turns.append(leaving_data(ply.done.seat))
        elif ply.done is not None:
            told = turn_data(before.state, ply.done, ply.events)
            turns.append(told if ended else _without_the_cards_drawn(told))
    return [*turns, *last_to_leave(staying(played.state), played.ending)]


def _without_the_cards_drawn(told: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in told.items() if name != "cards_drawn"}


def final_data(state: State) -> list[Mapping[str, Any]]:
    """Every courtyard with its current worth (K18). A game that was stopped has no final
    scoring."""
    return [
        {
            "seat": one.seat,
            "cells": points_data(sorted(one.cells)),
            "towers": state.plan.towers_of(one),
            "double": one.double,
            "points": state.plan.worth(one),
        }
        for one in state.plan.courtyards
    ]
