"""The course of a season: what happens by itself, and when."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from bot.match.league import course, entering
from bot.match.league.course import Step
from bot.match.league.outlook import Reachable
from bot.match.league.season import Entry, FixtureState, Reason, Season, Stage, Terms, slowest_game
from bot.match.league.standings import standings
from bot.match.league.view import view_season
from bot.match.rules import rules_of
from bot.process.clock import DAY, HOUR
from tests.bot.kit import NOON
from tests.bot.match.league.simulating import (
    PERSON,
    Simulated,
    announced,
    begun,
    most_running,
    signed_up,
)


@pytest.mark.parametrize("people", [4, 5, 7, 8, 9, 13, 30])
@pytest.mark.parametrize("seed", range(3))
def test_a_season_ends_on_its_day_with_every_pair_decided(people: int, seed: int) -> None:
    life = Simulated(signed_up(people), seed)
    over = life.run()
    assert over.stage is Stage.OVER
    assert life.now == over.ends_at
    assert all(fixture.state is FixtureState.DECIDED for fixture in over.fixtures)
    pairs = sorted(tuple(sorted(fixture.players)) for fixture in over.fixtures)
    divisions = [[*over.division(number)] for number in over.divisions]
    assert pairs == sorted(pair for division in divisions for pair in combinations(division, 2))


@pytest.mark.parametrize("people", [5, 7, 12])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_has_too_many_games_until_the_day(people: int, seed: int) -> None:
    life = Simulated(signed_up(people), seed)
    most: Counter[bool] = Counter()

    def look(season: Season) -> None:
        released = life.now >= season.released_at
        most[released] = max(most[released], most_running(season))

    life.on_change = look
    over = life.run()
    assert most[False] == over.terms.most_running
    assert not any(fixture.state is FixtureState.WAITING for fixture in over.fixtures), (
        "on that day the rest begin"
    )


@pytest.mark.parametrize(("people", "seats"), [(4, 2), (7, 2), (11, 2), (6, 3), (9, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_ranges_narrow_down_to_the_final_place(people: int, seats: int, seed: int) -> None:
    life = Simulated(signed_up(people, Terms(seats=seats)), seed)
    before: dict[int, Reachable] = {}

    def look(season: Season) -> None:
        for division in view_season(season).divisions:
            for row in division.rows:
                number = row.entrant.number
                now = row.reachable
                earlier = before.setdefault(number, now)
                assert earlier.first <= now.first <= now.last <= earlier.last
                before[number] = now

    life.on_change = look
    over = life.run()
    places = {entrant.number: entrant.place for entrant in over.entrants}
    assert {number: reachable.first for number, reachable in before.items()} == places
    assert {number: reachable.last for number, reachable in before.items()} == places


def test_too_few_end_it_before_it_begins() -> None:
    life = Simulated(signed_up(3), 0)
    assert life.run().stage is Stage.CANCELLED
    assert life.now == life.season.closes_at
    assert not life.season.fixtures


def test_a_reminder_comes_a_day_before_the_sign_up_ends() -> None:
    season = announced()
    assert course.look_again_at(season) == season.closes_at - DAY
    assert course.due_now(season, season.closes_at - DAY - 1) is None


def test_standings_come_once_a_week_and_are_not_made_up_for() -> None:
    season = begun(4)
    later = replace(season, next_id=1)
    assert course.show(later, later.closes_at + 7 * DAY).shown == 1
    assert course.show(later, later.closes_at + 22 * DAY).shown == 3


def test_the_next_sign_up_begins_a_week_before_the_end() -> None:
    life = Simulated(signed_up(4), 1)
    life.run()
    assert [due.step for due in life.steps].count(Step.CALL_NEXT) == 1
    [due] = [due for due in life.steps if due.step is Step.CALL_NEXT]
    assert due.at == (life.season.ends_at or 0) - 7 * DAY


def test_no_season_follows_one_that_is_the_last() -> None:
    life = Simulated(entering.make_last(signed_up(4)), 1)
    life.run()
    assert Step.CALL_NEXT not in [due.step for due in life.steps]


def test_losing_on_time_twice_takes_somebody_out() -> None:
    season = begun(5)
    late = replace(season.entrants[2], late=2)
    entrants = tuple(late if entrant.number == 2 else entrant for entrant in season.entrants)
    due = course.due_now(replace(season, entrants=entrants), season.closes_at)
    assert due is not None
    assert (due.step, due.number) == (Step.TAKE_OUT, 2)
    assert entering.withdraw(season, 2).entrants[2].entry is Entry.WITHDRAWN


def test_tables_all_begin_at_once() -> None:
    season = begun(6, Terms(seats=4))
    assert len([*course.games_to_call(season, season.closes_at)]) == len(season.fixtures) == 6


def test_a_cup_begins_when_it_is_full_and_ends_with_its_games() -> None:
    life = Simulated(signed_up(4, Terms(full=4)), 3)
    life.now = NOON + HOUR
    over = life.run()
    assert over.began_at == NOON + HOUR
    assert over.stage is Stage.OVER
    assert len(over.fixtures) == 6
    assert all(fixture.reason is Reason.PLAYED for fixture in over.fixtures)


def test_a_cup_can_be_one_table() -> None:
    over = Simulated(signed_up(5, Terms(seats=5, full=5)), 3).run()
    assert [fixture.players for fixture in over.fixtures] == [(0, 1, 2, 3, 4)]


def test_a_cup_that_does_not_fill_is_given_up() -> None:
    life = Simulated(signed_up(3, Terms(full=4)), 3)
    assert life.run().stage is Stage.CANCELLED


def test_a_cup_does_not_wait_for_ever() -> None:
    """The channel is gone: its games are called, and never begin."""
    cup = course.begin(signed_up(4, Terms(full=4)), range(4), NOON)
    called = course.call(cup, cup.fixtures)
    last = NOON + cup.terms.length
    steps = [course.due_now(replace(called, shown=99), at) for at in (last - 1, last)]
    assert steps == [None, (last, Step.END, None)]


def test_a_cup_that_drags_on_counts_as_it_stands() -> None:
    cup = course.begin(signed_up(4, Terms(full=4)), range(4), NOON)
    for fixture in cup.fixtures:
        cup = course.start_game(cup, fixture.number, 500 + fixture.number)
    last = NOON + cup.terms.length
    assert course.due_now(replace(cup, shown=99), last) == (last, Step.DECIDE, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_cup_leaves_time_for_its_slowest_game(seats: int) -> None:
    terms = announced(Terms(seats=seats, full=3)).terms
    slowest = slowest_game(terms, rules_of("carcassonne").most_turns)
    assert terms.length >= slowest + seats * 14 * DAY


def test_a_game_that_never_began_is_void() -> None:
    over = course.end(begun(4))
    assert {fixture.reason for fixture in over.fixtures} == {Reason.NEVER_BEGUN}
    assert {entrant.place for entrant in over.entrants} == {None}


def test_a_result_comes_only_once() -> None:
    season = begun(4)
    decided = course.decide(season, 0, Reason.PLAYED, (1, 2), (50, 40))
    assert course.decide(decided, 0, Reason.BY_SCORE, (2, 1), (0, 9)) == decided


def test_a_game_without_a_winner_is_void() -> None:
    season = course.decide(begun(4), 0, Reason.NOBODY, (), ())
    assert season.fixtures[0].state is FixtureState.VOID


def test_the_places_of_a_division_are_those_of_its_standings() -> None:
    over = Simulated(signed_up(9), 5).run()
    for number in over.divisions:
        decided = [fixture.decided for fixture in over.games_in(number)]
        table = standings(
            over.division(number),
            [game for game in decided if game is not None],
        )
        assert {standing.player: standing.place for standing in table} == {
            entrant.number: entrant.place for entrant in over.division(number).values()
        }


def test_everybody_stands_in_some_division() -> None:
    season = begun(13)
    assert (
        sorted(entrant.division or 0 for entrant in season.entrants) == [0] * 4 + [1] * 4 + [2] * 5
    )
    assert season.entrant_of(PERSON) == season.entrants[0]
