"""Signals from the system, sent to small processes: one that starts, one that hangs, one that gets
two signals."""

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
PATIENCE = 30.0

# A signal just before a long sleep would take effect only after the sleep: so sleep in small steps.
STARTING = """
    stopping.interruptible()
    async def main():
        tell("ready")
        while True:
            time.sleep(0.01)
"""
HANGING = """
    stopping.GONE_WITHIN = 0.2
    async def main():
        with stopping.on_signals(stopping.Stopping()):
            tell("ready")
            while True:
                time.sleep(0.01)
"""
WORKING = """
    async def main():
        asked = stopping.Stopping()
        with stopping.on_signals(asked):
            async with stopping.run_until_stopped(asked):
                with asked.work():
                    tell("ready")
                    await asked.wait()
                    tell("asked")
                    await asyncio.sleep(60)
"""
ENDING = """
    async def main():
        asked = stopping.Stopping()
        with stopping.on_signals(asked):
            async with stopping.run_until_stopped(asked):
                tell("ready")
                await asyncio.sleep(60)
            tell("closed")
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def script(body: str) -> str:
    head = """
        import asyncio, time
        from bot.process import stopping

        def tell(what):
            print(what, flush=True)
    """
    return "\n".join([dedent(head), dedent(body), "asyncio.run(main())"])


class Small:
    """A small process that has reported `ready`."""

    def __init__(self, body: str) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-c", script(body)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.tells("ready")

    def tells(self, what: str) -> None:
        assert self._popen.stdout is not None
        assert self._popen.stdout.readline() == f"{what}\n"

    def signal(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def wait_for_end(self) -> tuple[int, str]:
        """Its exit code, and the last of its error output."""
        with self._popen:
            try:
                errors = self._popen.communicate(timeout=PATIENCE)[1]
            finally:
                self._popen.kill()
        return self._popen.returncode, errors.strip()[-200:]


both = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


@both
def test_a_start_is_given_up_as_by_ctrl_c(number: signal.Signals) -> None:
    process = Small(STARTING)
    process.signal(number)
    _, errors = process.wait_for_end()
    assert errors.endswith("KeyboardInterrupt")


@both
def test_a_process_that_hangs_is_gone_in_time(number: signal.Signals) -> None:
    process = Small(HANGING)
    process.signal(number)
    assert process.wait_for_end() == (0, "")


@both
def test_a_second_signal_ends_it_at_once(number: signal.Signals) -> None:
    process = Small(WORKING)
    process.signal(signal.SIGTERM)
    process.tells("asked")
    process.signal(number)
    assert process.wait_for_end() == (128 + number, "")


@both
def test_a_process_with_nothing_to_finish_exits_by_itself(number: signal.Signals) -> None:
    process = Small(ENDING)
    process.signal(number)
    process.tells("closed")
    assert process.wait_for_end() == (0, "")
