"""What people are told when something goes wrong.

A player's mistake gets a sentence with the facts of the engine or of the table. Whatever is our
bug gets an incident id, under which the log tells everything; people never see a trace.
"""

import logging
from collections.abc import Sequence
from secrets import token_hex

import discord
from aiohttp import ClientError

from bot.clock import SECOND
from bot.errors import Refused, StaleMove, StoreError, TableError, UnknownGame
from bot.games.face import Face
from bot.limits import TooFast
from bot.locale import Words
from bot.ui.escaping import escaped
from bot.ui.page import shortened
from engine.errors import DataError, EngineError, IllegalMove, NotationError, RecordError

log = logging.getLogger(__name__)

BUSY = (404, 408, 429)
"""How Discord answers when something is gone, or asked for too often: no bug of ours."""
LONGEST_QUOTE = 300


class Mistake(Exception):
    """A person's, found before the table was asked: the key of a text, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key = key
        self.facts = facts
        super().__init__(key)


def told(words: Words, face: Face | None, names: Sequence[str], error: BaseException) -> str:
    """One or two sentences for the person whose click or command failed."""
    match error:
        case Mistake(key=key, facts=facts):
            return words(key, **facts)
        case Refused(why=why, facts=facts):
            return words(f"refused.{why}", **_facts(words, names, facts))
        case StaleMove():
            return words("refused.stale")
        case UnknownGame():
            return words("refused.unknown_game")
        case TooFast(seconds=seconds):
            return words("refused.too_fast", count=seconds)
        case IllegalMove(reason=reason, facts=facts) if face is not None:
            return face.refusal(words, names, reason, facts)
        case NotationError() if face is not None:
            return face.unreadable(words, error)
        case RecordError(place=place, problem=problem):
            return words("refused.record", place=_quoted(place), problem=_quoted(problem))
        case DataError():
            return words("refused.options", problem=_quoted(str(error)))
        case discord.Forbidden():
            return words("refused.forbidden")
        case discord.HTTPException(status=status) if status in BUSY or status >= 500:
            log.warning("Discord: %s", error)
            return words("refused.discord")
        case ClientError() | ConnectionError() | TimeoutError():
            log.warning("no way to Discord: %s", error)
            return words("refused.discord")
        case StoreError():
            log.error("the store: %s", error)
            return words("refused.store")
        case _:
            return words("refused.bug", incident=noted(error))


def outcome_of(error: BaseException) -> str:
    """Whose fault it was, in a word: of the person, of Discord, of the database, or ours."""
    match error:
        case Mistake() | TableError() | TooFast() | EngineError():
            return "refused"
        case discord.HTTPException(status=status) if status in (403, *BUSY) or status >= 500:
            return "discord"
        case ClientError() | ConnectionError() | TimeoutError():
            return "discord"
        case StoreError():
            return "store"
        case _:
            return "bug"


def noted(error: BaseException) -> str:
    """Log a bug with everything that is known of it. The id under which it stands in the log."""
    incident = token_hex(4)
    log.error("incident %s", incident, exc_info=error, extra={"incident": incident})
    return incident


def _facts(words: Words, names: Sequence[str], facts: dict[str, object]) -> dict[str, object]:
    """The table's facts as words: seats by name, moments as Discord shows them to each reader."""
    told: dict[str, object] = {}
    for name, value in facts.items():
        match name, value:
            case "seat", int(seat):
                told[name] = names[seat] if seat < len(names) else ""
            case "at", int(moment):
                told[name] = moment_text(moment)
            case "status" | "request" | "pause" | "right", _:
                told[name] = words(f"{name}.{value}")
            case _:
                told[name] = value
    return told


def _quoted(text: str) -> str:
    """What may hold words of a stranger: as plain text, and not too long."""
    return escaped(shortened(text, LONGEST_QUOTE))


def moment_text(moment: int, style: str = "R") -> str:
    """A moment, told by each reader's Discord in their own time zone."""
    return f"<t:{moment // SECOND}:{style}>"
