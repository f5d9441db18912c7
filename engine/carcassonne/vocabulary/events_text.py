"""The events of a move as one line of JSON, for the log, and back."""

from collections.abc import Mapping
from typing import Any, get_args

from engine.carcassonne.vocabulary.events import Event
from engine.texts.event_log import EventLog


def _missing(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Earlier versions did not write by what points were counted."""
    match event:
        case {"event": "FeatureScored", "kind": kind, "cells": cells, "points": points}:
            small = kind == "city" and len(cells) == points == 2
            return {"each": 2 if kind == "city" and not small else 1, "small": small}
        case {"event": "FinalScored"}:
            return {"each": 1}
        case {"event": "FarmersScored", "points": points}:
            by_field = points % 3 == 0
            return {"counted_by": "field" if by_field else "city", "each": 3 if by_field else 4}
        case _:
            return {}


_LOG = EventLog[Event](get_args(Event), _missing)

events_text = _LOG.text
parse_events = _LOG.parse
