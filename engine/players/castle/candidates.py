"""The moves worth considering, weighed without playing them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.castle.play.choices import completions
from engine.castle.play.turn import apply
from engine.castle.seen.resampling import unseen_wall_tiles
from engine.castle.state import State, tiles_left
from engine.castle.vocabulary.moves import ROLES, AnotherTurn, Placement, Posting, Turn
from engine.players.castle import standing
from engine.players.castle.board.ground import KINDS
from engine.players.castle.board.last import LastTurn
from engine.players.castle.board.position import NOBODY, Position
from engine.players.castle.tiles import outcomes
from engine.players.castle.weighing import sights
from engine.players.castle.worth import season
from engine.players.judgement import Candidate, lead


def candidates(state: State) -> Sequence[Candidate]:
    """Every possible turn; of several followers on one feature only the first. With no tile left to
    come, each is weighed by the final scoring."""
    if state.phase == "again":
        turn = 2 * season(Position.of(state).left).turn
        return [Candidate(AnotherTurn(True), turn), Candidate(AnotherTurn(False), 0.0)]
    found: list[Candidate] = []
    for placement, seen in _by_placement(state).items():
        turns = completions(state, placement)
        for follower, worth in seen.items():
            endings = [turn for turn in turns if turn.follower == follower]
            found += _with_every_ending(state, endings, worth)
    return sorted(found, key=lambda one: -one.worth)


def _by_placement(state: State) -> Mapping[Placement, Mapping[Posting | None, float]]:
    position = Position.of(state)
    found: dict[Placement, dict[Posting | None, float]] = defaultdict(dict)
    last = None if position.left else LastTurn(position, unseen_wall_tiles(state))
    for sight in sights(position):
        _, cell, rotation, part = sight
        placement = Placement(state.board.grid.cells[cell], rotation)
        found[placement][_posting(position, rotation, part)] = (
            last.worth(sight) if last else sight[0]
        )
    return found


def _posting(position: Position, rotation: int, number: int) -> Posting | None:
    if number == NOBODY or position.drawn is None:
        return None
    part = position.ground.parts[position.drawn][rotation][number]
    return Posting(ROLES[KINDS[part.kind]], part.ports[0])


def _with_every_ending(state: State, turns: Sequence[Turn], worth: float) -> list[Candidate]:
    """Turns that differ only in the wall tiles played and the order of scoring; the best of them
    has the given worth."""
    if len(turns) == 1:
        return [Candidate(turns[0], worth)]
    if not tiles_left(state):
        return [Candidate(turn, _lead_at_the_end(state, turn)) for turn in turns]
    leads = [_lead_after(state, turn) for turn in turns]
    best = max(leads)
    return [Candidate(turn, worth + one - best) for turn, one in zip(turns, leads, strict=True)]


def _lead_after(state: State, turn: Turn) -> float:
    after, _ = apply(state, state.seat, turn)
    position = Position.of(after)
    position.seat = state.seat
    found = standing.lead(position, season(len(state.setup.deck) - state.dealt))
    return found if state.seat == 0 else -found


def _lead_at_the_end(state: State, turn: Turn) -> float:
    return sum(chance * lead(after.scores, state.seat) for chance, after in outcomes(state, turn))
