"""A season after people sign up, take themselves out or withdraw, and after moderators put in a
substitute, give everybody time, void a game or end it; or Refused."""

from dataclasses import replace
from typing import NamedTuple

from bot.match.errors import Refused, Why
from bot.match.league.season import (
    BEGUN,
    Entrant,
    Entry,
    Fixture,
    FixtureState,
    Reason,
    Season,
    Stage,
)
from bot.process.clock import DAY, HOUR, Millis

# The people who can sign up for one season.
MOST_ENTRANTS = 60
# The most time that everybody is given at once.
MOST_GIVEN = 14 * DAY


def must_be_in(season: Season, *stages: Stage) -> None:
    if season.stage not in stages:
        raise Refused(Why.WRONG_STAGE, stage=season.stage)


def sign_up(season: Season, user_id: int, name: str, now: Millis) -> Season:
    _must_be_open(season, now)
    entrant = season.entrant_of(user_id)
    if entrant is not None and entrant.entry is Entry.IN:
        raise Refused(Why.SIGNED_UP_ALREADY)
    most = season.terms.full or MOST_ENTRANTS
    if len(season.taking_part) >= most:
        raise Refused(Why.SEASON_FULL, most=most)
    return _enter(season, user_id, name, Entry.IN)


def ask(season: Season, user_id: int, name: str) -> Season:
    """Note that they may want to play, and are reminded of it; nothing changes for who has
    answered."""
    if season.entrant_of(user_id) is not None:
        return season
    return _enter(season, user_id, name, Entry.ASKED)


def take_back(season: Season, user_id: int, now: Millis) -> Season:
    """Take somebody out who does not want to play after all."""
    _must_be_open(season, now)
    entrant = season.entrant_of(user_id)
    if entrant is None or entrant.entry is Entry.OUT:
        raise Refused(Why.NOT_SIGNED_UP)
    return season.with_entrant(replace(entrant, entry=Entry.OUT))


def enter_again(season: Season, previous: Season) -> Season:
    """Enter those who finished all their games of the previous season, ask the others, and
    leave those who have answered."""
    for former_entrant in previous.entrants:
        if former_entrant.division is None or former_entrant.user_id is None:
            continue
        entrant = season.entrant_of(former_entrant.user_id)
        if entrant is None or entrant.entry is Entry.ASKED:
            full = len(season.taking_part) >= MOST_ENTRANTS
            entry = Entry.IN if has_finished(previous, former_entrant) and not full else Entry.ASKED
            season = _enter(season, former_entrant.user_id, former_entrant.name, entry)
    return season


def has_finished(season: Season, entrant: Entrant) -> bool:
    """Check whether they played all their games to the end, or lost none of them but by playing."""
    reasons = {fixture.reason for fixture in season.fixtures_of(entrant.number)}
    ways_to_end = {Reason.PLAYED, Reason.LATE, Reason.LEFT, Reason.WITHDRAWN}
    ways_to_be_void = {Reason.VOIDED, Reason.NEVER_BEGUN}
    return (
        entrant.entry is Entry.IN and entrant.late == 0 and reasons <= ways_to_end | ways_to_be_void
    )


def _must_be_open(season: Season, now: Millis) -> None:
    if season.stage is not Stage.SIGN_UP or now >= season.closes_at:
        raise Refused(Why.SIGN_UP_OVER)


def _enter(season: Season, user_id: int, name: str, entry: Entry) -> Season:
    entrant = season.entrant_of(user_id)
    if entrant is not None:
        return season.with_entrant(replace(entrant, name=name, entry=entry))
    new_entrant = Entrant(len(season.entrants), user_id, name, entry)
    return replace(season, entrants=(*season.entrants, new_entrant))


class Withdrawal(NamedTuple):
    """Number of somebody's games that are void, or lost, if they withdraw now."""

    void: int
    lost: int


def foresee_withdrawal(season: Season, number: int) -> Withdrawal:
    after = withdraw(season, number).fixtures_of(number)
    changed_states = [
        fixture.state
        for before, fixture in zip(season.fixtures_of(number), after, strict=True)
        if before.state is not fixture.state
    ]
    void = FixtureState.VOID
    lost = FixtureState.DECIDED
    return Withdrawal(void=changed_states.count(void), lost=changed_states.count(lost))


def must_play(season: Season, user_id: int) -> Entrant:
    must_be_in(season, Stage.RUNNING)
    entrant = season.entrant_of(user_id)
    if entrant is None or entrant.division is None or entrant.entry is not Entry.IN:
        raise Refused(Why.NOT_SIGNED_UP)
    return entrant


def withdraw(season: Season, number: int) -> Season:
    """Take this entrant out: before half of their games are decided, all of them are void; from
    then on, those that are left are lost. At tables of several the others play on in any case."""
    fixtures = [
        fixture for fixture in season.fixtures_of(number) if fixture.state is not FixtureState.VOID
    ]
    decided_count = sum(fixture.state is FixtureState.DECIDED for fixture in fixtures)
    without_entrant = season.with_entrant(replace(season.entrants[number], entry=Entry.WITHDRAWN))
    if season.terms.seats > 2:
        running = (fixture for fixture in fixtures if fixture.state is FixtureState.RUNNING)
        return without_entrant.with_fixtures(
            *(replace(fixture, to_adjust=True) for fixture in running)
        )
    if 2 * decided_count < len(fixtures):
        return without_entrant.with_fixtures(
            *(_close(fixture, Reason.WITHDRAWN) for fixture in fixtures)
        )
    lost = (
        _close(
            fixture, Reason.WITHDRAWN, tuple(1 + (player == number) for player in fixture.players)
        )
        for fixture in fixtures
        if fixture.undecided
    )
    return without_entrant.with_fixtures(*lost)


def _close(fixture: Fixture, reason: Reason, places: tuple[int, ...] = ()) -> Fixture:
    """Close a fixture: decided with these places, or void without any."""
    return replace(
        fixture,
        state=FixtureState.DECIDED if places else FixtureState.VOID,
        reason=reason,
        places=places,
        scores=(0,) * len(places),
        to_adjust=fixture.state is FixtureState.RUNNING,
    )


def replaceable(season: Season) -> tuple[Entrant, ...]:
    """List those whose place another person can take."""
    return tuple(entrant for entrant in season.taking_part if entrant.division is not None)


def substitute(season: Season, number: int, user_id: int, name: str) -> Season:
    """Let another person, who has had none so far, take somebody's place, with their games and
    points."""
    must_be_in(season, Stage.RUNNING)
    if number not in {entrant.number for entrant in replaceable(season)}:
        raise Refused(Why.NO_SUCH_ENTRANT)
    entrant = season.entrants[number]
    newcomer = season.entrant_of(user_id)
    if newcomer is not None and (newcomer.division is not None or newcomer.was_replaced):
        raise Refused(Why.HAS_A_PLACE)
    if newcomer is not None:  # they were asked, and nothing more
        season = season.with_entrant(replace(newcomer, user_id=None, name="", entry=Entry.OUT))
    if entrant.user_id is not None:
        season = _enter_former(season, entrant.user_id, entrant.name)
    substitute_entrant = replace(entrant, user_id=user_id, name=name, late=0)
    running_fixtures = (
        replace(fixture, to_adjust=True)
        for fixture in season.fixtures_of(number)
        if fixture.state is FixtureState.RUNNING
    )
    return season.with_entrant(substitute_entrant).with_fixtures(*running_fixtures)


def _enter_former(season: Season, user_id: int, name: str) -> Season:
    """Remember somebody whose place another person takes."""
    former_entrant = Entrant(len(season.entrants), user_id, name, Entry.WITHDRAWN)
    return replace(season, entrants=(*season.entrants, former_entrant))


def give_time(season: Season, time: Millis) -> Season:
    """Give more time to everybody in every game that has begun, as after an outage."""
    must_be_in(season, Stage.RUNNING)
    if not 0 < time <= MOST_GIVEN:
        raise Refused(Why.GIVEN_TIME, most=MOST_GIVEN // HOUR)
    extended = (
        replace(fixture, extra=fixture.extra + time, to_adjust=fixture.game_id is not None)
        for fixture in season.fixtures
        if fixture.state in BEGUN
    )
    return season.with_fixtures(*extended)


def void(season: Season, number: int) -> Season:
    """Let a game count for nobody, whether or not it is over; nor does losing it on time."""
    must_be_in(season, Stage.RUNNING)
    if number not in range(len(season.fixtures)):
        raise Refused(Why.NO_SUCH_FIXTURE)
    fixture = season.fixtures[number]
    if fixture.state is FixtureState.VOID:
        raise Refused(Why.NO_SUCH_FIXTURE)
    if fixture.reason is Reason.LATE and season.terms.seats == 2:
        loser = season.entrants[fixture.players[fixture.places.index(2)]]
        season = season.with_entrant(replace(loser, late=max(loser.late - 1, 0)))
    return season.with_fixtures(_close(fixture, Reason.VOIDED))


def end_now(season: Season, now: Millis) -> Season:
    """End a season: one that has not begun does not take place; one that runs is decided as it
    stands."""
    must_be_in(season, Stage.SIGN_UP, Stage.RUNNING)
    if season.stage is Stage.SIGN_UP:
        return replace(season, stage=Stage.CANCELLED)
    return replace(season, ends_at=now, is_last=True)


def make_last(season: Season, *, is_last: bool = True) -> Season:
    """Let no season follow this one, or one after all."""
    must_be_in(season, Stage.SIGN_UP, Stage.RUNNING)
    if season.next_id is not None:
        raise Refused(Why.FOLLOWED_ALREADY)
    return replace(season, is_last=is_last)
