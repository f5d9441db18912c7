"""The final scoring: incomplete features, then the fields (C17 to C20)."""

from collections.abc import Sequence

from engine.carcassonne.play.completed import SCORING_KINDS, counted, points_incomplete
from engine.carcassonne.play.farming import farms
from engine.carcassonne.play.survey import Surveyed, survey
from engine.carcassonne.state import State, spot_of, staying
from engine.carcassonne.vocabulary.events import (
    Cells,
    Event,
    FarmersScored,
    FinalScored,
    GameEnded,
)
from engine.carcassonne.vocabulary.players import Counts, changed, most


def finish(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Add every final point to the scores of a game that has ended."""
    features = survey(state, counting=True)
    entries: list[FinalScored | FarmersScored] = [
        *incomplete_scored(state, features),
        *farmers_scored(state, features),
    ]
    for entry in entries:
        state = state._replace(scores=credited(state.scores, entry.seats, entry.points))
    return state, (*events, *entries, GameEnded(state.scores, leaders(state)))


def credited(scores: Counts, seats: Sequence[int], points: int) -> Counts:
    for seat in seats:
        scores = changed(scores, seat, points)
    return scores


def leaders(state: State) -> tuple[int, ...]:
    """C20, C21: those with the most points among the players who stayed."""
    stayed = staying(state)
    best = max(state.scores[seat] for seat in stayed)
    return tuple(seat for seat in stayed if state.scores[seat] == best)


def winners(state: State) -> tuple[int, ...]:
    """C20: everybody who shares the win; nobody while the game is running."""
    return leaders(state) if state.phase == "over" else ()


def incomplete_scored(state: State, features: Sequence[Surveyed]) -> list[FinalScored]:
    """C17: each incomplete feature with followers, in the order of the kinds. Completed features no
    longer have any (C13)."""
    return [
        _incomplete(state, kind, feature)
        for kind in SCORING_KINDS
        for feature in features
        if feature.kind == kind and feature.standing
    ]


def _incomplete(state: State, kind: str, feature: Surveyed) -> FinalScored:
    followers = counted(state, feature.standing)
    return FinalScored(
        kind=SCORING_KINDS[kind],
        spot=spot_of(state, *feature.segments[0]),
        cells=cells_of(state, feature),
        pennants=feature.pennants,
        followers=followers,
        seats=most(followers),
        points=points_incomplete(state, kind, feature.cells, feature.pennants),
        each=1,
    )


def farmers_scored(state: State, features: Sequence[Surveyed]) -> list[FarmersScored]:
    """C18, C19: what the farmers would give if the game ended now."""
    return [
        FarmersScored(
            cities=tuple(cells_of(state, features[city]) for city in farm.cities),
            fields=tuple(cells_of(state, features[field]) for field in farm.fields),
            followers=farm.followers,
            seats=farm.seats,
            points=farm.points,
            counted_by="field" if state.setup.options.farms == "by_field" else "city",
            each=farm.each,
        )
        for farm in farms(state, features)
    ]


def cells_of(state: State, feature: Surveyed) -> Cells:
    return tuple(state.board.grid.cells[cell] for cell in feature.cells)
