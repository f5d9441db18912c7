"""A season or a cup as the table knows it: its terms, who takes part, and its games. What happens
by itself is in `bot.match.league.course`, what people do in `bot.match.league.entering`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.match.league.standings import DecidedGame
from bot.match.time_limits import LATE, TimeLimit
from bot.process.clock import DAY, HOUR, Millis

# Until this part of a season is over, nobody has more than a few running games of it.
HELD_BACK = 0.3
# The time in a season for which absences stop somebody's clocks.
MOST_AWAY = 14 * DAY


class Stage(StrEnum):
    SIGN_UP = "sign_up"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """Too few signed up, or a moderator ended it before it began."""


UNDER_WAY = (Stage.SIGN_UP, Stage.RUNNING)


class Entry(StrEnum):
    """Somebody's part in a season."""

    ASKED = "asked"
    """They may want to play, and are reminded of it."""
    IN = "in"
    OUT = "out"
    """They took themselves out before it began."""
    WITHDRAWN = "withdrawn"
    """Since it began: of their own accord, or by losing on time twice. Whoever was replaced has
    withdrawn without a division: their games and points are another's."""


class FixtureState(StrEnum):
    WAITING = "waiting"
    CALLED = "called"
    """Its post is on the way, from which its thread is made."""
    RUNNING = "running"
    DECIDED = "decided"
    VOID = "void"


# The games that count as running.
BEGUN = (FixtureState.CALLED, FixtureState.RUNNING)


class Reason(StrEnum):
    """Reason why a fixture was decided as it was, or is void."""

    PLAYED = "played"
    LATE = "late"
    LEFT = "left"
    WITHDRAWN = "withdrawn"
    BY_SCORE = "by_score"
    """The season ended, and the game counts as it stood."""
    VOIDED = "voided"
    """By a moderator."""
    NEVER_BEGUN = "never_begun"
    NOBODY = "nobody"
    """The game ended without a winner."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody in a season, numbered in the order in which they came."""

    number: int
    user_id: int | None
    """None for a person whose data was erased."""
    name: str
    entry: Entry = Entry.IN
    division: int | None = None
    late: int = 0
    """The number of games that they lost on time."""
    place: int | None = None
    """In their division, once the season is over."""

    @property
    def was_replaced(self) -> bool:
        """Another person has their place now."""
        return self.division is None and self.entry is Entry.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of the season, whether or not it has begun."""

    number: int
    division: int
    players: tuple[int, ...]
    """The entrants by seat; the first one begins."""
    state: FixtureState = FixtureState.WAITING
    thread_id: int | None = None
    game_id: int | None = None
    reason: Reason | None = None
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    to_adjust: bool = False
    """Its game does not follow from the season yet: somebody is gone or replaced, or it is void."""
    extra: Millis = 0
    """The time that each player still has to be given."""

    @property
    def decided(self) -> DecidedGame | None:
        if self.state is not FixtureState.DECIDED:
            return None
        return DecidedGame(self.players, self.places, self.scores)

    @property
    def undecided(self) -> bool:
        return self.state not in (FixtureState.DECIDED, FixtureState.VOID)


@dataclass(frozen=True, slots=True)
class Terms:
    """Rules of a season, announced with it."""

    seats: int = 2
    """The players of each game."""
    division: int = 5
    """The preferred number of players in a division."""
    most_running: int = 3
    """The most games that somebody has at the same time in the first part of the season."""
    length: Millis = 70 * DAY
    """A cup is over before that, unless its games cannot go on."""
    full: int | None = None
    """A cup begins as soon as so many have signed up, and lasts as long as its games."""
    bank: Millis = 5 * DAY
    increment: Millis = 12 * HOUR
    cap: Millis = 5 * DAY

    @property
    def time_limit(self) -> TimeLimit:
        return TimeLimit(self.bank, self.increment, self.cap)

    @property
    def all_at_once(self) -> bool:
        """All games begin with the season: those of a cup, and tables, where few meet often."""
        return self.full is not None or self.seats > 2

    @property
    def released(self) -> Millis:
        """So long after the beginning, all games have begun."""
        return 0 if self.all_at_once else round(self.length * HELD_BACK)


def slowest_game(terms: Terms, most_turns: Callable[[int], int]) -> Millis:
    """Compute the longest that a game can take by its clocks, without absences: every player uses
    the bank and the lateness, and every turn its increment."""
    players = terms.seats * (terms.bank + LATE)
    return players + most_turns(terms.seats) * terms.increment


def slowest_pace(terms: Terms, most_turns: Callable[[int], int]) -> Millis:
    """Compute the time from one move of a player to the next in the longest game, if nobody is
    late: the first move of each player uses the bank, and every other one its increment."""
    turns = most_turns(terms.seats)
    longest = terms.seats * terms.bank + (turns - terms.seats) * terms.increment
    return longest * terms.seats // turns


def with_time_limit(terms: Terms, limit: TimeLimit) -> Terms:
    return replace(terms, bank=limit.start, increment=limit.increment, cap=limit.cap)


@dataclass(frozen=True, slots=True)
class Season:
    id: int
    guild_id: int
    channel_id: int
    kind: str
    options: Mapping[str, str]
    name: str
    number: int
    """Of its league, from 1."""
    opener_id: int | None
    terms: Terms
    stage: Stage
    closes_at: Millis
    """The end of the sign-up."""
    ends_at: Millis | None
    """None for a cup."""
    began_at: Millis | None = None
    reminded: bool = False
    shown: int = 0
    """The number of weeks for which the standings have been posted."""
    previous_id: int | None = None
    next_id: int | None = None
    is_last: bool = False
    """A moderator wants no season after this one."""
    revision: int = 0
    entrants: tuple[Entrant, ...] = field(default=(), repr=False)
    fixtures: tuple[Fixture, ...] = field(default=(), repr=False)

    @property
    def is_cup(self) -> bool:
        return self.terms.full is not None

    @property
    def starts_at(self) -> Millis:
        """Moment from which its weeks are counted."""
        return self.began_at if self.is_cup and self.began_at is not None else self.closes_at

    @property
    def released_at(self) -> Millis:
        """From then on all games can run."""
        return self.starts_at + self.terms.released

    @property
    def counts_as_it_stands_at(self) -> Millis:
        """Whatever is not over by then counts as it stands."""
        return self.starts_at + self.terms.length if self.ends_at is None else self.ends_at

    @property
    def taking_part(self) -> tuple[Entrant, ...]:
        """Before the season begins: those who want to play in it."""
        return tuple(entrant for entrant in self.entrants if entrant.entry is Entry.IN)

    def entrant_of(self, user_id: int) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def fixtures_of(self, number: int) -> tuple[Fixture, ...]:
        return tuple(fixture for fixture in self.fixtures if number in fixture.players)

    @property
    def divisions(self) -> range:
        numbers = [entrant.division for entrant in self.entrants if entrant.division is not None]
        return range(max(numbers, default=-1) + 1)

    def division(self, number: int) -> Mapping[int, Entrant]:
        """List those who stand in its table, by number: not who withdrew so early that their games
        are void."""

        def is_out(entrant: Entrant) -> bool:
            states = {fixture.state for fixture in self.fixtures_of(entrant.number)}
            return entrant.entry is Entry.WITHDRAWN and states <= {FixtureState.VOID}

        entrants = (entrant for entrant in self.entrants if entrant.division == number)
        return {entrant.number: entrant for entrant in entrants if not is_out(entrant)}

    def games_in(self, division: int) -> tuple[Fixture, ...]:
        return tuple(fixture for fixture in self.fixtures if fixture.division == division)

    def decided_in(self, division: int) -> list[DecidedGame]:
        return [
            fixture.decided for fixture in self.games_in(division) if fixture.decided is not None
        ]

    def with_entrant(self, entrant: Entrant) -> "Season":
        """Put this entrant in place of the one with this number."""
        entrants = (
            entrant if earlier.number == entrant.number else earlier for earlier in self.entrants
        )
        return replace(self, entrants=tuple(entrants))

    def with_fixtures(self, *fixtures: Fixture) -> "Season":
        """Put these fixtures in place of those with their numbers."""
        by_number = {fixture.number: fixture for fixture in fixtures}
        after = (by_number.get(fixture.number, fixture) for fixture in self.fixtures)
        return replace(self, fixtures=tuple(after))
