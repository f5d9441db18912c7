"""The peak memory of a process.

    python -m tests.memory MODULE [ARGUMENT ...]

runs a module as `python -m MODULE` does, and prints its peak at the end. On Linux it is the
process's own, `VmHWM`: `getrusage` reports at least the peak of the process that started it.
"""

import resource
import runpy
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

STATUS = Path("/proc/self/status")
CLEAR_REFS = Path("/proc/self/clear_refs")
MEASURE = "VmHWM" if STATUS.exists() else "ru_maxrss"


def peak_memory() -> float:
    """The peak of this process, in MB."""
    if MEASURE == "VmHWM":
        [line] = [line for line in STATUS.read_text().splitlines() if line.startswith(MEASURE)]
        return int(line.split()[1]) / 1024
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1024 * 1024 if sys.platform == "darwin" else 1024)


def forget_peak() -> None:
    """Reset the peak, where the system can: memory that was held before and is free again no longer
    counts."""
    with suppress(OSError):
        CLEAR_REFS.write_text("5")


def peak_of(module: str, *arguments: str) -> float:
    """The peak of a new process that runs this module."""
    command = [sys.executable, "-m", "tests.memory", module, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout.splitlines()[-1])


def main() -> None:
    del sys.argv[0]
    with suppress(SystemExit):
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    sys.stdout.write(f"{peak_memory()}\n")


if __name__ == "__main__":
    main()
