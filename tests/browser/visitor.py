"""The page as people use it: as one of three people, typing and pressing buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, expect

T = TypeVar("T")
# The longest that anything may take, in milliseconds.
PATIENCE = 120_000
SHORT = 50
# How long people look at what they typed; meanwhile the page fetches its suggestions.
THINKING = 500
ATTEMPTS = 5
# The last message, in one go, as the page may redraw it at any moment; null until it is there
# with its buttons and pictures.
LOOK = """
() => {
  const message = [...document.querySelectorAll("#channel-message-list article")].at(-1);
  if (!message || message.getAttribute("aria-busy") === "true") return null;
  const images = [...message.querySelectorAll("img")];
  const buttons = [...message.querySelectorAll(".component-button")];
  if (!buttons.length || !images.every((one) => one.complete && one.naturalWidth)) return null;
  const place = (one) => {
    const {y, width, height} = one.getBoundingClientRect();
    return {y, width, height};
  };
  return {
    id: message.dataset.messageId ?? "",
    buttons: buttons.map((one) => ({
      ...place(one), label: one.innerText, type: parseFloat(getComputedStyle(one).fontSize),
      chosen: one.classList.contains("button-style-1"),
    })),
    pictures: images.map((one) => ({...place(one), alt: one.alt})),
  };
}
"""


@dataclass(frozen=True)
class ShownButton:
    """A button as it is drawn, measured in pixels."""

    y: float
    width: float
    height: float
    label: str
    type: float
    """The size of its letters."""
    chosen: bool
    """True if it stands for what is chosen already."""


@dataclass(frozen=True)
class ShownPicture:
    y: float
    width: float
    height: float
    alt: str


@dataclass(frozen=True)
class ShownMessage:
    """A message as it was drawn at one moment."""

    id: str
    buttons: Sequence[ShownButton]
    pictures: Sequence[ShownPicture]

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    def rotations(self) -> list[str]:
        """The labels by which the tile is turned to where it does not lie yet."""
        turned = [button for button in self.buttons if button.label.startswith("↻")]
        return [button.label for button in turned if not button.chosen]

    @property
    def content(self) -> tuple[str, list[str], list[str]]:
        """What it says, however it is drawn."""
        return self.id, self.labels, [picture.alt for picture in self.pictures]


class Visitor:
    """Somebody with a page of their own, who can act as each of the people."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    def visit(self, address: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(address)
        self.settle()

    def become(self, name: str) -> None:
        self.page.get_by_label("Viewing as").select_option(label=name)
        self.settle()

    def refresh(self) -> None:
        """See what others did in the meantime."""
        self._click(self.page.locator("#refresh"))

    def choose_language(self, name: str) -> None:
        with self.page.expect_response(lambda response: "language=" in response.url):
            self.page.get_by_label("Language").select_option(label=name)

    def command(self, command: str, **options: str) -> None:
        """Type a command, with its options by name."""
        self.page.locator("#channel-composer-input").fill(f"/{command}")
        entries = self.page.locator(".command-entry-title strong")
        entries.get_by_text(f"/{command}", exact=True).click()
        for name, text in options.items():
            self._fill(name, text)
        self.page.wait_for_timeout(THINKING)
        self._click(self.page.get_by_role("button", name="Send"))

    def _fill(self, option: str, text: str) -> None:
        field = self.page.locator(f".command-option-input[data-option={option}]")
        if not field.count():
            self.page.locator(".command-chip").click()
            self._choose(option)
        field.fill(text)
        if option in ("opponent", "person"):
            self._choose(text)

    def _choose(self, text: str) -> None:
        suggestions = self.page.locator(".command-suggestion-label")
        suggestions.get_by_text(text, exact=True).click()

    def press(self, label: str, number: int = -1) -> None:
        """Press the button with this label in the latest message that has one, or another of those
        buttons, counted from the first one on the page."""
        labelled = self.page.locator(".component-button").get_by_text(label, exact=True)
        self._click(labelled.nth(number))

    def tap(self, label: str) -> ShownMessage:
        """Press a button; returns the last message once it says something new, as the answer may
        come after the page has taken the click."""
        before = self.look().content
        self.press(label)

        def answer() -> ShownMessage | None:
            message = self.look()
            return message if message.content != before else None

        return self.wait_for(answer, f"an answer to {label} after {before}")

    def fill_in(self, **chosen: str) -> None:
        """Choose these options in the menus of a form, by their names, and submit it. Each choice
        is an action of the page, which takes no other before it is done."""
        for name, label in chosen.items():
            before = self.settle()
            menu = self.page.locator(f".modal-field[data-custom-id={name}]")
            menu.locator(".select-trigger").click()
            menu.locator(".select-option").filter(has_text=label).click()
            expect(menu.locator(".select-trigger")).to_contain_text(label)
            self.wait_for(partial(self._has_settled_since, before), f"{label} as {name}")
        self._click(self.page.get_by_role("button", name="Submit"))

    def turn(self) -> str:
        """Play a whole turn by the panel; returns the move in words, its cell first."""
        move = self.choose()
        self.press("Confirm")
        return move

    def choose(self) -> str:
        """Choose a turn until it can be confirmed: a cell, a rotation, a follower."""
        first_cell, *_ = self.tap("Play").labels
        message = self.tap(first_cell)
        rotations = message.rotations()
        if rotations:
            message = self.tap(rotations[0])
        pieces = [label for label in message.labels if " · " in label]
        if pieces:
            self.tap(pieces[0])
        return self.last.locator(".components-v2 strong").first.inner_text()

    @property
    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list article")

    @property
    def last(self) -> Locator:
        return self.messages.last

    def look(self) -> ShownMessage:
        """Returns the last message, once all of it is drawn."""

        def drawn_message() -> ShownMessage | None:
            self.settle()
            drawn: Any = self.page.evaluate(LOOK)
            if drawn is None:
                return None
            buttons = [ShownButton(**button) for button in drawn["buttons"]]
            pictures = [ShownPicture(**picture) for picture in drawn["pictures"]]
            return ShownMessage(drawn["id"], buttons, pictures)

        return self.wait_for(drawn_message, "buttons of the last message, with all its pictures")

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons of the last message, which has some."""
        return self.look().labels

    @property
    def pinged(self) -> str:
        """The name of the player whose turn it is."""
        return self.last.locator(".mention").last.inner_text().removeprefix("@")

    def settle(self) -> Any:
        """Wait until the page shows everything that resulted from the last action, including
        pictures; returns that action."""
        return self.wait_for(self._ready_state, "a page that is ready")["lastAction"]

    def _ready_state(self) -> Any:
        state: Any = self.page.evaluate("window.simcordPreview ?? null")
        is_ready = state and state["ready"] and not state["pendingAction"] and not is_behind(state)
        return state if is_ready else None

    def _has_settled_since(self, action: Any) -> bool:
        return bool(self.settle() != action)

    def wait_for(self, event: Callable[[], T | None], what: str) -> T:
        """Wait until this gives something, and return it."""
        for _ in range(PATIENCE // SHORT):
            if value := event():
                return value
            self.page.wait_for_timeout(SHORT)
        raise AssertionError(f"there is no {what}")

    def _click(self, button: Locator) -> None:
        """Click, and try again, as people do, if the page was busy or had not yet seen what others
        did."""
        before = self.settle()
        for _ in range(ATTEMPTS):
            button.click()
            done = self.settle()
            codes = [] if done is None else [each["code"] for each in done["diagnostics"]]
            if done != before and "stale-revision" not in codes:
                assert done["settlement"] == "settled", done
                return
        raise AssertionError(f"the page does not take a click: {done}")


def is_behind(state: Any) -> bool:
    """True if the page does not show yet what its last action has led to."""
    awaited = state["awaitingRevision"]
    return awaited is not None and awaited > state["publishedRevision"]
