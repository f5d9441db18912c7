"""How the notices of a game name its people."""

from dataclasses import replace

import pytest

from bot.discord.pages.notices import notice_text
from bot.locale import ENGLISH, words_of
from bot.match.actions import Done
from bot.match.announcing import announce
from bot.match.changes import expire
from bot.match.game import Seat, Timeouts
from bot.match.lobby import start
from bot.match.messages import Notice
from tests.bot.kit import ANNA, BEN, NOON, by
from tests.bot.match.test_changes import OPEN_LOBBY, RUNNING

AGAINST_COMPUTER = replace(
    RUNNING,
    seats=(Seat(ANNA, "Anna*", taken=True), Seat(None, "Computer", taken=True, computer="easy")),
    ply=0,
    commitment="sealed",
)
OF_THREE = replace(OPEN_LOBBY, seats=(*OPEN_LOBBY.seats, Seat(103, "Carla", taken=True)))


@pytest.mark.parametrize(
    ("seat", "name"), [(2, "**Carla**"), (1, "**a player**"), (3, "**a player**")]
)
def test_notices_can_concern_a_freed_or_removed_seat(seat: int, name: str) -> None:
    assert notice_text(words_of(ENGLISH), OF_THREE, Done.JOINED, seat, {}) == f"{name} joins."


def test_who_joined_is_named_though_their_seat_moved() -> None:
    invited = replace(OF_THREE.seats[0], taken=False)
    ben = Seat(BEN, "Ben*", taken=True)
    lobby = replace(OF_THREE, seats=(OF_THREE.seats[0], invited, ben, OF_THREE.seats[2]))
    notice, *_ = announce(lobby, lobby, Done.JOINED, 2)
    assert isinstance(notice, Notice)
    started = start(lobby, by(ANNA), (2, 3, 4), NOON)
    assert started.seats[2].name == "Carla"
    said = notice_text(words_of(ENGLISH), started, notice.done, notice.seat, notice.facts)
    assert said == "**Ben\\*** joins."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "**Anna\\*** never made a move against the computer: the game ends without a winner",
        ),
        ("nl", "**Anna\\*** heeft tegen de computer nooit een zet gedaan: het spel eindigt zonder"),
        ("de", "**Anna\\*** hat gegen den Computer nie einen Zug gemacht: Das Spiel endet ohne"),
    ],
)
def test_who_never_moved_is_told_why_the_game_ends(language: str, text: str) -> None:
    over = expire(AGAINST_COMPUTER, Timeouts(), NOON + Timeouts().claim)
    _, notice = announce(AGAINST_COMPUTER, over, Done.EXPIRED, None, "seed")
    assert isinstance(notice, Notice)
    said = notice_text(words_of(language), over, notice.done, notice.seat, notice.facts)
    assert said.startswith(text)
    begun = replace(AGAINST_COMPUTER, ply=2)
    over = expire(begun, Timeouts(), NOON + Timeouts().abandon)
    _, notice = announce(begun, over, Done.EXPIRED, None, "seed")
    assert isinstance(notice, Notice)
    usual = words_of(language)("notice.expired")
    assert notice_text(words_of(language), over, notice.done, None, notice.facts) == usual
