"""The bot on a small machine: a little of what `python -m tools.small` measures."""

import asyncio
import re

import pytest

from engine.games import GAMES
from tests.bot.proof.cgroups import memory_cgroup
from tools.small import MIB, Footprint, play

MEMORY = 256 * MIB
MOST = 230 * MIB
PICTURES = 30


@pytest.fixture(scope="module")
def footprint() -> Footprint:
    """A move of a person and one of a `hard` computer player in each game, and some pictures."""
    return asyncio.run(play(MEMORY, PICTURES, rounds=1, small=True))


def test_it_plays_and_paints_within_230_mib(footprint: Footprint) -> None:
    assert footprint.pictures >= PICTURES
    assert footprint.rounds >= len(GAMES)
    assert footprint.held <= MOST, footprint


def test_nothing_is_killed_for_lack_of_memory(footprint: Footprint) -> None:
    """Where no memory cgroup may be made, nothing limits it and only the log can tell. Its other
    warnings may be about a busy machine, such as work that takes too long at the end."""
    assert footprint.kills == 0
    assert not re.findall(r"process \d+ died while working.*", footprint.log)
    assert not re.findall(r" ERROR .*", footprint.log)


def test_it_stops_when_asked(footprint: Footprint) -> None:
    assert footprint.exit_code == 0
    assert footprint.left == ()


def test_it_says_what_to_expect(footprint: Footprint) -> None:
    assert "in small mode: the first picture or thought after a pause" in footprint.log
    assert re.search(r"process \d+ was needed and began in [\d.]+ s", footprint.log)


def test_the_limit_of_its_cgroup_chooses_the_mode() -> None:
    with memory_cgroup(MEMORY) as cgroup:
        if cgroup is None:
            pytest.skip("this process may not make a memory cgroup; the files are tested elsewhere")
        assert cgroup.total_memory() == MEMORY
