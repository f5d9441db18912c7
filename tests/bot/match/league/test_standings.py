"""The standings: points, ties, and what sets two players apart."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from bot.match.league.standings import DecidedGame, standings
from tests.bot.match.league.test_outlook import season

A, B, C, D = range(4)


def win(winner: int, loser: int, difference: int = 5) -> DecidedGame:
    return DecidedGame((winner, loser), (1, 2), (40 + difference, 40))


def draw(player: int, other: int) -> DecidedGame:
    return DecidedGame((player, other), (1, 1), (40, 40))


def places(games: Sequence[DecidedGame]) -> dict[int, int]:
    return {standing.player: standing.place for standing in standings((A, B, C, D), games)}


def test_a_win_is_two_points_and_a_draw_one() -> None:
    table = standings((A, B, C), [win(A, B), draw(B, C)])
    assert [(standing.player, int(standing.performance.points)) for standing in table] == [
        (A, 2),
        (C, 1),
        (B, 1),
    ]


def test_the_game_among_those_tied_comes_first() -> None:
    """Ben won by more against others, but lost to Anna."""
    games = [win(A, B), win(B, C, 20), draw(C, D), win(A, D), win(C, A), win(B, D)]
    assert places(games)[A] < places(games)[B]


def test_then_whoever_won_against_the_stronger() -> None:
    games = [draw(A, B), win(A, C), win(B, D), win(C, D)]
    table = standings((A, B, C, D), games)
    assert next((standing.player, standing.set_apart) for standing in table) == (A, "strength")


def test_differences_count_up_to_twenty_a_game() -> None:
    even = [draw(A, B), win(A, C, 60), win(B, D, 20), draw(C, D)]
    assert places(even)[A] == places(even)[B] == 1


def test_a_difference_never_counts_against_the_winner() -> None:
    """Anna won because Ben left with more points."""
    table = standings((A, B), [DecidedGame((A, B), (1, 2), (10, 40))])
    assert [standing.performance.difference for standing in table] == [0, 0]


def test_what_nothing_sets_apart_is_shared() -> None:
    table = standings((A, B), [draw(A, B)])
    assert [(standing.place, standing.set_apart) for standing in table] == [(1, None), (1, None)]


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
    """Group players that share a place, computed from the definition, pair by pair."""
    points = {
        player: sum(
            game.points[game.players.index(player)] for game in games if player in game.players
        )
        for player in players
    }

    def met(player: int, other: int) -> list[tuple[int, int]]:
        results = []
        for game in games:
            if player in game.players and other in game.players:
                a = game.players.index(player)
                b = game.players.index(other)
                lead = max(-20, min(20, game.scores[a] - game.scores[b]))
                better = game.places[a] < game.places[b]
                worse = game.places[a] > game.places[b]
                lead = 0 if (better and lead < 0) or (worse and lead > 0) else lead
                results.append((2 if better else 0 if worse else 1, lead))
        return results

    def key(player: int) -> tuple[Fraction, ...]:
        others = [other for other in players if other != player]
        return (
            Fraction(points[player]),
            Fraction(
                sum(w for o in others if points[o] == points[player] for w, _ in met(player, o))
            ),
            sum(
                (Fraction(w * points[o], 2) for o in others for w, _ in met(player, o)), Fraction(0)
            ),
            Fraction(sum(lead for o in others for _, lead in met(player, o))),
        )

    keys = sorted({key(player) for player in players}, reverse=True)
    return [sorted(player for player in players if key(player) == each) for each in keys]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(25))
def test_standings_equal_a_recount(seats: int, seed: int) -> None:
    rng = Random(seed)
    players = range(rng.randint(4, 7))
    games = season(len(players), seats, rng)
    games = games[: rng.randint(0, len(games))]
    groups: dict[int, list[int]] = {}
    for standing in standings(players, games):
        groups.setdefault(standing.place, []).append(standing.player)
    assert [sorted(group) for group in groups.values()] == recount(players, games)
