"""Runs commands in the image: by a container engine, or by buildah alone, without any privileges
but root's."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Protocol

ROOT = Path(__file__).parent.parent.parent
# The Debian that is the base of an image built here.
DEBIAN_SUITE = "bookworm"
DEBIAN_PACKAGES = "ca-certificates,python3,python3-venv"
BASE_IMAGE = "castle-bot-base"
IMAGE = "castle-bot-tried"
# The program that starts the bot in an image.
STARTER = Path(__file__).parent / "started.py"
# The place of that program in the image.
STARTER_INSIDE = "/opt/started.py"


def execute(*command: str) -> str:
    """Run a command, and return what it prints. Raises CalledProcessError."""
    process = subprocess.run(command, check=True, stdout=PIPE, text=True, cwd=ROOT)
    return process.stdout.strip()


class Engine(Protocol):
    untried: Sequence[str]
    """The things that cannot be tried with it."""

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> Popen[str]:
        """Start a command in the image, in which `STARTER_INSIDE` is the starter."""

    def added_megabytes(self) -> float | None:
        """Measure the megabytes that the image adds to its base, if that is known."""

    def close(self) -> None: ...


class Running:
    """An engine that runs containers, such as docker or podman, and an image that was built."""

    untried: Sequence[str] = ("the size, as the base is not known here",)

    def __init__(self, program: str, image: str) -> None:
        self._program = program
        self._image = image

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> Popen[str]:
        options = ["--rm", "--interactive", "--network", "host", "--read-only", "--tmpfs", "/tmp"]
        options += ["--cap-drop", "all", "--security-opt", "no-new-privileges"]
        options += ["--volume", f"{STARTER}:{STARTER_INSIDE}:ro"]
        for name, value in environment.items():
            options += ["--env", f"{name}={value}"]
        full_command = [self._program, "run", *options, self._image, *command]
        return Popen(full_command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)

    def added_megabytes(self) -> float | None:
        return None

    def close(self) -> None: ...


# Runs a command as compose.yaml has it run: nothing but the volume and /tmp can be written to,
# and there are no capabilities. Its arguments: the root, the volume, the user, environment and
# command. All mounts end with it.
CONFINED = """
cd "$1"
mount --rbind --make-rslave . . && cd "$1"
mount --bind "$2" data
mount --bind /dev dev
mount -t proc proc proc
mount -o remount,bind,ro .
mount -t tmpfs -o mode=1777 tmpfs tmp
user=$3
shift 3
exec chroot . setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \
    --bounding-set -all --inh-caps -all --ambient-caps -all env --chdir /data "$@"
"""


class Building:
    """buildah with chroot isolation, over a small Debian that debootstrap makes. It builds the
    image first; commands then run in its tree without it."""

    untried: Sequence[str] = (
        "limits of memory, and a system call filter: those are an engine's",
        "the health check as an engine repeats it; its command was run",
        "the compose files, another processor, registries",
    )

    def __init__(self, tree: Path, options: Sequence[str]) -> None:
        """Build the image; the tree is made unless it is there. `options` are for `buildah build`,
        such as where this machine has its packages."""
        if not tree.exists():
            execute(
                "debootstrap",
                "--variant=minbase",
                f"--include={DEBIAN_PACKAGES}",
                DEBIAN_SUITE,
                str(tree),
            )
        base = execute("buildah", "from", "scratch")
        execute("buildah", "copy", "--quiet", base, str(tree), "/")
        execute("buildah", "commit", "--quiet", "--rm", base, BASE_IMAGE)
        local_options = ["--isolation", "chroot", "--format", "docker", "--pull-never"]
        build_options = ["--build-arg", f"BASE=localhost/{BASE_IMAGE}", "--tag", IMAGE]
        execute(
            "buildah",
            "build",
            *local_options,
            *build_options,
            *options,
            "--file",
            "Containerfile",
            ".",
        )
        self._container = execute("buildah", "from", "--pull-never", f"localhost/{IMAGE}")
        execute("buildah", "copy", "--quiet", self._container, str(STARTER), STARTER_INSIDE)
        self._root = execute("buildah", "mount", self._container)
        config = json.loads(execute("buildah", "inspect", self._container))["OCIv1"]["config"]
        self._user = config["User"]
        self._environment = config["Env"]
        self._volume = TemporaryDirectory()
        os.chown(self._volume.name, int(self._user), int(self._user))

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> Popen[str]:
        confined_command = ["unshare", "--mount", "sh", "-euc", CONFINED, "sh"]
        confined_command += [self._root, self._volume.name, self._user]
        variables = [*self._environment]
        for name, value in environment.items():
            variables.append(f"{name}={value}")
        full_command = [*confined_command, "-i", *variables, *command]
        return Popen(full_command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)

    def added_megabytes(self) -> float | None:
        return _megabytes(IMAGE) - _megabytes(BASE_IMAGE)

    def close(self) -> None:
        self._volume.cleanup()
        execute("buildah", "umount", self._container)
        execute("buildah", "rm", self._container)
        execute("buildah", "rmi", "--force", IMAGE, BASE_IMAGE)


def _megabytes(image: str) -> float:
    size, unit = execute("buildah", "images", "--format", "{{.Size}}", f"localhost/{image}").split()
    assert unit == "MB"
    return float(size)
