"""The menu of moves that scored or mattered, from which one steps through a game."""

from collections.abc import Iterable

from bot.discord.features.stepping import key_moves
from bot.discord.pages.page import MOST_OPTIONS
from bot.table.games import PublicMove


def moves(*points: tuple[int, int]) -> list[PublicMove]:
    """Moves by turns that brought this much to each seat."""
    return [PublicMove(ply, (ply - 1) % 2, (), gains, 0) for ply, gains in enumerate(points, 1)]


def plies(moves: Iterable[PublicMove]) -> list[int]:
    return [move.ply for move in moves]


def test_moves_that_scored_are_in_the_order_of_play() -> None:
    played = moves((0, 0), (0, 3), (5, 0), (0, 0), (-1, 0))
    assert plies(key_moves(played, ())) == [2, 3, 5]


def test_a_special_move_need_not_score() -> None:
    assert plies(key_moves(moves((0, 0), (0, 1), (0, 0)), {3})) == [2, 3]


def test_of_too_many_those_that_scored_most_stay() -> None:
    played = moves((1, 0), *((0, 2) for _ in range(MOST_OPTIONS)), (9, 0))
    chosen = plies(key_moves(played, {1}))
    assert len(chosen) == MOST_OPTIONS
    assert {1, len(played)} <= {*chosen}
    assert chosen == sorted(chosen)
