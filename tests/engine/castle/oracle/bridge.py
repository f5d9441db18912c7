"""One game played by the engine and the oracle in parallel, and every difference between them.

This is the one module of the oracle's folder that knows both. It translates the engine's values
into the oracle's plain data and compares; it decides nothing. A difference is reported with
everything needed to reproduce it: the table that the game began from, and the moves so far.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from engine.castle.catalogue import Catalogue, read_catalogue
from engine.castle.events import Event, FeatureScored, FinalScored
from engine.castle.moves import OPTIONS, AnotherTurn, Move, Spot, Turn
from engine.castle.placing import placements
from engine.castle.rules import castle
from engine.castle.state import Keep, State
from engine.castle.turn import new_setup, start
from engine.tiles.draws import tiles_left
from engine.tiles.grid import Placement
from engine.tiles.tile import PORTS, turn_port

from . import Anchor, Choice, Oracle


@cache
def _data(name: str) -> str:
    return (files("engine.castle") / "data" / name).read_text("utf-8")


@cache
def _read(text: str) -> Catalogue:
    return read_catalogue(text)


@dataclass(frozen=True)
class Table:
    """What a game begins from. Everything except seed and options is there to rig it."""

    seed: str
    options: Mapping[str, str]
    first: int | None = None
    catalogue: str | None = field(default=None, repr=False)
    """The text of a catalogue file, or None for the one that comes with the game."""
    deck: int | None = None
    """How many tiles are in the deck, all of them when None."""
    wall: tuple[int, ...] = ()
    """Kinds for the first corner towers of the track, or none to leave them to the seed."""
    scores: tuple[int, int] = (0, 0)
    supply: tuple[int, int] = (6, 6)
    held: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    keeps: tuple[int, int] = (0, 0)


def engine_at(table: Table) -> State:
    text = _data("catalogue.json") if table.catalogue is None else table.catalogue
    setup = new_setup(table.seed, OPTIONS.parse(table.options), table.first, _read(text))
    wall = dict(zip(sorted(setup.wall_tiles), table.wall, strict=False)) or setup.wall_tiles
    setup = replace(setup, deck=setup.deck[: table.deck], wall_tiles=wall)
    state, _ = start(setup)
    first, second = (Keep(tiles, 0) if tiles else None for tiles in table.keeps)
    return state._replace(
        scores=table.scores, supply=table.supply, held=table.held, keeps=(first, second)
    )


def oracle_at(table: Table, state: State) -> Oracle:
    """Set up the oracle in the same position; only the shuffled orders come from the engine."""
    raw = json.loads(table.catalogue or _data("catalogue.json"))
    wall = json.loads(_data("wall.json"))
    setup = state.setup
    oracle = Oracle(
        rules={name: str(getattr(setup.options, name)) for name in castle_options()},
        tiles=raw["tiles"],
        start_spaces=raw["start_spaces"],
        inside=[
            (x, y)
            for y, row in enumerate(wall["inside"])
            for x, mark in enumerate(row)
            if mark > " "
        ],
        corner_towers=wall["corner_towers"],
        deck=setup.deck,
        wall_tiles=setup.wall_tiles,
        first=setup.first,
    )
    oracle.scores = list(table.scores)
    oracle.supply = list(table.supply)
    oracle.held = [sorted(kinds) for kinds in table.held]
    oracle.keeps = list(table.keeps)
    first_cell = state.board.grid.cells[0]
    oracle.keep_cells = [first_cell if tiles else None for tiles in table.keeps]
    return oracle


def castle_options() -> list[str]:
    return list(OPTIONS.parse({}).__dataclass_fields__)


class Duel:
    """A game that both sides play."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = engine_at(table)
        self.oracle = oracle_at(table, self.state)
        self.moves: list[str] = []
        self.compare_position()

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play one move on both sides, and compare what it scored and the position after it."""
        choice = None if isinstance(move, AnotherTurn) else self._choice(move)
        self.moves.append(castle.move_text(move))
        self.state, events = castle.apply(self.state, self.state.seat, move)
        if isinstance(move, AnotherTurn):
            self.oracle.answer(move.taken)
        else:
            assert choice is not None
            (x, y), rotation = move.placement
            scored = self.oracle.play(x, y, rotation, choice)
            self._same(
                "scored",
                [_scoring_entry(e) for e in events if isinstance(e, FeatureScored)],
                scored,
            )
        if self.over:
            final = [_final(event) for event in events if isinstance(event, FinalScored)]
            self._same("final", _comparable(final), _comparable(self.oracle.final))
        self.compare_position()
        return events

    def play_text(self, text: str) -> None:
        self.play(castle.parse_move(text))

    def compare_position(self) -> None:
        for what, (mine, theirs) in _positions(self.state, self.oracle).items():
            self._same(what, mine, theirs)

    def compare_placements(self, moves: Sequence[Move]) -> None:
        """Compare R7 to R9 with the engine's legal moves."""
        mine = {move.placement for move in moves if isinstance(move, Turn)}
        theirs = {Placement((x, y), rotation) for x, y, rotation in self.oracle.placements()}
        self._same("placements of moves", mine, theirs)
        self._same("placements", set(placements(self.state)), theirs)

    def compare_completions(self, moves: Sequence[Move], placement: Placement) -> None:
        """Compare R11, R17, R20 and R21 with the engine's legal moves that begin with this
        placement."""
        turns = [m for m in moves if isinstance(m, Turn) and m.placement == placement]
        (x, y), rotation = placement
        mine = [self._choice(turn) for turn in turns]
        self._same("completions", set(mine), self.oracle.completions(x, y, rotation))
        self._same("different completions", len(mine), len(set(mine)))

    def count_completions(self) -> int:
        """Count the legal moves as the oracle has them."""
        if self.oracle.phase == "again":
            return 2
        return sum(len(self.oracle.completions(*p)) for p in self.oracle.placements())

    def _choice(self, turn: Turn) -> Choice:
        follower = None
        if turn.follower is not None:
            follower = self._segment(turn.placement.rotation, turn.follower.port)
        return Choice(
            follower,
            tuple((play.kind, _anchor(play.target)) for play in turn.wall_tiles),
            tuple((*spot.cell, spot.port) for spot in turn.order),
        )

    def _segment(self, rotation: int, port: int) -> int:
        """Find the segment of the drawn tile that has this lowest port in this rotation."""
        assert self.oracle.drawn is not None
        segments = self.oracle.board.tiles[self.oracle.drawn]
        lowest = [min(turn_port(p, rotation) for p in segment["ports"]) for segment in segments]
        return lowest.index(port)

    def _same(self, what: str, mine: object, theirs: object) -> None:
        assert mine == theirs, (
            f"{what} differ at ply {len(self.moves)}\n"
            f"  engine: {mine}\n  oracle: {theirs}\n  table: {self.table}\n  moves: {self.moves}"
        )


def _positions(state: State, oracle: Oracle) -> dict[str, tuple[object, object]]:
    """Everything in a position, from the engine and from the oracle."""
    grid = state.board.grid
    keeps = [0 if keep is None else keep.tiles for keep in state.keeps]
    keep_cells = [None if keep is None else grid.cells[keep.cell] for keep in state.keeps]
    laid = {
        grid.cells[cell]: (lying.tile.id, lying.rotation)
        for cell, lying in state.board.laid.items()
        if cell < len(grid.cells)
    }
    return {
        "phase": (state.phase, oracle.phase),
        "seat": (state.seat, oracle.seat),
        "extra": (state.extra, oracle.is_extra),
        "drawn": (state.drawn, oracle.drawn),
        "discarded": (list(state.discarded), oracle.discarded),
        "left": (tiles_left(state), len(oracle.deck)),
        "scores": (list(state.scores), oracle.scores),
        "supply": (list(state.supply), oracle.supply),
        "held": ([list(kinds) for kinds in state.held], oracle.held),
        "wall": (dict(state.wall), oracle.wall),
        "keeps": (keeps, oracle.keeps),
        "cells of the keeps": (keep_cells, oracle.keep_cells),
        "placed": (laid, oracle.placed),
        "followers": (_followers(state), _followers_by_oracle(oracle)),
    }


def _followers(state: State) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For each cell with a follower its seat and the lowest port of its segment."""
    followers = defaultdict(list)
    for feature in [*state.board.open_features(), *state.closed_courts]:
        for seat, spot, _ in feature.followers:
            followers[state.board.grid.cells[spot // PORTS]].append((seat, spot % PORTS))
    return dict(followers)


def _followers_by_oracle(oracle: Oracle) -> dict[tuple[int, int], list[tuple[int, int]]]:
    followers = defaultdict(list)
    for seat, cell, index in oracle.followers:
        tile, rotation = oracle.placed[cell]
        ports = oracle.board.tiles[tile][index]["ports"]
        followers[cell].append((seat, min(turn_port(port, rotation) for port in ports)))
    return dict(followers)


def _anchor(spot: Spot | None) -> Anchor | None:
    return None if spot is None else (*spot.cell, spot.port)


def _scoring_entry(event: FeatureScored) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "cells": [list(cell) for cell in event.cells],
        "starts": list(event.starts),
        "followers": list(event.followers),
        "seat": event.seat,
        "points": event.points,
        "space": event.space,
        "took": event.took,
    }


def _final(event: FinalScored) -> dict[str, Any]:
    entry: dict[str, Any] = {"what": event.what, "seat": event.seat, "points": event.points}
    if event.what != "wall9":
        entry["cells"] = [list(cell) for cell in event.cells]
    return entry


def _comparable(entries: Sequence[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Final entries in their order. No ruling orders courts that begin on the same cell, or says
    which of two equally good features kinds 4 to 7 score: there only the first cell must be the
    same."""
    scorings = [
        (
            entry["what"],
            entry["seat"],
            entry["points"],
            entry.get("cells", [])[: None if entry["what"] in ("keep", "court") else 1],
        )
        for entry in entries
    ]
    courts = sorted(entry for entry in scorings if entry[0] == "court")
    before = [entry for entry in scorings if entry[0] == "keep"]
    return before + courts + [entry for entry in scorings if entry[0] not in ("keep", "court")]
