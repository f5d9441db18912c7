"""Turns worth considering: for each choice of cards, the best way to build with them. And the cards
that may be drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, product, starmap
from operator import attrgetter
from typing import NamedTuple

from engine.castellan.building import can_build, cards_due
from engine.castellan.cards import DECKS, Deck
from engine.castellan.moves import Turn
from engine.castellan.pieces import Pieces
from engine.castellan.places import START
from engine.castellan.state import Decks, State, decks_left, hand, unplayed_cards
from engine.castellan.turn import apply, draw, next_turn
from engine.players.castellan.board import cell_of, piece_of, spot_of, tower
from engine.players.castellan.building import (
    TOWER,
    BuildingPlot,
    Construction,
    Project,
    find_projects,
    find_rest,
    has_enough,
    subtract_pieces,
)
from engine.players.castellan.prospects import (
    Resources,
    Yards,
    expected_points,
    find_yards,
    promise,
    prospects,
    resources_of,
)
from engine.players.expert import Candidate, Draw, Worth, lead, own_points
from engine.seats import active_seats


class Breadth(NamedTuple):
    """Number of choices considered."""

    single: int
    """The number of projects, the best ones, that a single card is tried with."""
    several: int
    """For how many of the best projects a set of several cards is sought."""


WIDE = Breadth(single=2, several=10)
NARROW = Breadth(single=1, several=3)
BEGINNERS = Breadth(single=1, several=1)
PLENTY = Pieces(99, 99, 99)
# At most this many cards are played, unless it is the last turn.
MOST = 4

Cards = tuple[str, ...]
_worth = attrgetter("worth")


def candidates(state: State) -> Sequence[Candidate[Turn]]:
    return list(starmap(Candidate, weigh_turns(state, WIDE)))


def beginner(state: State) -> Sequence[Candidate[Turn]]:
    """Weigh the turns as a beginner does, who overlooks what they leave open for others."""
    return list(starmap(Candidate, weigh_turns(state, BEGINNERS, own_points)))


def rollout(state: State, moves: int) -> tuple[tuple[float, ...], int]:
    """Play on for this many turns, everybody choosing at first sight among fewer turns than usual;
    return the prospects then, and how many turns were weighed on the way."""
    weighed = 0
    for _ in range(moves):
        if state.phase == "over":
            break
        turns = weigh_turns(state, NARROW)
        weighed += len(turns)
        state, _ = apply(state, state.seat, turns[0][0])
    return prospects(state), weighed


def to_come(state: State) -> int:
    return sum(len(unplayed_cards(state, seat)) for seat in active_seats(state))


def draws(state: State, before: State | None) -> Sequence[Draw[State]]:
    """List what may have been drawn since the last turn: any other cards of the same decks were as
    likely. The first hand is taken as given."""
    seat = state.seat
    all_decks = state.setup.decks
    if before is None or before.drawn[seat] == state.drawn[seat]:
        return ()
    counts = zip(all_decks[seat], before.drawn[seat], state.drawn[seat], strict=True)
    draws = list[Draw[State]]()
    for decks in starmap(Decks, product(*starmap(_orders, counts))):
        setup = replace(state.setup, decks=(*all_decks[:seat], decks, *all_decks[seat + 1 :]))
        draws.append(Draw(1, state._replace(setup=setup)))
    return draws


def _orders(deck: Cards, earlier: int, drawn: int) -> Iterator[Cards]:
    """List the possible orders of a deck: one for each set of cards that may have been drawn beyond
    the `earlier` ones."""
    hidden = sorted(deck[earlier:])
    for cards in combinations(hidden, drawn - earlier):
        rest = [card for card in hidden if card not in cards]
        yield (*deck[:earlier], *cards, *rest)


def weigh_turns(state: State, breadth: Breadth, worth: Worth = lead) -> list[tuple[Turn, float]]:
    """Turns with their worth, the best first."""
    built = Construction(state)
    yards = find_yards(built.board, state.plan, state.setup.seats)
    projects = list[Project]()
    if built.board.arms:
        projects += find_projects(built, resources_of(state, state.seat), PLENTY)
        projects.sort(key=_worth, reverse=True)
    else:
        built.build((tower(spot_of(START)),), built.open)
    worths = dict[Turn, float]()
    for cards, first in _choices(state, projects, breadth):
        with built.trying():
            turns = _turns_with(state, built, yards, cards, first)
            for turn, points in turns:
                worths[turn] = worth(points, state.seat)
    return sorted(worths.items(), key=lambda weighed: -weighed[1])


def _choices(
    state: State, projects: Sequence[Project], breadth: Breadth
) -> Iterator[tuple[Cards, Project | None]]:
    """Choices of cards to play, each with a project to begin with, if any."""
    pieces_by_cards = _pieces_by_cards(state)
    for cards, pieces in pieces_by_cards.items():
        count = breadth.single if len(cards) == 1 else 0
        if state.phase == "last" and cards == hand(state, state.seat):
            count = breadth.several
        possible = (project for project in projects if has_enough(pieces, project.need))
        best = list(islice(possible, count))
        if best:
            yield from ((cards, project) for project in best)
        elif count:
            yield cards, None
    for project in projects[: breadth.several]:
        for cards, pieces in pieces_by_cards.items():
            if has_enough(pieces, project.need):
                if len(cards) > 1:
                    yield cards, project
                break


def _pieces_by_cards(state: State) -> Mapping[Cards, Pieces]:
    """Map each choice of cards to the pieces to build, fewest cards first. Among choices that show
    the same, only the first is kept."""
    held = hand(state, state.seat)
    cards_by_id = state.setup.cards.by_id
    counts = list(range(1, min(MOST, len(held)) + 1))
    if len(held) > MOST:
        counts.append(len(held))
    # The first choice of those that show the same.
    choices = dict[tuple[tuple[object, ...], ...], Cards]()
    for count in counts:
        for ids in combinations(held, count):
            if can_build(state, ids):
                cards = [cards_by_id[card_id] for card_id in ids]
                faces = tuple((card.deck, card.pieces, card.extra) for card in cards)
                choices.setdefault(faces, ids)
    return {ids: state.setup.cards.pieces(ids).plus(state.received) for ids in choices.values()}


def decks_to_draw(state: State, cards: Cards) -> tuple[Deck, ...]:
    """Choose the decks to draw from after these cards: each the one with more cards left."""
    left = list(decks_left(state, state.seat))
    chosen = list[Deck]()
    for _ in range(cards_due(state, cards)):
        number = left.index(max(left))
        left[number] -= 1
        chosen.append(DECKS[number])
    return tuple(chosen)


def _turns_with(
    state: State, built: Construction, yards: Yards, cards: Cards, first: Project | None
) -> Iterator[tuple[Turn, tuple[float, ...]]]:
    """Find the best turn with these cards that begins with this project, with and without the
    double keep, and the points that each seat is then expected to end with."""
    seat = state.seat
    decks = decks_to_draw(state, cards)
    played = (*state.played[:seat], (*state.played[seat], *cards), *state.played[seat + 1 :])
    drawn = draw(state._replace(turn=state.turn + 1, played=played), seat, decks, [])
    # The state in the next turn, except for what is built in this one.
    after, _ = next_turn(drawn, [])
    has = resources_of(after, seat)
    _build(built, has, state.setup.cards.pieces(cards).plus(state.received), first)
    build = tuple(map(piece_of, built.pieces))
    chains = built.chains(built.open)
    for double in _doubles(built, has):
        own = built.yards
        cell = None
        if double is not None:
            own = built.yards_with_keep(double)
            cell = cell_of(built.face(double))
            doubled = (*after.doubled[:seat], True, *after.doubled[seat + 1 :])
            after = after._replace(doubled=doubled)
        points = expected_points(after, (*yards[:seat], own, *yards[seat + 1 :]), chains)
        yield Turn(cards, build, cell, decks), points


def _build(built: Construction, has: Resources, left: Pieces, first: Project | None) -> None:
    """Build everything that has a place: what brings most first, then what does the least harm."""
    if built.pieces:
        left = subtract_pieces(left, TOWER)
    best = first
    while True:
        if best is None and any(left):
            best = max(find_projects(built, has, left), key=_worth, default=None)
        best = best or find_rest(built, left)
        if best is None:
            return
        built.build(best.pieces, best.plot)
        left = subtract_pieces(left, best.need)
        best = None


def _doubles(built: Construction, has: Resources) -> Sequence[BuildingPlot | None]:
    """List courtyards to try the double keep in: those that must keep it, or none and the best."""
    fresh = [plot for plot in built.own if plot.fresh]
    staying = [plot for plot in fresh if plot.yard and plot.yard.double]
    if staying:
        return staying
    if not fresh or not has.double:
        return [None]
    best = max(fresh, key=lambda plot: promise(built.yards_with_keep(plot), has))
    return [None, best]
