"""Supposing that a tile is drawn: the moves are those that will be legal when it is."""

from random import Random

from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.castle.state import State
from engine.errors import IllegalMove
from tests.engine.conformance.playing import Step, by_chance, play


def turns(seed: str) -> list[Step]:
    """Every decision in which a tile has to be laid."""
    state, opening = castle.begin(seed, {})
    steps = play(castle, state, by_chance(Random(seed)), legal_moves, opening).steps
    return [step for step in steps if step.state.drawn is not None]


def before_the_draw(state: State) -> State:
    """Go back to just before the tile was drawn, with the other player to act."""
    return state._replace(
        phase="again", seat=1 - state.seat, drawn=None, extra=False, dealt=state.dealt - 1
    )


def test_the_moves_are_those_that_the_drawn_tile_has() -> None:
    for step in turns("supposed")[:40]:
        drawn = step.state.drawn
        assert drawn is not None
        supposed = castle.orders.suppose(before_the_draw(step.state), step.seat, drawn)
        assert list(legal_moves(supposed)) == list(step.legal)


def test_what_a_move_would_do_is_what_it_will_do() -> None:
    count = 0
    for step in turns("foreseen")[::3]:
        drawn = step.state.drawn
        assert drawn is not None
        supposed = castle.orders.suppose(before_the_draw(step.state), step.seat, drawn)
        _, events = castle.apply(supposed, step.seat, step.move)
        assert castle.known_in_advance(events) == castle.known_in_advance(step.events)
        count += len(castle.known_in_advance(events)) > 1
    assert count > 3


def test_supposed_and_drawn_tiles_refuse_moves_for_equal_reasons() -> None:
    step, later = turns("refused")[10:12]
    drawn = step.state.drawn
    assert drawn is not None
    supposed = castle.orders.suppose(before_the_draw(step.state), step.seat, drawn)
    refusals = []
    for state in (supposed, step.state):
        try:
            castle.apply(state, step.seat, later.move)
        except IllegalMove as refusal:
            refusals.append((refusal.reason, refusal.facts))
    assert len(refusals) == 2
    assert refusals[0] == refusals[1]


def test_drawable_kinds_are_the_publicly_unseen_tiles() -> None:
    for step in turns("counted"):
        assert castle.orders.kinds(step.state) == castle.view(step.state, None).unseen


def test_a_supposed_tile_is_not_among_those_still_to_come() -> None:
    state = turns("to come")[5].state
    kind = castle.orders.kinds(state)[0]
    seen = castle.view(castle.orders.suppose(state, 1 - state.seat, kind), None)
    assert (seen.drawn, seen.tiles_left) == (kind, castle.view(state, None).tiles_left - 1)
    assert kind not in seen.unseen
    assert len(seen.unseen) == seen.tiles_left
