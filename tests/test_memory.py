"""The memory measured for a process is its own."""

import subprocess
import sys

from tests.memory import forget_peak, peak_memory, peak_of

MB = 1_000_000
PRINTED = "from tests.memory import peak_memory; print(peak_memory())"


def test_a_process_does_not_inherit_its_parents_peak_memory() -> None:
    held = b"x" * (200 * MB)
    done = subprocess.run(
        [sys.executable, "-c", PRINTED], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < len(held) / MB / 2


def test_a_module_is_measured_in_a_process_of_its_own() -> None:
    held = b"x" * (200 * MB)
    assert 5 < peak_of("this") < len(held) / MB / 2


def test_what_is_free_again_can_be_forgotten() -> None:
    held = b"x" * (200 * MB)
    peak = peak_memory()
    del held
    forget_peak()
    assert peak_memory() < peak - 100
