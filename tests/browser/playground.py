"""The bot as `make run` starts it without a token, in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parent.parent.parent
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
# In seconds.
LONGEST_START = 120.0
LONGEST_STOP = 20.0


@contextmanager
def playground(folder: Path, **settings: str) -> Iterator[str]:
    """The address of the page of a bot that keeps its games in this folder, with few worker
    processes, as each takes seconds to start. Ends it as Ctrl-C does."""
    quiet = {"PLAYGROUND_PORT": "0", "PLAYGROUND_OPENS": "false"}
    few = {"PAINTERS": "1", "THINKERS": "0"}
    ours = [name for name in os.environ if name in ("DISCORD_TOKEN", "DATABASE_URL")]
    environment = {name: text for name, text in os.environ.items() if name not in ours}
    with (folder / "errors.log").open("a+") as errors:
        bot = subprocess.Popen(
            [sys.executable, "-m", "bot"],
            cwd=folder,
            env={**environment, **quiet, **few, **settings, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            yield _address(bot)
        finally:
            bot.send_signal(signal.SIGINT)
            try:
                status = bot.wait(LONGEST_STOP)
            finally:
                bot.kill()
                bot.communicate()
        errors.seek(0)
        output = errors.read()
    assert status == 0, output
    assert "Traceback" not in output, output


def _address(bot: "subprocess.Popen[str]") -> str:
    assert bot.stdout is not None
    too_long = Timer(LONGEST_START, bot.kill)
    too_long.start()
    try:
        for line in bot.stdout:
            if match := ADDRESS.search(line):
                return match[0]
    finally:
        too_long.cancel()
    raise AssertionError("the playground told no address")
