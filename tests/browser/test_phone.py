"""Turns played by taps on a page as wide as a phone: picture and buttons share one screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from engine.games import GAMES
from tests.browser.conftest import PHONE
from tests.browser.playground import playground
from tests.browser.visitor import Visitor

TURNS = 2
SMALL = 100
"""Pictures narrower than this are emojis."""
MOST_CHOICES = 15
MOST_TAPS = 14
EXPLAINED = re.compile(r"(?:^|; )(\d+|[A-Z]) is ")
NAME = re.compile(r"(\d+|[A-Z])(?= |$)")
OTHERS = ("Back", "Confirm", "Take back", "Start over", "Hint")


def boxes(found: Locator) -> list[tuple[float, float]]:
    """Where each begins and ends on the page, from the top."""
    rects = [one.bounding_box() for one in found.all()]
    return [
        (rect["y"], rect["y"] + rect["height"])
        for rect in rects
        if rect is not None and rect["width"] > 0
    ]


def wide_pictures(message: Locator) -> list[tuple[float, float]]:
    found = [(one, one.bounding_box()) for one in message.locator("img").all()]
    return [
        (rect["y"], rect["y"] + rect["height"])
        for _, rect in found
        if rect is not None and rect["width"] > SMALL
    ]


def check_names(phone: Visitor) -> None:
    """The names that the alt text of a picture explains are those on the buttons."""
    alts = [one.get_attribute("alt") or "" for one in phone.last.locator("img").all()]
    told = {name for alt in alts for name in EXPLAINED.findall(alt)}
    named = {found[0] for found in map(NAME.match, phone.buttons) if found}
    assert not told or told == named


def check_one_screen(phone: Visitor) -> int:
    """The number of choices on the page, which fits on one screen with its pictures."""
    choices = [label for label in phone.buttons if not label.startswith(OTHERS)]
    pictures = wide_pictures(phone.last)
    assert pictures
    check_names(phone)
    if len(choices) <= MOST_CHOICES:
        ends = boxes(phone.last.locator(".component-button"))
        assert max(end for _, end in ends) - min(top for top, _ in pictures) <= PHONE["height"]
    return len(choices)


@pytest.mark.parametrize("kind", GAMES)
def test_picture_and_buttons_share_a_screen(phone: Visitor, kind: str, tmp_path: Path) -> None:
    with playground(tmp_path) as address:
        phone.visit(address)
        phone.command(f"{kind} new", opponent="Ben")
        phone.become("Ben")
        phone.press("Accept")
        for _ in range(TURNS):
            phone.become(phone.pinged)
            phone.press("Play")
            taps = 1
            while check_one_screen(phone) and "Confirm" not in phone.buttons:
                phone.press(phone.buttons[0])
                taps += 1
            phone.press("Confirm")
            taps += 1
            assert taps == 3 if kind != "castellan" else taps <= MOST_TAPS
