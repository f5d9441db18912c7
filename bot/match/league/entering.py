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

MOST_ENTRANTS = 60
# The most time that everybody is given at once.
MOST_GIVEN = 14 * DAY


def must_be_in(season: Season, *stages: Stage) -> None:
    if season.stage not in stages:
        raise Refused(Why.WRONG_STAGE, stage=season.stage)


# Before it begins.


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
    """They may want to play, and are reminded of it; nothing changes for who has answered."""
    if season.entrant_of(user_id) is not None:
        return season
    return _enter(season, user_id, name, Entry.ASKED)


def take_back(season: Season, user_id: int, now: Millis) -> Season:
    """They do not want to play after all."""
    _must_be_open(season, now)
    entrant = season.entrant_of(user_id)
    if entrant is None or entrant.entry is Entry.OUT:
        raise Refused(Why.NOT_SIGNED_UP)
    return season.with_entrant(replace(entrant, entry=Entry.OUT))


def enter_again(season: Season, previous: Season) -> Season:
    """Those who finished all their games of the previous season are in, the others are asked, and
    nobody is who has answered."""
    for one in previous.entrants:
        if one.division is None or one.user_id is None:
            continue
        known = season.entrant_of(one.user_id)
        if known is None or known.entry is Entry.ASKED:
            full = len(season.taking_part) >= MOST_ENTRANTS
            entry = Entry.IN if has_finished(previous, one) and not full else Entry.ASKED
            season = _enter(season, one.user_id, one.name, entry)
    return season


def has_finished(season: Season, entrant: Entrant) -> bool:
    """They played all their games to the end, or lost none of them but by playing."""
    ends = {one.reason for one in season.fixtures_of(entrant.number)}
    over = {Reason.PLAYED, Reason.LATE, Reason.LEFT, Reason.WITHDRAWN}
    void = {Reason.VOIDED, Reason.NEVER_BEGUN}
    return entrant.entry is Entry.IN and entrant.late == 0 and ends <= over | void


def _must_be_open(season: Season, now: Millis) -> None:
    if season.stage is not Stage.SIGN_UP or now >= season.closes_at:
        raise Refused(Why.SIGN_UP_OVER)


def _enter(season: Season, user_id: int, name: str, entry: Entry) -> Season:
    entrant = season.entrant_of(user_id)
    if entrant is not None:
        return season.with_entrant(replace(entrant, name=name, entry=entry))
    new = Entrant(len(season.entrants), user_id, name, entry)
    return replace(season, entrants=(*season.entrants, new))


# While it runs.


class Withdrawal(NamedTuple):
    """The number of somebody's games that are void, or lost, if they withdraw now."""

    void: int
    lost: int


def foresee_withdrawal(season: Season, number: int) -> Withdrawal:
    after = withdraw(season, number).fixtures_of(number)
    changed = [
        now.state
        for before, now in zip(season.fixtures_of(number), after, strict=True)
        if before.state is not now.state
    ]
    void = FixtureState.VOID
    lost = FixtureState.DECIDED
    return Withdrawal(void=changed.count(void), lost=changed.count(lost))


def must_play(season: Season, user_id: int) -> Entrant:
    must_be_in(season, Stage.RUNNING)
    entrant = season.entrant_of(user_id)
    if entrant is None or entrant.division is None or entrant.entry is not Entry.IN:
        raise Refused(Why.NOT_SIGNED_UP)
    return entrant


def withdraw(season: Season, number: int) -> Season:
    """Without this entrant: before half of their games are decided, all of them are void; from then
    on, those that are left are lost. At tables of several the others play on in any case."""
    own = [one for one in season.fixtures_of(number) if one.state is not FixtureState.VOID]
    decided = sum(one.state is FixtureState.DECIDED for one in own)
    gone = season.with_entrant(replace(season.entrants[number], entry=Entry.WITHDRAWN))
    if season.terms.seats > 2:
        left = (one for one in own if one.state is FixtureState.RUNNING)
        return gone.with_fixtures(*(replace(one, to_adjust=True) for one in left))
    if 2 * decided < len(own):
        return gone.with_fixtures(*(_close(one, Reason.WITHDRAWN) for one in own))
    lost = (
        _close(one, Reason.WITHDRAWN, tuple(1 + (player == number) for player in one.players))
        for one in own
        if one.undecided
    )
    return gone.with_fixtures(*lost)


def _close(fixture: Fixture, reason: Reason, places: tuple[int, ...] = ()) -> Fixture:
    """Decided with these places, or void without any."""
    return replace(
        fixture,
        state=FixtureState.DECIDED if places else FixtureState.VOID,
        reason=reason,
        places=places,
        scores=(0,) * len(places),
        to_adjust=fixture.state is FixtureState.RUNNING,
    )


# What moderators do.


def replaceable(season: Season) -> tuple[Entrant, ...]:
    """Those whose place another person can take."""
    return tuple(one for one in season.taking_part if one.division is not None)


def substitute(season: Season, number: int, user_id: int, name: str) -> Season:
    """Another person, who has had none so far, takes somebody's place, with their games and
    points."""
    must_be_in(season, Stage.RUNNING)
    if number not in {one.number for one in replaceable(season)}:
        raise Refused(Why.NO_SUCH_ENTRANT)
    entrant = season.entrants[number]
    known = season.entrant_of(user_id)
    if known is not None and (known.division is not None or known.was_replaced):
        raise Refused(Why.HAS_A_PLACE)
    if known is not None:  # they were asked, and nothing more
        season = season.with_entrant(replace(known, user_id=None, name="", entry=Entry.OUT))
    if entrant.user_id is not None:
        season = _enter_former(season, entrant.user_id, entrant.name)
    new = replace(entrant, user_id=user_id, name=name, late=0)
    theirs = (
        replace(one, to_adjust=True)
        for one in season.fixtures_of(number)
        if one.state is FixtureState.RUNNING
    )
    return season.with_entrant(new).with_fixtures(*theirs)


def _enter_former(season: Season, user_id: int, name: str) -> Season:
    """Remember somebody whose place another person takes."""
    former = Entrant(len(season.entrants), user_id, name, Entry.WITHDRAWN)
    return replace(season, entrants=(*season.entrants, former))


def give_time(season: Season, time: Millis) -> Season:
    """More time for everybody in every game that has begun, as after an outage."""
    must_be_in(season, Stage.RUNNING)
    if not 0 < time <= MOST_GIVEN:
        raise Refused(Why.GIVEN_TIME, most=MOST_GIVEN // HOUR)
    longer = (
        replace(one, extra=one.extra + time, to_adjust=one.game_id is not None)
        for one in season.fixtures
        if one.state in BEGUN
    )
    return season.with_fixtures(*longer)


def void(season: Season, number: int) -> Season:
    """A game counts for nobody, whether or not it is over; nor does losing it on time."""
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
    """One that has not begun does not take place; one that runs is decided as it stands."""
    must_be_in(season, Stage.SIGN_UP, Stage.RUNNING)
    if season.stage is Stage.SIGN_UP:
        return replace(season, stage=Stage.CANCELLED)
    return replace(season, ends_at=now, is_last=True)


def make_last(season: Season, *, last: bool = True) -> Season:
    """No season follows this one, or one does after all."""
    must_be_in(season, Stage.SIGN_UP, Stage.RUNNING)
    if season.next_id is not None:
        raise Refused(Why.FOLLOWED_ALREADY)
    return replace(season, is_last=last)
