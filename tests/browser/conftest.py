"""Two browser windows at the playground; where there is no Chromium, the tests that need it are
skipped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.chromium import FOUND, chromium
from tests.browser.visitor import Visitor

SIZE = ViewportSize(width=900, height=1000)
PHONE = ViewportSize(width=390, height=844)
# What is left on such a phone for messages, in pixels: the rest is taken by bars and the keyboard's
# row.
MESSAGES = 584


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if FOUND is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture
def players(browser: Browser) -> Iterator[Visitor]:
    """Anna and Ben, who share a window."""
    with browser.new_page(viewport=SIZE) as page:
        yield Visitor(page)


@pytest.fixture
def carla(browser: Browser) -> Iterator[Visitor]:
    """The spectator, in a window of her own."""
    with browser.new_page(viewport=SIZE) as page:
        yield Visitor(page)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Visitor]:
    """A page as wide as a phone."""
    with browser.new_page(viewport=PHONE) as page:
        yield Visitor(page)
