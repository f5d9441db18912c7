"""Turns in words: what one did, with every point explained, what the player to act has to decide,
and what an unconfirmed turn will do.

A preview reveals only what the player can foresee: what is drawn is left out, even if it is passed
in.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.games.reports import Report, describe_lead, first_line, join_names
from bot.locale import Words
from engine.castellan.cards import DECKS
from engine.castellan.events import (
    CardDrawn,
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
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
from render.castellan.words import describe_decks, describe_pieces, point_alias
from render.subject import Names

# The number described one by one in a turn; if there are more, those worth most.
MOST_COURTYARDS = 6


def report(words: Words, names: Names, events: Sequence[Event]) -> Report:
    """The turn in a line with its points, then what is new, what it enclosed, and how the game
    continues or ended."""
    why = [
        words("castellan.report.received", pieces=describe_pieces(words, event.received))
        for event in events
        if isinstance(event, CardsPlayed) and any(event.received)
    ]
    why += _courtyards(words, events)
    for event in events:
        if isinstance(event, PiecesPassed):
            pieces = describe_pieces(words, event.pieces)
            if event.to is None:
                why.append(words("castellan.report.out", pieces=pieces))
            else:
                why.append(words("castellan.report.passed", name=names[event.to], pieces=pieces))
    why += _describe_draws(words, names, events)
    ended = [_result(words, names, event) for event in events if isinstance(event, GameEnded)]
    return Report(_first_line(words, names, events), list(_news(words, names, events)), why, ended)


def _first_line(words: Words, names: Names, events: Sequence[Event]) -> str:
    """The cards and pieces with the points; the beginning; or who left, and who builds for them."""
    sentences: list[str] = []
    for event in events:
        match event:
            case GameBegan():
                sentences.append(words("castellan.report.begun", name=names[event.first]))
            case PlayerLeft():
                sentences.append(words("castellan.report.left", name=names[event.seat]))
            case PiecesHandedOn():
                pieces = describe_pieces(words, event.pieces)
                name = names[event.seat]
                sentences.append(words("castellan.report.handed_on", name=name, pieces=pieces))
            case CardsPlayed():
                kinds = (placed.piece.kind for placed in events if isinstance(placed, PiecePlaced))
                counts = Counter[str](kinds)
                facts = {"name": names[event.seat], "cards": words.join(event.cards)}
                if counts:
                    pieces = describe_pieces(words, pieces_of(counts))
                    did = words("castellan.report.built", pieces=pieces, **facts)
                else:
                    did = words("castellan.report.built_nothing", **facts)
                points = {
                    scored.seat: scored.points
                    for scored in events
                    if isinstance(scored, TurnScored)
                }
                sentences.append(first_line(words, names, did, points, event.seat))
            case _:
                pass
    return " ".join(sentences)


def _news(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """A divided courtyard, a new lead, and the beginning of the last turns, before which all others
    draw the cards that are left in their decks (K18)."""
    before = _worth_before(events)
    parts = [event for event in events if isinstance(event, CourtyardMade) and event.divided]
    if before is not None:
        worth = sum(part.points for part in parts)
        yield words(
            "castellan.news.divided_for_nothing" if worth == before else "castellan.news.divided",
            name=names[parts[0].seat],
            count=len(parts),
            points=words("words.points", count=worth),
            before=before,
        )
    for event in events:
        match event:
            case LeadChanged(by_keeps=True):
                leaders = join_names(words, names, event.seats)
                yield words("castellan.news.lead_by_keeps", count=len(event.seats), names=leaders)
            case LeadChanged():
                yield describe_lead(words, names, event.seats)
            case LastTurnsBegan():
                others = join_names(words, names, event.order)
                facts = {"name": names[event.seat], "names": others}
                text = words("castellan.report.last_turns", count=len(event.order), **facts)
                drawing = {drawn.seat for drawn in events if isinstance(drawn, CardDrawn)}
                seats = [seat for seat in event.order if seat in drawing]
                if seats:
                    others = join_names(words, names, seats)
                    draws = words("castellan.report.last_draws", count=len(seats), names=others)
                    text = f"{text} {draws}"
                yield text
            case _:
                pass


def pieces_of(counts: Mapping[str, int]) -> Pieces:
    """From counts by kind."""
    return Pieces(*(counts.get(kind, 0) for kind in KINDS))


def _courtyards(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Every courtyard that the turn made, divided or added towers to, with what it is worth."""
    changed = [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]
    if len(changed) > MOST_COURTYARDS:
        changed.sort(key=lambda event: -event.points)
    for event in changed[:MOST_COURTYARDS]:
        towers = words("castellan.piece.tower", count=event.towers)
        if event.double:
            towers = words("castellan.courtyard.doubled", towers=towers)
        facts = {
            "cell": point_alias(min(event.cells)),
            "points": words("words.points", count=event.points),
            "towers": towers,
        }
        if isinstance(event, CourtyardGrew):
            gained = words("castellan.piece.tower", count=event.gained)
            yield words("castellan.courtyard.grew", gained=gained, **facts)
        else:
            yield words(f"castellan.courtyard.{'part' if event.divided else 'made'}", **facts)
    rest = changed[MOST_COURTYARDS:]
    if rest:
        points = words("words.points", count=sum(event.points for event in rest))
        yield words("castellan.courtyard.more", count=len(rest), points=points)


def _worth_before(events: Sequence[Event]) -> int | None:
    """The worth, before the turn, of the courtyards that it divided; None if it divided none."""
    courtyards = [event for event in events if isinstance(event, CourtyardMade)]
    if not any(event.divided for event in courtyards):
        return None
    gained = sum(event.more for event in events if isinstance(event, CourtyardGrew))
    changed = sum(event.points for event in events if isinstance(event, TurnScored))
    return sum(event.points for event in courtyards) + gained - changed


def _describe_draws(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """The cards that the player drew, by name if that may be known."""
    player = next((event.seat for event in events if isinstance(event, CardsPlayed)), None)
    drawn = [event for event in events if isinstance(event, CardDrawn) and event.seat == player]
    if not drawn or player is None:
        return
    counts = Counter(event.deck for event in drawn)
    cards = describe_decks(words, [counts[deck] for deck in DECKS])
    card_names = [event.card for event in drawn if event.card is not None]
    if card_names:
        cards = words("castellan.report.known", cards=cards, names=words.join(card_names))
    yield words("castellan.report.drawn", name=names[player], cards=cards)


def _result(words: Words, names: Names, ended: GameEnded) -> str:
    """Who won, with the keeps if they decide (K19)."""
    scores = ended.scores
    keeps = ended.keeps
    (first, *others) = ended.winners
    by_keeps = scores.count(scores[first]) > 1

    def standing(seat: int) -> str:
        points = words("words.points", count=scores[seat])
        if not by_keeps:
            return points
        count = words("castellan.keeps", count=keeps[seat])
        return words("castellan.report.points_and_keeps", points=points, keeps=count)

    if others:
        winners = words.join([names[seat] for seat in ended.winners])
        return words("castellan.report.shared", names=winners, standing=standing(first))
    ranked = sorted(range(len(scores)), key=lambda seat: (-scores[seat], -keeps[seat]))
    beaten = [
        words("castellan.report.beaten", name=names[seat], standing=standing(seat))
        for seat in ranked
        if seat != first
    ]
    listed = words.join(beaten)
    return words("castellan.report.won", name=names[first], standing=standing(first), others=listed)


def prompt(words: Words, view: View) -> str:
    if view.to_act is None:
        return ""
    sentences = [words("castellan.waits.last" if view.phase == "last" else "castellan.waits.play")]
    if not view.turn:
        sentences.append(words("castellan.waits.first"))
    if any(view.received):
        received = describe_pieces(words, view.received)
        sentences.append(words("castellan.waits.received", pieces=received))
    sentences.append(words("castellan.waits.hand", count=sum(view.players[view.to_act].hand)))
    return " ".join(sentences)


def describe_preview(words: Words, view: View, names: Names, events: Sequence[Event]) -> str:
    sentences = [*_courtyards(words, events)] or [words("castellan.preview.nothing")]
    before = _worth_before(events)
    if before is not None:
        points = words("words.points", count=before)
        sentences.append(words("castellan.courtyard.before", points=points))
    for event in events:
        match event:
            case TurnScored():
                points = words("words.points", count=event.scores[event.seat])
                by = event.points
                sentences.append(words("castellan.preview.scored", by=f"{by:+}", points=points))
            case PiecesPassed(to=None):
                pieces = describe_pieces(words, event.pieces)
                sentences.append(words("castellan.preview.out", pieces=pieces))
            case PiecesPassed(to=int(to)):
                pieces = describe_pieces(words, event.pieces)
                sentences.append(words("castellan.preview.passed", name=names[to], pieces=pieces))
            case CardsPlayed() if view.phase == "usual":
                unplayed = view.players[event.seat].unplayed
                if {*unplayed} == {*event.cards}:  # K17
                    sentences.append(words("castellan.preview.last_card"))
            case _:
                pass
    return " ".join(sentences)
