"""Remakes the README's picture of the playground: `python -m tests.browser`."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.playground import ROOT, playground
from tests.browser.test_playground import begin, play
from tests.browser.visitor import Visitor

PICTURE = ROOT / "docs" / "pictures" / "playground.png"
SIZE = ViewportSize(width=760, height=1280)
TURNS = 11


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        playground(Path(folder)) as address,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        visitor = Visitor(browser.new_page(viewport=SIZE))
        visitor.visit(address)
        begin(visitor)
        for _ in range(TURNS):
            play(visitor)
        visitor.become(visitor.pinged)
        visitor.choose()
        visitor.last.locator(".component-button").last.scroll_into_view_if_needed()
        shot = visitor.page.screenshot()
    with Image.open(io.BytesIO(shot)) as picture:
        picture.convert("RGB").quantize(256, kmeans=8).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
