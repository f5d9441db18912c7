"""Castellan, as the conformance suite needs it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from engine.castellan.cards import DECKS
from engine.castellan.events import CardsPlayed, Event, PiecePlaced, PiecesPassed
from engine.castellan.moves import Turn
from engine.castellan.pieces import KINDS, NOTHING, Piece, Pieces, cells_around, walls_from
from engine.castellan.places import START
from engine.castellan.rules import castellan
from engine.castellan.state import Decks, Drawn, State, hand
from engine.errors import IllegalMove
from tests.engine.conformance.adapter import Adapter

T = TypeVar("T")

# How many cards of each deck the players of a rigged game have left, half of them in hand.
FEW = 2
# Shorter sequences of cards may be visible by coincidence.
LONG = 2


class CastellanAdapter(Adapter[State, Turn, Event]):
    option_sets = ({}, {"trial_building": "off"})

    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """With few cards left: a game of two, a game of three that one has left, and a game of four
        in which one player has a single card."""
        for seats in (2, 3, 4):
            state, opening = castellan.begin(seed, options, 0, seats)
            rigged = [_few_left(decks) for decks in state.setup.decks]
            if seats == 4:
                rigged[1] = _one_left(state.setup.decks[1])
            state = state._replace(
                drawn=tuple(drawn for drawn, _ in rigged),
                played=tuple(played for _, played in rigged),
            )
            if seats == 3:
                state, left = castellan.leaving.continue_without(state, 2)
                opening = (*opening, *left)
            yield state, opening

    def as_chosen(self, state: State, move: Turn) -> Turn:
        """Any cell of a courtyard can name the keep that is doubled."""
        if move.double is None:
            return move
        try:
            after, _ = castellan.apply(state, state.seat, move)
        except IllegalMove:
            return move
        return move._replace(double=after.plan.courtyard_at[move.double].name)

    def neighbours(self, state: State, move: Turn, chance: Random) -> Iterator[Turn]:
        for cards in _others(move.cards, tuple(state.setup.cards.by_id), chance):
            yield move._replace(cards=cards)
        for draw in _others(move.draw, DECKS, chance):
            yield move._replace(draw=draw)
        for build in _others(move.build, _near(move, chance), chance):
            yield move._replace(build=build)
        for cell in (None, (99, -99), *cells_around(_near(move, chance)[0].at)):
            yield move._replace(double=cell)

    def reshuffle(self, state: State, seat: int | None, chance: Random) -> State:
        """Deal the unseen cards again within their decks."""
        decks = tuple(_reshuffle(state, at, at == seat, chance) for at in range(state.setup.seats))
        return state._replace(setup=replace(state.setup, seed="another seed", decks=decks))

    def secrets(self, state: State, seat: int | None) -> Sequence[object]:
        """A hand may be all that is left of a player's cards, which everybody can deduce."""
        setup = state.setup
        seen = castellan.view(state, None)
        hidden = [hand(state, at) for at in range(setup.seats) if at != seat]
        for decks, drawn in zip(setup.decks, state.drawn, strict=True):
            hidden += [deck[count:] for deck, count in zip(decks, drawn, strict=True)]
        unplayed = [player.unplayed for player in seen.players]
        draws = [cards for cards in hidden if len(cards) > LONG and not _is_in(cards, unplayed)]
        return [setup, setup.seed, setup.decks, *setup.decks, *draws]

    def pieces(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[int, int]]:
        seen = castellan.view(state, None)
        from_cards = NOTHING
        lost = NOTHING
        for event in events:
            if isinstance(event, CardsPlayed):
                from_cards = from_cards.plus(seen.cards.pieces(event.cards))
            if isinstance(event, PiecesPassed) and event.to is None:
                lost = lost.plus(event.pieces)
        walls = [sum(wall.kind == kind for wall in seen.plan.walls) for kind in KINDS[1:]]
        built = Pieces(len(seen.plan.towers), *walls)
        total = built.plus(seen.received).plus(lost)
        placed = sum(isinstance(event, PiecePlaced) for event in events)
        cards = [
            len(player.played) + sum(player.hand) + sum(player.decks) for player in seen.players
        ]
        return {
            **dict(zip(KINDS, zip(total, from_cards, strict=True), strict=True)),
            "pieces placed": (placed, sum(built)),
            "cards": (sum(cards), len(seen.cards.by_id) * len(cards)),
        }

    def texts(self) -> Sequence[str]:
        places = [f"{kind}{point}" for kind in "tsl" for point in ("0,0", "1,0", "-1,2")]
        return [*places, "N", "E", "S", "W", "T1", "W3", "2x", "wt", *":;,- ", *"0123456789"]


def _others(chosen: tuple[T, ...], pool: Sequence[T], chance: Random) -> Iterator[tuple[T, ...]]:
    """With one item left out, repeated, moved or replaced, or with one more item."""
    yield ()
    yield (*chosen, chance.choice(pool))
    if chosen:
        at = chance.randrange(len(chosen))
        other = chance.randrange(len(chosen))
        rest = (*chosen[:at], *chosen[at + 1 :])
        yield rest
        yield (*chosen, chosen[at])
        yield (*rest[:other], chosen[at], *rest[other:])
        yield (*chosen[:at], chance.choice(pool), *chosen[at + 1 :])


def _near(move: Turn, chance: Random) -> Sequence[Piece]:
    """Pieces of every kind where one is built, or at the start if none is."""
    at = chance.choice(move.build).at if move.build else START
    return [Piece("tower", at), *(wall for kind in KINDS[1:] for wall in walls_from(kind, at))]


def _is_in(cards: Sequence[str], piles: Sequence[Sequence[str]]) -> bool:
    """Whether the cards follow each other like this in what everybody knows."""
    text = f" {' '.join(cards)} "
    return any(text in f" {' '.join(pile)} " for pile in piles)


def _few_left(decks: Decks) -> tuple[Drawn, tuple[str, ...]]:
    """What has been drawn and played from these decks."""
    counts = [len(deck) - FEW for deck in decks]
    played = [card for deck, count in zip(decks, counts, strict=True) for card in deck[:count]]
    return Drawn(*(count + FEW // 2 for count in counts)), tuple(played)


def _one_left(decks: Decks) -> tuple[Drawn, tuple[str, ...]]:
    """Everything but a single tower card."""
    return Drawn(*map(len, decks)), (*decks.wall, *decks.tower[1:])


def _reshuffle(state: State, seat: int, mine: bool, chance: Random) -> Decks:
    kept = {*state.played[seat], *(hand(state, seat) if mine else ())}
    decks = []
    for deck in state.setup.decks[seat]:
        unknown = [card for card in deck if card not in kept]
        chance.shuffle(unknown)
        decks.append(tuple(card if card in kept else unknown.pop() for card in deck))
    return Decks(*decks)
