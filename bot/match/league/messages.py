"""Messages that can be posted about a season, as values.

As those about a game, they name what they are about and never its state: what a post shows is read
when it is delivered.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.match.league.season import Season, Stage
from bot.match.messages import Facts


class News(StrEnum):
    ANNOUNCED = "announced"
    """The invitation, with its buttons."""
    REMINDED = "reminded"
    """The sign-up ends in a day."""
    BEGUN = "begun"
    """With the divisions and pairings."""
    GIVEN_UP = "given_up"
    """Too few signed up."""
    STANDINGS = "standings"
    """Those of the week."""
    WITHDRAWN = "withdrawn"
    TAKEN_OUT = "taken_out"
    """Somebody lost on time twice."""
    SUBSTITUTED = "substituted"
    TIME_GIVEN = "time_given"
    VOIDED = "voided"
    ENDED = "ended"
    """The last post: podium and final standings."""
    STOPPED = "stopped"
    """A moderator ended it before it began."""
    ENTERED_AGAIN = "entered_again"
    """To one person: they are in the next season unless they take themselves out."""
    NO_PLACE = "no_place"
    """To who opened it: nothing can be posted in its channel."""


@dataclass(frozen=True, slots=True)
class LeaguePost:
    """News of a season, posted in its channel."""

    season_id: int
    news: News
    mention: tuple[int, ...] = ()
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FixturePost:
    """A game of a season that is about to begin, in a thread that is made from this post."""

    season_id: int
    number: int


@dataclass(frozen=True, slots=True)
class LeagueNote:
    """News of a season, sent to one person."""

    season_id: int
    user_id: int
    news: News
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClosedInvitation:
    """Invitation to a season, shown without its buttons, as nobody can join any longer."""

    season_id: int


LeagueMessage = LeaguePost | FixturePost | LeagueNote | ClosedInvitation


def is_still_news(
    message: LeaguePost | FixturePost, season: Season, *, has_digests: bool = False
) -> bool:
    """Check whether a post is still of use: an invitation while people can sign up, the standings
    of a week while no later ones follow and no digest tells them, a game that still has to
    begin."""
    match message:
        case FixturePost(number=number):
            return season.stage is Stage.RUNNING and season.fixtures[number].undecided
        case LeaguePost(news=News.ANNOUNCED | News.REMINDED):
            return season.stage is Stage.SIGN_UP
        case LeaguePost(news=News.STANDINGS, facts=facts):
            is_latest = season.stage is Stage.RUNNING and facts.get("week") == season.shown
            return is_latest and not has_digests
        case LeaguePost():
            return True
