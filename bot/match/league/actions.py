"""Actions that people can ask of a season, a closed union: the season after each of them, and what
is posted about it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from bot.match.actions import Actor
from bot.match.errors import Refused, Why
from bot.match.league import entering
from bot.match.league.messages import LeaguePost, News
from bot.match.league.season import Season, Stage
from bot.process.clock import HOUR, Millis


@dataclass(frozen=True, slots=True)
class SignUp: ...


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take oneself out before the season begins."""


@dataclass(frozen=True, slots=True)
class WithdrawFromSeason:
    """Play in it no longer."""


@dataclass(frozen=True, slots=True)
class Substitute:
    """A moderator gives somebody's place to another person."""

    number: int
    """The entrant's."""
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class GiveTime:
    """A moderator gives everybody time, as after an outage."""

    hours: int


@dataclass(frozen=True, slots=True)
class VoidFixture:
    """A moderator makes a game count for nobody."""

    number: int


@dataclass(frozen=True, slots=True)
class EndSeason:
    """A moderator ends it now."""


@dataclass(frozen=True, slots=True)
class MakeLast:
    """A moderator wants no season after this one; or one after all."""

    last: bool = True


ModeratorAction = Substitute | GiveTime | VoidFixture | EndSeason | MakeLast
SeasonAction = SignUp | TakeBack | WithdrawFromSeason | ModeratorAction


class SeasonDone(StrEnum):
    OPENED = "opened"
    SIGNED_UP = "signed_up"
    TAKEN_BACK = "taken_back"
    WITHDRAWN = "withdrawn"
    SUBSTITUTED = "substituted"
    TIME_GIVEN = "time_given"
    VOIDED = "voided"
    ENDED = "ended"
    MADE_LAST = "made_last"
    GOES_ON = "goes_on"
    """A season follows after all."""


@dataclass(frozen=True, slots=True)
class SeasonAnswer:
    """Answer to an action: the same interaction always gets the same one."""

    season_id: int
    done: SeasonDone


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    season: Season
    done: SeasonDone
    posts: tuple[LeaguePost, ...] = ()


def act(season: Season, by: Actor, action: SeasonAction, now: Millis) -> ActionOutcome:
    """Raises Refused when it is not possible."""
    if isinstance(action, ModeratorAction):
        must_decide(season, by, type(action))
    posts: tuple[LeaguePost, ...] = ()
    match action:
        case SignUp():
            after = entering.sign_up(season, by.user_id, by.name, now)
            done = SeasonDone.SIGNED_UP
        case TakeBack():
            after = entering.take_back(season, by.user_id, now)
            done = SeasonDone.TAKEN_BACK
        case WithdrawFromSeason():
            number = entering.must_play(season, by.user_id).number
            after = entering.withdraw(season, number)
            done = SeasonDone.WITHDRAWN
            posts = (LeaguePost(season.id, News.WITHDRAWN, facts={"entrant": number}),)
        case Substitute(number=number, user_id=user_id, name=name):
            after = entering.substitute(season, number, user_id, name)
            done = SeasonDone.SUBSTITUTED
            before = season.entrants[number]
            facts: dict[str, str | int] = {"entrant": number, "before": before.name}
            if before.user_id is not None:
                facts["before_id"] = before.user_id
            posts = (LeaguePost(season.id, News.SUBSTITUTED, (user_id,), facts),)
        case GiveTime(hours=hours):
            after = entering.give_time(season, hours * HOUR)
            done = SeasonDone.TIME_GIVEN
            posts = (LeaguePost(season.id, News.TIME_GIVEN, facts={"hours": hours}),)
        case VoidFixture(number=number):
            after = entering.void(season, number)
            done = SeasonDone.VOIDED
            posts = (LeaguePost(season.id, News.VOIDED, facts={"fixture": number}),)
        case EndSeason():
            after = entering.end_now(season, now)
            done = SeasonDone.ENDED
            if after.stage is Stage.CANCELLED:
                posts = (LeaguePost(season.id, News.STOPPED),)
        case MakeLast(last=last):
            after = entering.make_last(season, is_last=last)
            done = SeasonDone.MADE_LAST if last else SeasonDone.GOES_ON
        case _:
            assert_never(action)
    return ActionOutcome(after, done, posts)


def must_decide(season: Season, by: Actor, action: type[ModeratorAction]) -> None:
    """Refuse people without the right to end others' games; but whoever announced a league may call
    it off as long as its first season has not begun."""
    announced_it = season.opener_id == by.user_id and season.previous_id is None
    may_call_off = announced_it and season.stage is Stage.SIGN_UP and action is EndSeason
    if "end" not in by.rights and not may_call_off:
        raise Refused(Why.NOT_ALLOWED, right="season")
