"""Harvest keeps the promises that every game makes."""

# ruff: noqa: F403
from tests.engine.conformance.test_choosing import *
from tests.engine.conformance.test_hostile_notation import *
from tests.engine.conformance.test_places import *
from tests.engine.conformance.test_promises import *
from tests.engine.conformance.test_records import *
from tests.engine.conformance.test_secrecy import *
