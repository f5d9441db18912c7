"""What a move does: from a state and a move to the next turn, with the events on the way."""

from engine.castellan.plan.plan import Plan
from engine.castellan.play.building import check_cards, made, site
from engine.castellan.play.doubling import doubled
from engine.castellan.play.drawing import check_draws, draw
from engine.castellan.play.ending import next_turn, passed
from engine.castellan.state import State, scores
from engine.castellan.vocabulary.events import (
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
    Event,
    PiecePlaced,
    TurnScored,
)
from engine.castellan.vocabulary.moves import Turn
from engine.castellan.vocabulary.reasons import Reason
from engine.errors import IllegalMove


def apply(state: State, seat: int, move: Turn) -> tuple[State, tuple[Event, ...]]:
    """The state at the next turn. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    check_cards(state, move.cards)
    building = site(state, move.cards)
    events: list[Event] = [
        CardsPlayed(seat, move.cards, state.received, building.left, scores(state))
    ]
    for piece in move.build:
        building = building.after(piece)
        events.append(PiecePlaced(seat, piece))
    building.finish()
    plan = doubled(state, building.plan, move.double)
    check_draws(state, move)
    events += _told(state, plan)
    after = passed(_built(state, move, plan), building.left, events)
    return next_turn(draw(after, move.draw, events), events)


def _built(state: State, move: Turn, plan: Plan) -> State:
    """The state after building, before drawing."""
    seat = state.seat
    cards = (*state.played[seat], *move.cards)
    used = state.doubled[seat] or move.double is not None
    return state._replace(
        plan=plan,
        turn=state.turn + 1,
        played=(*state.played[:seat], cards, *state.played[seat + 1 :]),
        doubled=(*state.doubled[:seat], used, *state.doubled[seat + 1 :]),
    )


def _told(state: State, plan: Plan) -> list[Event]:
    """What the turn enclosed, and how that changed the points."""
    before, seat = state.plan, state.seat
    new, events = made(before, plan), list[Event]()
    for one in new:
        towers, is_part = plan.towers_of(one), one.name in before.owned
        cells = tuple(sorted(one.cells))
        points = plan.worth(one)
        events.append(CourtyardMade(seat, cells, towers, one.double, points, is_part))
    for one in plan.courtyards:
        gained = plan.towers_of(one) - before.towers_of(one)
        if one not in new and gained:
            cells = tuple(sorted(one.cells))
            towers = plan.towers_of(one)
            points, more = plan.worth(one), gained * (2 if one.double else 1)
            events.append(CourtyardGrew(seat, cells, towers, one.double, points, gained, more))
    now, then = scores(state._replace(plan=plan)), scores(state)
    if now != then:
        events.append(TurnScored(seat, now[seat] - then[seat], now))
    return events
