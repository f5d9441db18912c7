"""The web page of a game, watched while others play in the simulated Discord."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.playground import playground
from tests.browser.visitor import PATIENCE, Visitor


@pytest.fixture
def spectator(browser: Browser) -> Iterator[Page]:
    """Somebody who only watches, on a phone; whose browser may complain of nothing."""
    complaints: list[str] = []
    with browser.new_page(viewport=PHONE) as page:
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
    assert complaints == []


def begin(players: Visitor, address: str) -> str:
    """Anna and Ben begin a game; the address of its web page."""
    players.visit(address)
    players.command("carcassonne new", opponent="Ben")
    players.become("Ben")
    players.press("Accept")
    players.become(players.pinged)
    href = players.page.get_by_role("link", name="Watch").last.get_attribute("href")
    assert href is not None
    return href


def play(players: Visitor) -> None:
    """Whoever is to move lays their tile, and the next one is to move."""
    for label in ("Play", "1", "Confirm"):
        players.press(label)
    players.become(players.pinged)


def test_a_spectator_follows_a_game_and_looks_back(
    players: Visitor, spectator: Page, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        spectator.goto(begin(players, address))
        title = spectator.locator("#title")
        expect(title).to_have_text("Move 0 of 0")
        play(players)
        expect(title).to_have_text("Move 1 of 1")
        expect(spectator.locator("#log li")).to_have_count(1)
        spectator.keyboard.press("ArrowLeft")
        expect(title).to_have_text("Move 0 of 1")
        expect(spectator).to_have_url(re.compile(r"\?move=0$"))
        play(players)
        expect(spectator.get_by_role("button", name="A new move")).to_be_visible()
        expect(title).to_have_text("Move 0 of 1")
        spectator.get_by_role("button", name="A new move").click()
        expect(title).to_have_text("Move 2 of 2")
        expect(spectator).to_have_url(re.compile(r"/g/[^?]+$"))


def test_the_board_is_looked_at_by_touch_and_by_keyboard(
    players: Visitor, spectator: Page, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        link = begin(players, address)
        play(players)
        play(players)
        spectator.goto(f"{link}?move=1&overlay=open")
        title = spectator.locator("#title")
        expect(title).to_have_text("Move 1 of 2")
        expect(spectator.get_by_role("link", name="Still open")).to_have_attribute(
            "aria-current", "true"
        )
        spectator.get_by_role("link", name="Still open").click()
        expect(spectator.locator("[aria-current][data-overlay]")).to_have_count(0)
        spectator.locator("#log li", has_text="2 ").first.get_by_role("link").click()
        expect(title).to_have_text("Move 2 of 2")
        spectator.get_by_role("link", name="First").press("Enter")
        expect(title).to_have_text("Move 0 of 2")
        spectator.locator("#board").dblclick()
        expect(spectator.locator(".board")).to_have_class(re.compile("zoomed"))
        assert spectator.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_without_its_script_the_page_leads_from_move_to_move(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        link = begin(players, address)
        play(players)
        context = browser.new_context(java_script_enabled=False, viewport=PHONE)
        page = context.new_page()
        page.goto(link)
        expect(page.locator("#title")).to_have_text("Move 1 of 1")
        page.get_by_role("link", name="Back").click()
        expect(page.locator("#title")).to_have_text("Move 0 of 1")
        page.get_by_role("link", name="Last").click()
        expect(page.locator("#title")).to_have_text("Move 1 of 1")
        context.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_page_is_accessible(
    players: Visitor, browser: Browser, tmp_path: Path, theme: Literal["dark", "light"]
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        link = begin(players, address)
        play(players)
        # The check is a script of its own, which the page would not let in.
        with browser.new_context(color_scheme=theme, viewport=PHONE, bypass_csp=True) as context:
            page = context.new_page()
            page.goto(f"{link}?overlay=open")
            found = Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"]) for fault in found] == []
