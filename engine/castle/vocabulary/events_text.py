"""The events of a move as one line of JSON, for the log, and back."""

from collections.abc import Mapping
from typing import Any, get_args

from engine.castle.vocabulary.events import Event
from engine.texts.stored import EventLog


def _missing(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Earlier versions did not write what each tile or market gave."""
    match event:
        case {"event": "FeatureScored", "kind": kind, "fountain": fountain}:
            return {"each": 2 if fountain or kind == "tower" else 1}
        case {"event": "FinalScored", "what": "keep"}:
            return {"each": 1, "fountain_counts": False}
        case {"event": "FinalScored", "what": "court"}:
            return {"each": 3, "fountain_counts": False}
        case {"event": "FinalScored", "points": points, "count": count, "wall_tiles": wall_tiles}:
            counted = {"wall7": count, "wall9": wall_tiles}.get(event["what"], count * wall_tiles)
            each = points // counted
            counts = event["what"] == "wall4" and event["fountain"] and each == 2
            return {"each": each, "fountain_counts": counts}
        case _:
            return {}


_LOG = EventLog[Event](get_args(Event), _missing)

events_text = _LOG.text
parse_events = _LOG.parse
