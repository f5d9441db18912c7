"""A position and its turns: draw, play, another turn, end. Deliberately naive.

Rejects illegal plays by listing all legal ones first. Draws nothing at random.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import choices, final
from .choices import Choice, Position
from .features import Board, Cell, Follower, Segment, completed_by, lay_start_spaces
from .scoring import Scoring, Track, automatic_order, scorings, scorings_of, towers_taken


class Oracle:
    """One game; `phase` says what it waits for: "place", "again" or "over"."""

    def __init__(
        self,
        *,
        rules: Mapping[str, str],
        tiles: Mapping[str, Sequence[Segment]],
        start_spaces: Sequence[Mapping[str, Any]],
        inside: Sequence[Sequence[int]],
        corner_towers: Sequence[int],
        deck: Sequence[str],
        wall_tiles: Mapping[int, int],
        first: int,
    ) -> None:
        self.rules = dict(rules)
        cells = frozenset((cell[0], cell[1]) for cell in inside)
        self.board = Board(tiles, start_spaces, cells, start_pieces=lay_start_spaces(start_spaces))
        self.corner_towers = list(corner_towers)
        self.deck = list(deck)
        self.wall = dict(wall_tiles)
        self.scores = [0, 0]
        self.supply = [6, 6]  # R5
        self.held: list[list[int]] = [[], []]
        self.keeps = [0, 0]
        self.keep_cells: list[Cell | None] = [None, None]
        self.final: list[dict[str, Any]] = []
        self.phase = "place"
        self.seat = first
        self.is_extra = False  # whether this turn was got by a kind 1
        self.drawn: str | None = None
        self.discarded: list[str] = []
        self._completions: dict[tuple[int, int, int], set[Choice]] = {}
        self._begin_turn(first, is_extra=False)

    @property
    def placed(self) -> dict[Cell, tuple[str, int]]:
        return dict(self.board.placed)

    @property
    def followers(self) -> list[Follower]:
        return list(self.board.followers)

    def fits(self, tile_id: str) -> bool:
        """Whether a tile has any legal placement now (R7)."""
        return any(
            choices.can_place(self.board, tile_id, cell, rotation)
            for cell in self.board.inside
            for rotation in range(4)
        )

    def placements(self) -> set[tuple[int, int, int]]:
        if self.phase != "place" or self.drawn is None:
            return set()
        return choices.placements(self.board, self.drawn)

    def completions(self, x: int, y: int, rotation: int) -> set[Choice]:
        """Found once in each position."""
        if (x, y, rotation) not in self._completions:
            board = self._board_with_drawn(x, y, rotation)
            self._completions[x, y, rotation] = choices.completions(board, self._position(), (x, y))
        return self._completions[x, y, rotation]

    def play(self, x: int, y: int, rotation: int, choice: Choice) -> list[dict[str, Any]]:
        """One turn up to the end of its scoring (R11 to R19)."""
        if choice not in self.completions(x, y, rotation):
            raise ValueError(f"not a legal choice: {choice}")
        self._completions.clear()
        self.board = self._board_with_drawn(x, y, rotation)
        if choice.follower is not None:
            self.board = self.board.with_follower(self.seat, (x, y), choice.follower)
            self.supply[self.seat] -= 1
        for kind, _ in choice.wall:
            self.held[self.seat].remove(kind)  # R20: out of the game
        listed = scorings(self.board, (x, y), completed_by(self.board, (x, y)), choice.wall)
        order = self._order(listed, choice)
        entries = []
        for scoring, tower in zip(order, towers_taken(self._track(), order), strict=True):
            entries.append(self._score(scoring, tower))
        entries += [scored_entry(scoring, None, None) for scoring in scorings_of(listed, None)]
        self._return_followers(listed)
        self._after_scoring()
        return entries

    def answer(self, yes: bool) -> None:
        """Whether to play a kind 1 now (R22)."""
        if self.phase != "again":
            raise ValueError("nobody was asked")
        if not yes:
            self._begin_turn(1 - self.seat, is_extra=False)
            return
        self.held[self.seat].remove(1)
        if self.is_extra and self.rules["extra_turn"] == "one_a_turn":
            self._begin_turn(1 - self.seat, is_extra=False)  # spent for nothing
        else:
            self._begin_turn(self.seat, is_extra=True)

    def _track(self) -> Track:
        pickup = self.rules["wall_tile_pickup"]
        return Track(tuple(self.scores), dict(self.wall), self.corner_towers, pickup)

    def _position(self) -> Position:
        supply = self.supply[self.seat]
        held = self.held[self.seat]
        return Position(self.rules, self.seat, supply, held, self._track())

    def _board_with_drawn(self, x: int, y: int, rotation: int) -> Board:
        if self.drawn is None or not choices.can_place(self.board, self.drawn, (x, y), rotation):
            raise ValueError(f"not a legal placement: {x}, {y}, {rotation}")
        return self.board.with_tile((x, y), self.drawn, rotation)

    def _order(self, listed: Sequence[Scoring], choice: Choice) -> list[Scoring]:
        """As chosen (R17), or the automatic one (R29)."""
        if choice.order == ():
            return automatic_order(self._track(), self.seat, listed)
        by_anchor = {scoring.anchor: scoring for scoring in listed}
        return [by_anchor[anchor] for anchor in choice.order]

    def _score(self, scoring: Scoring, tower: int | None) -> dict[str, Any]:
        """Moves one marker, takes a wall tile (R18), moves a keep (R16)."""
        seat = scoring.seat
        assert seat is not None
        self.scores[seat] += scoring.points
        took = None
        if tower is not None:
            took = self.wall.pop(tower)
            self.held[seat] = sorted([*self.held[seat], took])
        if scoring.feature.kind == "house" and scoring.feature.size > self.keeps[seat]:
            self.keeps[seat] = scoring.feature.size
            self.keep_cells[seat] = scoring.feature.cells[0]
        return scored_entry(scoring, self.scores[seat] % 100, took)

    def _return_followers(self, listed: Sequence[Scoring]) -> None:
        """R15: from every completed feature, scored or not."""
        freed = {(piece.cell, piece.segment) for s in listed for piece in s.feature.pieces}
        remaining = []
        for seat, cell, index in self.board.followers:
            if (cell, index) in freed:
                self.supply[seat] += 1
            else:
                remaining.append((seat, cell, index))
        self.board = replace(self.board, followers=remaining)

    def _after_scoring(self) -> None:
        """R22: asks for another turn, or lets the opponent begin."""
        if 1 in self.held[self.seat] and self.deck:
            self.phase = "again"
            self.drawn = None
            self.discarded = []
        else:
            self._begin_turn(1 - self.seat, is_extra=False)

    def _begin_turn(self, seat: int, *, is_extra: bool) -> None:
        """R7: draws until a tile fits; R26: without one the game is over."""
        self.drawn = None
        self.discarded = []
        while self.deck:
            tile = self.deck.pop(0)
            if self.fits(tile):
                self.drawn = tile
                self.seat = seat
                self.is_extra = is_extra
                self.phase = "place"
                return
            self.discarded.append(tile)
        self.phase = "over"
        self.wall = {}  # R26
        self.final = final.final_entries(self.board, self.rules, self.keeps, self.held)
        for entry in self.final:
            self.scores[entry["seat"]] += entry["points"]


def scored_entry(scoring: Scoring, space: int | None, took: int | None) -> dict[str, Any]:
    """One completed feature as record-format.md lists it under `scored`."""
    return {
        "kind": scoring.feature.kind,
        "cells": [list(cell) for cell in scoring.feature.cells],
        "starts": scoring.feature.starts,
        "followers": list(scoring.followers),
        "seat": scoring.seat,
        "points": scoring.points,
        "space": space,
        "took": took,
    }
