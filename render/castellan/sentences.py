"""Sentences about moves and positions of Castellan: one wording for reports, alt texts, boards of
text and what is read aloud. What every game says alike is in `render.sentences`."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.castellan.cards import DECKS
from engine.castellan.events import (
    CardDrawn,
    CardsPlayed,
    CourtyardGrew,
    CourtyardMade,
    Event,
    LastTurnsBegan,
    LeadChanged,
    PiecesHandedOn,
    PiecesPassed,
    TurnScored,
)
from engine.castellan.plan import Plan
from engine.castellan.view import View
from render.castellan.words import (
    count_courtyards,
    describe_decks,
    describe_pieces,
    describe_worth,
    point_alias,
)
from render.locale import Words
from render.sentences import describe_lead, describe_result, join_names
from render.subject import Names
from render.tables.alt_text import describe_scores

# The number described one by one in a turn; if there are more, those worth most.
MOST_COURTYARDS = 6

# What a turn did, or will do


def describe_play(words: Words, names: Names, event: CardsPlayed, pieces: str) -> str:
    """`**Anna** played T1 and built 2 towers`, without a full stop, as points may follow; `pieces`
    are those that were built, if any, as they are named."""
    key = "castellan.event.built" if pieces else "castellan.event.built_nothing"
    cards = words.join(event.cards)
    return words(key, name=names[event.seat], cards=cards, pieces=pieces)


def describe_courtyards(words: Words, events: Iterable[Event]) -> Iterator[str]:
    """Describe every courtyard that the turn made, divided or added towers to, and its worth."""
    changed = [event for event in events if isinstance(event, CourtyardMade | CourtyardGrew)]
    if len(changed) > MOST_COURTYARDS:
        changed.sort(key=lambda event: -event.points)
    for event in changed[:MOST_COURTYARDS]:
        cell = point_alias(min(event.cells))
        worth = describe_worth(words, event.towers, event.points)
        if isinstance(event, CourtyardGrew):
            gained = words("castellan.piece.tower", count=event.gained)
            yield words("castellan.courtyard.grew", cell=cell, worth=worth, gained=gained)
        else:
            key = "castellan.courtyard.part" if event.divided else "castellan.courtyard.made"
            yield words(key, cell=cell, worth=worth)
    rest = changed[MOST_COURTYARDS:]
    if rest:
        points = words("words.points", count=sum(event.points for event in rest))
        yield words("castellan.courtyard.more", count=len(rest), points=points)


def describe_new_courtyards(
    words: Words, plan: Plan, made: Collection[frozenset[tuple[int, int]]]
) -> Iterator[str]:
    """Describe the courtyards of these cells, as they would be."""
    for courtyard in plan.courtyards:
        if courtyard.cells in made:
            worth = describe_worth(words, plan.towers_of(courtyard), plan.worth(courtyard))
            cell = point_alias(courtyard.name)
            yield words("castellan.courtyard.made", cell=cell, worth=worth)


def describe_before(words: Words, points: int) -> str:
    """Say what divided courtyards were worth."""
    return words("castellan.courtyard.before", points=words("words.points", count=points))


def describe_passing(words: Words, names: Names, event: PiecesPassed | PiecesHandedOn) -> str:
    """Say who has to build what found no place, if anybody has."""
    pieces = describe_pieces(words, event.pieces)
    if isinstance(event, PiecesHandedOn):
        return words("castellan.event.handed_on", name=names[event.seat], pieces=pieces)
    if event.to is None:
        return words("castellan.event.out", pieces=pieces)
    return words("castellan.event.passed", name=names[event.to], pieces=pieces)


def describe_draws(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Say which cards the player drew, by name if that may be known."""
    player = next((event.seat for event in events if isinstance(event, CardsPlayed)), None)
    drawn = [event for event in events if isinstance(event, CardDrawn) and event.seat == player]
    if not drawn or player is None:
        return
    counts = Counter(event.deck for event in drawn)
    cards = describe_decks(words, [counts[deck] for deck in DECKS])
    card_names = [event.card for event in drawn if event.card is not None]
    if card_names:
        cards = words("castellan.event.known", cards=cards, names=words.join(card_names))
    yield words("castellan.event.drawn", cards=cards)


def describe_division(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    """Say who divided courtyards, and what that changed."""
    before = worth_before(events)
    if before is None:
        return
    parts = [event for event in events if isinstance(event, CourtyardMade) and event.divided]
    worth = sum(part.points for part in parts)
    yield words(
        "castellan.news.divided_for_nothing" if worth == before else "castellan.news.divided",
        name=names[parts[0].seat],
        count=len(parts),
        points=words("words.points", count=worth),
        before=before,
    )


def worth_before(events: Sequence[Event]) -> int | None:
    """Return the worth, before the turn, of the courtyards it divided; None if it divided none."""
    courtyards = [event for event in events if isinstance(event, CourtyardMade)]
    if not any(event.divided for event in courtyards):
        return None
    gained = sum(event.more for event in events if isinstance(event, CourtyardGrew))
    changed = sum(event.points for event in events if isinstance(event, TurnScored))
    return sum(event.points for event in courtyards) + gained - changed


def describe_new_lead(words: Words, names: Names, event: LeadChanged) -> str:
    if not event.by_keeps:
        return describe_lead(words, names, event.seats)
    leaders = join_names(words, names, event.seats)
    return words("castellan.news.lead_by_keeps", count=len(event.seats), names=leaders)


def describe_last_turns(
    words: Words, names: Names, event: LastTurnsBegan, events: Sequence[Event]
) -> str:
    """Say who has a last turn, and who draws the cards left in their decks before it (K18)."""
    others = join_names(words, names, event.order)
    facts = {"name": names[event.seat], "names": others}
    text = words("castellan.event.last_turns", count=len(event.order), **facts)
    drawing = {drawn.seat for drawn in events if isinstance(drawn, CardDrawn)}
    seats = [seat for seat in event.order if seat in drawing]
    if not seats:
        return text
    drawers = join_names(words, names, seats)
    draws = words("castellan.event.last_draws", count=len(seats), names=drawers)
    return f"{text} {draws}"


def describe_final_result(
    words: Words,
    names: Names,
    winners: Sequence[int],
    scores: Sequence[int],
    keeps: Sequence[int],
    *,
    gone: Collection[int] = (),
) -> str:
    """Say who won, and with how many keeps if they decide (K19)."""
    result = describe_result(words, names, winners, scores)
    best = scores[winners[0]]
    level = [seat for seat, score in enumerate(scores) if score == best and seat not in gone]
    if len(level) == len(winners):
        return result
    level_names = [names[seat] for seat in level]
    listed = describe_scores(words, level_names, [keeps[seat] for seat in level])
    return f"{result} {words('castellan.event.by_keeps', keeps=listed)}"


def describe_result_of(words: Words, names: Names, view: View) -> str:
    """Say the same of the position at the end."""
    return describe_final_result(
        words, names, view.leaders, view.scores, view.keeps, gone=view.gone
    )


# How things stand


def describe_player(
    words: Words, view: View, seat: int, name: str, *, hand: str, decks: str
) -> str:
    """`Anna: 4 points, 1 courtyard; hand 5, decks 7; double keep left`."""
    points = words("words.points", count=view.scores[seat])
    courtyards = words("castellan.courtyards", count=count_courtyards(view.plan, seat))
    if seat in view.gone:
        return words("sentence.gone", name=name, points=f"{points}, {courtyards}")
    double = "used" if view.players[seat].doubled else "left"
    return words(
        "castellan.position.player",
        name=name,
        points=points,
        courtyards=courtyards,
        hand=hand,
        decks=decks,
        double=words(f"castellan.position.double.{double}"),
    )


def describe_turn(words: Words, view: View, name: str) -> str:
    """Say who is to play, and whether for the last time."""
    last = view.phase == "last"
    return words(f"castellan.position.{'last_turn' if last else 'to_play'}", name=name)
