"""A whole game as a record: played through, and written as `castellan-record/1`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from json import dumps
from typing import Any

from engine.bag import commitment
from engine.castellan.material.cards import Cards
from engine.castellan.play.ending import leaders, leave
from engine.castellan.play.turn import apply
from engine.castellan.setup import order_text, start
from engine.castellan.state import Setup, State, keeps, scores, staying
from engine.castellan.stored.record_format import FORMAT
from engine.castellan.stored.record_turns import points_data, turn_data
from engine.castellan.vocabulary.events import Event
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.options import options_to_dict
from engine.recorded import Ending, Leaves, Ply
from engine.texts.record_leaving import last_to_leave, leaving_data

Deed = Turn | Leaves
Step = Ply[State, Turn, Event]


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played."""

    players: tuple[str, ...]
    plies: tuple[Step, ...]
    ending: Ending | None = None
    """How it ended before the rules ended it."""

    @property
    def setup(self) -> Setup:
        return self.state.setup

    @property
    def state(self) -> State:
        return self.plies[-1].state

    @property
    def result(self) -> str | None:
        """None while the game runs."""
        if self.ending is not None:
            return self.ending.how
        if self.state.phase != "over":
            return None
        return "win" if len(self.winners) == 1 else "shared"

    @property
    def winners(self) -> tuple[int, ...]:
        if self.ending is not None:
            return self.ending.winners
        return leaders(self.state) if self.state.phase == "over" else ()


def play(
    setup: Setup,
    done: Iterable[Deed],
    players: tuple[str, ...],
    ending: Ending | None = None,
) -> Played:
    """Play the moves from the set-up. An illegal one raises IllegalMove."""
    state, events = start(setup)
    plies: list[Step] = [Ply(None, events, state)]
    for deed in done:
        plies.append(next_ply(plies[-1], deed))
    return Played(players, tuple(plies), ending)


def next_ply(last: Step, deed: Deed) -> Step:
    if isinstance(deed, Leaves):
        state, events = leave(last.state, deed.seat)
    else:
        state, events = apply(last.state, last.state.seat, deed)
    return Ply(deed, events, state)


def commitment_holds(setup: Setup) -> bool:
    """Whether the commitment published at the start belongs to the order that was played."""
    return setup.commitment == commitment(setup.seed, order_text(setup.decks))


def write_record(played: Played) -> str:
    """The record as one line of JSON. While the game runs, it holds nothing hidden (K2)."""
    setup, state, ended = played.setup, played.state, played.result is not None
    return dumps(
        {
            "format": FORMAT,
            "rules": options_to_dict(setup.options),
            "cards": cards_data(setup.cards),
            "players": list(played.players),
            "first": setup.first,
            **(_secrets(setup) if ended else {}),
            "commitment": setup.commitment,
            "turns": _turns(played, ended),
            "final": final_data(state) if ended else [],
            "scores": list(scores(state)),
            "keeps": list(keeps(state)),
            "result": played.result,
            "winners": list(played.winners),
        },
        ensure_ascii=False,
        separators=(",", ":"),
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
    stay = staying(played.state)
    return [*turns, *last_to_leave(stay, played.setup.seats, played.ending)]


def _without_the_cards_drawn(told: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in told.items() if name != "cards_drawn"}


def final_data(state: State) -> list[Mapping[str, Any]]:
    """Every courtyard, and what it is worth, as they stand (K18)."""
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
