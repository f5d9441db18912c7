"""What people ask of a table, drawn at random: who, where, what, with which rights, how often."""

import os
from typing import get_args

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from bot.match.actions import (
    Claim,
    Decline,
    Halt,
    Nudge,
    OfferKind,
    Propose,
    Resign,
    Right,
    SetRated,
    Snooze,
    Start,
    Stop,
    Wait,
    Withdraw,
)
from bot.process.clock import HOUR
from tests.bot.proof.lives import CHANNEL

ALICE = 101
BOB = 102
CAROL = 103
DAVE = 104
PEOPLE = (ALICE, BOB, CAROL, DAVE)
CHANNELS = (CHANNEL, 12)
Rights = frozenset[Right]

people = st.sampled_from(PEOPLE)
players = st.sampled_from((ALICE, ALICE, BOB, BOB, CAROL))
channels = st.sampled_from(CHANNELS)
kept = st.sampled_from((None, ALICE, BOB, CAROL))
numbers = st.integers(0, 1 << 16)
# How far off the current position a click is; mostly it is right.
off = st.sampled_from((0, 0, 0, 0, 0, -1, 1))
endings_and_nudges = st.sampled_from(
    (Resign(), Claim(), Wait(), Stop(), Halt(), Nudge(), Snooze(30 * HOUR))
)
offers = st.sampled_from((Propose("end"), Propose("adjourn"), Propose("time")))
requests = st.sampled_from(get_args(OfferKind))
calls_off = st.sampled_from((Start(), SetRated(True), SetRated(False), Decline(), Withdraw()))
rights = st.frozensets(st.sampled_from(("start", "start", "cancel", "end")))
MAY_START: Rights = frozenset({"start"})
MAY_START_OR_NOT = st.sampled_from((MAY_START, MAY_START, MAY_START, frozenset({"end"})))

CI = os.environ.get("CI") == "true"
BOUNDED = settings(
    max_examples=int(os.environ.get("TABLE_LIFE_EXAMPLES", "40")),
    stateful_step_count=40,
    derandomize=CI,
    phases=[Phase.generate] if CI else list(Phase),  # shrinking a failure may take minutes
    suppress_health_check=list(HealthCheck),
)
