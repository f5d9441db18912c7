"""Carcassonne as the candidate of the conformance suite."""

import pytest

from engine import carcassonne
from tests.engine.carcassonne.adapter import CarcassonneAdapter
from tests.engine.conformance.candidates import Candidate


@pytest.fixture(scope="session")
def candidate() -> Candidate:
    return Candidate("carcassonne", carcassonne, CarcassonneAdapter())
