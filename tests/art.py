"""Where the tests keep the art of the pictures: drawn once, and anew when what draws it changes."""

from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import pytest

ROOT = Path(__file__).parent.parent
DRAWN_BY = ("render/**/*.py", "render/fonts/*", "engine/tiles/*.py", "engine/castle/material/**/*")
NAME = "art-"


def art_folder(config: pytest.Config) -> Path:
    """Beside what pytest keeps from one run to the next; that of other sources is removed."""
    assert config.cache is not None
    folder = config.cache.mkdir(f"{NAME}{_fingerprint()}")
    for other in folder.parent.glob(f"{NAME}*"):
        if other != folder:
            rmtree(other, ignore_errors=True)
    return folder


def _fingerprint() -> str:
    sources = sha256()
    for pattern in DRAWN_BY:
        for file in sorted(ROOT.glob(pattern)):
            if file.is_file() and "__pycache__" not in file.parts:
                sources.update(file.relative_to(ROOT).as_posix().encode() + b"\0")
                sources.update(file.read_bytes())
    return sources.hexdigest()[:16]
