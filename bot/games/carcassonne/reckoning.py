"""Why something gave its points, in words whose numbers multiply out.

Takes every number from the event; the engine decides which rule gave it.
"""

from collections.abc import Iterable, Sequence

from bot.games.carcassonne.naming import size
from bot.games.moment import Names
from bot.locale import Words
from engine.carcassonne.events import FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.moves import ROLES

Scored = FeatureScored | FinalScored | FarmersScored


def awarded(words: Words, names: Names, seats: Sequence[int], points: int) -> str:
    """`**14 points for Anna**`, `**4 points each for Anna and Ben**`."""
    told = words("words.points", count=points)
    return words(
        "carcassonne.told.award", count=len(seats), points=told, names=_plain(words, names, seats)
    )


def _plain(words: Words, names: Names, seats: Sequence[int]) -> str:
    return words.listed([names[seat] for seat in seats])


def shares(words: Words, names: Names, scored: Iterable[Scored]) -> str:
    """What each player gets from several scorings."""
    given = [0] * len(names)
    for event in scored:
        for seat in event.seats:
            given[seat] += event.points
    parts = [awarded(words, names, (seat,), points) for seat, points in enumerate(given) if points]
    return words.listed(parts) or words("carcassonne.told.nobody")


def reckoned(words: Words, names: Names, event: Scored) -> str:
    """`5 tiles and 2 pennants, 2 points each; Anna 2 knights, Ben 1`."""
    parts = [_worth(words, event)]
    if sum(count > 0 for count in event.followers) > 1:
        parts.append(majority(words, names, _role(event), event.followers))
    return "; ".join(parts)


def _role(event: Scored) -> str:
    return ROLES["field"] if isinstance(event, FarmersScored) else ROLES[event.kind]


def majority(words: Words, names: Names, role: str, followers: Sequence[int]) -> str:
    """`Anna 2 knights, Ben 1`: the followers of everybody who has any, the most first."""
    there = sorted(
        (seat for seat, count in enumerate(followers) if count), key=lambda seat: -followers[seat]
    )
    first, *others = there
    told = words(f"carcassonne.followers.{role}", count=followers[first])
    parts = [words("carcassonne.why.player", name=names[first], followers=told)]
    parts += [
        words("carcassonne.why.player", name=names[seat], followers=followers[seat])
        for seat in others
    ]
    return ", ".join(parts)


def _worth(words: Words, event: Scored) -> str:
    match event:
        case FarmersScored():
            return _farmed(words, event)
        case FeatureScored(kind="cloister") | FinalScored(kind="cloister"):
            return words("carcassonne.why.cloister", count=event.points - 1)
        case FeatureScored(small=True):
            return words("carcassonne.why.small_city")
        case _:
            pass
    counted = len(event.cells) + event.pennants
    each = words("words.points", count=event.each)
    told = size(words, len(event.cells), event.pennants)
    return words("carcassonne.why.each", count=counted, size=told, points=each)


def _farmed(words: Words, event: FarmersScored) -> str:
    """C18, C19: a city that is fed, or a field and what it feeds."""
    if event.counted_by == "field":
        each = words("words.points", count=event.each)
        cities = words("carcassonne.cities", count=len(event.cities))
        return words("carcassonne.why.each", count=len(event.cities), size=cities, points=each)
    return words("carcassonne.why.fields", count=len(event.fields))
