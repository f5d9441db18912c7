"""A game on the page of the playground, as a newcomer plays it."""

import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.ahead import explain_no_more
from tests.browser.playground import playground
from tests.browser.visitor import Visitor

TURNS = 2
# The welcome, the invitation, the start, the empty board, and one for each turn.
POSTS = 4 + TURNS
FAR = 100_000
PRIVATE = "Only you can see this"


def test_a_game_in_the_browser(players: Visitor, carla: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path) as address:
        players.visit(address)
        carla.visit(address)
        carla.become("Carla")
        begin(players)
        for _ in range(TURNS):
            play(players)
        move_wrongly(players)
        look_privately(players, carla)
    with playground(tmp_path) as address:
        players.visit(address)
        expect(players.messages).to_have_count(2)
        play(players)
        players.page.screenshot(path=tmp_path / "page.png")
    with Image.open(tmp_path / "page.png") as picture:
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 1000, "an empty page"


def test_one_click_starts_a_game_in_which_the_computer_replies(
    players: Visitor, tmp_path: Path
) -> None:
    with playground(tmp_path, PAINTERS="", THINKERS="") as address:
        begin_against_the_computer(players, address)
        explain_no_more(tmp_path)
        move = players.turn()
        expect(players.last).to_contain_text("Computer (easy) laid a tile on")
        expect(players.last.locator(".mention")).to_have_text("@Anna")
        expect(
            players.messages.filter(has_text=f"Anna laid a tile on {move.split()[0]}")
        ).to_have_count(1)


def test_a_first_game_is_explained_until_a_tap_ends_it(players: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path, PAINTERS="", THINKERS="") as address:
        begin_against_the_computer(players, address)
        players.press("Play")
        expect(players.last).to_contain_text("in the first five turns of your first game")
        players.press("No more of this")
        expect(players.last).to_contain_text("Nothing is explained any more unless you ask")


def test_a_page_follows_the_game_unless_one_looks_back(
    players: Visitor, phone: Visitor, tmp_path: Path
) -> None:
    with playground(tmp_path, PAINTERS="", THINKERS="") as address:
        begin_against_the_computer(players, address)
        explain_no_more(tmp_path)
        phone.visit(address)
        players.turn()
        expect(phone.last).to_contain_text("Computer (easy) laid a tile on")
        expect(phone.last.locator(".component-button").last).to_be_in_viewport()
        phone.page.locator("#channel-timeline").hover()
        phone.page.mouse.wheel(0, -FAR)
        expect(phone.messages.first).to_be_in_viewport()
        players.turn()
        answers = phone.messages.filter(has_text="Computer (easy) laid a tile on")
        expect(answers).to_have_count(2)
        expect(phone.messages.first).to_be_in_viewport()


def test_another_game_opens_where_the_page_shows_it(players: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path, PAINTERS="", THINKERS="") as address:
        begin_against_the_computer(players, address)
        players.press("Try against the computer", 1)
        expect(players.last).to_contain_text("A game is running in this channel already")
        players.press("Yes, resign")
        players.press("Try against the computer", 1)
        expect(players.last).to_contain_text("@Anna, it is your turn.")
        expect(players.last.locator(".gallery-image")).to_have_attribute(
            "alt", re.compile("^Carcassonne: 1")
        )
        expect(players.page.locator(".thread-summary")).to_have_count(0)


def test_each_board_of_a_game_has_a_way_to_step_from_it(players: Visitor, tmp_path: Path) -> None:
    with playground(tmp_path) as address:
        players.visit(address)
        begin(players)
        for _ in range(TURNS):
            play(players)
        ways = players.page.get_by_role("button", name="Step from here")
        expect(ways).to_have_count(1 + TURNS)
        players.become("Carla")
        ways.nth(1).click()
        expect(players.last).to_contain_text(f"move 1 of {TURNS}")
        expect(players.last).to_contain_text(PRIVATE)
        players.choose_language("Deutsch")
        expect(players.page.get_by_role("button", name="Ab hier durchgehen")).to_have_count(
            1 + TURNS
        )


def begin_against_the_computer(visitor: Visitor, address: str) -> None:
    visitor.visit(address)
    visitor.press("Try against the computer", 0)
    expect(visitor.last.locator(".mention")).to_have_text("@Anna")


def begin(players: Visitor) -> None:
    players.command("castle new", opponent="Ben")
    expect(players.last).to_contain_text("Anna invites @Ben to a game.")
    players.become("Ben")
    players.press("Accept")
    buttons = players.last.locator(".component-button")
    expect(buttons).to_have_text(["Play", "Board", "Tiles left", "Log", "Watch", "Predict"])


def play(players: Visitor) -> None:
    """A turn of the player to move. The board appears without a reload."""
    name = players.pinged
    players.become(name)
    move = players.turn()
    expect(players.last).to_contain_text(f"{name} laid a tile on {move.split()[0]}")
    assert players.pinged != name


def move_wrongly(players: Visitor) -> None:
    players.become(players.pinged)
    players.command("castle move", move="A1 r0")
    expect(players.last).to_contain_text("A1 is not inside the castle wall.")
    expect(players.last).to_contain_text(PRIVATE)


def look_privately(players: Visitor, carla: Visitor) -> None:
    """The page of a spectator follows the game on its own; what she looks at stays private."""
    expect(carla.messages).to_have_count(POSTS)
    expect(carla.last).to_contain_text("laid a tile on")
    carla.press("Board")
    expect(carla.messages).to_have_count(POSTS + 1)
    expect(carla.last).to_contain_text(PRIVATE)
    assert "Who leads where" in carla.buttons
    for name in ("Anna", "Ben"):
        players.become(name)
        expect(players.page.get_by_text("Who leads where")).to_have_count(0)
