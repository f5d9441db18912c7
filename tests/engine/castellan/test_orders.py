"""The order in which the pieces of a turn are placed does not matter: if two orders are legal, the
plan is the same at the end, and so is what it encloses."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.castellan.game import castellan
from engine.castellan.pieces import Piece
from engine.castellan.places import check_place
from engine.castellan.plan import Plan, place_piece
from engine.errors import IllegalMove
from tests.engine.castellan.kit.playing import Played, games

TURNS = [
    step
    for number in range(6)
    for step in games(number)
    if step.move is not None and len(step.move.build) > 3
]
ENCLOSING = [step for step in TURNS if step.state.plan.courtyards != step.after.plan.courtyards]


def fits(plan: Plan, piece: Piece, seat: int) -> bool:
    try:
        check_place(plan, piece, seat)
    except IllegalMove:
        return False
    return True


def reordered(step: Played, chance: Random) -> tuple[Piece, ...]:
    """The pieces of a turn in another legal order, as far as one is found."""
    assert step.move is not None
    plan, left, order = step.state.plan, list(step.move.build), list[Piece]()
    while possible := [piece for piece in left if fits(plan, piece, step.seat)]:
        piece = chance.choice(possible)
        plan = place_piece(plan, piece, step.seat)
        left.remove(piece)
        order.append(piece)
    return tuple(order)


@given(st.sampled_from(TURNS) | st.sampled_from(ENCLOSING), st.integers())
@settings(max_examples=300)
def test_the_order_of_building_changes_nothing_in_the_end(step: Played, chance: int) -> None:
    assert step.move is not None
    order = reordered(step, Random(chance))
    assume(len(order) == len(step.move.build) and order != step.move.build)
    after, events = castellan.apply(step.state, step.seat, step.move._replace(build=order))
    assert after == step.after
    assert castellan.points(events) == castellan.points(step.events)


def test_most_orders_go_to_the_end() -> None:
    """So that the property is not vacuous."""
    chance = Random(0)
    whole = [len(reordered(step, chance)) == len(step.move.build) for step in TURNS if step.move]
    assert sum(whole) > len(whole) / 2
    assert len(ENCLOSING) > 30
