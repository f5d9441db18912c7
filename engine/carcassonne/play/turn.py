"""What a move does: from a state and a move to the next decision, with the events on the way."""

from collections.abc import Sequence

from engine.carcassonne.play.cloisters import cloisters_on
from engine.carcassonne.play.completed import (
    A_CITY_TILE,
    Completed,
    completed_features,
    counted,
    is_small_city,
    points_for,
)
from engine.carcassonne.play.drawing import draw
from engine.carcassonne.play.final import credited
from engine.carcassonne.play.placing import meeting_at, segment_for, with_follower
from engine.carcassonne.state import Standing, State, seat_after, spot_of
from engine.carcassonne.vocabulary.events import (
    Event,
    FeatureScored,
    FollowerPlaced,
    FollowersReturned,
    TilePlaced,
)
from engine.carcassonne.vocabulary.moves import Move
from engine.carcassonne.vocabulary.players import added, changed, most
from engine.carcassonne.vocabulary.reasons import Reason
from engine.errors import IllegalMove
from engine.tiles.grid import bit_set


def apply(state: State, seat: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The state at the next decision. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    meeting = meeting_at(state, move.placement)
    cell, tile = meeting.cell, meeting.tile
    events: list[Event] = [TilePlaced(seat, tile.tile.id, *move.placement, state.scores)]
    supply, standing = state.supply, state.standing
    if move.follower is not None:
        segment = segment_for(state, meeting, move.follower)
        meeting = with_follower(state, meeting, segment)
        supply = changed(supply, seat, -1)
        standing = {**standing, cell: Standing(seat, segment)}
    state = state._replace(
        board=state.board.lay(meeting),
        supply=supply,
        standing=standing,
        cloisters=state.cloisters | cloisters_on(cell, tile),
    )
    if move.follower is not None:
        events.append(FollowerPlaced(seat, move.follower.role, spot_of(state, cell, segment)))
    features = completed_features(state, meeting)
    if features:
        state = _settle(state, features, events)
    return draw(state, seat_after(state, seat), events)


def _settle(state: State, features: Sequence[Completed], events: list[Event]) -> State:
    """C12, C13: score the features, then return every follower on them."""
    cells = state.board.grid.cells
    standing, cloisters = dict(state.standing), state.cloisters
    scores, returned = state.scores, (0,) * state.setup.seats
    for feature in features:
        followers = counted(state, feature.standing)
        seats = most(followers)
        full = points_for(state.setup.options, feature.kind, len(feature.cells), feature.pennants)
        points = full if seats else 0
        named = tuple([cells[cell] for cell in feature.cells])
        small = is_small_city(state.setup.options, feature.kind, len(feature.cells))
        events.append(
            FeatureScored(
                kind=feature.kind,
                spot=feature.spot,
                cells=named,
                pennants=feature.pennants,
                followers=followers,
                seats=seats,
                points=points,
                each=A_CITY_TILE if feature.kind == "city" and not small else 1,
                small=small,
            )
        )
        scores, returned = credited(scores, seats, points), added(returned, followers)
        for cell in feature.standing:
            del standing[cell]
        if feature.kind == "cloister":
            cloisters &= ~bit_set(feature.cells)
    if any(returned):
        events.append(FollowersReturned(returned))
    return state._replace(
        scores=scores,
        supply=added(state.supply, returned),
        standing=standing,
        cloisters=cloisters,
    )
