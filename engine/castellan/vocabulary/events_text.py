"""The events of a move as one line of JSON, for the log, and back."""

from collections.abc import Mapping
from typing import Any, get_args

from engine.castellan.vocabulary.events import Event
from engine.texts.stored import EventLog


def _missing(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Earlier versions did not write how many points a courtyard gained."""
    match event:
        case {"event": "CourtyardGrew", "gained": gained, "double": double}:
            return {"more": gained * (2 if double else 1)}
        case _:
            return {}


_LOG = EventLog[Event](get_args(Event), _missing)

events_text = _LOG.text
earlier_events_text = _LOG.earlier_text
parse_events = _LOG.parse
