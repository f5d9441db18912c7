"""How the people of a game are named in its notices."""

from dataclasses import replace

import pytest

from bot.discord.pages.wording.notices import notice_text
from bot.locale import ENGLISH, words_of
from bot.match.actions import Done
from bot.match.game import Seat
from tests.bot.match.test_changes import OPEN_LOBBY

OF_THREE = replace(OPEN_LOBBY, seats=(*OPEN_LOBBY.seats, Seat(103, "Carla", taken=True)))


@pytest.mark.parametrize(
    ("seat", "name"), [(2, "**Carla**"), (1, "**a player**"), (3, "**a player**")]
)
def test_a_notice_can_be_of_a_seat_that_is_free_again_or_gone(seat: int, name: str) -> None:
    assert notice_text(words_of(ENGLISH), OF_THREE, Done.JOINED, seat, {}) == f"{name} joins."
