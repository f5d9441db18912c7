"""How much memory there is: the machine's, or less if a cgroup says so."""

from pathlib import Path

import pytest

from bot.process import memory
from bot.process.memory import allocate_sparingly, return_memory, total_memory

NO_LIMIT = 9223372036854771712
MACHINE = 1 << 30


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a gigabyte."""
    monkeypatch.setattr(memory, "OWN_CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "CGROUPS", tmp_path / "cgroups")
    monkeypatch.setattr(memory, "_machine", lambda: iter((MACHINE,)))
    return tmp_path


def limit(system: Path, file: str, value: object) -> None:
    path = system / "cgroups" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{value}\n")


def test_a_cgroup_of_version_1_limits_it(system: Path) -> None:
    (system / "cgroup").write_text("9:cpu:/bot\n4:memory:/bot\n0::/\n")
    limit(system, "memory/bot/memory.limit_in_bytes", 256 << 20)
    limit(system, "memory/memory.limit_in_bytes", NO_LIMIT)
    assert total_memory() == 256 << 20


def test_a_cgroup_of_version_2_limits_it(system: Path) -> None:
    (system / "cgroup").write_text("0::/system.slice/bot.service\n")
    limit(system, "system.slice/bot.service/memory.max", 300 << 20)
    assert total_memory() == 300 << 20


def test_so_does_a_cgroup_around_it(system: Path) -> None:
    (system / "cgroup").write_text("0::/system.slice/bot.service\n")
    limit(system, "system.slice/bot.service/memory.max", "max")
    limit(system, "system.slice/memory.max", 200 << 20)
    assert total_memory() == 200 << 20


def test_in_a_container_the_path_may_be_that_on_the_host(system: Path) -> None:
    (system / "cgroup").write_text("4:memory:/docker/0123\n")
    limit(system, "memory/memory.limit_in_bytes", 256 << 20)
    assert total_memory() == 256 << 20


def test_without_a_limit_it_is_that_of_the_machine(system: Path) -> None:
    (system / "cgroup").write_text("4:memory:/\n0::/\n")
    limit(system, "memory/memory.limit_in_bytes", NO_LIMIT)
    limit(system, "memory.max", "max")
    assert total_memory() == MACHINE


def test_a_system_that_does_not_tell(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_machine", lambda: iter(()))
    assert total_memory() is None


def test_this_machine_tells_or_not_without_an_error() -> None:
    total = total_memory()
    assert total is None or total > 0


@pytest.mark.parametrize("ask", [allocate_sparingly, return_memory])
def test_another_allocator_than_glibcs_is_left_alone(
    ask: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "CDLL", lambda _: object())
    assert callable(ask)
    ask()
