"""Whole games of two people, one in the simulated Discord and one at the page of a seat, while a
third watches. The middle of a game is played ahead."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine.games import GAMES
from tests.browser.ahead import (
    accept,
    count_moves,
    is_running,
    play_ahead,
    read_moment,
    read_mover,
)
from tests.browser.conftest import PHONE
from tests.browser.playground import playground
from tests.browser.test_phone import catch_up, tap_turn
from tests.browser.test_playing_on_the_board import (
    CHOICES,
    DESK,
    MOST_TAPS,
    link_on_panel,
    moment,
    seat,
    until_changed,
)
from tests.browser.visitor import PATIENCE, Visitor

# So many turns at the beginning are played by hand, and so are the last ones.
FIRST = 4
# More than are left after the middle of a game, at another turn each.
MOST_TURNS = 12
# More than once round the page.
MOST_TABS = 300
SEED = "whole"


def tap(page: Page) -> None:
    """Tap what the page offers first."""
    page.locator(CHOICES).first.click()


def confirm_by_tap(page: Page) -> None:
    page.locator("#confirm").click()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the first of these is reached, however many others there are."""
    is_reached = "selector => document.activeElement === document.querySelector(selector)"
    for _ in range(MOST_TABS):
        if page.evaluate(is_reached, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def press_key(page: Page) -> None:
    tab_to(page, CHOICES)
    page.keyboard.press("Enter")


def confirm_by_key(page: Page) -> None:
    tab_to(page, "#confirm")
    page.keyboard.press("Enter")


class Hand(NamedTuple):
    """How somebody plays at the page."""

    size: ViewportSize
    choose: Callable[[Page], None]
    confirm: Callable[[Page], None]

    def play_turn(self, page: Page) -> None:
        """Choose until the move is complete, and confirm it."""
        for _ in range(MOST_TAPS):
            before = moment(page)
            is_complete = page.locator("#confirm").count() > 0
            press = self.confirm if is_complete else self.choose
            press(page)
            until_changed(page, before)
            if is_complete:
                return
        raise AssertionError("the turn does not end")


TOUCH = Hand(PHONE, tap, confirm_by_tap)
KEYBOARD = Hand(DESK, press_key, confirm_by_key)


@pytest.mark.parametrize("hand", [TOUCH, KEYBOARD], ids=["touch", "keyboard"])
@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_in_discord_and_at_the_page(
    phone: Visitor, browser: Browser, tmp_path: Path, kind: str, hand: Hand
) -> None:
    """Anna plays in Discord, Ben at the page."""
    chance = Random(1)
    with playground(tmp_path) as address:
        phone.visit(address)
        phone.command(f"{kind} new", opponent="Ben")
        accept(tmp_path, SEED)
        catch_up(phone, tmp_path)
        href = phone.page.get_by_role("link", name="Watch").last.get_attribute("href")
        assert href is not None

        def play_in_discord() -> None:
            catch_up(phone, tmp_path)
            tap_turn(phone, chance, tmp_path)

        while read_mover(tmp_path) == "Anna":
            play_in_discord()
        catch_up(phone, tmp_path)
        phone.become("Ben")
        phone.tap("Play")
        link = link_on_panel(phone)
        phone.become("Anna")
        with (
            browser.new_page(viewport=hand.size) as watched,
            seat(browser, link, hand.size) as page,
        ):
            watched.set_default_timeout(PATIENCE)
            watched.goto(href)

            def play() -> None:
                ply = count_moves(tmp_path)
                if read_mover(tmp_path) == "Anna":
                    play_in_discord()
                else:
                    page.locator(f"#turn form[data-game='{read_moment(tmp_path)}']").wait_for()
                    hand.play_turn(page)
                assert count_moves(tmp_path) == ply + 1
                expect(watched.locator("#title")).to_have_text(re.compile(rf"Move {ply + 1} "))

            while count_moves(tmp_path) < FIRST:
                play()
            play_ahead(tmp_path, 1.0)
            for _ in range(MOST_TURNS):
                if not is_running(tmp_path):
                    break
                play()
            assert not is_running(tmp_path)
            last = count_moves(tmp_path)
            expect(watched.locator("#title")).to_have_text(f"Move {last} of {last}")
            won = watched.locator("#status").inner_text()
            assert "win" in won or "share" in won
            expect(page.locator(".status")).to_have_text(won)
            for each in (page, watched):
                expect(each.locator("#log li")).to_have_count(last)
                assert each.evaluate("document.documentElement.scrollWidth") <= hand.size["width"]
            expect(page.locator(CHOICES)).to_have_count(0)
            catch_up(phone, tmp_path)
            expect(phone.last.locator(".component-button").first).to_have_text("Points")
