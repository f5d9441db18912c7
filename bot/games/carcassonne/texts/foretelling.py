"""What the player to act has to decide, and what an unconfirmed move will do.

Reveals only what the player can foresee: events that depend on the deck are left out, even if they
are passed in.
"""

from collections.abc import Iterator, Sequence

from bot.games.carcassonne.naming import size
from bot.games.carcassonne.reckoning import awarded, shares
from bot.games.moment import Names
from bot.locale import Words
from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.moves import cell_name
from engine.carcassonne.view import View
from render.carcassonne.tile_words import tile_described, tile_named

MOST_FEATURES = 3


def prompt(words: Words, view: View) -> str:
    """The decision of the player to act; empty when the game is over."""
    if view.phase == "over":
        return ""
    if view.drawn is None:
        return words("carcassonne.waits.unknown")
    sides = tile_described(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(cell_name(placement.cell) for placement in view.placements))
    fits = words("carcassonne.waits.fits", count=len(cells), cell=cells[0])
    named = tile_named(words, view.drawn)
    return words("carcassonne.waits.lay", tile=named, sides=sides, fits=fits)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    """The features with followers one by one, those beyond a limit summed up; then the others."""
    scored = [event for event in events if isinstance(event, FeatureScored)]
    sentences = list(_completed(words, view, names, scored))
    if view.tiles_left == 0:
        sentences.append(words("carcassonne.foretold.last"))
    return " ".join(sentences)


def _completed(
    words: Words, view: View, names: Names, scored: Sequence[FeatureScored]
) -> Iterator[str]:
    claimed = [event for event in scored if event.seats]
    plain = [event for event in scored if not event.seats]
    if not scored:
        yield words("carcassonne.foretold.nothing")
    yield from (_feature(words, view, names, event) for event in claimed[:MOST_FEATURES])
    rest = claimed[MOST_FEATURES:]
    if rest:
        told = shares(words, names, rest)
        yield words("carcassonne.foretold.more", count=len(rest), shares=told)
    if plain:
        feature = _sized(words, plain[0])
        yield words("carcassonne.foretold.unclaimed", count=len(plain), feature=feature)


def _feature(words: Words, view: View, names: Names, event: FeatureScored) -> str:
    feature = _sized(words, event)
    if event.seats == (view.to_act,):
        points = words("words.points", count=event.points)
        return words("carcassonne.foretold.own", feature=feature, points=points)
    award = awarded(words, names, event.seats, event.points)
    return words("carcassonne.foretold.theirs", feature=feature, award=award)


def _sized(words: Words, event: FeatureScored) -> str:
    if event.small:
        return words("carcassonne.foretold.small_city")
    told = size(words, len(event.cells), event.pennants)
    return words(f"carcassonne.foretold.{event.kind}", size=told)
