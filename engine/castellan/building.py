"""A turn under construction, and the questions that it asks one after another: cards, pieces,
double keep, decks (K7 to K15)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.castellan.cards import DECKS
from engine.castellan.moves import (
    BUILD,
    NO_DOUBLE,
    Reason,
    Turn,
    assemble,
    place_text,
    point_text,
    step,
)
from engine.castellan.pieces import KINDS, Cell, Piece
from engine.castellan.places import Site
from engine.castellan.plan import Courtyard, Plan, new_courtyards
from engine.castellan.state import State, decks_left, hand, unplayed_cards
from engine.errors import IllegalMove
from engine.questions import Part, Question, default_first
from engine.rules import PredictionRules

# Cards


def check_cards(state: State, cards: Sequence[str]) -> None:
    """K7, K8. Raises IllegalMove."""
    held = hand(state, state.seat)
    if not cards:
        raise IllegalMove(Reason.NO_CARD, hand=list(held))
    for number, card in enumerate(cards):
        if card not in held:
            raise IllegalMove(Reason.NOT_IN_HAND, card=card, hand=list(held))
        if card in cards[:number]:
            raise IllegalMove(Reason.CARD_TWICE, card=card)
    if not can_build(state, cards):
        raise IllegalMove(Reason.NO_TOWER_SHOWN, cards=list(cards))


def can_build(state: State, cards: Sequence[str]) -> bool:
    """K8: on the very first turn the cards show at least one tower."""
    return state.turn > 0 or bool(state.setup.cards.pieces(tuple(cards)).tower)


# Pieces


def site(state: State, cards: Sequence[str]) -> Site:
    pieces = state.setup.cards.pieces(tuple(cards)).plus(state.received)
    return Site(state.plan, state.seat, pieces)


@lru_cache(maxsize=512)
def _build(site: Site, build: tuple[Piece, ...]) -> Site:
    """Build these pieces on a site. An LRU cache: each question builds on the one before it."""
    return _build(site, build[:-1]).with_piece(build[-1]) if build else site


# The double keep (K12)


def parts_of_double(before: Plan, after: Plan) -> list[Courtyard]:
    """List the parts of a divided courtyard with a double keep, one of which stays double."""
    parts = []
    for part in new_courtyards(before, after):
        divided = before.courtyard_at.get(part.name)
        if divided is not None and divided.double:
            parts.append(part)
    return parts


def eligible_courtyards(before: Plan, after: Plan, *, used: bool) -> list[Courtyard]:
    """List the courtyards that a turn may make double, the most valuable first. `used` says whether
    its player has already set their double keep."""
    candidates = parts_of_double(before, after)
    if not candidates and not used:
        candidates = new_courtyards(before, after)
    return sorted(candidates, key=lambda courtyard: (-after.towers_of(courtyard), courtyard.name))


def set_double(state: State, after: Plan, cell: Cell | None) -> Plan:
    """Carry out the choice about the double keep. Raises IllegalMove."""
    if cell is None:
        parts = parts_of_double(state.plan, after)
        if parts:
            names = [point_text(part.name) for part in parts]
            raise IllegalMove(Reason.DOUBLE_STAYS, cells=names)
        return after
    used = state.doubled[state.seat]
    choice = eligible_courtyards(state.plan, after, used=used)
    if not choice and used:
        raise IllegalMove(Reason.DOUBLE_USED, cell=point_text(cell))
    chosen = next((courtyard for courtyard in choice if cell in courtyard.cells), None)
    if chosen is None:
        names = [point_text(courtyard.name) for courtyard in choice]
        raise IllegalMove(Reason.NO_DOUBLE_HERE, cell=point_text(cell), cells=names)
    return with_double(after, chosen)


def with_double(plan: Plan, courtyard: Courtyard) -> Plan:
    others = [other for other in plan.courtyards if other is not courtyard]
    return plan.with_courtyards([*others, courtyard._replace(double=True)])


# Drawing cards


def cards_due(state: State, cards: tuple[str, ...]) -> int:
    """Count the cards drawn after these are played: none in a last turn (K17)."""
    if state.phase != "usual":
        return 0
    return min(1 + state.setup.cards.extra(cards), sum(decks_left(state, state.seat)))


def check_draws(state: State, move: Turn) -> None:
    """Raises IllegalMove if the number of decks named is not the number due, or a deck has too few
    cards."""
    count = cards_due(state, move.cards)
    left = decks_left(state, state.seat)
    if len(move.draw) != count:
        raise IllegalMove(Reason.DRAW_COUNT, draws=len(move.draw), due=count, left=left._asdict())
    for deck, wanted in Counter(move.draw).items():
        if wanted > left.of(deck):
            raise IllegalMove(Reason.DECK_EMPTY, deck=deck, left=left._asdict())


# Questions. Whatever is chosen can be completed: building ends once nothing left has a place.


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    """Find the next choice, after these parts of a turn; None when they are complete."""
    turn = assemble(chosen)
    (name, token) = chosen[-1] if chosen else ("card", "")
    if name.startswith("card") and token != BUILD:
        rest = [card for card in hand(state, state.seat) if card not in turn.cards]
        name = step("card", len(turn.cards) + 1)
        if turn.cards and can_build(state, turn.cards):
            return _alone_is_default(name, (BUILD, *rest))
        return Question(name, tuple(rest))
    building = _build(site(state, turn.cards), turn.build)
    if name.startswith("kind"):
        return _ask_place(name, token, building)
    if building.kinds:
        return _alone_is_default(step("kind", len(turn.build) + 1), building.kinds)
    if not any(name == "double" for name, _ in chosen):
        choice = eligible_courtyards(state.plan, building.plan, used=state.doubled[state.seat])
        names = [point_text(courtyard.name) for courtyard in choice]
        stays = parts_of_double(state.plan, building.plan)
        return default_first("double", names if stays else [NO_DOUBLE, *names])
    if len(turn.draw) == cards_due(state, turn.cards):
        return None
    held = decks_left(state, state.seat)
    left = {deck: held.of(deck) - turn.draw.count(deck) for deck in DECKS}
    # By default the deck with the most cards left; if they are equal, the tower deck.
    decks = sorted((deck for deck in DECKS if left[deck]), key=lambda deck: (-left[deck], deck))
    return default_first(step("draw", len(turn.draw) + 1), decks)


def _ask_place(name: str, token: str, building: Site) -> Question:
    [kind] = [kind for kind in KINDS if kind == token]
    where = [place_text(piece) for piece in building.places(kind)]
    return _alone_is_default(name.replace("kind", "place"), where)


def _alone_is_default(name: str, choices: Sequence[str]) -> Question:
    return Question(name, tuple(choices), choices[0] if len(choices) == 1 else None)


class Predictions(PredictionRules[State]):
    """Of a turn, the first piece and where it goes, as far as everybody can tell. It can be of any
    kind that is passed on or on a card that is not played yet."""

    steps = ("kind", "place")

    def question(self, state: State, chosen: Sequence[Part]) -> Question | None:
        if state.phase == "over" or len(chosen) == len(self.steps):
            return None
        building = site(state, unplayed_cards(state, state.seat))
        if chosen:
            return _ask_place(*chosen[0], building)
        return Question("kind", building.kinds) if building.kinds else None
