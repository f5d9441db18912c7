"""How the notices of a game name its people."""

from dataclasses import replace

import pytest

from bot.discord.pages.wording.notices import notice_text
from bot.locale import ENGLISH, words_of
from bot.match.actions import Done
from bot.match.game import Seat
from bot.match.life.lobby import start
from bot.match.notices.announcing import announce
from bot.match.notices.messages import Notice
from tests.bot.kit import ANNA, BEN, NOON, by
from tests.bot.match.test_changes import OPEN_LOBBY

OF_THREE = replace(OPEN_LOBBY, seats=(*OPEN_LOBBY.seats, Seat(103, "Carla", taken=True)))


@pytest.mark.parametrize(
    ("seat", "name"), [(2, "**Carla**"), (1, "**a player**"), (3, "**a player**")]
)
def test_a_notice_can_be_of_a_seat_that_is_free_again_or_gone(seat: int, name: str) -> None:
    assert notice_text(words_of(ENGLISH), OF_THREE, Done.JOINED, seat, {}) == f"{name} joins."


def test_who_joined_is_named_though_their_seat_has_another_number_by_now() -> None:
    invited = replace(OF_THREE.seats[0], taken=False)
    ben = Seat(BEN, "Ben*", taken=True)
    lobby = replace(OF_THREE, seats=(OF_THREE.seats[0], invited, ben, OF_THREE.seats[2]))
    notice, *_ = announce(lobby, lobby, Done.JOINED, 2)
    assert isinstance(notice, Notice)
    started = start(lobby, by(ANNA), (2, 3, 4), NOON)
    assert started.seats[2].name == "Carla"
    said = notice_text(words_of(ENGLISH), started, notice.done, notice.seat, notice.facts)
    assert said == "**Ben\\*** joins."
