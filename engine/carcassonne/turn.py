"""A game from its set-up to its end, decision by decision: each function runs to the next one."""

from collections.abc import Iterator
from itertools import chain

from engine.bag import commitment, draw_lot, shuffle
from engine.carcassonne.catalogue import FOLLOWERS, Catalogue, read_catalogue
from engine.carcassonne.events import (
    Event,
    FeaturesJoined,
    FollowerPlaced,
    GameBegan,
    LeadChanged,
    TilePassed,
    TilePlaced,
)
from engine.carcassonne.features import cloisters_on, majority_of
from engine.carcassonne.moves import Move, Options, Reason
from engine.carcassonne.placing import meeting_at, segment_for
from engine.carcassonne.scoring import completed_features, finish, leaders, score_features
from engine.carcassonne.state import PlacedFollower, Setup, State, spot_of
from engine.counts import add_to
from engine.errors import IllegalMove
from engine.seats import PlayerLeft, active_seats, assert_may_leave, seats_after
from engine.tiles.board import Meeting
from engine.tiles.draws import draw_tile
from engine.tiles.grid import bits


def new_setup(
    seed: str,
    options: Options | None = None,
    first: int | None = None,
    seats: int = 2,
    catalogue: Catalogue | None = None,
) -> Setup:
    """C1, C2, RV8: shuffle the tiles, pile by pile; if no first seat is given, the seed decides."""
    options = options or Options()
    catalogue = catalogue or read_catalogue(*options.expansions)
    piles = [shuffle(pile.tiles, seed, pile.purpose) for pile in catalogue.piles]
    deck = tuple(chain.from_iterable(piles))
    return Setup(
        catalogue=catalogue,
        options=options,
        seats=seats,
        seed=seed,
        commitment=commitment(seed, " ".join(deck)),
        deck=deck,
        first=draw_lot(seats, seed, "first") if first is None else first,
    )


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    board = setup.catalogue.board
    empty = State(
        setup=setup,
        board=board,
        followers={},
        cloisters=cloisters_on(0, board.laid[0]),
        phase="place",
        seat=setup.first,
        drawn=None,
        discarded=(),
        dealt=0,
        scores=(0,) * setup.seats,
        supply=(FOLLOWERS,) * setup.seats,
        gone=(),
    )
    return _draw(empty, setup.first, [GameBegan(setup.first, setup.seats, setup.catalogue.start)])


def _draw(state: State, seat: int, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """C3, C16: draw for this seat until a tile fits; if no tile is left, the game is over."""
    drawn, discarded, dealt, happened = draw_tile(state, seat, len(active_seats(state)))
    events += happened
    state = state._replace(drawn=drawn, discarded=discarded, dealt=dealt)
    if drawn is None and not state.setup.unknown:
        return finish(state._replace(phase="over"), events)
    return state._replace(seat=seat), tuple(events)


def apply(state: State, seat: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Play a turn up to the next decision. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    meeting = meeting_at(state, move.placement)
    cell = meeting.cell
    tile = meeting.tile
    events: list[Event] = [TilePlaced(seat, tile.tile.id, *move.placement, state.scores)]
    before = state
    supply = state.supply
    followers = state.followers
    if move.follower is not None:
        segment = segment_for(state, meeting, move.follower)
        follower = PlacedFollower(seat, segment, move.follower.weight)
        meeting = meeting.with_follower(*follower)
        followers = {**followers, cell: follower}
        if not follower.large:
            supply = add_to(supply, seat, -1)
    state = state._replace(
        board=state.board.lay(meeting),
        supply=supply,
        followers=followers,
        cloisters=state.cloisters | cloisters_on(cell, tile),
    )
    if move.follower is not None:
        spot = spot_of(state, cell, segment)
        events.append(FollowerPlaced(seat, move.follower.role, spot, move.follower.large))
    events += _joinings(before, meeting, seat)
    completed = completed_features(state, meeting)
    if completed:
        state = score_features(state, completed, events)
        leading = leaders(state)
        if leading != leaders(before):
            events.append(LeadChanged(leading, state.scores))
    return _draw(state, seats_after(state, seat)[0], events)


def _joinings(state: State, meeting: Meeting, seat: int) -> Iterator[FeaturesJoined]:
    """C12: the features that the tile united, if that changes whose they are."""
    cells = state.board.grid.cells
    seats = state.setup.seats
    for feature, parts in meeting.contested_features():
        followers, large, owners = majority_of(feature.followers, seats)
        before = [majority_of(part.followers, seats).seats for part in parts]
        if any(part_owners != owners for part_owners in before):
            former = sorted({*chain.from_iterable(before)} - {*owners})
            places = tuple(cells[cell] for cell in bits(feature.cells))
            yield FeaturesJoined(
                seat, feature.kind, places, followers, owners, tuple(former), large
            )


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """C21: the seat is skipped from now on; a tile in its hand goes to the next seat."""
    assert state.phase != "over"
    assert_may_leave(state, seat)
    events: list[Event] = [PlayerLeft(seat, state.scores)]
    state = state._replace(gone=(*state.gone, seat))
    if seat == state.seat:
        state = state._replace(seat=seats_after(state, seat)[0])
        if state.drawn is not None:
            events.append(TilePassed(state.seat, state.drawn))
    return state, tuple(events)
