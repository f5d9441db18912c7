"""Remakes the README's pictures of the playground and of a web page: `python -m tests.browser`."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.playground import ROOT, playground
from tests.browser.test_playground import begin, play
from tests.browser.visitor import Visitor

PICTURES = ROOT / "docs" / "pictures"
WIDE = ViewportSize(width=1180, height=720)
# A phone's.
SIZE = ViewportSize(width=390, height=844)
SCALE = 2
TURNS = 6


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        playground(Path(folder)) as address,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        visitor = Visitor(browser.new_page(viewport=SIZE, device_scale_factor=SCALE))
        visitor.visit(address)
        begin(visitor)
        for _ in range(TURNS):
            play(visitor)
        visitor.become(visitor.pinged)
        visitor.choose()
        visitor.last.evaluate("message => message.scrollIntoView({block: 'end'})")
        save(visitor.page.screenshot(), "playground.png")
        link = visitor.page.get_by_role("link", name="Watch").last.get_attribute("href")
        assert link is not None
        page = browser.new_page(viewport=WIDE, color_scheme="dark")
        page.goto(link)
        page.wait_for_load_state("networkidle")
        save(page.screenshot(), "web.png")


def save(shot: bytes, name: str) -> None:
    with Image.open(io.BytesIO(shot)) as picture:
        picture.convert("RGB").quantize(256, kmeans=8).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    main()
