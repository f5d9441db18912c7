"""Turns in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed turn will do. The sentences are in `render.castellan.sentences`.

A preview reveals only what the player can foresee: what is drawn is left out, even if it is passed
in.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.games.reports import Report, first_line
from bot.locale import Words
from engine.castellan.events import (
    CardsPlayed,
    Event,
    GameBegan,
    GameEnded,
    LastTurnsBegan,
    LeadChanged,
    PiecePlaced,
    PiecesHandedOn,
    PiecesPassed,
    TurnScored,
)
from engine.castellan.pieces import KINDS, Pieces
from engine.castellan.view import View
from engine.seats import PlayerLeft
from render.castellan.sentences import (
    describe_before,
    describe_courtyards,
    describe_division,
    describe_draws,
    describe_final_result,
    describe_last_turns,
    describe_new_lead,
    describe_passing,
    describe_play,
    worth_before,
)
from render.castellan.words import describe_pieces
from render.subject import Names


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """Tell the turn in a line with its points, then what is new, what it enclosed, and how the game
    continues or ended."""
    why = [
        words("castellan.event.received", pieces=describe_pieces(words, event.received))
        for event in events
        if isinstance(event, CardsPlayed) and any(event.received)
    ]
    why += describe_courtyards(words, events)
    why += [
        describe_passing(words, names, event) for event in events if isinstance(event, PiecesPassed)
    ]
    why += describe_draws(words, events)
    ended = [
        describe_final_result(words, names, event.winners, event.scores, event.keeps)
        for event in events
        if isinstance(event, GameEnded)
    ]
    first = _first_line(words, names, events)
    news = list(_news(words, names, events))
    return Report(first, news, why, ended, _brief(words, names, events))


def _first_line(words: Words, names: Names, events: Sequence[Event]) -> str:
    """Tell of cards, pieces and points; the beginning; or who left, and who builds for them."""
    sentences: list[str] = []
    for event in events:
        match event:
            case GameBegan():
                sentences.append(words("sentence.begun", name=names[event.first]))
            case PlayerLeft():
                sentences.append(words("sentence.left", name=names[event.seat]))
            case PiecesHandedOn():
                sentences.append(describe_passing(words, names, event))
            case CardsPlayed():
                kinds = (placed.piece.kind for placed in events if isinstance(placed, PiecePlaced))
                pieces = describe_pieces(words, pieces_of(Counter[str](kinds)))
                did = describe_play(words, names, event, pieces)
                points = {
                    scored.seat: scored.points
                    for scored in events
                    if isinstance(scored, TurnScored)
                }
                sentences.append(first_line(words, names, did, points, event.seat))
            case _:
                pass
    return " ".join(sentences)


def _brief(words: Words, names: Names, events: Sequence[Event]) -> str:
    """Tell of a player's cards, and of the courtyards; the picture shows the pieces."""
    played = next((event for event in events if isinstance(event, CardsPlayed)), None)
    if played is None:
        return ""
    cards = words("castellan.brief.played", name=names[played.seat], cards=words.join(played.cards))
    passed = [
        describe_passing(words, names, event) for event in events if isinstance(event, PiecesPassed)
    ]
    return " ".join([cards, *describe_courtyards(words, events), *passed])


def _news(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Tell of a divided courtyard, a new lead, and the beginning of the last turns."""
    yield from describe_division(words, names, events)
    for event in events:
        match event:
            case LeadChanged():
                yield describe_new_lead(words, names, event)
            case LastTurnsBegan():
                yield describe_last_turns(words, names, event, events)
            case _:
                pass


def pieces_of(counts: Mapping[str, int]) -> Pieces:
    """Turn counts by kind into pieces."""
    return Pieces(*(counts.get(kind, 0) for kind in KINDS))


def prompt(words: Words, view: View) -> str:
    if view.to_act is None:
        return ""
    sentences = [words("castellan.waits.last" if view.phase == "last" else "castellan.waits.play")]
    if not view.turn:
        sentences.append(words("castellan.waits.first"))
    if any(view.received):
        received = describe_pieces(words, view.received)
        sentences.append(words("castellan.position.received", pieces=received))
    hand = words("castellan.cards_in_hand", count=sum(view.players[view.to_act].hand))
    sentences.append(f"{hand}.")
    return " ".join(sentences)


def brief_prompt(words: Words, view: View) -> str:
    if view.phase == "last":
        return words("castellan.waits.nothing_drawn")
    return words("castellan.waits.first") if not view.turn else ""


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    sentences = [*describe_courtyards(words, events)]
    before = worth_before(events)
    if before is not None:
        sentences.append(describe_before(words, before))
    for event in events:
        match event:
            case PiecesPassed():
                sentences.append(describe_passing(words, names, event))
            case CardsPlayed() if view.phase == "usual":
                unplayed = view.players[event.seat].unplayed
                if {*unplayed} == {*event.cards}:  # K17
                    sentences.append(words("castellan.preview.last_card"))
            case _:
                pass
    return " ".join(sentences)
