"""Playing on the page of one's seat, by tapping the board, while the game goes on in the simulated
Discord."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.playground import playground
from tests.browser.visitor import PATIENCE, Visitor

DESK = ViewportSize(width=1280, height=800)
# More than any turn takes.
MOST_TAPS = 40
# What can be chosen, in the pictures and below them.
CHOICES = "#turn .placed, #turn .group button.offer"


def begin(players: Visitor, address: str, kind: str) -> None:
    """Anna and Ben begin a game; whoever is to move looks at the panel."""
    players.visit(address)
    players.command(f"{kind} new", opponent="Ben")
    players.become("Ben")
    players.press("Accept")
    players.become(players.pinged)
    players.tap("Play")


def link_on_panel(players: Visitor) -> str:
    players.press("Open the board")
    link = players.page.locator("a[href*='/play/link/']").last
    href = link.get_attribute("href")
    assert href is not None
    return href


@contextmanager
def seat(browser: Browser, link: str, size: ViewportSize = PHONE) -> Iterator[Page]:
    """The page of a seat, opened by its link; whose browser may complain of nothing."""
    complaints: list[str] = []
    with browser.new_context(viewport=size) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(link)
        page.get_by_role("button", name=re.compile("Play as")).click()
        expect(page).to_have_url(re.compile(r"/play/\d+/\d$"))
        yield page
    assert complaints == []


def moment(page: Page) -> str:
    """The position and the draft that are shown."""
    shown = page.locator("#turn form[data-at]").get_attribute("data-at")
    assert shown is not None
    return shown


def until_changed(page: Page, before: str) -> None:
    changed = f"form => form.querySelector('form').dataset.at !== '{before}'"
    page.wait_for_function(changed, arg=page.locator("#turn").element_handle())


def tap_turn(page: Page) -> None:
    """Tap what the picture offers until the move is complete, and confirm it."""
    for _ in range(MOST_TAPS):
        before = moment(page)
        if page.locator("#confirm").count():
            page.locator("#confirm").click()
            until_changed(page, before)
            return
        page.locator(CHOICES).first.click()
        until_changed(page, before)
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("kind", ["carcassonne", "castle", "castellan"])
def test_two_people_play_by_tapping_the_board(
    players: Visitor, browser: Browser, tmp_path: Path, kind: str, size: ViewportSize
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, kind)
        with seat(browser, link_on_panel(players), size) as first:
            tap_turn(first)
            expect(first.locator("#log li")).to_have_count(1)
            if kind == "castle" and first.locator(CHOICES).count():
                tap_turn(first)  # the same player goes on
            players.refresh()
            players.become(players.pinged)
            players.tap("Play")
            with seat(browser, link_on_panel(players), size) as second:
                before = moment(first)
                tap_turn(second)
                until_changed(first, before)  # it follows without being asked
                assert first.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_turn_is_played_by_keyboard_alone(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, "carcassonne")
        with seat(browser, link_on_panel(players)) as page:
            page.locator(".placed").first.focus()
            before = moment(page)
            page.keyboard.press("Enter")
            until_changed(page, before)
            if page.locator("#turning").count():
                before = moment(page)
                page.keyboard.press("r")
                until_changed(page, before)
            for _ in range(MOST_TAPS):
                if page.evaluate("document.activeElement.id") == "confirm":
                    break
                page.keyboard.press("Tab")
            before = moment(page)
            page.keyboard.press("Enter")
            until_changed(page, before)
            expect(page.locator("#log li")).to_have_count(1)


def test_a_move_in_discord_takes_the_page_along(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, "carcassonne")
        with seat(browser, link_on_panel(players)) as page:
            page.locator(".placed").first.click()
            expect(page.locator("#confirm")).to_be_visible()
            players.press("Play")
            players.press("Confirm")  # what was chosen on the page
            expect(page.locator("#confirm")).to_have_count(0)
            expect(page.locator("#log li")).to_have_count(1)


def test_without_its_script_the_board_is_played_by_buttons(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, "carcassonne")
        link = link_on_panel(players)
        with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:
            page = context.new_page()
            page.goto(link)
            page.get_by_role("button", name=re.compile("Play as")).click()
            page.locator(".group .offer").first.click()
            page.get_by_role("button", name="Confirm").click()
            expect(page.locator("#log li")).to_have_count(1)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("kind", ["carcassonne", "castellan"])
def test_the_page_of_a_seat_is_accessible(
    players: Visitor,
    browser: Browser,
    tmp_path: Path,
    kind: str,
    theme: Literal["dark", "light"],
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, kind)
        link = link_on_panel(players)
        # The check is a script of its own, which the page would not let in.
        with browser.new_context(color_scheme=theme, viewport=PHONE, bypass_csp=True) as context:
            page = context.new_page()
            page.goto(link)
            found = Axe().run(page).response["violations"]
            page.get_by_role("button", name=re.compile("Play as")).click()
            found += Axe().run(page).response["violations"]
            before = moment(page)
            page.locator(".placed").first.click()
            until_changed(page, before)
            found += Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"]) for fault in found] == []


def check_accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"]) for fault in found] == []


def test_a_move_of_a_hint_and_an_order_are_chosen_at_the_page(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false", THINKERS="1") as address:
        begin(players, address, "carcassonne")
        link = link_on_panel(players)
        # The check is a script of its own, which the page would not let in.
        with browser.new_context(viewport=PHONE, bypass_csp=True) as context:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(link)
            page.get_by_role("button", name=re.compile("Play as")).click()
            page.get_by_role("button", name="Hint").click()
            page.get_by_role("button", name="Play 1").wait_for()
            check_accessible(page)
            page.get_by_role("button", name="Play 1").click()
            page.get_by_role("button", name="Confirm").click()
            expect(page.locator("#log li")).to_have_count(1)
            page.get_by_role("link", name="Give an order").click()
            page.locator(".ways summary").first.click()
            check_accessible(page)
            page.locator(".ways a").first.click()
            page.locator(".placed").first.click()
            page.get_by_role("button", name="Give this order").click()
            page.get_by_role("button", name="Delete this order").click()
            expect(page.get_by_role("button", name="Delete this order")).to_have_count(0)
            expect(page.get_by_role("link", name="Your orders")).to_have_count(0)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_note_that_is_being_written_stays_when_the_game_goes_on(
    players: Visitor, browser: Browser, tmp_path: Path
) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        begin(players, address, "carcassonne")
        with seat(browser, link_on_panel(players)) as page:
            page.locator(".own-note summary").click()
            page.locator("#note").fill("A road, ")
            players.press("1")
            players.press("Confirm")
            expect(page.locator("#log li")).to_have_count(1)
            page.keyboard.type("or a river")
            expect(page.locator("#note")).to_have_value("A road, or a river")
            page.get_by_role("button", name="Save the note").click()
            expect(page.locator("#log .note")).to_have_text(re.compile("A road, or a river"))
            expect(page.locator("#note")).to_be_hidden()
