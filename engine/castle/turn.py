"""A game from its set-up to its end, decision by decision: each function runs to the next one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from engine.bag import commitment, draw_lot, shuffle
from engine.castle import scoring, track
from engine.castle.catalogue import (
    COPIES,
    FOLLOWERS,
    WALL_TILE_KINDS,
    Catalogue,
    standard_catalogue,
)
from engine.castle.events import Event, FeaturesJoined, FollowerPlaced, LeadChanged, TilePlaced
from engine.castle.moves import AnotherTurn, Move, Options, Reason, Spot, Turn
from engine.castle.placing import meeting_at, segment_for
from engine.castle.state import Setup, State
from engine.counts import add_to_pair
from engine.errors import IllegalMove
from engine.tiles.board import Meeting
from engine.tiles.draws import draw_tile, tiles_left
from engine.tiles.grid import bits


def new_setup(
    seed: str,
    options: Options | None = None,
    first: int | None = None,
    catalogue: Catalogue | None = None,
) -> Setup:
    """Shuffle the tiles and the wall tiles; the seed decides who starts unless the first seat is
    given."""
    catalogue = catalogue or standard_catalogue()
    deck = shuffle([tile.id for tile in catalogue.tiles], seed, "castle tiles")
    kinds = shuffle([kind for kind in WALL_TILE_KINDS for _ in range(COPIES)], seed, "wall tiles")
    towers = [space for space in catalogue.wall.corner_towers if space]
    wall_tiles = dict(zip(towers, kinds, strict=False))
    return Setup(
        catalogue=catalogue,
        options=options or Options(),
        seed=seed,
        commitment=commitment(seed, order_text(deck, wall_tiles)),
        deck=deck,
        wall_tiles=wall_tiles,
        first=draw_lot(2, seed, "first") if first is None else first,
    )


def order_text(deck: Sequence[str], wall_tiles: Mapping[int, int]) -> str:
    """Write the complete shuffled order in the form used for the commitment."""
    lying = " ".join(f"{space}:{kind}" for space, kind in sorted(wall_tiles.items()))
    return f"{' '.join(deck)}\n{lying}"


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    empty = State(
        setup=setup,
        board=setup.catalogue.board,
        closed_courts=(),
        phase="place",
        seat=setup.first,
        extra=False,
        drawn=None,
        discarded=(),
        dealt=0,
        scores=(0, 0),
        supply=(FOLLOWERS, FOLLOWERS),
        wall=setup.wall_tiles,
        held=((), ()),
        keeps=(None, None),
    )
    return _draw(empty, setup.first, extra=False, events=[])


def _draw(
    state: State, seat: int, *, extra: bool, events: list[Event]
) -> tuple[State, tuple[Event, ...]]:
    """Draw for this seat until a tile fits; without one, the game is over."""
    drawn, discarded, dealt, happened = draw_tile(state, seat, state.setup.seats)
    events += happened
    state = state._replace(drawn=drawn, discarded=discarded, dealt=dealt)
    if drawn is None and not state.setup.unknown:
        return scoring.finish(state._replace(phase="over", wall={}), events)
    return state._replace(phase="place", seat=seat, extra=extra), tuple(events)


def apply(state: State, seat: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Play a move up to the next decision. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    match move:
        case Turn():
            return _play(state, move)
        case AnotherTurn():
            return _answer(state, move.taken)
        case _:
            assert_never(move)


def _play(state: State, turn: Turn) -> tuple[State, tuple[Event, ...]]:
    seat = state.seat
    (cell, rotation) = turn.placement
    meeting = meeting_at(state, turn.placement)
    supply = state.supply
    events: list[Event] = [TilePlaced(seat, meeting.tile.tile.id, cell, rotation)]
    if turn.follower is not None:
        meeting = meeting.with_follower(seat, segment_for(state, meeting, turn.follower))
        supply = add_to_pair(supply, seat, -1)
        events.append(FollowerPlaced(seat, turn.follower.role, Spot(cell, turn.follower.port)))
    features = scoring.completed_features(meeting.closed, state.board.grid)
    track.check_plays(state, turn.wall_tiles, features)
    sequence = _sequence(state, turn, features)
    courts = [feature for feature, _ in meeting.closed if feature.kind == "court"]
    events += _joinings(state, meeting, seat)
    before = state
    state = state._replace(
        board=state.board.lay(meeting),
        supply=supply,
        closed_courts=(*state.closed_courts, *courts),
    )
    for kind, target in turn.wall_tiles:
        state = track.spend(state, kind, target, events, for_nothing=target is None)
    if features:
        state = track.score_in_order(state, features, sequence, events)
        if (now := scoring.leaders(state)) != scoring.leaders(before):
            events.append(LeadChanged(now, state.scores))
    if track.EXTRA_TURN in state.held[seat] and tiles_left(state):
        return state._replace(phase="again", drawn=None, discarded=()), tuple(events)
    return _draw(state, 1 - seat, extra=False, events=events)


def _joinings(state: State, meeting: Meeting, seat: int) -> Iterator[FeaturesJoined]:
    """R13: the features that the tile united, if that changes whose they are."""
    grid = state.board.grid
    for feature, parts in meeting.contested_features():
        owner = scoring.majority(feature)
        if any(scoring.majority(part) != owner for part in parts):
            cells = tuple(grid.cells[cell] for cell in bits(feature.cells & grid.inside))
            yield FeaturesJoined(seat, feature.kind, cells, scoring.followers_of(feature), owner)


def _sequence(
    state: State, turn: Turn, features: Sequence[scoring.Completed]
) -> list[track.Scoring]:
    """Put the scorings in the chosen order, if there is a choice, else in the automatic one."""
    own, theirs = track.scorings(state, features, turn.wall_tiles)
    if not track.order_matters(state, own, theirs):
        if turn.order:
            raise IllegalMove(Reason.ORDER_NOT_NEEDED)
        return track.automatic_order(state, own, theirs)
    first = track.spots_of(state, own)
    rest = track.spots_of(state, theirs)
    split = len(first)
    if (sorted(turn.order[:split]), sorted(turn.order[split:])) != (sorted(first), sorted(rest)):
        reason = Reason.WRONG_ORDER if turn.order else Reason.ORDER_NEEDED
        raise IllegalMove(reason, own=first, theirs=rest)
    by_spot = dict(zip((*first, *rest), (*own, *theirs), strict=True))
    return [by_spot[spot] for spot in turn.order]


def _answer(state: State, taken: bool) -> tuple[State, tuple[Event, ...]]:
    """R22: wall tile 1, now or kept for later."""
    if state.phase != "again":
        raise IllegalMove(Reason.NOTHING_TO_ANSWER)
    seat = state.seat
    if not taken:
        return _draw(state, 1 - seat, extra=False, events=[])
    wasted = state.extra and state.setup.options.extra_turn == "one_a_turn"
    events: list[Event] = []
    state = track.spend(state, track.EXTRA_TURN, None, events, for_nothing=wasted)
    return _draw(state, 1 - seat if wasted else seat, extra=not wasted, events=events)
