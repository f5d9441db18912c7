"""All turns, the best at first sight first."""

from collections.abc import Sequence

from engine.carcassonne.play.placing import placements
from engine.carcassonne.state import State
from engine.players.carcassonne.appraisal import Appraisal, left
from engine.players.carcassonne.weighing import Weighing
from engine.players.expert import Candidate, lead


def candidates(state: State) -> Sequence[Candidate]:
    appraisal = Appraisal(state, left(state))
    points, seat = appraisal.points(), state.seat
    found = [
        Candidate(turn, lead(after, seat))
        for placement in placements(state)
        for turn, after in Weighing(appraisal, points, placement).turns()
    ]
    found.sort(key=lambda candidate: -candidate.worth)
    return found
