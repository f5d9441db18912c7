"""Harvest as the candidate of the conformance suite."""

import pytest

from tests.engine.conformance.candidates import Candidate
from tests.harvest import rules
from tests.harvest.adapter import HarvestAdapter


@pytest.fixture(scope="session")
def candidate() -> Candidate:
    return Candidate("harvest", rules, HarvestAdapter())
