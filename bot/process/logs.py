"""Logging: one line per record, for people or as JSON, with the ids of what it is about.

Whatever runs inside `about(...)` carries its fields,
so that a line from the store shows which interaction it was written during. No secret is logged on
purpose; the patterns here redact what slips into an error's text, such as an address with a
password. Libraries log nothing below INFO, since their lower levels quote whole messages.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

Format = Literal["text", "json"]
Fields = dict[str, str | int]

SECRETS = re.compile(
    r"(?<=://)[^/\s@]*:[^/\s@]*(?=@)"  # the password in an address
    r"|(?<=/webhooks/)\d+/[\w.%-]+|(?<=/interactions/)\d+/[\w.%-]+"  # an interaction's token
    r"|\b[\w-]{20,}\.[\w-]{6,7}\.[\w-]{25,}"  # a bot's token
    r"|\b[0-9a-fA-F]{64}\b"  # a seed
)
HIDDEN = "***"

_fields: ContextVar[Fields | None] = ContextVar("fields", default=None)


@contextmanager
def about(**fields: str | int) -> Iterator[None]:
    """Note for everything logged inside which interaction, game, user or message it is about."""
    before = _fields.set({**(_fields.get() or {}), **fields})
    try:
        yield
    finally:
        _fields.reset(before)


def add(**fields: str | int) -> None:
    """Add fields for the rest of the innermost `about`; a no-op outside of one."""
    present = _fields.get()
    if present is not None:
        present.update(fields)


def fields_of(record: logging.LogRecord) -> Fields:
    """Return the fields that `Ids` has put there."""
    fields: Fields = getattr(record, "fields", {})
    return fields


class Ids(logging.Filter):
    """Puts the fields of the current context into a record, and the incident id if it has one."""

    def filter(self, record: logging.LogRecord) -> bool:
        incident = getattr(record, "incident", None)
        extra = {} if incident is None else {"incident": str(incident)}
        record.fields = {**(_fields.get() or {}), **extra}
        return True


class LogLine(logging.Formatter):
    """Format for people: when, how severe, where, what, and about which game. A trace is folded
    into the line."""

    def format(self, record: logging.LogRecord) -> str:
        text = _message(record)
        fields = " ".join(f"{name}={value}" for name, value in fields_of(record).items())
        parts = (_moment(record), f"{record.levelname:<7}", f"{record.name}:", text)
        line = " ".join(parts) + (f" [{fields}]" if fields else "")
        trace = _trace(self, record)
        return _harmless(f"{line}\n{trace}" if trace else line).replace("\n", r"\n")


class JsonLine(logging.Formatter):
    """Format for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": _moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": _harmless(_message(record)),
            **fields_of(record),
        }
        trace = _trace(self, record)
        if trace:
            entry["trace"] = _harmless(trace)
        return json.dumps(entry, ensure_ascii=False)


def set_up(level: str, form: Format, *, simulated: bool) -> None:
    """Send everything logged in this process from now on to standard error, in one format."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLine() if form == "json" else LogLine())
    handler.addFilter(Ids())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if simulated:  # the simulated Discord has nothing to report
        logging.getLogger("discord").setLevel(logging.ERROR)
    logging.captureWarnings(capture=True)


def _message(record: logging.LogRecord) -> str:
    return record.getMessage().replace("\r", " ")


def _moment(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """Format the exception, if the record has one, and the stack, if it was asked for."""
    parts = [formatter.formatException(record.exc_info)] if record.exc_info else []
    if record.stack_info:
        parts.append(record.stack_info)
    return "\n".join(parts)


def _harmless(text: str) -> str:
    return SECRETS.sub(HIDDEN, text)
