"""Positions rigged for a test: a drawn plan, hands, decks, and what was passed on.

The cards are simple, so that a turn needs no more of them than necessary:

    T1 to T5    a tower             W1 to W4    a short wall
    T6          a tower, 1 extra    W5, W6      a long wall
    T7          a tower, 2 extra    W7          a long wall, 1 extra
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.castellan.cards import CardData, Cards, Deck, cards_from
from engine.castellan.events import Event
from engine.castellan.moves import Reason, piece_text
from engine.castellan.pieces import KINDS, NOTHING, Pieces
from engine.castellan.places import Site
from engine.castellan.plan import EMPTY, Plan
from engine.castellan.rules import castellan
from engine.castellan.state import Decks, Drawn, State
from engine.castellan.turn import new_setup, start
from engine.errors import IllegalMove
from tests.engine import moves
from tests.engine.castellan.kit.plans import pieces, plan


def _card(deck: Deck, towers: int, short: int, long: int, extra: int = 0) -> CardData:
    return CardData(deck=deck, towers=towers, short_walls=short, long_walls=long, extra_cards=extra)


SIMPLE: Cards = cards_from(
    {f"W{number}": _card("wall", 0, 1, 0) for number in range(1, 5)}
    | {f"W{number}": _card("wall", 0, 0, 1) for number in (5, 6)}
    | {"W7": _card("wall", 0, 0, 1, extra=1)}
    | {f"T{number}": _card("tower", 1, 0, 0) for number in range(1, 6)}
    | {"T6": _card("tower", 1, 0, 0, extra=1), "T7": _card("tower", 1, 0, 0, extra=2)}
)
PLENTY = Pieces(99, 99, 99)

# The cards in hand and those left in the decks, each separated by blanks.
Held = tuple[str, str]
BEGUN: Held = ("W1 W2 T1 T2", "W3 W4 W5 W6 W7 T3 T4 T5 T6 T7")


def table(
    picture: str | Plan = EMPTY,
    *held: Held,
    seat: int = 0,
    seats: int = 2,
    passed: Pieces = NOTHING,
    doubled: Sequence[int] = (),
    gone: Sequence[int] = (),
    last: Sequence[int] | None = None,
) -> State:
    """A position with this seat to act. `held` are the cards of the seats, by default the first
    four; `last` are the seats that have a last turn after this one."""
    built = plan(picture) if isinstance(picture, str) else picture
    setup = new_setup("kit", None, 0, seats, SIMPLE)
    cards = [*held, *[BEGUN] * (seats - len(held))]
    state, _ = start(replace(setup, decks=tuple(map(_decks, cards))))
    return state._replace(
        plan=built,
        phase="usual" if last is None else "last",
        seat=seat,
        turn=0 if built.is_empty else 1,
        drawn=tuple(map(_count_drawn, cards)),
        played=tuple(tuple(_played_cards(held_cards)) for held_cards in cards),
        received=passed,
        doubled=tuple(player in doubled for player in range(seats)),
        waiting=tuple(last or ()),
        gone=tuple(gone),
    )


def _of(letter: str, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card[0] == letter]


def _played_cards(held: Held) -> list[str]:
    return [card for card in SIMPLE.by_id if card not in " ".join(held).split()]


def _decks(held: Held) -> Decks:
    """First what was played, then the hand, then the rest in the given order."""
    order = [*_played_cards(held), *held[0].split(), *held[1].split()]
    return Decks(tuple(_of("W", order)), tuple(_of("T", order)))


def _count_drawn(held: Held) -> Drawn:
    out = [*_played_cards(held), *held[0].split()]
    return Drawn(len(_of("W", out)), len(_of("T", out)))


def play(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    return moves.play(castellan, state, text)


def refusal(state: State, text: str) -> IllegalMove:
    return moves.refusal(castellan, state, castellan.parse_move(text))


def refusal_reason(state: State, text: str) -> Reason:
    return Reason(refusal(state, text).reason)


def build(picture: str | Plan, text: str, seat: int = 0) -> Plan:
    """Build these pieces on the plan; there are enough of each."""
    built = plan(picture) if isinstance(picture, str) else picture
    building = Site(built, seat, PLENTY)
    for piece in pieces(text):
        building = building.after(piece)
    return building.plan


def misfit(picture: str | Plan, text: str, seat: int = 0) -> Reason:
    try:
        build(picture, text, seat)
    except IllegalMove as error:
        return Reason(error.reason)
    raise AssertionError(f"{text} was allowed")


def places(picture: str | Plan, kind: str, seat: int = 0) -> set[str]:
    """Where a tower, a short wall and a long wall may go, in notation."""
    built = plan(picture) if isinstance(picture, str) else picture
    [piece_kind] = [name for name in KINDS if name == kind]
    pieces = Site(built, seat, PLENTY).places(piece_kind)
    assert len(set(pieces)) == len(pieces)
    return set(map(piece_text, pieces))
