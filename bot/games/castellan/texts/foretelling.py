"""What the player to act has to decide, and what an unconfirmed turn will do.

Reveals only what the player can foresee: what is drawn is left out, even if it is passed in.
"""

from collections.abc import Iterator, Sequence

from bot.games.castellan.reckoning import courtyards_told
from bot.games.moment import Names
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.castellan.vocabulary.events import CardsPlayed, Event, PiecesPassed, TurnScored
from render.castellan.piece_words import pieces_told


def prompt(words: Words, view: View) -> str:
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


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    return " ".join(_foretold(words, view, names, events))


def _foretold(words: Words, view: View, names: Names, events: Sequence[Event]) -> Iterator[str]:
    yield from list(courtyards_told(words, events)) or [words("castellan.foretold.nothing")]
    for event in events:
        match event:
            case TurnScored():
                points = words("words.points", count=event.scores[event.seat])
                yield words("castellan.foretold.scored", by=f"{event.points:+}", points=points)
            case PiecesPassed(to=None):
                yield words("castellan.foretold.out", pieces=pieces_told(words, event.pieces))
            case PiecesPassed(to=int(to)):
                pieces = pieces_told(words, event.pieces)
                yield words("castellan.foretold.passed", name=names[to], pieces=pieces)
            case CardsPlayed() if _is_last_card(view, event):
                yield words("castellan.foretold.last_card")
            case _:
                pass


def _is_last_card(view: View, played: CardsPlayed) -> bool:
    """K17."""
    unplayed = view.players[played.seat].unplayed
    return view.phase == "usual" and {*unplayed} == {*played.cards}
