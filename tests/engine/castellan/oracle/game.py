"""A game of Castellan on the naive plan: cards, turns, passing on, the end (K7 to K21)."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

from tests.engine.castellan.oracle.castle import NaiveCastle
from tests.engine.castellan.oracle.raster import Area, Part

LETTERS = "tsl"


class Face(NamedTuple):
    """What a card shows."""

    towers: int
    short: int
    long: int
    extra: int


class Refused(Exception):
    """The rules do not allow this turn."""


class Typed(NamedTuple):
    cards: list[str]
    build: list[Part]
    double: tuple[int, int] | None
    draw: str


def parse_turn(text: str) -> Typed:
    """A turn in its canonical notation."""
    cards, rest = text.split(":")
    build, *ending = rest.split(";")
    double = next((part.strip()[2:] for part in ending if "2x" in part), None)
    draw = next((part.strip() for part in ending if "2x" not in part), "")
    cell = None if double is None else (int(double.split(",")[0]), int(double.split(",")[1]))
    return Typed(cards.split(), [part_of(word) for word in build.split()], cell, draw)


def part_of(word: str) -> Part:
    match = re.fullmatch(r"([tsl])(-?\d+),(-?\d+)([EN]?)", word)
    assert match is not None
    return Part(match[1], int(match[2]), int(match[3]), match[4])


class NaiveGame:
    def __init__(
        self,
        faces: Mapping[str, Face],
        decks: Sequence[tuple[Sequence[str], Sequence[str]]],
        first: int,
    ) -> None:
        self.faces = faces
        self.seats = len(decks)
        self.seat: int | None = first
        self.castle = NaiveCastle()
        self.decks = [{"w": list(walls[2:]), "t": list(towers[2:])} for walls, towers in decks]
        self.hands = [{*walls[:2], *towers[:2]} for walls, towers in decks]
        self.received: Counter[str] = Counter()
        self.used_double: set[int] = set()
        self.gone: set[int] = set()
        self.last: list[int] | None = None
        """Who still has a last turn: the seat to act and those after it."""

    def copy(self) -> "NaiveGame":
        return deepcopy(self)

    def play(self, text: str) -> list[NaiveCastle]:
        """Play a turn: the castle after each piece. Raises Refused, and nothing has changed."""
        turn = parse_turn(text)
        seat = self.seat
        if seat is None:
            raise Refused("the game is over")
        left = self._count_pieces(turn, seat)
        steps = self._build(turn, seat, left)
        double = self._double(turn, seat, steps[-1])
        self._check_draw(turn, seat)
        self.castle = steps[-1].copy()
        if double is not None:
            self.castle.double.add(double)
            self.used_double.add(seat)
        self.hands[seat] -= set(turn.cards)
        for deck in turn.draw:
            self.hands[seat].add(self.decks[seat][deck].pop(0))
        self._go_on(seat, left)
        return steps[1:]

    def _count_pieces(self, turn: Typed, seat: int) -> Counter[str]:
        """K7, K8: the pieces to build."""
        if not turn.cards or len(set(turn.cards)) < len(turn.cards):
            raise Refused("cards")
        if not set(turn.cards) <= self.hands[seat]:
            raise Refused("not in hand")
        faces = [self.faces[card] for card in turn.cards]
        if not self.castle.parts and not any(face.towers for face in faces):
            raise Refused("no tower")
        pieces = Counter[str](self.received)
        for face in faces:
            pieces.update(dict(zip(LETTERS, face[:3], strict=True)))
        return pieces

    def _build(self, turn: Typed, seat: int, left: Counter[str]) -> list[NaiveCastle]:
        """K8, K14: from before the first piece to after the last."""
        steps = [self.castle]
        for part in turn.build:
            if not left[part.letter] or not steps[-1].is_legal(part, seat):
                raise Refused(f"{part} cannot be built")
            left[part.letter] -= 1
            castle = steps[-1].copy()
            castle.place(part, seat)
            steps.append(castle)
        if any(left[letter] and steps[-1].has_place(letter, seat) for letter in LETTERS):
            raise Refused("a piece has a place")
        return steps

    def _double(self, turn: Typed, seat: int, after: NaiveCastle) -> Area | None:
        """K12: the area that gets or keeps the double keep."""
        new = [area for area in after.owners if area not in self.castle.owners]
        lost = [area for area in self.castle.double if area not in after.owners]
        keeping = [area for area in new for whole in lost if area < whole]
        chosen = [area for area in after.owners if turn.double in area]
        if turn.double is None:
            if keeping:
                raise Refused("a part stays double")
            return None
        if keeping:
            new = keeping
        elif seat in self.used_double:
            raise Refused("the double keep is used")
        if not chosen or chosen[0] not in new:
            raise Refused("no new keep there")
        return chosen[0]

    def _check_draw(self, turn: Typed, seat: int) -> None:
        """K15, K17."""
        decks = self.decks[seat]
        due = 1 + sum(self.faces[card].extra for card in turn.cards)
        due = 0 if self.last is not None else min(due, len(decks["w"]) + len(decks["t"]))
        if len(turn.draw) != due or any(turn.draw.count(deck) > len(decks[deck]) for deck in "wt"):
            raise Refused("draw")

    def _go_on(self, seat: int, left: Counter[str]) -> None:
        """K14, K17: who is next, and what they receive."""
        if self.last is not None:
            self.last = self.last[1:]
        elif not self.hands[seat] and not any(self.decks[seat].values()):
            self.last = self._after(seat)
            for other in self.last:
                for deck in self.decks[other].values():
                    self.hands[other].update(deck)
                    deck.clear()
        order = self._after(seat) if self.last is None else self.last
        self.seat = order[0] if order else None
        self.received = left if order else Counter()

    def _after(self, seat: int) -> list[int]:
        order = [*range(seat + 1, self.seats), *range(seat)]
        return [other for other in order if other not in self.gone]

    def leave(self, seat: int) -> None:
        """K21."""
        self.gone.add(seat)
        order = self._after(seat)
        if self.last is not None:
            order = [other for other in self.last if other != seat]
            self.last = order
        if seat == self.seat:
            self.seat = order[0] if order else None
            self.received = self.received if order else Counter()

    def winners(self) -> list[int]:
        """K19, K21."""
        points = self.castle.points(self.seats)
        keeps = self.castle.keeps(self.seats)
        stayed = [seat for seat in range(self.seats) if seat not in self.gone]
        best = max((points[seat], keeps[seat]) for seat in stayed)
        return [seat for seat in stayed if (points[seat], keeps[seat]) == best]
