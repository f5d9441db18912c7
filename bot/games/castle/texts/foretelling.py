"""What the player to act has to decide, and what an unconfirmed move will do.

Reveals only what the player can foresee: events that depend on the deck or on a face-down wall tile
are left out, even if they are passed in.
"""

from collections.abc import Iterator, Sequence

from bot.games.castle.naming import size
from bot.games.castle.reckoning import features_scored, raised, shares
from bot.games.moment import Names
from bot.locale import Words
from engine.castle.events import Event, FeatureScored, TilePlaced, WallTilePlayed
from engine.castle.moves import cell_name
from engine.castle.view import View
from render.castle.tile_words import tile_described, tile_named

MOST_FEATURES = 3


def prompt(words: Words, view: View) -> str:
    """The decision of the player to act; empty when the game is over."""
    match view.phase:
        case "over":
            return ""
        case "again":
            wasted = view.extra and view.options.extra_turn == "one_a_turn"
            return words("castle.waits.again_wasted" if wasted else "castle.waits.again")
        case "place":
            return _to_lay(words, view)


def _to_lay(words: Words, view: View) -> str:
    if view.drawn is None:
        return words("castle.waits.unknown")
    sides = tile_described(words, view.catalogue.turned[view.drawn][0])
    cells = list(dict.fromkeys(cell_name(placement.cell) for placement in view.placements))
    fits = words("castle.waits.fits", count=len(cells), cell=cells[0])
    key = "castle.waits.lay_extra" if view.extra else "castle.waits.lay"
    return words(key, tile=tile_named(words, view.drawn), sides=sides, fits=fits)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    played = [event for event in events if isinstance(event, WallTilePlayed)]
    if not any(isinstance(event, TilePlaced) for event in events):
        return _answered(words, played)
    spent = [event.kind for event in played if event.spent_for_nothing]
    sentences = [
        *(words(f"castle.foretold.spent.{kind}") for kind in spent),
        *_completed(words, view, names, events),
    ]
    if view.tiles_left == 0:
        sentences.append(words("castle.foretold.last"))
    return " ".join(sentences)


def _answered(words: Words, played: Sequence[WallTilePlayed]) -> str:
    """The answer to "another turn?"."""
    if not played:
        return words("castle.foretold.ends")
    wasted = any(event.spent_for_nothing for event in played)
    return words("castle.foretold.spent.1" if wasted else "castle.foretold.again")


def _completed(words: Words, view: View, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The features with followers one by one, those beyond a limit summed up; then the others."""
    scored = list(features_scored(events))
    told = [(event, keep) for event, keep in scored if any(event.followers)]
    plain = [event for event, _ in scored if not any(event.followers)]
    if not scored:
        yield words("castle.foretold.nothing")
    for event, keep in told[:MOST_FEATURES]:
        yield _feature(words, view, names, event, keep=keep)
    rest = [event for event, _ in told[MOST_FEATURES:]]
    if rest:
        yield words("castle.foretold.more", count=len(rest), shares=shares(words, names, rest))
    if plain:
        feature = _sized(words, plain[0])
        yield words("castle.foretold.unclaimed", count=len(plain), feature=feature)


def _feature(words: Words, view: View, names: Names, event: FeatureScored, *, keep: bool) -> str:
    feature = _sized(words, event)
    if event.seat is None:
        return words("castle.foretold.even", feature=feature)
    points = words("words.points", count=event.points)
    key = "castle.foretold.own" if event.seat == view.to_act else "castle.foretold.theirs"
    text = words(key, feature=feature, points=points, name=names[event.seat])
    if event.tower is not None:
        text += words("castle.foretold.takes", space=event.space)
    if keep:
        text += words("castle.told.keep")
    return words("castle.told.sentence", text=text)


def _sized(words: Words, event: FeatureScored) -> str:
    told = size(words, len(event.cells), len(event.starts))
    if event.wall_tiles:
        told = ", ".join([told, raised(words, event)])
    return words(f"castle.foretold.{event.kind}", size=told)
