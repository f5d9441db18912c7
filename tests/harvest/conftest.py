"""Harvest as the candidate of the conformance suite."""

import pytest

from tests.engine.conformance.candidates import Candidate
from tests.harvest.adapter import HarvestAdapter
from tests.harvest.rules.rules import harvest


@pytest.fixture(scope="session")
def candidate() -> Candidate:
    return Candidate("harvest", harvest, HarvestAdapter())
