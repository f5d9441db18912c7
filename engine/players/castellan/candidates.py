"""The turns worth considering: for each choice of cards, the best way to build with them."""

from collections.abc import Iterator, Sequence
from itertools import starmap

from engine.castellan.plan.places import START
from engine.castellan.play.drawing import draw
from engine.castellan.play.ending import next_turn
from engine.castellan.state import State
from engine.castellan.vocabulary.moves import Deck, Turn
from engine.castellan.vocabulary.pieces import Pieces
from engine.players.castellan.board import piece_of, spot_of, tower
from engine.players.castellan.cards import Breadth, Ids, choices, draws
from engine.players.castellan.outlook import Means, promise
from engine.players.castellan.projects import TOWER, Project, minus, projects, rest
from engine.players.castellan.prospects import Yards, expected, means_of, yards
from engine.players.castellan.works import Ground, Works
from engine.players.expert import Candidate, lead

PLENTY = Pieces(99, 99, 99)
WIDE = Breadth(single=2, several=10)


def candidates(state: State) -> Sequence[Candidate]:
    return list(starmap(Candidate, considered(state, WIDE)))


def considered(state: State, breadth: Breadth) -> list[tuple[Turn, float]]:
    """Turns with their worth, the best first."""
    works = Works(state)
    standing = yards(works.board, state.plan, state.setup.seats)
    found = dict[Turn, float]()
    if not works.board.arms:
        works.build((tower(spot_of(START)),), works.open)
    begin = () if works.steps else projects(works, means_of(state, state.seat), PLENTY)
    for cards, first in choices(state, sorted(begin, key=_worth, reverse=True), breadth):
        mark = works.mark()
        found.update(_turns(state, works, standing, cards, first))
        works.back_to(mark)
    return sorted(found.items(), key=lambda one: -one[1])


def _turns(
    state: State, works: Works, standing: Yards, cards: Ids, first: Project | None
) -> Iterator[tuple[Turn, float]]:
    """The best turn with these cards that begins with this project, with and without the double
    keep."""
    seat, draw_from = state.seat, draws(state, cards)
    after = _with_cards_played(state, cards, draw_from)
    means = means_of(after, seat)
    _build(state, works, means, cards, first)
    build = tuple(map(piece_of, works.steps))
    chains = works.chains(works.open)
    for double in _doubles(works, means):
        own, cell = works.yards, None
        if double is not None:
            own, cell = works.doubled(double), works.cell(double)
            doubled = (*after.doubled[:seat], True, *after.doubled[seat + 1 :])
            after = after._replace(doubled=doubled)
        points = expected(after, (*standing[:seat], own, *standing[seat + 1 :]), chains)
        yield Turn(cards, build, cell, draw_from), lead(points, seat)


def _with_cards_played(state: State, cards: Ids, decks: tuple[Deck, ...]) -> State:
    """The state in the next turn, except for what is built in this one."""
    played = (*state.played[state.seat], *cards)
    state = state._replace(
        turn=state.turn + 1,
        played=(*state.played[: state.seat], played, *state.played[state.seat + 1 :]),
    )
    after, _ = next_turn(draw(state, decks, []), [])
    return after


def _build(state: State, works: Works, means: Means, cards: Ids, first: Project | None) -> None:
    """Build everything that has a place: what brings most first, then what does the least harm."""
    left = state.setup.cards.pieces(cards).plus(state.received)
    if works.steps:
        left = minus(left, TOWER)
    best = first or _next(works, means, left)
    while best is not None:
        works.build(best.steps, best.ground)
        left = minus(left, best.need)
        best = _next(works, means, left)


def _next(works: Works, means: Means, left: Pieces) -> Project | None:
    best = max(projects(works, means, left), key=_worth, default=None) if any(left) else None
    return best or rest(works, left)


def _worth(project: Project) -> float:
    return project.worth


def _doubles(works: Works, means: Means) -> Sequence[Ground | None]:
    """The courtyards to consider for the double keep: those that must keep it, otherwise none or
    the best one."""
    fresh = [ground for ground in works.own if ground.fresh]
    staying = [ground for ground in fresh if ground.yard and ground.yard.double]
    if staying:
        return staying
    if not fresh or not means.double:
        return [None]
    return [None, max(fresh, key=lambda one: promise(works.doubled(one), means))]
