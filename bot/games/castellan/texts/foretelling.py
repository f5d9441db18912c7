"""What the player to act has to decide, and what an unconfirmed turn will do.

Reveals only what the player can foresee: what is drawn is left out, even if it is passed in.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.castellan.naming import following, pieces_of
from bot.games.castellan.reckoning import courtyards_told
from bot.games.moment import Names
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import CardsPlayed, Event, PiecePlaced, TurnScored
from engine.castellan.vocabulary.pieces import KINDS
from render.castellan.piece_words import pieces_told


def waits(words: Words, view: View) -> str:
    """The decision of the player to act; empty when the game is over."""
    if view.to_act is None:
        return ""
    return " ".join(_waits(words, view))


def _waits(words: Words, view: View) -> Iterator[str]:
    assert view.to_act is not None
    yield words("castellan.waits.last" if view.phase == "last" else "castellan.waits.play")
    if not view.turn:
        yield words("castellan.waits.first")
    if any(view.received):
        yield words("castellan.waits.received", pieces=pieces_told(words, view.received))
    yield words("castellan.waits.hand", count=sum(view.players[view.to_act].hand))


def foretold(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    return " ".join(_foretold(words, view, names, events))


def _foretold(words: Words, view: View, names: Names, events: Sequence[Event]) -> Iterator[str]:
    changed = list(courtyards_told(words, events))
    yield from changed or [words("castellan.foretold.nothing")]
    for event in events:
        match event:
            case TurnScored():
                points = words("words.points", count=event.scores[event.seat])
                yield words("castellan.foretold.scored", by=f"{event.points:+}", points=points)
            case CardsPlayed():
                yield from _left(words, view, names, event, events)
            case _:
                pass


def _left(
    words: Words, view: View, names: Names, played: CardsPlayed, events: Sequence[Event]
) -> Iterator[str]:
    """What finds no place (K14), and that the last card is played (K17)."""
    built = Counter(event.piece.kind for event in events if isinstance(event, PiecePlaced))
    left = pieces_of({kind: played.pieces.of(kind) - built[kind] for kind in KINDS})
    to = following(view)
    if any(left) and to is None:
        yield words("castellan.foretold.out", pieces=pieces_told(words, left))
    elif any(left) and to is not None:
        yield words("castellan.foretold.passed", name=names[to], pieces=pieces_told(words, left))
    if view.phase == "usual" and {*view.players[played.seat].unplayed} == {*played.cards}:
        yield words("castellan.foretold.last_card")
