"""The events of a move as one line of JSON, for the log, and back."""

from typing import get_args

from engine.castellan.vocabulary.events import Event
from engine.texts.event_log import EventLog

_LOG = EventLog[Event](get_args(Event))

events_text = _LOG.text
parse_events = _LOG.parse
