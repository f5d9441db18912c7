"""Moves worth considering, weighed without playing them, and playing on by them.

The worth of a turn is what it changes in the lead of the player to act (see `expected_lead`).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engine.castle.choices import completions
from engine.castle.imagining import unseen_wall_tiles
from engine.castle.moves import ROLES, AnotherTurn, Deployment, Move, Turn
from engine.castle.state import State, unseen_tiles
from engine.castle.turn import apply
from engine.players.castle.last_turn import LastTurn, possible_finds
from engine.players.castle.play import (
    CompletedArea,
    begin_next_turn,
    largest_empty,
    pay_out,
    play,
    score_end,
)
from engine.players.castle.position import (
    COURT,
    KINDS,
    NOBODY,
    NOTHING_MERGED,
    CastlePosition,
    CellSurroundings,
    TilePart,
    WeighedTurn,
)
from engine.players.castle.worth import (
    Weights,
    expected_lead,
    expected_points,
    keep_lead,
    open_worth,
    weights,
    weights_for_beginners,
)
from engine.players.expert import Candidate, Outcome, lead
from engine.players.tiles import TileDraws
from engine.tiles.draws import tiles_left
from engine.tiles.grid import Placement, bits

# The number of turns that could be weighed in the time that it takes to set up the board.
SET_UP = 60
DRAWS = TileDraws(lambda state: [(str(state.drawn), *unseen_tiles(state))], apply)


def candidates(state: State) -> Sequence[Candidate[Move]]:
    """Every possible turn; of several followers on one feature only the first. With no tile left to
    come, each is weighed by the final scoring."""
    return _weigh_moves(state, Weigher(CastlePosition.of(state)))


def beginner(state: State) -> Sequence[Candidate[Move]]:
    """Weigh the turns as a beginner does, who cares for points of their own."""
    position = CastlePosition.of(state)
    now = weights_for_beginners(position.left)
    own = (1, 0) if state.seat == 0 else (0, -1)
    return _weigh_moves(state, Weigher(position, now, own))


def _weigh_moves(state: State, weigher: "Weigher") -> Sequence[Candidate[Move]]:
    position = weigher.position
    if state.phase == "again":
        gained = 2 * weights(position.left).turn
        return [Candidate(AnotherTurn(True), gained), Candidate(AnotherTurn(False), 0.0)]
    assert position.drawn is not None
    parts = position.tables.parts[position.drawn]
    cells = state.board.grid.cells
    last = None if position.left else LastTurn(position, unseen_wall_tiles(state))
    moves = list[Candidate[Move]]()
    for (cell, rotation), weighed in groupby(weigher.turns(), itemgetter(1, 2)):
        turns = completions(state, Placement(cells[cell], rotation))
        for turn in weighed:
            worth, _, _, number = turn
            deployment = None
            if number != NOBODY:
                part = parts[rotation][number]
                deployment = Deployment(ROLES[KINDS[part.kind]], part.ports[0])
            if last is not None:
                worth = last.lead(turn)
            alike = [other for other in turns if other.follower == deployment]
            moves += _complete(state, alike, worth)
    return sorted(moves, key=lambda candidate: -candidate.worth)


def _complete(state: State, turns: Sequence[Turn], worth: float) -> list[Candidate[Move]]:
    """Turns that differ only in the wall tiles played and the order of scoring; the best of them
    has the given worth."""
    if len(turns) == 1:
        return [Candidate(turns[0], worth)]
    leads = list[float]()
    seat = state.seat
    if not tiles_left(state):
        return [Candidate(turn, last_lead(state, turn)) for turn in turns]
    for turn in turns:
        position = CastlePosition.of(apply(state, seat, turn)[0])
        position.seat = seat
        first = expected_lead(position, weights(len(state.setup.deck) - state.dealt))
        leads.append(first if seat == 0 else -first)
    best = max(leads)
    return [
        Candidate(turn, worth + lead_after - best)
        for turn, lead_after in zip(turns, leads, strict=True)
    ]


def outcomes(state: State, move: Move) -> Sequence[Outcome[State]]:
    """List the outcomes by the wall tiles found, and by the tile drawn next."""
    before_draw = DRAWS.before_draw(state, move)
    emptied = [tower for tower in state.wall if tower not in before_draw.wall]
    if not emptied:
        return DRAWS.outcomes_after(before_draw, state, move)
    all_outcomes = list[Outcome[State]]()
    for chance, wall in possible_walls(state.wall, emptied, unseen_wall_tiles(state)):
        setup = replace(state.setup, wall_tiles={**state.setup.wall_tiles, **wall})
        by_draw = DRAWS.outcomes(state._replace(setup=setup, wall=wall), move)
        all_outcomes += [Outcome(chance * likely, after) for likely, after in by_draw]
    return all_outcomes


def last_lead(state: State, turn: Turn) -> float:
    """The lead that the player to act ends with after this last turn of a game, averaged over the
    wall tiles that it may find."""
    before_scoring = DRAWS.before_draw(state, turn)
    seat = state.seat
    held = [list(state.held[0]), list(state.held[1])]
    for played in turn.wall_tiles:
        held[seat].remove(played.kind)
    stops = (
        len(before_scoring.held[0]) - len(held[0]),
        len(before_scoring.held[1]) - len(held[1]),
    )
    position = CastlePosition.of(before_scoring)
    areas = [*position.courts, *position.areas()]
    empty = partial(largest_empty, position, position.laid)
    known = (tuple(held[0]), tuple(held[1]))
    total = 0.0
    for chance, found in possible_finds(known, tuple(unseen_wall_tiles(state)), stops):
        final = score_end(
            position.options, position.scores, position.keeps, found, areas, empty=empty
        )
        total += chance * lead(final, seat)
    return total


def possible_walls(
    wall: Mapping[int, int], emptied: Collection[int], unseen: Sequence[int]
) -> Iterator[tuple[float, dict[int, int]]]:
    """List the walls that there may be, with their chances, if the wall tiles on the `emptied`
    towers are of the unseen kinds. The tiles on other towers do not matter."""
    for chance, kinds in _draw_kinds(Counter(sorted(unseen)), len(emptied)):
        yield chance, {**wall, **dict(zip(emptied, kinds, strict=True))}


def _draw_kinds(left: Counter[int], number: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """So many wall tiles drawn one after the other: every sequence of kinds, with its chance."""
    if not number:
        yield 1.0, ()
        return
    for kind, count in left.items():
        for chance, kinds in _draw_kinds(left - Counter([kind]), number - 1):
            yield count / left.total() * chance, (kind, *kinds)


def rollout(state: State, moves: int) -> tuple[tuple[float, float], int]:
    """Play on for this many moves, both sides choosing at first sight; return the prospects then,
    and how many positions that took."""
    position = CastlePosition.of(state)
    weighed = SET_UP
    if state.phase == "again":
        begin_next_turn(position)
    for _ in range(moves):
        if position.drawn is None:
            break
        turns = Weigher(position).turns()
        weighed += len(turns)
        play(position, max(turns))
    if position.drawn is None:
        return (float(position.scores[0]), float(position.scores[1])), weighed
    return expected_points(position), weighed


class Place(NamedTuple):
    """An empty cell with everything that does not depend on which tile is laid there."""

    around: CellSurroundings
    base: float
    """The change for the areas around it if it is taken without joining any of them."""
    prior: list[tuple[int, float]]
    """By the bit of a touched area, its worth once the cell is taken."""
    completed: list[tuple[int, CompletedArea]]
    """By the bit of a touched area, what is completed there if the area is not joined."""
    beyond: list[int]
    """For each bit set of sides the empty cells beyond them."""


class Weigher:
    """Weighs the turns of one position."""

    def __init__(
        self,
        position: CastlePosition,
        now: Weights | None = None,
        counted: tuple[int, int] = (1, -1),
    ) -> None:
        """`counted` is what a point of each seat counts in the lead of the first."""
        self.position = position
        self.counted = counted
        self.now = now or weights(position.left)
        self.sign = 1 if position.seat == 0 else -1
        supply = position.supply[position.seat]
        self.alone = (1, 0) if position.seat == 0 else (0, 1)
        """The followers by seat on a feature with a single one, of the player to act."""
        self.can_deploy = supply > 0
        self.deployment = self.now.supply[supply - 1] - self.now.supply[supply]
        """The change of the worth by placing a follower that stays."""
        self.places: dict[int, Place] = {}
        self.weighed: list[WeighedTurn] = []

    def turns(self) -> list[WeighedTurn]:
        """Every placement of the drawn tile, alone and with every follower."""
        position = self.position
        assert position.drawn is not None
        turned = position.tables.catalogue.turned[position.drawn]
        for rotation, parts in enumerate(position.tables.parts[position.drawn]):
            for cell in bits(position.room_for(turned[rotation].edges)):
                self.weigh(cell, rotation, parts)
        return self.weighed

    def weigh(self, cell: int, rotation: int, parts: Sequence[TilePart]) -> None:
        """Weigh laying a tile with these parts on the cell, with no follower and with one on each
        of them."""
        place = self.places.get(cell) or self._look_at(cell)
        now = self.now
        around = place.around
        total = place.base
        used = 0
        completed: list[CompletedArea] = []
        staying: list[tuple[int, float]] = []
        coming_home: list[tuple[int, CompletedArea]] = []
        for number, (kind, _, marks, sides), join in around.join(parts):
            cells, faces, more, first, second = around.merge(join) if join else NOTHING_MERGED
            cells = cells | around.bit
            faces = faces | place.beyond[sides]
            more = more + marks
            if not (first or second):
                if faces or kind == COURT:
                    staying.append((number, open_worth(now, kind, cells, more, faces)))
                else:
                    mine = CompletedArea(kind, cells.bit_count(), more, *self.alone)
                    coming_home.append((number, mine))
                continue
            used |= join
            total -= sum(worth for bit, worth in place.prior if join & bit)
            if not faces and kind != COURT:
                completed.append(CompletedArea(kind, cells.bit_count(), more, first, second))
            elif first != second:
                total += self.counted[first < second] * open_worth(now, kind, cells, more, faces)
        completed += [area for bit, area in place.completed if not used & bit]
        lead = total * self.sign
        placement = (cell, rotation)
        self.weighed.append((lead + self._gain(completed, 0), *placement, NOBODY))
        if self.can_deploy:
            deployed = lead + self._gain(completed, 1)
            self.weighed += [(deployed + worth, *placement, number) for number, worth in staying]
            for number, mine in coming_home:
                worth = lead + self._gain([*completed, mine], 1)
                self.weighed.append((worth, *placement, number))

    def _gain(self, completed: list[CompletedArea], deployed: int) -> float:
        """Return what the payout brings the player to act, after placing this many followers."""
        if not completed:
            return self.deployment if deployed else 0.0
        now = self.now
        position = self.position
        seat = position.seat
        supply = position.supply
        points, towers, keeps, home, played = pay_out(position, completed)
        lead = keep_lead(now, *keeps) - keep_lead(now, *position.keeps)
        after = [supply[0] + home[0], supply[1] + home[1]]
        after[seat] -= deployed
        for at, count in enumerate(self.counted):
            gained = points[at] + now.wall_tile * len(towers[at])
            lead += count * (gained + now.supply[after[at]] - now.supply[supply[at]])
        return self.sign * lead - now.wall_tile * len(played)

    def _look_at(self, cell: int) -> Place:
        position = self.position
        now = self.now
        around = CellSurroundings.of(position, cell)
        base = 0.0
        prior = []
        completed = []
        for number, area in enumerate(around.touched):
            kind, cells, faces, marks, first, second, _ = area
            if not first and not second:
                continue
            left = faces & ~around.bit
            sign = self.counted[first < second] if first != second else 0
            if sign:
                base -= sign * open_worth(now, kind, cells, marks, faces)
            if not left and kind != COURT:
                ended = CompletedArea(kind, cells.bit_count(), marks, first, second)
                completed.append((1 << number, ended))
            elif sign:
                worth = sign * open_worth(now, kind, cells, marks, left)
                base += worth
                prior.append((1 << number, worth))
        beyond = [cells & ~position.laid for cells in position.tables.beyond[cell]]
        place = Place(around, base, prior, completed, beyond)
        self.places[cell] = place
        return place
