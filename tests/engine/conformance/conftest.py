"""Examines all the games there are."""

import pytest

from engine.games import GAMES
from tests.engine.conformance.adapters import ADAPTERS
from tests.engine.conformance.candidates import Candidate


@pytest.fixture(scope="session", params=sorted(GAMES))
def candidate(request: pytest.FixtureRequest) -> Candidate:
    name: str = request.param
    return Candidate(name, GAMES[name], ADAPTERS[name])
