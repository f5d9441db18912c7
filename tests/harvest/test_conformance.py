"""Harvest keeps the promises that every game makes."""

# ruff: noqa: F401, F403
from tests.engine.conformance.test_choosing import *
from tests.engine.conformance.test_hostile_notation import *
from tests.engine.conformance.test_hostile_records import (
    test_a_text_that_is_no_record_is_refused,
    test_any_value_in_any_place_is_read_or_refused,
    test_objects_with_thousands_of_keys_are_refused_as_one_fault,
)
from tests.engine.conformance.test_places import *
from tests.engine.conformance.test_promises import *
from tests.engine.conformance.test_record_format import (
    test_only_those_who_still_play_win_a_stopped_game,
    test_the_last_turn_says_who_ended_the_game_by_leaving,
)
from tests.engine.conformance.test_records import *
from tests.engine.conformance.test_secrecy import *
