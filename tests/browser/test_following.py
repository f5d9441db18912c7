"""The page as the playground serves it: it shows what was answered, in the language chosen."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.playground import playground
from tests.browser.visitor import Visitor


def is_shown_to_its_end(phone: Visitor, message: Locator) -> bool:
    box = message.bounding_box()
    view = phone.page.locator("#channel-timeline").bounding_box()
    if box is None or view is None:  # it is being redrawn
        return False
    end = box["y"] + box["height"]
    return view["y"] < end <= view["y"] + view["height"] + 1


def test_the_page_scrolls_to_what_was_answered(phone: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        phone.visit(address)
        phone.command("castle new", opponent="Ben")
        phone.become("Ben")
        phone.press("Accept")
        phone.become(phone.pinged)
        for label in ("Play", "1", "Back"):
            phone.press(label)
            phone.wait_for(
                lambda: is_shown_to_its_end(phone, phone.last), f"answer to {label} in view"
            )


def test_everybody_speaks_the_language_chosen(phone: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path, EMOJIS="false") as address:
        phone.visit(address)
        phone.choose_language("Deutsch")
        expect(phone.messages).to_have_count(2)
        expect(phone.last).to_contain_text("Willkommen")
        phone.command("castle new", opponent="Ben")
        expect(phone.last).to_contain_text("Anna lädt @Ben")
    with playground(tmp_path, EMOJIS="false") as address:
        phone.visit(address)
        expect(phone.last).to_contain_text("Anna lädt @Ben")
        expect(phone.messages.first).to_contain_text("Willkommen")
