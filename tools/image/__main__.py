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
from tools.image.engines import ROOT, STARTER_INSIDE, Building, Engine, Running

# The most megabytes that the image may add to its base.
MOST_MEGABYTES = 100
# The exit code of a bot with bad settings.
BAD_SETTINGS_CODE = 78
# The most seconds to wait for a command, or for the bot to be healthy.
PATIENCE = 300.0
# The id of the user that the bot runs as.
USER = "10001"
# Prints the user and the rights on three folders; then whether the root is read-only, which
# capabilities there are, and that no program gets more.
CONFINEMENT_SCRIPT = """
import os
print(os.getuid(), *(os.access(path, os.W_OK) for path in ("/app/bot", "/data", "/tmp")))
root = os.statvfs("/").f_flag & os.ST_RDONLY
lines = open("/proc/self/status").read().splitlines()
print(bool(root), *(line.split()[1] for line in lines if line.startswith(("CapBnd", "NoNewPrivs"))))
"""
# The expected output of that script.
EXPECTED_CONFINEMENT = f"{USER} False True True\nTrue 0000000000000000 1"
SETTINGS = {"DISCORD_TOKEN": "a.b.c", "EMOJIS": "false", "SHARD_COUNT": "1"}


def run_command(
    engine: Engine, *command: str, environment: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command in the image, and return its exit code, output and errors."""
    process = engine.start(command, environment or {})
    output, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, output.strip(), errors.strip()


def read_health(port: int) -> str:
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/health")
        response = connection.getresponse()
        return f"{response.status} {response.read().decode().strip()}"
    except OSError as error:
        return str(error)


def health_check() -> list[str]:
    """Read the command that the image is checked with."""
    file = (ROOT / "Containerfile").read_text("utf-8")
    [command] = re.findall(r"^HEALTHCHECK .*?CMD (\[.*\])$", file, re.MULTILINE)
    return [str(part) for part in json.loads(command)]


async def try_playing(engine: Engine) -> Sequence[str]:
    """Play in a small Discord on this machine, and return the problems."""
    with create_server(("127.0.0.1", 0)) as free_socket:
        port = free_socket.getsockname()[1]
    discord = SmallDiscord({1 << 22: [7]})
    server = await discord.open()
    environment = SETTINGS | {"METRICS_PORT": str(port)}
    problems: list[str] = []
    process = engine.start(["python", STARTER_INSIDE, f"{discord.address}/one"], environment)
    try:
        health_answer = ""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not health_answer.startswith("200") and process.poll() is None:
                    await asyncio.sleep(0.5)
                    health_answer = await asyncio.to_thread(read_health, port)
        if health_answer != "200 ok":
            problems.append(f"/health answers {health_answer}")
        else:
            run_check = partial(run_command, engine, *health_check(), environment=environment)
            code, _, errors = await asyncio.to_thread(run_check)
            if code:
                problems.append(f"the health check fails, while /health answers 200: {errors}")
    finally:
        _, errors = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        await server.cleanup()
    if process.returncode or "stopped" not in errors:
        problems.append(f"stopped with exit code {process.returncode}: {errors[-2000:]}")
    return problems


def try_version(engine: Engine) -> Iterator[str]:
    code, output, errors = run_command(engine, "python", "-m", "bot", "--version")
    if code or not output:
        yield f"exit code {code}: {output} {errors}"


def try_confinement(engine: Engine) -> Iterator[str]:
    _, output, errors = run_command(engine, "python", "-c", CONFINEMENT_SCRIPT)
    if output != EXPECTED_CONFINEMENT:
        yield f"expected {EXPECTED_CONFINEMENT!r}, got {output!r} {errors}"


def try_without_token(engine: Engine) -> Iterator[str]:
    code, _, errors = run_command(engine, "python", "-m", "bot")
    reasons = [line for line in errors.splitlines() if line.startswith("DISCORD_TOKEN: ")]
    if code != BAD_SETTINGS_CODE or not reasons:
        yield f"exit code {code}: {errors}"


def try_host_commands(engine: Engine) -> Iterator[str]:
    for command in ("upgrade", "verify"):
        code, output, errors = run_command(engine, "python", "-m", "bot.host", command)
        if code:
            yield f"{command}: exit code {code}: {output} {errors}"


def try_size(engine: Engine) -> Iterator[str]:
    added = engine.added_megabytes()
    if added is not None:
        print(f"     the image adds {added:.0f} MB to its base")
        if added > MOST_MEGABYTES:
            yield f"more than {MOST_MEGABYTES} MB"


Trial = Callable[[Engine], Iterable[str]]

TRIALS: Mapping[str, Trial] = {
    "it says its version": try_version,
    "a read-only root, no rights but on its data": try_confinement,
    "without a token it ends with 78 and says why": try_without_token,
    "its host's commands work": try_host_commands,
    "it plays, is healthy, and stops": lambda engine: asyncio.run(try_playing(engine)),
    "it is small": try_size,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.image", description="Try the image.")
    parser.add_argument("--engine", help="a program that runs containers, instead of buildah")
    parser.add_argument("--image", default="castle-bot", help="for --engine: the image")
    parser.add_argument("--tree", type=Path, help="a Debian made by debootstrap, to keep")
    parser.add_argument("options", nargs="*", help="for `buildah build`")
    options = parser.parse_args(arguments)
    programs = [options.engine] if options.engine else ["buildah", "debootstrap"]
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        print(f"nothing was tried: {' and '.join(missing)} missing", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        engine: Engine
        if options.engine:
            engine = Running(options.engine, options.image)
        else:
            engine = Building(options.tree or Path(folder) / "debian", options.options)
        try:
            results = [_run_trial(name, trial, engine) for name, trial in TRIALS.items()]
        finally:
            engine.close()
    print("Not tried here:")
    for item in engine.untried:
        print(f"  - {item}")
    return 0 if all(results) else 1


def _run_trial(name: str, trial: Trial, engine: Engine) -> bool:
    """Print the outcome of a trial, and return whether it succeeded."""
    problems = list(trial(engine))
    print(
        "FAIL" if problems else "ok  ",
        name,
        *(f"\n     {problem}" for problem in problems),
        flush=True,
    )
    return not problems


if __name__ == "__main__":
    sys.exit(main())
