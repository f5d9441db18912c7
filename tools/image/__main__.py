"""Tries the image: that it starts, says what is wrong, plays, is healthy, and stops.

python -m tools.image                                 builds it with buildah, over a small Debian
python -m tools.image -- --volume /pip:/etc/xdg/pip   the same; what follows is for `buildah build`
python -m tools.image --engine docker --image NAME    tries one that was built before

The first two need root, buildah and debootstrap, and a network. It says what it could not try.
"""

import argparse
import asyncio
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory

from tests.bot.proof.shards.discord import SmallDiscord
from tools.image.engines import INSIDE, ROOT, Building, Engine, Running

# In megabytes.
MOST_ADDED = 100
BAD_SETTINGS = 78
PATIENCE = 300.0
USER = "10001"
WHO = """
import os
print(os.getuid(), *(os.access(path, os.W_OK) for path in ("/app/bot", "/data", "/tmp")))
root = os.statvfs("/").f_flag & os.ST_RDONLY
lines = open("/proc/self/status").read().splitlines()
print(bool(root), *(line.split()[1] for line in lines if line.startswith(("CapBnd", "NoNewPrivs"))))
"""
# What that says: the user and the rights on three folders; that the root is read-only, which
# capabilities there are, and that no program gets more.
CONFINED = f"{USER} False True True\nTrue 0000000000000000 1"
TOKEN = {"DISCORD_TOKEN": "a.b.c", "EMOJIS": "false", "SHARD_COUNT": "1"}


def outcome(
    engine: Engine, *command: str, environment: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Exit code, output and errors of a command in the image."""
    running = engine.begin(command, environment or {})
    out, errors = running.communicate(timeout=PATIENCE)
    return running.returncode, out.strip(), errors.strip()


def health(port: int) -> str:
    try:
        asked = HTTPConnection("127.0.0.1", port, timeout=5)
        asked.request("GET", "/health")
        answer = asked.getresponse()
        return f"{answer.status} {answer.read().decode().strip()}"
    except OSError as error:
        return str(error)


def health_check() -> list[str]:
    """The command that the image is checked with."""
    file = (ROOT / "Containerfile").read_text("utf-8")
    [command] = re.findall(r"^HEALTHCHECK .*?CMD (\[.*\])$", file, re.MULTILINE)
    return [str(part) for part in json.loads(command)]


async def playing(engine: Engine) -> Sequence[str]:
    """Play in a small Discord on this machine; returns what is wrong."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    discord = SmallDiscord({1 << 22: [7]})
    server = await discord.open()
    environment = TOKEN | {"METRICS_PORT": str(port)}
    wrong: list[str] = []
    running = engine.begin(["python", INSIDE, f"{discord.address}/one"], environment)
    try:
        found = ""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not found.startswith("200") and running.poll() is None:
                    await asyncio.sleep(0.5)
                    found = await asyncio.to_thread(health, port)
        if found != "200 ok":
            wrong.append(f"/health answers {found}")
        else:
            check = partial(outcome, engine, *health_check(), environment=environment)
            code, _, errors = await asyncio.to_thread(check)
            if code:
                wrong.append(f"the health check fails, while /health answers 200: {errors}")
    finally:
        _, errors = await asyncio.to_thread(running.communicate, timeout=PATIENCE)
        await server.cleanup()
    if running.returncode or "stopped" not in errors:
        wrong.append(f"stopped with exit code {running.returncode}: {errors[-2000:]}")
    return wrong


def version(engine: Engine) -> Iterator[str]:
    code, out, errors = outcome(engine, "python", "-m", "bot", "--version")
    if code or not out:
        yield f"exit code {code}: {out} {errors}"


def confinement(engine: Engine) -> Iterator[str]:
    _, out, errors = outcome(engine, "python", "-c", WHO)
    if out != CONFINED:
        yield f"expected {CONFINED!r}, got {out!r} {errors}"


def without_token(engine: Engine) -> Iterator[str]:
    code, _, errors = outcome(engine, "python", "-m", "bot")
    if code != BAD_SETTINGS or not any(
        line.startswith("DISCORD_TOKEN: ") for line in errors.splitlines()
    ):
        yield f"exit code {code}: {errors}"


def looking_after(engine: Engine) -> Iterator[str]:
    for command in ("upgrade", "verify"):
        code, out, errors = outcome(engine, "python", "-m", "bot.host", command)
        if code:
            yield f"{command}: exit code {code}: {out} {errors}"


def size(engine: Engine) -> Iterator[str]:
    added = engine.added_megabytes()
    if added is not None:
        print(f"     the image adds {added:.0f} MB to its base")
        if added > MOST_ADDED:
            yield f"more than {MOST_ADDED} MB"


Trial = Callable[[Engine], Iterable[str]]

TRIALS: Mapping[str, Trial] = {
    "it says its version": version,
    "a read-only root, no rights but on its data": confinement,
    "without a token it ends with 78 and says why": without_token,
    "its host's commands work": looking_after,
    "it plays, is healthy, and stops": lambda engine: asyncio.run(playing(engine)),
    "it is small": size,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.image", description="Try the image.")
    parser.add_argument("--engine", help="a program that runs containers, instead of buildah")
    parser.add_argument("--image", default="castle-bot", help="for --engine: the image")
    parser.add_argument("--tree", type=Path, help="a Debian made by debootstrap, to keep")
    parser.add_argument("options", nargs="*", help="for `buildah build`")
    chosen = parser.parse_args(arguments)
    needed = [chosen.engine] if chosen.engine else ["buildah", "debootstrap"]
    missing = [program for program in needed if shutil.which(program) is None]
    if missing:
        print(f"nothing was tried: {' and '.join(missing)} missing", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        engine: Engine = (
            Running(chosen.engine, chosen.image)
            if chosen.engine
            else Building(chosen.tree or Path(folder) / "debian", chosen.options)
        )
        try:
            failed = sum([_try(name, trial, engine) for name, trial in TRIALS.items()])
        finally:
            engine.close()
    print("Not tried here:", *(f"  - {one}" for one in engine.untried), sep="\n")
    return 1 if failed else 0


def _try(name: str, trial: Trial, engine: Engine) -> bool:
    wrong = list(trial(engine))
    print("FAIL" if wrong else "ok  ", name, *(f"\n     {one}" for one in wrong), flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
