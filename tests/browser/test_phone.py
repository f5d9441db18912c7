"""Whole games played by taps on a page as wide as a phone: how many a turn takes, and whether
what is chosen can be read and tapped without scrolling."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from bot.locale import ENGLISH, words_of
from bot.match.game import Status
from engine.castle import moves
from engine.games import GAMES
from tests.bot.discord.pages.test_legible_marks import WIDTH
from tests.browser.ahead import (
    LAST,
    accept,
    all_is_posted,
    asks_for_another_turn,
    count_moves,
    is_running,
    play_ahead,
    play_to_another_turn,
    read_last_move,
    read_mover,
)
from tests.browser.conftest import MESSAGES
from tests.browser.playground import playground
from tests.browser.visitor import ShownButton, ShownMessage, ShownPicture, Visitor

# Up to which share of its turns a game is played ahead, and how many are tapped then: at the end
# as many as are left, which depends on what is played.
STAGES = ((0.0, 1), (0.5, 1), (1.0, 4 * LAST))
# Pictures narrower than this are emojis.
SMALL = 100
MOST_CHOICES = 15
SHORTEST_BUTTON = 32
SMALLEST_TYPE = 14
EXPLAINED = re.compile(r"(?:^|; )(\d+|[A-Z]) is ")
NAME = re.compile(r"(\d+|[A-Z])(?= |$)")
PLACE = re.compile(r"\d+( · |$)")
REGION = re.compile(r"[A-Z]$")
OTHERS = (
    "Back",
    "Confirm",
    "Take back",
    "Start over",
    "Hint",
    "Note",
    "Open the board",
    "Your orders",
)


@dataclass
class Turn:
    """What was tapped in a turn, and how often for more than a choice."""

    tapped: list[str] = field(default_factory=list)
    regions: int = 0
    changes: int = 0


def wide_pictures(message: ShownMessage) -> list[ShownPicture]:
    return [picture for picture in message.pictures if picture.width > SMALL]


def end(drawn: ShownButton | ShownPicture) -> float:
    return drawn.y + drawn.height


def height(message: ShownMessage) -> float:
    """How much of a screen its pictures and its buttons take together."""
    top = min(picture.y for picture in wide_pictures(message))
    return max(map(end, message.buttons)) - top


def check_names(message: ShownMessage) -> None:
    """Check that the alt text of a picture explains the names on the buttons."""
    explained = {name for picture in message.pictures for name in EXPLAINED.findall(picture.alt)}
    named = {match[0] for match in map(NAME.match, message.labels) if match}
    assert not explained or explained == named


def check_legible(message: ShownMessage) -> None:
    """Check that pictures are as wide as where their labels are measured, and that buttons fit a
    thumb."""
    for picture in wide_pictures(message):
        assert picture.width == pytest.approx(WIDTH, abs=1)
    for button in message.buttons:
        assert button.height >= SHORTEST_BUTTON
        assert button.type >= SMALLEST_TYPE


def check_one_screen(message: ShownMessage) -> None:
    """Check that the pictures and the buttons of a choice are on the screen together."""
    choices = [label for label in message.labels if not label.startswith(OTHERS)]
    if len(choices) <= MOST_CHOICES:
        assert height(message) <= MESSAGES


def tap_turn(phone: Visitor, chance: Random, folder: Path) -> Turn:
    """A turn of whoever is to play, from Play to Confirm."""
    ply = count_moves(folder)
    mover = read_mover(folder)
    expect(phone.last.locator(".mention").last).to_have_text(f"@{mover}")
    phone.become(mover)
    turn = Turn()

    def tap(labels: Sequence[str]) -> ShownMessage:
        """Returns the message that follows."""
        label = chance.choice(labels)
        turn.tapped.append(label)
        message = phone.tap(label)
        check_names(message)
        check_legible(message)
        check_one_screen(message)
        return message

    def confirm(label: str) -> None:
        phone.press(label)
        turn.tapped.append(label)
        phone.wait_for(lambda: count_moves(folder) > ply, "move in the database")

    message = tap(["Play"])
    if asks_for_another_turn(folder):
        confirm(chance.choice([label for label in message.labels if not label.startswith(OTHERS)]))
        return turn
    while "Confirm" not in message.labels:
        regions = [label for label in message.labels if REGION.match(label)]
        places = [label for label in message.labels if PLACE.match(label)]
        if regions and "Back" not in message.labels and chance.random() < 0.5:
            turn.regions += 1
            message = tap(regions)
        else:
            others = [label for label in message.labels if not label.startswith(OTHERS)]
            message = tap(places or others)
    rotations = message.rotations()
    if rotations and chance.random() < 0.5:
        turn.changes += 1
        tap(rotations)
    assert message.labels[0] == "Confirm"
    confirm("Confirm")
    return turn


def look_at(phone: Visitor, label: str) -> ShownMessage | None:
    """The last message, if it has a button with this label."""
    message = phone.look()
    return message if label in message.labels else None


def catch_up(phone: Visitor, folder: Path) -> None:
    phone.wait_for(lambda: all_is_posted(folder), "end of what is to be posted")
    phone.refresh()


def ask_by_command(phone: Visitor, kind: str) -> None:
    phone.command(f"{kind} new")
    phone.fill_in(opponents="Ben")


def ask_by_guide(phone: Visitor, kind: str) -> None:
    phone.command("table help")
    phone.press(game_button(kind))
    phone.fill_in(opponents="Ben")


def ask_by_challenge(phone: Visitor, kind: str) -> None:
    phone.command("table challenge", person="Ben")
    phone.press(game_button(kind))
    phone.fill_in()


def game_button(kind: str) -> str:
    words = words_of(ENGLISH)
    return words("ask.button", game=words(f"{kind}.name"))


# The ways to the form in which a game is asked for.
ENTRANCES: Mapping[str, Callable[[Visitor, str], None]] = {
    "castle": ask_by_command,
    "carcassonne": ask_by_guide,
    "castellan": ask_by_challenge,
}


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_from_a_form_is_played_by_taps(
    phone: Visitor, kind: str, tmp_path: Path
) -> None:
    chance = Random(1)
    with playground(tmp_path) as address:
        phone.visit(address)
        ENTRANCES[kind](phone, kind)
        phone.become("Ben")
        phone.press("Accept")
        phone.wait_for(lambda: is_running(tmp_path), "game that runs")
        for share, tapped in STAGES:
            if share:
                play_ahead(tmp_path, share)
                catch_up(phone, tmp_path)
            for _ in range(tapped):
                turn = tap_turn(phone, chance, tmp_path)
                game, move = read_last_move(tmp_path)
                most = most_taps(kind, move) + turn.regions + turn.changes
                assert len(turn.tapped) <= most, turn
                if game.status is Status.FINISHED:
                    break
        assert game.status is Status.FINISHED
        expect(phone.last.locator(".component-button").first).to_have_text("Points")


@pytest.mark.parametrize("kind", GAMES)
def test_hints_and_stepping_fit_on_one_screen(phone: Visitor, kind: str, tmp_path: Path) -> None:
    """In German, which has the longest words."""
    words = words_of("de")
    shown_by = {"hint": words("hint.play", number=1), "steps": words("button.first")}
    with playground(tmp_path, THINKERS="1") as address:
        phone.visit(address)
        phone.command(f"{kind} new", opponent="Ben")
        accept(tmp_path, "hints")
        catch_up(phone, tmp_path)
        phone.choose_language(words("language.de"))
        for share, _ in STAGES:
            if share:
                play_ahead(tmp_path, share)
                catch_up(phone, tmp_path)
            phone.become(read_mover(tmp_path))
            for command, label in shown_by.items():
                phone.command(f"{kind} {command}")
                message = phone.wait_for(partial(look_at, phone, label), f"answer to {command}")
                check_legible(message)
                assert height(message) <= MESSAGES, command


@pytest.mark.parametrize(("seed", "taken"), [(0, True), (1, False)])
def test_whether_to_take_another_turn_is_answered_by_one_tap(
    phone: Visitor, tmp_path: Path, seed: int, taken: bool
) -> None:
    """A first choice that is a whole move is played at once, without Confirm, and the game goes
    on."""
    with playground(tmp_path) as address:
        phone.visit(address)
        ask_by_command(phone, "castle")
        play_to_another_turn(tmp_path)
        catch_up(phone, tmp_path)
        chance = Random(seed)
        turn = tap_turn(phone, chance, tmp_path)
        _, move = read_last_move(tmp_path)
        assert move == moves.AnotherTurn(taken)
        assert len(turn.tapped) == 2, turn
        tap_turn(phone, chance, tmp_path)
        _, move = read_last_move(tmp_path)
        assert isinstance(move, moves.Turn)


def most_taps(kind: str, move: Any) -> int:
    """Play, a cell and Confirm; or Play, cards, places and Confirm."""
    return 3 if kind != "castellan" else 2 + len(move.cards) + len(move.build)
