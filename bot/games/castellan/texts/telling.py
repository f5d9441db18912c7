"""What a turn did, event by event, with every point explained. Knows no view, so nothing hidden."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.castellan.naming import pieces_of, players_named
from bot.games.castellan.reckoning import courtyards_told
from bot.games.moment import Names
from bot.locale import Words
from engine.castellan.vocabulary.events import (
    CardDrawn,
    CardsPlayed,
    Event,
    GameBegan,
    GameEnded,
    LastTurnsBegan,
    PiecePlaced,
    PiecesHandedOn,
    PiecesPassed,
    PlayerLeft,
    TurnScored,
)
from engine.castellan.vocabulary.moves import DECKS
from render.castellan.piece_words import decks_told, pieces_told

LONGEST = 1900


def describe_move(words: Words, names: Names, events: Sequence[Event]) -> str:
    """The turn in a line, then what it enclosed, and then how the game continues or ended."""
    lines = [" ".join(_turn(words, names, events)), *_enclosed(words, names, events)]
    lines += [" ".join(_further(words, names, events)), *_ended(words, names, events)]
    return "\n".join(line for line in lines if line)


def _turn(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case GameBegan():
                yield words("castellan.told.begun", name=names[event.first])
            case PlayerLeft():
                yield words("castellan.told.left", name=names[event.seat])
            case PiecesHandedOn():
                pieces = pieces_told(words, event.pieces)
                yield words("castellan.told.handed_on", name=names[event.seat], pieces=pieces)
            case CardsPlayed():
                yield from _played(words, names, event, events)
            case _:
                pass


def _played(
    words: Words, names: Names, played: CardsPlayed, events: Sequence[Event]
) -> Iterator[str]:
    """The cards, and the pieces built."""
    name, cards = names[played.seat], words.listed(played.cards)
    built = pieces_of(Counter(one.piece.kind for one in events if isinstance(one, PiecePlaced)))
    if any(built):
        pieces = pieces_told(words, built)
        yield words("castellan.told.built", name=name, cards=cards, pieces=pieces)
    else:
        yield words("castellan.told.built_nothing", name=name, cards=cards)
    if any(played.received):
        yield words("castellan.told.received", pieces=pieces_told(words, played.received))


def _enclosed(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """A line for each courtyard, and what they change in all."""
    yield from (f"- {courtyard}" for courtyard in courtyards_told(words, events))
    for event in events:
        if isinstance(event, TurnScored):
            name, total = names[event.seat], event.scores[event.seat]
            points = words("words.points", count=total)
            yield words("castellan.told.scored", name=name, by=f"{event.points:+}", points=points)


def _further(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """What was passed on and drawn, and that the last turns begin."""
    for event in events:
        match event:
            case PiecesPassed(to=None):
                yield words("castellan.told.out", pieces=pieces_told(words, event.pieces))
            case PiecesPassed(to=int(to)):
                pieces = pieces_told(words, event.pieces)
                yield words("castellan.told.passed", name=names[to], pieces=pieces)
            case LastTurnsBegan():
                others = players_named(words, names, event.order)
                facts = {"name": names[event.seat], "names": others}
                yield words("castellan.told.last_turns", count=len(event.order), **facts)
                yield from _drawn_at_the_end(words, names, events, event.order)
            case _:
                pass
    yield from _drawn(words, names, events)


def _drawn_at_the_end(
    words: Words, names: Names, events: Sequence[Event], order: Sequence[int]
) -> Iterator[str]:
    """Who draws the rest of their decks (K18), if anything is left in them."""
    drawing = {event.seat for event in events if isinstance(event, CardDrawn)}
    seats = [seat for seat in order if seat in drawing]
    if seats:
        others = players_named(words, names, seats)
        yield words("castellan.told.last_draws", count=len(seats), names=others)


def _drawn(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """What the player drew, by name if that may be known. That all others draw the cards they have
    left is told with the last turns."""
    begun = next((event.seat for event in events if isinstance(event, CardsPlayed)), None)
    drawn = [event for event in events if isinstance(event, CardDrawn) and event.seat == begun]
    if not drawn or begun is None:
        return
    counts = Counter(event.deck for event in drawn)
    cards = decks_told(words, [counts[deck] for deck in DECKS])
    known = [event.card for event in drawn if event.card is not None]
    if known:
        cards = words("castellan.told.known", cards=cards, names=words.listed(known))
    yield words("castellan.told.drawn", name=names[begun], cards=cards)


def _ended(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, GameEnded):
            yield _result(words, names, event)


def _result(words: Words, names: Names, ended: GameEnded) -> str:
    """Who won, with the keeps if they decide (K19)."""
    first, *others = ended.winners
    tied = [seat for seat, score in enumerate(ended.scores) if score == ended.scores[first]]
    by_keeps = len(tied) > 1

    def standing(seat: int) -> str:
        if not by_keeps:
            return words("words.points", count=ended.scores[seat])
        keeps = words("castellan.keeps", count=ended.keeps[seat])
        points = words("words.points", count=ended.scores[seat])
        return words("castellan.told.points_and_keeps", points=points, keeps=keeps)

    if others:
        winners = words.listed([names[seat] for seat in ended.winners])
        return words("castellan.told.shared", names=winners, standing=standing(first))
    ranked = sorted(
        range(len(ended.scores)), key=lambda seat: (-ended.scores[seat], -ended.keeps[seat])
    )
    beaten = [
        words("castellan.told.beaten", name=names[seat], standing=standing(seat))
        for seat in ranked
        if seat != first
    ]
    told_of = words.listed(beaten)
    return words("castellan.told.won", name=names[first], standing=standing(first), others=told_of)
