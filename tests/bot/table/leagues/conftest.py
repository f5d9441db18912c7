"""A table at which leagues are played."""

import pytest

from bot.table.delivery import Delivery
from engine.games import GAMES
from tests.bot.kit import FakePoster, Seated
from tests.bot.rounds import KIND, ROUNDS
from tests.bot.table.leagues.kit import LeagueTable


@pytest.fixture
def league(
    seated: Seated, outbox: Delivery, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> LeagueTable:
    monkeypatch.setitem(GAMES, KIND, ROUNDS)
    return LeagueTable(seated, outbox, poster)
