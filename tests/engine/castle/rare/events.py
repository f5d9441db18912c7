"""The rare rules, and how to tell that a move of The Castle applied one."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from engine.castle.choices import completions
from engine.castle.events import Event, FeatureScored, FinalScored, GameEnded
from engine.castle.moves import Move, Turn
from engine.castle.placing import meeting_at
from engine.castle.rules import castle
from engine.castle.scoring import KEEP_ENLARGED, first_cell, keep_sizes, majority
from engine.castle.state import State
from engine.tiles.draws import TileDiscarded


class Rare(StrEnum):
    ORDER_ASKED = "R17 the order is asked"
    OPPONENTS_ORDER = "R17 the order matters among the opponent's features"
    OPPONENT_TAKES = "R18 the opponent takes a wall tile in one's turn"
    SECOND_LAP = "R18 a wall tile is taken on the second lap"
    AUTOMATIC = "R29 the automatic order leaves the rank"
    PICKED_UP_LAST = "wall_tile_pickup: a wall tile taken at the end of the turn"
    STOP_IGNORED = "wall_tile_pickup: an earlier stop on a corner tower takes nothing"
    TOWER_DOUBLED = "R21 a tower doubled"
    TOWER_TRIPLED = "R21 a tower tripled"
    HOUSE_DOUBLED = "R21 a house doubled"
    HOUSE_TRIPLED = "R21 a house tripled"
    TWO_RAISED = "R21 two features of one kind raised in one turn"
    LARGEST = "bonus_target: several features, the largest raised"
    SPENT = "unusable_wall_tile: spent for nothing"
    NOT_USABLE_YET = "R21 kind 2 or 3 taken in the turn that completes its feature"
    EXTRA_AT_ONCE = "R22 kind 1 asked in the turn it was taken"
    EXTRA_TWICE = "R22 two extra turns in a row"
    EXTRA_WASTED = "extra_turn: a second kind 1 spent for nothing"
    TIE_MERGED = "R13 a tie on a merged feature"
    OPPONENT_SCORES = "R17 one's tile completes the opponent's feature"
    START_SPACE_ALONE = "a start space closed alone"
    COURT_CLOSED = "R12 a court with merchants can grow no more"
    DISCARDED = "R7 a tile leaves the game"
    LAST_DISCARDED = "R26 the last tile leaves the game"
    KEEP_DECIDED_BY_8 = "R25 kind 8 decides the keep"
    KEEP_LEVELLED_BY_8 = "R25 kind 8 makes the keeps equal"
    KEEP_MISSING = "R25 kind 8 without a keep, where it would change who has the larger one"
    EMPTY_STARTS = "empty_starts_count: empty start spaces count"
    WALL_4_ONE = "R23 kind 4, one held"
    WALL_4_BOTH = "R23 kind 4, both held"
    WALL_4_FOUNTAIN = "incomplete_path_fountain: kind 4 with a fountain"
    WALL_4_NOT_THE_LARGEST = "R23 the incomplete path worth most is not the largest"
    WALL_5_ONE = "R23 kind 5, one held"
    WALL_5_BOTH = "R23 kind 5, both held"
    WALL_6_ONE = "R23 kind 6, one held"
    WALL_6_BOTH = "R23 kind 6, both held"
    WALL_7_ONE = "R24 kind 7, one held"
    WALL_7_EIGHT = "R24 kind 7, both held, eight a market"
    WALL_7_FIVE = "double_market: kind 7, both held, five a market"
    WALL_9_ONE = "kind 9, one held"
    WALL_9_BOTH = "kind 9, both held"
    SHARED_WIN = "R28 a shared win"


RAISED = {
    ("tower", 1): Rare.TOWER_DOUBLED,
    ("tower", 2): Rare.TOWER_TRIPLED,
    ("house", 1): Rare.HOUSE_DOUBLED,
    ("house", 2): Rare.HOUSE_TRIPLED,
}
FINAL = {
    ("wall4", 1): Rare.WALL_4_ONE,
    ("wall4", 2): Rare.WALL_4_BOTH,
    ("wall5", 1): Rare.WALL_5_ONE,
    ("wall5", 2): Rare.WALL_5_BOTH,
    ("wall6", 1): Rare.WALL_6_ONE,
    ("wall6", 2): Rare.WALL_6_BOTH,
    ("wall7", 1): Rare.WALL_7_ONE,
    ("wall9", 1): Rare.WALL_9_ONE,
    ("wall9", 2): Rare.WALL_9_BOTH,
}


def rare_events(before: State, move: Move, events: Sequence[Event], after: State) -> Iterator[Rare]:
    """Every rare rule that this move applied."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    if isinstance(move, Turn):
        yield from _in_a_turn(before, move, after)
        yield from _in_scoring(before, scored)
        yield from _in_the_order(before, move, scored)
        yield from _with_wall_tiles(before, move, scored)
    elif move.taken:
        yield from _in_an_extra_turn(before)
    if any(isinstance(event, TileDiscarded) for event in events):
        yield Rare.LAST_DISCARDED if after.phase == "over" else Rare.DISCARDED
    if after.phase == "over":
        yield from _at_the_end(events, after)


def _in_a_turn(before: State, turn: Turn, after: State) -> Iterator[Rare]:
    inside = before.board.grid.inside
    for feature, _ in meeting_at(before, turn.placement).closed:
        if feature.kind != "court" and not feature.cells & inside:
            yield Rare.START_SPACE_ALONE
    if any(court.followers for court in after.closed_courts[len(before.closed_courts) :]):
        yield Rare.COURT_CLOSED
    if after.phase == "again" and 1 not in before.held[before.seat]:
        yield Rare.EXTRA_AT_ONCE


def _in_scoring(before: State, scored: Sequence[FeatureScored]) -> Iterator[Rare]:
    scores = list(before.scores)
    for event in scored:
        if event.seat is None:
            if event.followers != (0, 0):
                yield Rare.TIE_MERGED
            continue
        scores[event.seat] += event.points
        if event.seat != before.seat:
            yield Rare.OPPONENT_SCORES
        if event.took is not None and event.seat != before.seat:
            yield Rare.OPPONENT_TAKES
        if event.took is not None and scores[event.seat] >= 100:
            yield Rare.SECOND_LAP


def _in_the_order(before: State, turn: Turn, scored: Sequence[FeatureScored]) -> Iterator[Rare]:
    options = before.setup.options
    if turn.order:
        yield Rare.ORDER_ASKED
        if _opponents_order_matters(before, turn, scored):
            yield Rare.OPPONENTS_ORDER
    if options.wall_tile_pickup == "end_of_turn":
        yield from _at_the_end_of_the_turn(before, scored)
    own = [_rank(before, event) for event in scored if event.seat == before.seat]
    theirs = [_rank(before, event) for event in scored if event.seat == 1 - before.seat]
    if options.scoring_order == "automatic" and (own, theirs) != (sorted(own), sorted(theirs)):
        yield Rare.AUTOMATIC


def _rank(before: State, event: FeatureScored) -> tuple[int, int]:
    numbers = before.board.grid.numbers
    first = first_cell(sum(1 << numbers[cell] for cell in event.cells))
    return -len(event.cells) - len(event.starts), first


def _opponents_order_matters(before: State, turn: Turn, scored: Sequence[FeatureScored]) -> bool:
    """Whether reordering only the opponent's features gives other wall tiles."""
    own = sum(event.seat == before.seat for event in scored)
    outcomes = {
        castle.apply(before, before.seat, other)[0].held
        for other in completions(before, turn.placement)
        if other[:3] == turn[:3] and other.order[:own] == turn.order[:own]
    }
    return len(outcomes) > 1


def _at_the_end_of_the_turn(before: State, scored: Sequence[FeatureScored]) -> Iterator[Rare]:
    towers = before.setup.catalogue.wall.tower_at
    for event in scored:
        if event.took is not None:
            yield Rare.PICKED_UP_LAST
        elif event.space is not None and towers[event.space] in before.wall:
            yield Rare.STOP_IGNORED


def _with_wall_tiles(before: State, turn: Turn, scored: Sequence[FeatureScored]) -> Iterator[Rare]:
    own = [event for event in scored if event.seat == before.seat]
    for event in own:
        if event.wall_tiles:
            yield RAISED[event.kind, event.wall_tiles]
    for kind, feature in ((2, "tower"), (3, "house")):
        raised = [event for event in own if event.kind == feature and event.wall_tiles]
        if len(raised) > 1:
            yield Rare.TWO_RAISED
        several = sum(event.kind == feature for event in own) > 1
        if raised and several and before.setup.options.bonus_target == "largest":
            yield Rare.LARGEST
        if any(event.took == kind for event in own) and any(e.kind == feature for e in own):
            yield Rare.NOT_USABLE_YET
    if any(play.target is None for play in turn.wall_tiles):
        yield Rare.SPENT


def _in_an_extra_turn(before: State) -> Iterator[Rare]:
    if before.extra:
        one_a_turn = before.setup.options.extra_turn == "one_a_turn"
        yield Rare.EXTRA_WASTED if one_a_turn else Rare.EXTRA_TWICE


def _at_the_end(events: Sequence[Event], after: State) -> Iterator[Rare]:
    options = after.setup.options
    for event in events:
        if isinstance(event, GameEnded) and event.winner is None:
            yield Rare.SHARED_WIN
        if not isinstance(event, FinalScored):
            continue
        if event.what == "keep" and event.points > len(event.cells):
            yield Rare.EMPTY_STARTS
        if (event.what, event.wall_tiles) in FINAL:
            yield FINAL[event.what, event.wall_tiles]
        if event.what == "wall7" and event.wall_tiles == 2:
            yield Rare.WALL_7_EIGHT if options.double_market == "eight" else Rare.WALL_7_FIVE
        if event.what == "wall4" and event.fountain and options.incomplete_path_fountain == "on":
            yield Rare.WALL_4_FOUNTAIN
            own = [path for path in after.board.open_features() if majority(path) == event.seat]
            if any(path.kind == "path" and path.size > event.count for path in own):
                yield Rare.WALL_4_NOT_THE_LARGEST
    plain = [0 if keep is None else keep.tiles for keep in after.keeps]
    larger = _larger(*keep_sizes(after))
    without_8 = _larger(*plain)
    if larger != without_8:
        yield Rare.KEEP_LEVELLED_BY_8 if larger is None else Rare.KEEP_DECIDED_BY_8
    eights = [KEEP_ENLARGED * held.count(8) for held in after.held]
    with_any_8 = _larger(plain[0] + eights[0], plain[1] + eights[1])
    if with_any_8 != larger:
        yield Rare.KEEP_MISSING


def _larger(first: int, second: int) -> int | None:
    return None if first == second else int(second > first)
