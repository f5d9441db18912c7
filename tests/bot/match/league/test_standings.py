"""The standings: points, ties, and what sets two players apart."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from bot.match.league.standings import DecidedGame, standings
from tests.bot.match.league.test_outlook import season

A, B, C, D = range(4)


def won(winner: int, loser: int, difference: int = 5) -> DecidedGame:
    return DecidedGame((winner, loser), (1, 2), (40 + difference, 40))


def drawn(one: int, other: int) -> DecidedGame:
    return DecidedGame((one, other), (1, 1), (40, 40))


def places(games: Sequence[DecidedGame]) -> dict[int, int]:
    return {one.player: one.place for one in standings((A, B, C, D), games)}


def test_a_win_is_two_points_and_a_draw_one() -> None:
    table = standings((A, B, C), [won(A, B), drawn(B, C)])
    assert [(one.player, int(one.performance.points)) for one in table] == [(A, 2), (C, 1), (B, 1)]


def test_the_game_among_those_tied_comes_first() -> None:
    """Ben won by more against others, but lost to Anna."""
    games = [won(A, B), won(B, C, 20), drawn(C, D), won(A, D), won(C, A), won(B, D)]
    assert places(games)[A] < places(games)[B]


def test_then_whoever_won_against_the_stronger() -> None:
    games = [drawn(A, B), won(A, C), won(B, D), won(C, D)]
    table = standings((A, B, C, D), games)
    assert next((one.player, one.set_apart) for one in table) == (A, "strength")


def test_differences_count_up_to_twenty_a_game() -> None:
    even = [drawn(A, B), won(A, C, 60), won(B, D, 20), drawn(C, D)]
    assert places(even)[A] == places(even)[B] == 1


def test_a_difference_never_counts_against_the_winner() -> None:
    """Anna won because Ben left with more points."""
    table = standings((A, B), [DecidedGame((A, B), (1, 2), (10, 40))])
    assert [one.performance.difference for one in table] == [0, 0]


def test_what_nothing_sets_apart_is_shared() -> None:
    table = standings((A, B), [drawn(A, B)])
    assert [(one.place, one.set_apart) for one in table] == [(1, None), (1, None)]


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ((1, 2, 3, 4), (5, 3, 2, 1)),
        ((1, 1, 3, 4), (4, 4, 2, 1)),
        ((1, 2, 2, 2), (5, 2, 2, 2)),
        ((1, 2, 3), (4, 2, 1)),
        ((1, 1, 1), (Fraction(7, 3),) * 3),
    ],
)
def test_shared_places_at_a_table_share_their_points(
    order: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    assert DecidedGame(tuple(range(len(order))), order, order).points == points


def recount(players: Sequence[int], games: Sequence[DecidedGame]) -> list[list[int]]:
    """The groups of players that share a place, computed from the definition, pair by pair."""
    points = {
        one: sum(game.points[game.players.index(one)] for game in games if one in game.players)
        for one in players
    }

    def met(one: int, other: int) -> list[tuple[int, int]]:
        found = []
        for game in games:
            if one in game.players and other in game.players:
                a = game.players.index(one)
                b = game.players.index(other)
                lead = max(-20, min(20, game.scores[a] - game.scores[b]))
                better = game.places[a] < game.places[b]
                worse = game.places[a] > game.places[b]
                lead = 0 if (better and lead < 0) or (worse and lead > 0) else lead
                found.append((2 if better else 0 if worse else 1, lead))
        return found

    def key(one: int) -> tuple[Fraction, ...]:
        others = [other for other in players if other != one]
        return (
            Fraction(points[one]),
            Fraction(sum(w for o in others if points[o] == points[one] for w, _ in met(one, o))),
            sum((Fraction(w * points[o], 2) for o in others for w, _ in met(one, o)), Fraction(0)),
            Fraction(sum(lead for o in others for _, lead in met(one, o))),
        )

    keys = sorted({key(one) for one in players}, reverse=True)
    return [sorted(one for one in players if key(one) == each) for each in keys]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(25))
def test_standings_equal_a_recount(seats: int, seed: int) -> None:
    rng = Random(seed)
    players = range(rng.randint(4, 7))
    games = season(len(players), seats, rng)
    games = games[: rng.randint(0, len(games))]
    found: dict[int, list[int]] = {}
    for one in standings(players, games):
        found.setdefault(one.place, []).append(one.player)
    assert [sorted(group) for group in found.values()] == recount(players, games)
