"""A game from its set-up to its end, turn by turn: each function runs to the next one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from engine.bag import commitment, draw_lot, shuffle
from engine.castellan.building import check_cards, check_draws, set_double, site
from engine.castellan.cards import DECKS, Cards, Deck, standard_cards
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
from engine.castellan.moves import Options, Reason, Turn
from engine.castellan.pieces import NOTHING
from engine.castellan.plan import EMPTY, new_courtyards
from engine.castellan.scoring import keeps, leaders, scores
from engine.castellan.state import Decks, Drawn, Setup, State, decks_left, hand
from engine.errors import IllegalMove
from engine.seats import PlayerLeft, active_seats, assert_may_leave, seats_after

T = TypeVar("T")


def new_setup(
    seed: str,
    options: Options | None = None,
    first: int | None = None,
    seats: int = 2,
    cards: Cards | None = None,
) -> Setup:
    """K1: shuffle the decks of every seat; if no first seat is given, the seed decides."""
    cards = cards or standard_cards()
    decks = tuple(
        Decks(*(shuffle(cards.deck(deck), seed, f"{deck} deck {seat}") for deck in DECKS))
        for seat in range(seats)
    )
    return Setup(
        cards=cards,
        options=options or Options(),
        seats=seats,
        seed=seed,
        commitment=commitment(seed, order_text(decks)),
        decks=decks,
        first=draw_lot(seats, seed, "first") if first is None else first,
    )


def order_text(decks: Sequence[Decks]) -> str:
    """Write the complete shuffled order in the form used for the commitment."""
    return "\n".join(f"{' '.join(pair.wall)} / {' '.join(pair.tower)}" for pair in decks)


def start(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """Begin a game with two cards of each deck in every hand."""
    seats = setup.seats
    state = State(
        setup=setup,
        plan=EMPTY,
        phase="usual",
        seat=setup.first,
        turn=0,
        drawn=(Drawn(),) * seats,
        played=((),) * seats,
        received=NOTHING,
        doubled=(False,) * seats,
        waiting=(),
        gone=(),
    )
    return state, (GameBegan(setup.first, seats),)


def apply(state: State, seat: int, move: Turn) -> tuple[State, tuple[Event, ...]]:
    """Play a turn up to the next one. An illegal move raises, and nothing has changed."""
    if state.phase == "over":
        raise IllegalMove(Reason.GAME_OVER)
    if seat != state.seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN, seat=state.seat)
    check_cards(state, move.cards)
    building = site(state, move.cards)
    events: list[Event] = [
        CardsPlayed(seat, move.cards, state.received, building.left, scores(state))
    ]
    for piece in move.build:
        building = building.after(piece)
        events.append(PiecePlaced(seat, piece))
    building.finish()
    plan = set_double(state, building.plan, move.double)
    check_draws(state, move)
    before = state
    state = state._replace(
        plan=plan,
        turn=state.turn + 1,
        played=_replace_at(state.played, seat, (*state.played[seat], *move.cards)),
        received=building.left,
        doubled=_replace_at(state.doubled, seat, state.doubled[seat] or move.double is not None),
    )
    events += _courtyard_events(before, state)
    leading = leaders(state)
    if leading != leaders(before):
        points = scores(state)
        others = {*active_seats(state)} - {*leading}
        by_keeps = points[leading[0]] in [points[other] for other in others]
        events.append(LeadChanged(leading, points, by_keeps))
    if any(state.received):
        # K14: what found no place goes to the player with the next turn.
        events.append(PiecesPassed(seat, _next_seat(state), state.received))
    return next_turn(draw(state, seat, move.draw, events), events)


def _replace_at(by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _courtyard_events(before: State, after: State) -> Iterator[Event]:
    seat = before.seat
    old = before.plan
    plan = after.plan

    new = new_courtyards(old, plan)
    for courtyard in new:
        yield CourtyardMade(
            seat=seat,
            cells=tuple(sorted(courtyard.cells)),
            towers=plan.towers_of(courtyard),
            double=courtyard.double,
            points=plan.worth(courtyard),
            divided=courtyard.name in old.courtyard_at,
        )
    for courtyard in plan.courtyards:
        gained = plan.towers_of(courtyard) - old.towers_of(courtyard)
        if courtyard not in new and gained:
            yield CourtyardGrew(
                seat=seat,
                cells=tuple(sorted(courtyard.cells)),
                towers=plan.towers_of(courtyard),
                double=courtyard.double,
                points=plan.worth(courtyard),
                gained=gained,
                more=gained * (2 if courtyard.double else 1),
            )
    scores_before = scores(before)
    scores_after = scores(after)
    if scores_after != scores_before:
        yield TurnScored(seat, scores_after[seat] - scores_before[seat], scores_after)


def draw(state: State, seat: int, decks: Iterable[Deck], events: list[Event]) -> State:
    for deck in decks:
        drawn = state.drawn[seat]
        card = state.setup.decks[seat][DECKS.index(deck)][drawn.of(deck)]
        drawn = drawn._replace(**{deck: drawn.of(deck) + 1})
        state = state._replace(drawn=_replace_at(state.drawn, seat, drawn))
        events.append(CardDrawn(seat, deck, card, decks_left(state, seat).of(deck)))
    return state


def next_turn(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """End the turn of the seat to act, once everything is built and drawn."""
    has_card = hand(state, state.seat) or any(decks_left(state, state.seat))
    if state.phase == "usual" and not has_card:
        # K17: the others draw all they have left, and each has one more turn.
        order = tuple(seats_after(state, state.seat))
        events.append(LastTurnsBegan(state.seat, order))
        for seat in order:
            left = decks_left(state, seat)
            rest = [deck for deck in DECKS for _ in range(left.of(deck))]
            state = draw(state, seat, rest, events)
        state = state._replace(phase="last", waiting=order)
    return _hand_over(state, events)


def _next_seat(state: State) -> int | None:
    """Find who has a turn after the seat to act; None if nobody has."""
    following = state.waiting if state.phase == "last" else seats_after(state, state.seat)
    return following[0] if following else None


def _hand_over(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    seat = _next_seat(state)
    if seat is None:
        over = state._replace(phase="over", received=NOTHING)
        return over, (*events, GameEnded(scores(over), keeps(over), leaders(over)))
    return state._replace(seat=seat, waiting=state.waiting[1:]), tuple(events)


def leave(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """K21: the seat is skipped from now on; pieces passed on to it go to the next seat."""
    assert state.phase != "over"
    assert_may_leave(state, seat)
    events: list[Event] = [PlayerLeft(seat, scores(state))]
    waiting = tuple(other for other in state.waiting if other != seat)
    state = state._replace(gone=(*state.gone, seat), waiting=waiting)
    if seat != state.seat:
        return state, tuple(events)
    if any(state.received):
        to = _next_seat(state)
        events.append(
            PiecesPassed(seat, None, state.received)
            if to is None
            else PiecesHandedOn(to, state.received)
        )
    return _hand_over(state, events)
