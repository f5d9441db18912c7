"""Course of a season: what happens in it by itself, when, and the season after it.

Everything follows from the season, so that nothing is lost while the bot is down: the earliest of
these moments is stored with it as the moment to look at it again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from bot.match.league.pairings import FEWEST, divide, round_robin, tables
from bot.match.league.season import (
    BEGUN,
    Entry,
    Fixture,
    FixtureState,
    Reason,
    Season,
    Stage,
    Terms,
)
from bot.match.league.standings import standings
from bot.process.clock import DAY, Millis

# Whoever has lost so many games on time is taken out of a season.
MOST_LATE = 2
# Those who may want to play are reminded so long before the sign-up ends.
REMINDED_BEFORE = DAY
WEEK = 7 * DAY
# The sign-up for the next season begins so long before the end of one.
NEXT_SIGN_UP = WEEK
# The time after the end of a season, in which those who finished all their games can still take
# themselves out of the next one.
BETWEEN_SEASONS = DAY
# The moment of what need not wait.
AT_ONCE: Millis = 0


class Step(Enum):
    """Things that can be due, the most urgent first."""

    ADJUST = auto()
    """A game is brought in line with what was decided about it."""
    TAKE_OUT = auto()
    """Somebody has lost on time too often."""
    CALL_NEXT = auto()
    """The sign-up for the next season begins."""
    DECIDE = auto()
    """The season is over, and a game counts as it stands."""
    END = auto()
    REMIND = auto()
    BEGIN = auto()
    GIVE_UP = auto()
    """Too few signed up."""
    OPEN = auto()
    """A game has its thread, and begins."""
    CALL = auto()
    """The next games can begin: their posts go out."""
    SHOW = auto()
    """The weekly standings."""


class Due(NamedTuple):
    at: Millis
    step: Step
    number: int | None = None
    """The fixture, or the entrant, that it is about."""


def due_now(season: Season, now: Millis) -> Due | None:
    """Find the most urgent of the steps whose moment has come."""
    come_due = (due for due in _coming(season) if due.at <= now)
    return min(come_due, key=lambda due: (due.step.value, due.number or 0), default=None)


def look_again_at(season: Season) -> Millis | None:
    """Find the moment stored with the season; None when nothing happens any longer."""
    return min((due.at for due in _coming(season)), default=None)


def _coming(season: Season) -> Iterator[Due]:
    for fixture in season.fixtures:
        if fixture.to_adjust and fixture.game_id is not None:
            yield Due(AT_ONCE, Step.ADJUST, fixture.number)
    match season.stage:
        case Stage.SIGN_UP:
            yield from _coming_in_sign_up(season)
        case Stage.RUNNING:
            yield from _coming_in_play(season)
        case Stage.OVER | Stage.CANCELLED:
            pass


def _coming_in_sign_up(season: Season) -> Iterator[Due]:
    if season.terms.full is not None:
        is_full = len(season.taking_part) >= season.terms.full
        yield Due(AT_ONCE, Step.BEGIN) if is_full else Due(season.closes_at, Step.GIVE_UP)
        return
    if not season.reminded:
        yield Due(season.closes_at - REMINDED_BEFORE, Step.REMIND)
    enough = len(season.taking_part) >= FEWEST
    yield Due(season.closes_at, Step.BEGIN if enough else Step.GIVE_UP)


def _coming_in_play(season: Season) -> Iterator[Due]:
    ends_at = season.counts_as_it_stands_at
    undecided = [fixture for fixture in season.fixtures if fixture.undecided]
    for entrant in season.entrants:
        if entrant.late >= MOST_LATE and entrant.entry is Entry.IN:
            yield Due(AT_ONCE, Step.TAKE_OUT, entrant.number)
    for fixture in undecided:
        if fixture.state is FixtureState.CALLED and fixture.thread_id is not None:
            yield Due(AT_ONCE, Step.OPEN, fixture.number)
        if fixture.state is FixtureState.RUNNING:
            yield Due(ends_at, Step.DECIDE, fixture.number)
    if any(fixture.state is FixtureState.WAITING for fixture in undecided):
        can_begin = any(games_to_call(season, AT_ONCE))
        yield Due(AT_ONCE if can_begin else season.released_at, Step.CALL)
    shown_at = season.starts_at + (season.shown + 1) * WEEK
    if shown_at < ends_at:
        yield Due(shown_at, Step.SHOW)
    if not season.is_cup and season.next_id is None and not season.is_last:
        yield Due(ends_at - NEXT_SIGN_UP, Step.CALL_NEXT)
    yield Due(AT_ONCE if season.is_cup and not undecided else ends_at, Step.END)


def games_to_call(season: Season, now: Millis) -> Iterator[Fixture]:
    """List the games that can begin now, in order: until the season has come far enough, none that
    would give somebody too many running ones."""
    running = running_games(season)
    free = season.terms.all_at_once or now >= season.released_at
    for fixture in season.fixtures:
        room = all(running[player] < season.terms.most_running for player in fixture.players)
        if fixture.state is FixtureState.WAITING and (free or room):
            yield fixture
            running.update(fixture.players)


def running_games(season: Season) -> Counter[int]:
    """Count the running games by entrant."""
    running = (fixture for fixture in season.fixtures if fixture.state in BEGUN)
    return Counter(player for fixture in running for player in fixture.players)


def begin(season: Season, ranking: Sequence[int], now: Millis) -> Season:
    """Begin a season, with its divisions and games; `ranking` has the entrants, the best first."""
    terms = season.terms
    divisions = [ranking] if season.is_cup else divide(ranking, terms.division)
    division_of = {
        entrant: number for number, division in enumerate(divisions) for entrant in division
    }
    fixtures: list[Fixture] = []
    for number, players in enumerate(divisions):
        games = pair(players, terms)
        fixtures += [Fixture(len(fixtures) + at, number, game) for at, game in enumerate(games)]
    entrants = (
        replace(entrant, division=division_of.get(entrant.number)) for entrant in season.entrants
    )
    return replace(
        season,
        stage=Stage.RUNNING,
        began_at=now,
        reminded=True,
        entrants=tuple(entrants),
        fixtures=tuple(fixtures),
    )


def pair(players: Sequence[int], terms: Terms) -> Sequence[tuple[int, ...]]:
    """List the games of a division, by seat. A cup for one table is one game."""
    if terms.seats == 2:
        return round_robin(players)
    if terms.full == terms.seats:
        return [tuple(players)]
    return tables(players, terms.seats)


def call(season: Season, fixtures: Iterable[Fixture]) -> Season:
    return season.with_fixtures(
        *(replace(fixture, state=FixtureState.CALLED) for fixture in fixtures)
    )


def give_thread(season: Season, number: int, thread_id: int) -> Season:
    """Note that the post of a game was made, and a thread from it."""
    return season.with_fixtures(replace(season.fixtures[number], thread_id=thread_id))


def start_game(season: Season, number: int, game_id: int) -> Season:
    """Note that the game has begun in its thread."""
    fixture = season.fixtures[number]
    to_adjust = fixture.extra > 0 or any(
        season.entrants[player].entry is Entry.WITHDRAWN for player in fixture.players
    )
    running_fixture = replace(
        fixture, state=FixtureState.RUNNING, game_id=game_id, to_adjust=to_adjust
    )
    return season.with_fixtures(running_fixture)


def decide(
    season: Season, number: int, reason: Reason, places: Sequence[int], scores: Sequence[int]
) -> Season:
    """Give a game its result, unless something else was decided about it before."""
    fixture = season.fixtures[number]
    if not fixture.undecided:
        return season
    if not places:
        return season.with_fixtures(replace(fixture, state=FixtureState.VOID, reason=reason))
    decided_fixture = replace(fixture, state=FixtureState.DECIDED, reason=reason)
    return season.with_fixtures(
        replace(decided_fixture, places=tuple(places), scores=tuple(scores))
    )


def show(season: Season, now: Millis) -> Season:
    """Note that the weekly standings go out; weeks that were missed are not made up for."""
    weeks = (now - season.starts_at) // WEEK
    return replace(season, shown=max(season.shown + 1, weeks))


def follow(season: Season, now: Millis) -> Season:
    """Open the sign-up for the season after this one, which ends a day after it. Not stored yet."""
    assert season.ends_at is not None, "nothing follows a cup"
    closes_at = max(season.ends_at, now) + BETWEEN_SEASONS
    return replace(
        season,
        id=0,
        number=season.number + 1,
        stage=Stage.SIGN_UP,
        closes_at=closes_at,
        ends_at=closes_at + season.terms.length,
        began_at=None,
        reminded=False,
        shown=0,
        previous_id=season.id,
        next_id=None,
        revision=0,
        entrants=(),
        fixtures=(),
    )


def end(season: Season) -> Season:
    """End a season, with everybody's place, unless no game of their division counts. A game that
    has not begun by then is void: nobody is to blame for it."""
    never_begun = (
        replace(fixture, state=FixtureState.VOID, reason=Reason.NEVER_BEGUN)
        for fixture in season.fixtures
        if fixture.undecided
    )
    over = replace(season, stage=Stage.OVER).with_fixtures(*never_begun)
    for division in over.divisions:
        players = over.division(division)
        decided_games = over.decided_in(division)
        for row in standings(players, decided_games) if decided_games else ():
            over = over.with_entrant(replace(players[row.player], place=row.place))
    return over
