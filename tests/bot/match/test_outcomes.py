"""How a game ended for each player: the outcome, the time they took, whether it is rated."""

from dataclasses import replace

import pytest

from bot.match.actions import Done
from bot.match.game import Game, Seat, Status
from bot.match.results import (
    COMPUTERS,
    TimedMove,
    TimedNote,
    Timeline,
    counts_for_ratings,
    gains_nothing,
    outcome_of,
    places_of,
    thinking_times,
)
from bot.process.clock import Millis
from engine.players.search import LEVELS
from tests.bot.kit import ANNA
from tests.bot.match.test_changes import RUNNING

ENDED = replace(RUNNING, status=Status.RESIGNED, winners=(1,), to_act=None, rated=True)
MOVED = [TimedMove(0, 10, stands=True), TimedMove(1, 30, stands=True)]
TURNS = (0, 1, 0, 1)


def note(done: Done, at: Millis, ply: int = 0) -> TimedNote:
    return TimedNote(done, at, ply)


def course(*moves: TimedMove, notes: tuple[TimedNote, ...] = ()) -> Timeline:
    return Timeline(started_at=0, ended_at=1000, moves=moves, notes=notes)


@pytest.mark.parametrize(
    ("winners", "outcomes"),
    [
        ((0,), ("won", "lost")),
        ((1,), ("lost", "won")),
        ((0, 1), ("shared", "shared")),
        ((), ("nobody", "nobody")),
    ],
)
def test_each_seat_has_its_outcome(winners: tuple[int, ...], outcomes: tuple[str, str]) -> None:
    game = replace(ENDED, winners=winners)
    assert (outcome_of(game, 0), outcome_of(game, 1)) == outcomes


def test_thinking_time_runs_from_the_previous_move_or_the_start() -> None:
    assert thinking_times(course(*MOVED, TimedMove(0, 35, stands=True)), 2, TURNS) == [15, 20]


def test_a_pause_is_no_time_to_think() -> None:
    notes = (note(Done.PAUSED, 12), note(Done.RESUMED, 22))
    assert thinking_times(course(*MOVED, notes=notes), 2, TURNS) == [10, 10]


def test_undone_moves_take_no_time_and_waiting_restarts() -> None:
    moves = [TimedMove(0, 10, stands=False), TimedMove(0, 25, stands=True)]
    notes = (note(Done.TAKEN_BACK, 20),)
    assert thinking_times(course(*moves, notes=notes), 2, TURNS) == [5, 0]


def test_what_else_is_done_with_a_game_stops_no_clock() -> None:
    notes = (note(Done.END_ASKED, 15), note(Done.REQUEST_REFUSED, 20))
    assert thinking_times(course(*MOVED, notes=notes), 2, TURNS) == [10, 20]


def test_games_won_after_both_players_moved_are_rated() -> None:
    assert counts_for_ratings(ENDED, course(*MOVED))


@pytest.mark.parametrize(
    "game",
    [
        replace(ENDED, rated=False),
        replace(ENDED, winners=()),
        replace(ENDED, seats=(ENDED.seats[0], Seat(None, "Ben", taken=True))),
        replace(ENDED, seats=(ENDED.seats[0], Seat(ANNA, "Anna", taken=True))),
    ],
    ids=["unrated", "nobody won", "an erased person", "the same person twice"],
)
def test_a_game_is_not_rated(game: Game) -> None:
    assert not counts_for_ratings(game, course(*MOVED))


@pytest.mark.parametrize("rated", [True, False])
def test_handing_over_after_the_start_makes_a_game_unrated(
    rated: bool,
) -> None:
    done = [Done.HANDED_OVER, Done.STARTED] if rated else [Done.STARTED, Done.HANDED_OVER]
    notes = tuple(note(what, 5) for what in (Done.OPENED, *done))
    assert counts_for_ratings(ENDED, course(*MOVED, notes=notes)) is rated


def test_games_without_a_standing_move_of_every_seat_are_unrated() -> None:
    taken_back = TimedMove(1, 30, stands=False)
    assert not counts_for_ratings(ENDED, course(MOVED[0], taken_back))


def seat_people(*left: bool) -> tuple[Seat, ...]:
    names = ("Anna", "Ben", "Carla", "Dora")
    return tuple(
        Seat(100 + number, names[number], taken=True, left=gone) for number, gone in enumerate(left)
    )


OF_FOUR = replace(ENDED, seats=seat_people(False, True, False, False), winners=(2, 3))


def test_finished_games_take_their_places_from_the_rules() -> None:
    finished = replace(OF_FOUR, status=Status.FINISHED)
    assert places_of(finished, (3, 4, 1, 1)) == (3, 4, 1, 1)


def test_all_leavers_share_the_place_behind_the_rest() -> None:
    """Ben left early, and Anna ended the game."""
    assert places_of(OF_FOUR, ()) == [3, 3, 1, 1]
    assert places_of(replace(OF_FOUR, winners=(3,)), ()) == [2, 2, 2, 1]
    assert places_of(ENDED, ()) == [2, 1]


def test_where_nobody_won_there_are_no_places() -> None:
    assert places_of(replace(OF_FOUR, winners=()), ()) == [None] * 4


def test_waiting_restarts_only_if_the_awaited_player_leaves() -> None:
    notes = (note(Done.LEFT, 25, ply=2),)
    moves = course(*MOVED, notes=notes)
    assert thinking_times(moves, 3, (0, 2, 1, 0)) == [10, 5, 0]
    assert thinking_times(moves, 3, (0, 1, 1, 0)) == [10, 20, 0]


def test_orders_triggered_by_a_leaver_take_no_time() -> None:
    notes = (note(Done.LEFT, 30, ply=2),)
    assert thinking_times(course(*MOVED, notes=notes), 3, (0, 2, 1, 0)) == [10, 0, 0]


def test_after_leaving_in_a_pause_nobody_is_timed_until_it_ends() -> None:
    notes = (note(Done.HALTED, 12), note(Done.LEFT, 15, ply=2), note(Done.RESUMED, 22))
    assert thinking_times(course(*MOVED, notes=notes), 3, (0, 2, 1, 0)) == [10, 8, 0]


@pytest.mark.parametrize("rated", [True, False])
def test_leavers_are_rated_with_the_rest_if_they_moved(rated: bool) -> None:
    moves = [TimedMove(seat, 10 * seat, stands=True) for seat in (0, 2, 3, *([1] if rated else []))]
    assert counts_for_ratings(OF_FOUR, course(*moves)) is rated


@pytest.mark.parametrize(("levels", "rated"), [(("easy", "hard"), True), (("hard", "hard"), False)])
def test_computers_are_rated_by_level_and_play_at_most_once_each(
    levels: tuple[str, str], rated: bool
) -> None:
    computers = (Seat(None, "Computer", taken=True, computer=level) for level in levels)
    moves = [TimedMove(seat, 10 * seat, stands=True) for seat in range(4)]
    game = replace(OF_FOUR, seats=(*OF_FOUR.seats[:2], *computers))
    assert counts_for_ratings(game, course(*moves)) is rated


def test_computers_gain_nothing_from_a_game_left_to_them() -> None:
    """Two people left a game against two of them: who left is rated, who stayed is not."""
    levels = ("easy", "hard")
    computers = (Seat(None, "Computer", taken=True, computer=level) for level in levels)
    game = replace(OF_FOUR, seats=(*OF_FOUR.seats[:2], *computers))
    assert [gains_nothing(game, seat) for seat in range(4)] == [False, False, True, True]
    played = replace(game, status=Status.FINISHED)
    person_stays = replace(game, winners=(0,))
    for other in (played, person_stays, OF_FOUR):
        assert not any(gains_nothing(other, seat) for seat in range(4))


def test_the_computer_wins_a_two_player_game_that_is_resigned() -> None:
    game = replace(ENDED, seats=(ENDED.seats[0], Seat(None, "C", taken=True, computer="hard")))
    assert counts_for_ratings(game, course(*MOVED))
    assert not any(gains_nothing(game, seat) for seat in range(2))


def test_every_level_of_computer_players_can_be_rated() -> None:
    assert COMPUTERS.keys() == LEVELS.keys()
    assert len(set(COMPUTERS.values())) == len(LEVELS)
    assert max(COMPUTERS.values()) < 0
