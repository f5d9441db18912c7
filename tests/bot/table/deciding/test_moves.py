"""A move and the orders that come true with it, in positions that are rare."""

from dataclasses import replace
from random import Random
from typing import Any

from bot.match.actions import Order
from bot.match.game import Game
from bot.table.decisions import apply_move, apply_orders
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from tests.bot.kit import NOON
from tests.bot.match.test_changes import RUNNING
from tests.bot.table.orders.ordering import RULES, plan, plans
from tests.engine.castle.adapter import CastleAdapter

GAME = replace(RUNNING, ply=0)


def with_wall_tiles() -> Any:
    """Both players hold wall tile 1, so that each turn ends with a question."""
    options = dict(CastleAdapter.option_sets[0])
    return next(CastleAdapter().beginnings("orders", options))[0]


def holding_nothing() -> Any:
    return castle.begin("orders", {}, 0)[0]


def first_move(game: Game, state: Any, move: str) -> Any:
    return apply_move(game, state, move, NOON, "click")


def test_the_question_after_an_ordered_tile_waits_for_its_player() -> None:
    state = with_wall_tiles()._replace(held=((), (1,)))
    planned = plan(state)
    first = first_move(GAME, state, planned.move)
    order = Order(1, planned.kind, planned.order, 0)
    follows = apply_orders(first, [order])
    [answer] = follows.moves
    assert (answer.after.to_act, answer.state.phase) == (1, "again")
    assert follows.ended == (order,)


def test_an_order_of_another_line_of_play_is_not_played() -> None:
    state = holding_nothing()
    planned = plan(state)
    first = first_move(GAME, state, planned.move)
    assert apply_orders(first, [Order(1, planned.kind, planned.order, 1)]).moves == ()


def test_orders_of_players_who_do_not_draw_the_tile_do_not_play() -> None:
    state = holding_nothing()
    planned = plan(state)
    order = Order(0, planned.kind, planned.order, 0)
    follows = apply_orders(first_move(GAME, state, planned.move), [order])
    assert (follows.moves, follows.dropped, follows.ended) == ((), (), (order,))


def test_an_order_is_played_only_when_the_move_is_possible() -> None:
    """For any order: it is played as it was written, or dropped."""
    chance = Random("orders")
    state = holding_nothing()
    for planned in chance.sample([*plans(state), *plans(state, spoiled=True)], 40):
        order = Order(1, planned.kind, planned.order, 0)
        first = first_move(GAME, state, planned.move)
        follows = apply_orders(first, [order])
        possible = [RULES.move_text(move) for move in legal_moves(first.state)]
        played = [follow.move.notation for follow in follows.moves]
        assert played == [planned.order] * (planned.order in possible)
        assert [dropped for dropped, _ in follows.dropped] == [order] * (not played)
