"""The questions that a turn asks one after another: cards, pieces, double keep, decks (K7 to K15).

Whatever is chosen can be completed: building ends automatically when nothing left has a place.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.castellan.play.building import Site, can_build, site
from engine.castellan.play.doubling import eligible, parts_of_double
from engine.castellan.play.drawing import due
from engine.castellan.state import Drawn, State, decks_left, hand, unplayed
from engine.castellan.vocabulary.moves import DECKS, Turn
from engine.castellan.vocabulary.notation import (
    BUILD,
    NO_DOUBLE,
    assemble,
    place_text,
    point_text,
    step,
)
from engine.castellan.vocabulary.pieces import KINDS, Piece
from engine.questions import Part, Question, default_first

PREDICTABLE = ("kind", "place")


def question(state: State, chosen: Sequence[Part]) -> Question | None:
    """What the player to act chooses next, after these parts of a turn."""
    begun, last = assemble(chosen), chosen[-1] if chosen else ("card", "")
    if last[0].startswith("card") and last[1] != BUILD:
        return _cards(state, begun)
    building = _site(site(state, begun.cards), begun.build)
    if last[0].startswith("kind"):
        return _places(last, building)
    if building.kinds:
        return _alone_is_default(step("kind", len(begun.build) + 1), building.kinds)
    drawn = [token for name, token in chosen if name.startswith("draw")]
    if not any(name == "double" for name, _ in chosen):
        return _double(state, building)
    return _draw(state, begun, len(drawn))


def _cards(state: State, begun: Turn) -> Question:
    number = len(begun.cards) + 1
    rest = [card for card in hand(state, state.seat) if card not in begun.cards]
    if begun.cards and can_build(state, begun.cards):
        return _alone_is_default(step("card", number), (BUILD, *rest))
    return Question(step("card", number), tuple(rest))


def _places(chosen: Part, building: Site) -> Question:
    """Where a piece of the chosen kind can go."""
    name, token = chosen
    [kind] = [kind for kind in KINDS if kind == token]
    places = [place_text(piece) for piece in building.places(kind)]
    return _alone_is_default(name.replace("kind", "place"), places)


def _alone_is_default(name: str, choices: Sequence[str]) -> Question:
    """If there is only one choice, it is the default."""
    return Question(name, tuple(choices), choices[0] if len(choices) == 1 else None)


def _double(state: State, building: Site) -> Question:
    choice = eligible(state.plan, building.plan, used=state.doubled[state.seat])
    names = [point_text(one.name) for one in choice]
    if parts_of_double(state.plan, building.plan):
        return default_first("double", names)
    return default_first("double", [NO_DOUBLE, *names])


def _draw(state: State, begun: Turn, number: int) -> Question | None:
    """By default the deck with the most cards left; if they are equal, the tower deck."""
    if number == due(state, begun.cards):
        return None
    left = Drawn(
        *(
            count - begun.draw.count(deck)
            for deck, count in zip(DECKS, decks_left(state, state.seat), strict=True)
        )
    )
    decks = sorted(
        (deck for deck in DECKS if left.of(deck)), key=lambda deck: (-left.of(deck), deck)
    )
    return default_first(step("draw", number + 1), decks)


@lru_cache(maxsize=512)
def _site(begun: Site, build: tuple[Piece, ...]) -> Site:
    """The site after building these pieces. An LRU cache: each question builds on the one before
    it."""
    return _site(begun, build[:-1]).with_piece(build[-1]) if build else begun


def predictable(state: State, chosen: Sequence[Part]) -> Question | None:
    """The first piece of the turn, and where it goes, as far as everybody can tell. It can be of
    any kind that is passed on or on a card that is not played yet."""
    if state.phase == "over" or len(chosen) == len(PREDICTABLE):
        return None
    building = site(state, unplayed(state, state.seat))
    if chosen:
        return _places(chosen[0], building)
    return Question("kind", building.kinds) if building.kinds else None
