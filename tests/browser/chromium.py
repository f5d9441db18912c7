"""Debian's Chromium, driven by Playwright. Nothing is ever downloaded for it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright

FOUND = shutil.which("chromium")


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Started as root, it runs without its sandbox, which root cannot use."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ["--no-sandbox"] if as_root else []
    with playwright.chromium.launch(executable_path=FOUND, args=arguments) as browser:
        yield browser
