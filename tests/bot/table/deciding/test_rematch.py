"""Rematches: the invitation waits until the other player comes back, here or in a thread."""

from dataclasses import replace

import pytest
from sqlalchemy import insert

from bot.match import clocks
from bot.match.actions import Rematch, Resign
from bot.match.errors import Why
from bot.match.game import Game, Status, Timeouts
from bot.match.preferences import Away, PlayerPreferences, dump_aways
from bot.process.clock import DAY
from bot.store.schema import players
from tests.bot.kit import ANNA, BEN, CHANNEL, NOON, OTHER_CHANNEL, Seated, refusal_of
from tests.bot.match.test_changes import INVITED

THREAD = 30
WAITING = replace(INVITED, rematch_of=7)
GONE = (Away(NOON + DAY, NOON + 11 * DAY),)


async def lobby(seated: Seated, channel: int = CHANNEL, parent: int | None = None) -> Game:
    """The lobby of the rematch that Anna asked for."""
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    answer = await seated.act(ANNA, game.id, Rematch(channel, parent))
    return await seated.table.games.get(answer.game_id)


def test_rematches_wait_thirty_days_excluding_absences() -> None:
    timeouts = Timeouts()
    assert clocks.runs_out_at(WAITING, timeouts) == NOON + 30 * DAY
    ben = replace(WAITING.seats[1], preferences=PlayerPreferences(aways=GONE))
    away = replace(WAITING, seats=(WAITING.seats[0], ben))
    assert clocks.runs_out_at(away, timeouts) == NOON + 40 * DAY


def test_rematches_wait_at_least_as_long_as_other_invitations() -> None:
    assert clocks.runs_out_at(WAITING, Timeouts(lobby=50 * DAY)) == NOON + 50 * DAY


async def test_the_lobby_of_a_rematch_outlives_other_lobbies(seated: Seated) -> None:
    waiting = await lobby(seated)
    seated.clock.turn(30 * DAY - 1)
    await seated.look()
    assert (await seated.table.games.get(waiting.id)).status is Status.LOBBY
    seated.clock.turn(1)
    await seated.look()
    assert (await seated.table.games.get(waiting.id)).status is Status.CANCELLED


async def test_the_lobby_waits_on_for_who_is_away(seated: Seated) -> None:
    waiting = await lobby(seated)
    async with seated.database.writing() as connection:
        row = {"user_id": BEN, "preferences": "{}", "changed_at": 0, "aways": dump_aways(GONE)}
        await connection.execute(insert(players), [row])
    for days, status in ((30, Status.LOBBY), (9, Status.LOBBY), (1, Status.CANCELLED)):
        seated.clock.turn(days * DAY)
        await seated.look()
        assert (await seated.table.games.get(waiting.id)).status is status


async def test_the_other_player_joins_a_rematch_waiting_in_a_thread(seated: Seated) -> None:
    waiting = await lobby(seated, THREAD, CHANNEL)
    assert waiting.rematch_of is not None
    answer = await seated.act(BEN, waiting.rematch_of, Rematch(CHANNEL))
    assert answer.game_id == waiting.id
    assert (await seated.table.games.get(waiting.id)).status is Status.RUNNING


@pytest.mark.parametrize(("channel", "parent"), [(CHANNEL, None), (THREAD, CHANNEL)])
async def test_asking_for_a_rematch_twice_reports_being_seated(
    seated: Seated, channel: int, parent: int | None
) -> None:
    waiting = await lobby(seated, channel, parent)
    assert waiting.rematch_of is not None
    assert (
        await refusal_of(seated.act(ANNA, waiting.rematch_of, Rematch(CHANNEL)))
    ).why is Why.ALREADY_SEATED


async def test_a_rematch_in_another_channel_is_another_one(seated: Seated) -> None:
    waiting = await lobby(seated)
    assert waiting.rematch_of is not None
    answer = await seated.act(BEN, waiting.rematch_of, Rematch(OTHER_CHANNEL))
    assert answer.game_id != waiting.id
