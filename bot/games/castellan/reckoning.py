"""What a turn enclosed and why it changed the points, in words whose numbers add up.

Takes every number from the events; the engine decides what a courtyard is worth.
"""

from collections.abc import Iterator, Sequence

from bot.games.castellan.naming import courtyard_named
from bot.locale import Words
from engine.castellan.vocabulary.events import CourtyardGrew, CourtyardMade, Event, TurnScored

MOST_COURTYARDS = 6
"""How many are told one by one in a turn; if there are more, those worth most."""

Changed = CourtyardMade | CourtyardGrew


def courtyards_told(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Every courtyard that the turn made, divided or added towers to, with what it is worth."""
    changed = [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]
    if len(changed) > MOST_COURTYARDS:
        changed.sort(key=lambda event: -event.points)
    for event in changed[:MOST_COURTYARDS]:
        yield _courtyard(words, event)
    rest = changed[MOST_COURTYARDS:]
    if rest:
        points = words("words.points", count=sum(event.points for event in rest))
        yield words("castellan.courtyard.more", count=len(rest), points=points)
    before = _divided(events)
    if before is not None:
        yield words("castellan.courtyard.before", points=words("words.points", count=before))


def _courtyard(words: Words, event: Changed) -> str:
    towers = words("castellan.piece.tower", count=event.towers)
    if event.double:
        towers = words("castellan.courtyard.doubled", towers=towers)
    facts = {
        "cell": courtyard_named(event.cells),
        "points": words("words.points", count=event.points),
        "towers": towers,
    }
    if isinstance(event, CourtyardGrew):
        gained = words("castellan.piece.tower", count=event.gained)
        return words("castellan.courtyard.grew", gained=gained, **facts)
    return words(f"castellan.courtyard.{'part' if event.divided else 'made'}", **facts)


def _divided(events: Sequence[Event]) -> int | None:
    """What the courtyards that the turn divided were worth before; None if it divided none."""
    made = [event for event in events if isinstance(event, CourtyardMade)]
    if not any(event.divided for event in made):
        return None
    gained = sum(event.more for event in events if isinstance(event, CourtyardGrew))
    changed = sum(event.points for event in events if isinstance(event, TurnScored))
    return sum(event.points for event in made) + gained - changed
