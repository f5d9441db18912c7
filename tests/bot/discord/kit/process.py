"""The bot as `python -m bot` starts it without a token: a process that tests talk to like its page
does."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from threading import Timer
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent.parent.parent.parent
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")
OURS = re.compile("DISCORD_|DATABASE_|METRICS_|BACKUP_|LOG_")
# The longest, in seconds, that anything without a limit of its own may take.
PATIENCE = 60.0


class Process:
    """One start of the bot. What it writes to its error stream goes to `errors.log`."""

    def __init__(
        self, folder: Path, popen: "subprocess.Popen[str]", address: str, key: str
    ) -> None:
        self._folder = folder
        self._popen = popen
        self._address = address
        self._key = key

    @property
    def log(self) -> str:
        return (self._folder / "errors.log").read_text()

    def wait_for_log(self, text: str) -> None:
        """Wait until the log contains this text."""
        until = monotonic() + PATIENCE
        while text not in self.log:
            assert monotonic() < until, self.log
            sleep(0.005)

    def signal(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def wait_for_end(self) -> int:
        """Wait until it has ended; returns its exit code."""
        return self._popen.wait(PATIENCE)

    def open_page(self) -> "Page":
        """Open the page of the first person."""
        return Page(self, self.ask("/api/pages", {}))

    def ask(self, path: str, body: object = None, page: str = "") -> Any:
        headers = {"X-Simcord-Capability": self._key, "Content-Type": "application/json"}
        if page:
            headers["X-Simcord-Context"] = page
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._address + path, data, headers), timeout=PATIENCE) as answer:
            return json.loads(answer.read())


class Page:
    """What one person sees in the browser."""

    def __init__(self, process: Process, state: dict[str, Any]) -> None:
        self._process = process
        self._state = state

    @property
    def channel_id(self) -> int:
        return int(self._state["channelId"])

    @property
    def guild_id(self) -> int:
        return int(self._state["channel"]["guildId"])

    @property
    def user_ids(self) -> list[int]:
        return [int(viewer["id"]) for viewer in self._state["viewers"]]

    def command(self, command: str) -> str:
        """Use a slash command, retrying while the page rejects it because something else happens.
        Returns how it ended, without waiting further."""
        until = monotonic() + PATIENCE
        while (ended := self._command_once(command)) == "rejected":
            assert monotonic() < until, self._state
            sleep(0.05)
        return ended

    def _command_once(self, command: str) -> str:
        page = self._state["context"]["id"]
        self._state = self._process.ask("/api/state", page=page)
        entries = self._process.ask("/api/commands", page=page)["entries"]
        entry = next(entry for entry in entries if entry["invocation"] == command)
        asked = {
            "kind": "run_command",
            "protocol_version": self._state["protocolVersion"],
            "request_id": token_hex(16),
            "sequence": 1,
            "generation": self._state["context"]["generation"],
            "bot_generation": self._state["botGeneration"],
            "published_revision": self._state["publishedRevision"],
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "options": {},
        }
        ended = self._process.ask("/api/action", asked, page)
        return str(ended["settlement"])


@contextmanager
def start_bot(folder: Path, **settings: str) -> Iterator[Process]:
    """Open the bot with its games in this folder. It is killed at the end if it still runs."""
    fixed = {"PLAYGROUND_PORT": "0", "PLAYGROUND_OPENS": "false", "EMOJIS": "false"}
    environment = {name: text for name, text in os.environ.items() if not OURS.match(name)}
    with (folder / "errors.log").open("w") as errors:
        popen = subprocess.Popen(
            [sys.executable, "-m", "bot"],
            cwd=folder,
            env={**environment, **fixed, **settings, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            yield Process(folder, popen, *_address(popen))
        finally:
            popen.kill()
            popen.communicate()


def _address(popen: "subprocess.Popen[str]") -> tuple[str, str]:
    assert popen.stdout is not None
    too_long = Timer(PATIENCE, popen.kill)
    too_long.start()
    try:
        for line in popen.stdout:
            if match := ADDRESS.search(line):
                return match[1], match[2]
    finally:
        too_long.cancel()
    raise AssertionError("the bot told no address")
