"""Signing up, withdrawing, and what moderators do."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bot.match.errors import Refused, Why
from bot.match.league import course, entering
from bot.match.league.new_league import fewest_days
from bot.match.league.season import (
    Entry,
    FixtureState,
    Reason,
    Season,
    Stage,
    Terms,
    slowest_game,
    slowest_pace,
    with_time_limit,
)
from bot.match.rules import rules_of
from bot.match.time_limits import LATE, read_limit
from bot.process.clock import DAY, HOUR
from tests.bot.kit import NOON
from tests.bot.match.league.simulating import (
    PERSON,
    Simulated,
    announced,
    begun,
    signed_up,
    states,
)

BEFORE = NOON + DAY


def season_in_play(people: int = 5, decided: int = 0, terms: Terms | None = None) -> Season:
    """A season in which the first entrant has won so many of their games, and plays the rest."""
    season = begun(people, terms or Terms())
    for fixture in season.fixtures:
        season = course.call(season, [fixture])
        season = course.start_game(season, fixture.number, 500 + fixture.number)
    for fixture in season.fixtures_of(0)[:decided]:
        places = tuple(1 if player == 0 else 2 for player in fixture.players)
        season = course.decide(season, fixture.number, Reason.PLAYED, places, (50, 40))
    return season


def refusal(call: Callable[[], object]) -> Why:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.why


def test_whoever_signs_up_is_in_once() -> None:
    season = signed_up(2)
    assert [entrant.entry for entrant in season.entrants] == [Entry.IN, Entry.IN]
    assert refusal(lambda: entering.sign_up(season, PERSON, "Anna", BEFORE)) is (
        Why.SIGNED_UP_ALREADY
    )


def test_whoever_takes_themselves_out_can_come_back() -> None:
    out = entering.take_back(signed_up(2), PERSON, BEFORE)
    assert [entrant.number for entrant in out.taking_part] == [1]
    assert len(entering.sign_up(out, PERSON, "Anna", BEFORE).taking_part) == 2


def test_nobody_signs_up_after_the_end() -> None:
    season = announced()
    late = season.closes_at
    assert refusal(lambda: entering.sign_up(season, 1, "Anna", late)) is Why.SIGN_UP_OVER
    assert refusal(lambda: entering.sign_up(begun(4), 1, "Anna", BEFORE)) is Why.SIGN_UP_OVER


def test_a_cup_has_no_more_places_than_its_own() -> None:
    full = signed_up(4, Terms(full=4))
    assert refusal(lambda: entering.sign_up(full, 1, "Emil", BEFORE)) is Why.SEASON_FULL


def test_whoever_withdraws_early_leaves_nothing_behind() -> None:
    season = entering.withdraw(season_in_play(decided=1), 0)
    assert {*states(season.fixtures_of(0))} == {FixtureState.VOID}
    assert 0 not in season.division(0)
    assert all(not fixture.places for fixture in season.fixtures_of(0))


def test_whoever_withdraws_late_loses_the_rest() -> None:
    season = entering.withdraw(season_in_play(decided=2), 0)
    assert {*states(season.fixtures_of(0))} == {FixtureState.DECIDED}
    rest = [fixture for fixture in season.fixtures_of(0) if fixture.reason is Reason.WITHDRAWN]
    assert len(rest) == 2
    assert all(fixture.places[fixture.players.index(0)] == 2 for fixture in rest)
    assert all(fixture.to_adjust for fixture in rest), "their games have to end"


def test_what_becomes_of_the_games_is_said_in_advance() -> None:
    assert entering.foresee_withdrawal(season_in_play(decided=1), 0) == (4, 0)
    assert entering.foresee_withdrawal(season_in_play(decided=3), 0) == (0, 1)


def test_tables_play_on_without_somebody_who_withdraws() -> None:
    season = entering.withdraw(season_in_play(5, terms=Terms(seats=4)), 0)
    own = season.fixtures_of(0)
    assert {*states(own)} == {FixtureState.RUNNING}
    assert all(fixture.to_adjust for fixture in own)


def test_a_substitute_takes_over_games_and_points() -> None:
    before = season_in_play(decided=1)
    season = entering.substitute(before, 0, 77, "Sam")
    assert (season.entrants[0].user_id, season.entrants[0].name) == (77, "Sam")
    assert [fixture.places for fixture in season.fixtures] == [
        fixture.places for fixture in before.fixtures
    ]
    running = [
        fixture for fixture in season.fixtures_of(0) if fixture.state is FixtureState.RUNNING
    ]
    assert all(fixture.to_adjust for fixture in running)


def test_nobody_has_two_places() -> None:
    taken = lambda: entering.substitute(season_in_play(), 0, PERSON + 1, "Person 1")  # noqa: E731
    assert refusal(taken) is Why.HAS_A_PLACE


def test_whoever_was_replaced_takes_no_place_again() -> None:
    season = entering.substitute(season_in_play(), 0, 77, "Sam")
    for number in (0, 1):
        again = partial(entering.substitute, season, number, PERSON, "Person 0")
        assert refusal(again) is Why.HAS_A_PLACE
    season = entering.substitute(season, 0, 78, "Tom")
    assert refusal(lambda: entering.substitute(season, 1, 77, "Sam")) is Why.HAS_A_PLACE
    assert refusal(lambda: entering.must_play(season, 77)) is Why.NOT_SIGNED_UP


def test_whoever_was_replaced_is_in_no_division() -> None:
    before = season_in_play()
    season = entering.substitute(before, 0, 77, "Sam")
    assert [*season.division(0)] == [*before.division(0)]
    assert len(season.taking_part) == len(before.taking_part)
    following = entering.enter_again(course.follow(season, NOON), course.end(season))
    assert PERSON not in [entrant.user_id for entrant in following.entrants]


def test_time_is_given_in_every_game_that_has_begun() -> None:
    season = entering.give_time(season_in_play(decided=1), 24 * HOUR)
    extra_times = {fixture.state: fixture.extra for fixture in season.fixtures}
    assert extra_times == {FixtureState.RUNNING: 24 * HOUR, FixtureState.DECIDED: 0}


def test_time_given_twice_adds_up() -> None:
    season = entering.give_time(entering.give_time(season_in_play(), HOUR), HOUR)
    assert {fixture.extra for fixture in season.fixtures} == {2 * HOUR}


def test_a_void_game_counts_for_nobody() -> None:
    season = entering.void(season_in_play(decided=1), 0)
    assert season.fixtures[0].state is FixtureState.VOID
    assert refusal(lambda: entering.void(season, 0)) is Why.NO_SUCH_FIXTURE
    assert refusal(lambda: entering.void(season, 99)) is Why.NO_SUCH_FIXTURE


def test_a_season_can_be_ended_now() -> None:
    season = entering.end_now(season_in_play(), BEFORE)
    life = Simulated(season, 0)
    life.now = BEFORE
    over = life.run()
    assert life.now == BEFORE
    assert over.stage is Stage.OVER
    assert {fixture.reason for fixture in over.fixtures} == {Reason.BY_SCORE}


def test_a_sign_up_can_be_ended_now() -> None:
    assert entering.end_now(signed_up(5), BEFORE).stage is Stage.CANCELLED


def test_whoever_finished_all_games_is_in_the_next_season() -> None:
    over = Simulated(signed_up(5), 2).run()
    fixture = over.fixtures[0]
    unfinished = replace(fixture, reason=Reason.BY_SCORE)
    over = replace(
        over,
        fixtures=(
            unfinished,
            *(replace(fixture, reason=Reason.PLAYED) for fixture in over.fixtures[1:]),
        ),
    )
    following = entering.enter_again(announced(), over)
    entries = {entrant.name: entrant.entry for entrant in following.entrants}
    assert entries == {
        f"Person {number}": Entry.ASKED if number in fixture.players else Entry.IN
        for number in range(5)
    }


def test_whoever_was_late_at_a_table_has_not_finished() -> None:
    over = Simulated(signed_up(4, Terms(seats=3)), 2).run()
    played = [replace(fixture, reason=Reason.PLAYED) for fixture in over.fixtures]
    late = replace(over.entrants[0], late=1)
    over = replace(over, fixtures=tuple(played), entrants=(late, *over.entrants[1:]))
    following = entering.enter_again(announced(), over)
    assert [entrant.entry for entrant in following.entrants] == [Entry.ASKED, *[Entry.IN] * 3]


def test_whoever_took_themselves_out_is_not_entered_again() -> None:
    over = Simulated(signed_up(5), 2).run()
    following = entering.ask(announced(), PERSON, "Anna")
    out = entering.take_back(following, PERSON, BEFORE)
    assert entering.enter_again(out, over).entrants[0].entry is Entry.OUT


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": "  "}, Why.LEAGUE_NAME),
        ({"name": "x" * 500}, Why.LEAGUE_NAME),
        ({"sign_up_days": 0}, Why.SIGN_UP_LENGTH),
        ({"sign_up_days": -3}, Why.SIGN_UP_LENGTH),
        ({"terms": Terms(length=0)}, Why.SEASON_LENGTH),
        ({"terms": Terms(length=60 * DAY)}, Why.SEASON_LENGTH),
        ({"terms": Terms(length=1000 * DAY)}, Why.SEASON_LENGTH),
        ({"terms": Terms(division=3)}, Why.DIVISION_SIZE),
        ({"terms": Terms(division=8)}, Why.DIVISION_SIZE),
        ({"terms": Terms(most_running=0)}, Why.RUNNING_GAMES),
        ({"terms": Terms(most_running=7)}, Why.RUNNING_GAMES),
        ({"terms": Terms(bank=0)}, Why.TIME_LIMIT_OUT_OF_BOUNDS),
        ({"terms": Terms(cap=DAY)}, Why.TIME_LIMIT_CAP),
        ({"terms": Terms(bank=30 * DAY, increment=9 * DAY, cap=30 * DAY)}, Why.SEASON_TOO_SLOW),
        ({"terms": Terms(seats=5)}, Why.WRONG_SEATS),
        ({"terms": Terms(full=6)}, Why.CUP_SIZE),
        ({"terms": Terms(full=5, seats=4)}, Why.WRONG_SEATS),
        ({"kind": "castle", "terms": Terms(seats=3)}, Why.WRONG_SEATS),
    ],
)
def test_bad_terms_are_refused(changes: dict[str, object], why: Why) -> None:
    assert refusal(lambda: announced(**changes)) is why  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "seats", "days"),
    [("carcassonne", 2, 68), ("carcassonne", 4, 60), ("castle", 2, 60), ("castellan", 2, 38)],
)
def test_a_season_lasts_as_long_as_its_slowest_game(kind: str, seats: int, days: int) -> None:
    assert fewest_days(kind, {}, Terms(seats=seats)) == days


def with_clock(typed: str, **terms: int) -> Terms:
    limit = read_limit(typed)
    assert limit is not None
    return with_time_limit(Terms(**terms), limit)


@pytest.mark.parametrize("clock", ["5d+12h", "1d", "3d", "1d+1h"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_slowest_pace_uses_every_clock_up(clock: str, seats: int) -> None:
    """Without being late."""
    terms = with_clock(clock, seats=seats)
    turns = 72
    limit = terms.time_limit.begin(seats)
    taken = 0
    for turn in range(turns):
        seat = turn % seats
        taken += limit.left[seat]
        limit = limit.after_move(seat, limit.left[seat])
    assert slowest_pace(terms, lambda _: turns) == taken * seats // turns


@pytest.mark.parametrize("clock", ["5d+12h", "2d+1h max 9d", "1d"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_no_game_takes_longer_than_the_slowest(clock: str, seats: int, seed: int) -> None:
    """However people share out their bank, and the day by which they may be late."""
    chance = Random(seed)
    terms = with_clock(clock, seats=seats)
    turns = 60
    limit = terms.time_limit.begin(seats, counts_late=True)
    taken = 0
    for turn in range(turns):
        seat = turn % seats
        grace = LATE - limit.late[seat]
        used = chance.choice((0, limit.left[seat], limit.left[seat] + chance.randint(0, grace)))
        limit = limit.after_move(seat, used)
        taken += used
    assert taken <= slowest_game(terms, lambda _: turns)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_shortest_season_has_time_for_the_slowest_game(seats: int) -> None:
    """From the day on which the last ones begin; and a day less does not."""
    most_turns = rules_of("carcassonne").most_turns
    days = fewest_days("carcassonne", {}, Terms(seats=seats))
    for length, enough in ((days, True), (days - 1, False)):
        terms = Terms(seats=seats, length=length * DAY)
        assert (terms.length - terms.released >= slowest_game(terms, most_turns)) is enough
