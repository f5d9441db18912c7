"""Messages to people when something goes wrong.

A player's mistake gets a sentence with the facts from the engine or the table. A bug of ours gets
an incident id, under which the log has the details; people never see a traceback.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex

import discord
from aiohttp import ClientError

from bot.discord.pages.page import shorten
from bot.discord.pages.wording import escape, timestamp
from bot.games.face import AnyTexts
from bot.locale import Words
from bot.locale.refusals import Refusal, refusal
from bot.match.errors import (
    Refused,
    StaleMove,
    StoreError,
    StoreInDoubt,
    TableError,
    UnknownGame,
    UnknownSeason,
)
from bot.presentation.refusals import explain_refused
from bot.process.allowance import TooFast
from engine.errors import (
    DataError,
    EngineError,
    IllegalMove,
    NotationError,
    RecordError,
    RunningRecord,
)

log = logging.getLogger(__name__)
# Discord's statuses when something is gone, late, or was requested too often: not a bug of ours.
BUSY = (404, 408, 429)
# Of a stranger's words, in characters.
LONGEST_QUOTE = 300


class Mistake(Exception):
    """A person's mistake, found before the table is called: a refusal's key, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key = key
        self.facts = facts
        super().__init__(key)


class MovedOn(Mistake):
    """A button of something that has changed since."""


class Unplayable(Exception):
    """A typed move that the engine rejects, and what could be typed instead."""

    def __init__(self, error: IllegalMove | NotationError, instead: str) -> None:
        self.error = error
        self.instead = instead
        super().__init__(str(error))


def explain_error(
    words: Words, kind: str, texts: AnyTexts | None, names: Sequence[str], error: BaseException
) -> Refusal:
    """Refuse what a click or command asked for; `kind` is the game whose commands the person
    uses."""
    match error:
        case Mistake(key=key, facts=facts):
            return refusal(words, key, kind=kind, **facts)
        case Refused():
            return explain_refused(
                words, kind, texts, names, error, write=escape, tell_time=timestamp
            )
        case StaleMove():
            return refusal(words, "refused.stale", kind=kind)
        case UnknownGame():
            return refusal(words, "refused.unknown_game", kind=kind)
        case UnknownSeason():
            return refusal(words, "refused.unknown_season")
        case TooFast(seconds=seconds):
            return refusal(words, "refused.too_fast", count=seconds)
        case IllegalMove(reason=reason, facts=facts) if texts is not None:
            return texts.refusal(words, names, reason, facts)
        case NotationError() if texts is not None:
            return texts.syntax_refusal(words, error)
        case Unplayable(error=error, instead=instead):
            rejection = explain_error(words, kind, texts, names, error)
            legal = words("move.instead", kind=kind, moves=instead)
            return replace(rejection, next=f"{rejection.next} {legal}")
        case RunningRecord():
            return refusal(words, "refused.running_record", kind=kind)
        case RecordError(place=place, problem=problem):
            problems = {"place": _quote(place), "problem": _quote(problem)}
            return refusal(words, "refused.record", kind=kind, **problems)
        case DataError():
            return refusal(words, "refused.options", problem=_quote(str(error)))
        case discord.Forbidden():
            return refusal(words, "refused.forbidden")
        case _ if _is_discords_fault(error):
            log.warning("Discord: %s", error)
            return refusal(words, "refused.discord")
        case StoreInDoubt():
            log.error("commit in doubt: %s", error)
            return refusal(words, "refused.store_in_doubt", kind=kind)
        case StoreError():
            log.error("the database is unavailable: %s", error)
            return refusal(words, "refused.store")
        case _:
            return refusal(words, "refused.bug", incident=log_incident(error))


def error_outcome(error: BaseException) -> str:
    """Say who caused the failure, in one word: the person, Discord, the database, or us."""
    match error:
        case Mistake() | Unplayable() | TableError() | TooFast() | EngineError():
            return "refused"
        case _ if isinstance(error, discord.Forbidden) or _is_discords_fault(error):
            return "discord"
        case StoreError():
            return "store"
        case _:
            return "bug"


def _is_discords_fault(error: BaseException) -> bool:
    """Check whether Discord was unreachable, overloaded, or no longer has what was asked for."""
    if isinstance(error, discord.HTTPException):
        return error.status in BUSY or error.status >= 500
    return isinstance(error, (ClientError, ConnectionError, TimeoutError, discord.RateLimited))


def log_incident(error: BaseException) -> str:
    """Log a bug with its traceback; returns the incident id in the log."""
    incident = token_hex(4)
    log.error("incident %s", incident, exc_info=error, extra={"incident": incident})
    return incident


def _quote(text: str) -> str:
    """Shorten and escape a text that may contain a stranger's words."""
    return escape(shorten(text, LONGEST_QUOTE))
