"""Opening a league: what is asked for, checked before anything is stored or posted."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from unicodedata import category

from bot.match.errors import Refused, Why
from bot.match.league.entering import ask
from bot.match.league.pairings import FEWEST, MOST, MOST_RUNNING
from bot.match.league.season import HELD_BACK, MOST_AWAY, Season, Stage, Terms, slowest_game
from bot.match.rules import rules_of
from bot.match.time_limits import check_limit
from bot.process.clock import DAY, Millis

# In characters.
LONGEST_NAME = 60
# The most days that a season can last.
MOST_DAYS = 365
# The most days for which people can sign up.
MOST_SIGN_UP = 60
# A sign-up of fewer days has no reminder.
REMINDED_FROM = 2
# The numbers of players that a cup can have.
CUPS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class NewLeague:
    """A league or a cup to announce in a channel."""

    kind: str
    guild_id: int
    channel_id: int
    name: str
    terms: Terms
    sign_up_days: int = 7
    preset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    asked: tuple[tuple[int, str], ...] = ()
    """Id and name of each person who is reminded before the sign-up ends."""


def open_season(new_league: NewLeague, opener_id: int, now: Millis) -> Season:
    """Make the season, not stored yet and without a number. Refused with what is wrong, and nothing
    is half begun."""
    rules = rules_of(new_league.kind)
    terms = new_league.terms
    name = " ".join(new_league.name.split())
    if len(name) > LONGEST_NAME or not any(category(sign)[0] in "LNPS" for sign in name):
        raise Refused(Why.LEAGUE_NAME, most=LONGEST_NAME)
    if not 1 <= new_league.sign_up_days <= MOST_SIGN_UP:
        raise Refused(Why.SIGN_UP_LENGTH, least=1, most=MOST_SIGN_UP)
    if terms.full is not None and terms.full not in CUPS:
        raise Refused(Why.CUP_SIZE, least=CUPS[0], most=CUPS[-1])
    sizes = (2, 3, 4) if terms.full is None else (2, terms.full)
    if terms.seats not in rules.seat_counts or terms.seats not in sizes:
        possible = ", ".join(str(size) for size in sizes if size in rules.seat_counts)
        raise Refused(Why.WRONG_SEATS, seats=terms.seats, possible=possible)
    if not FEWEST <= terms.division <= MOST:
        raise Refused(Why.DIVISION_SIZE, least=FEWEST, most=MOST)
    if not 1 <= terms.most_running <= MOST_RUNNING:
        raise Refused(Why.RUNNING_GAMES, least=1, most=MOST_RUNNING)
    options = rules.settle_options(new_league.options, new_league.preset)
    least = check_clocks(new_league.kind, options, terms)
    if terms.full is None and not least * DAY <= terms.length <= MOST_DAYS * DAY:
        raise Refused(Why.SEASON_LENGTH, least=least, most=MOST_DAYS)
    if terms.full is not None:
        terms = replace(terms, length=least * DAY + terms.seats * MOST_AWAY)
    closes_at = now + new_league.sign_up_days * DAY
    season = Season(
        id=0,
        guild_id=new_league.guild_id,
        channel_id=new_league.channel_id,
        kind=new_league.kind,
        options=options,
        name=name,
        number=1,
        opener_id=opener_id,
        terms=terms,
        stage=Stage.SIGN_UP,
        closes_at=closes_at,
        ends_at=None if terms.full is not None else closes_at + terms.length,
        reminded=new_league.sign_up_days < REMINDED_FROM or terms.full is not None,
    )
    for user_id, person in new_league.asked:
        season = ask(season, user_id, person)
    return season


def check_clocks(kind: str, options: Mapping[str, str], terms: Terms) -> int:
    """Find the least number of days of a season with these clocks. Refused if no season is so
    long."""
    check_limit(terms.time_limit)
    least = fewest_days(kind, options, terms)
    if terms.full is None and least > MOST_DAYS:
        raise Refused(Why.SEASON_TOO_SLOW, least=least, most=MOST_DAYS)
    return least


def fewest_days(kind: str, options: Mapping[str, str], terms: Terms) -> int:
    """Find the length of a season in which the slowest game still ends by its clocks, if it begins
    on the day on which the last ones do."""
    slowest = slowest_game(terms, partial(rules_of(kind).most_turns_with, options))
    share = 1.0 if terms.all_at_once else 1 - HELD_BACK
    return -int(-slowest / share // DAY)
