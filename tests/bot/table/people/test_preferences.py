"""Months at the table: where the player to act is told, and what follows when they change their
preferences."""

import pytest
from sqlalchemy import select, update

import bot.table.people
from bot.match.actions import Done, Join, NewGame, Nudge
from bot.match.errors import StoreFull
from bot.match.game import Game
from bot.match.messages import DirectMessage
from bot.match.preferences import PlayerPreferences
from bot.match.seat_calls import WantedCalls
from bot.process.clock import HOUR, Millis
from bot.store.schema import games
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, by
from tests.bot.table.months import Months, pinged


async def test_who_likes_direct_messages_is_told_everything_there(months: Months) -> None:
    game = await months.start(place="direct")
    await months.wait(13 * HOUR)
    await months.act(BEN, game, Nudge())
    await months.wait(12 * HOUR)
    messages = [message for _, message in months.pings]
    assert all(isinstance(message, DirectMessage) for message in messages)
    assert [getattr(message, "done", None) for message in messages] == [
        Done.STARTED,
        Done.NUDGED,
        Done.REMINDED,
    ]
    assert all(not pinged(message) for place, message, _ in months.poster.posted if place != ANNA)


async def test_a_move_is_told_directly_to_who_is_to_act_then(months: Months) -> None:
    game = await months.start(place="direct")
    await months.play(game, until=1)
    await months.play(game, until=0)
    _, message = months.pings[-1]
    assert isinstance(message, DirectMessage)
    assert (message.done, message.seat) == (Done.PLAYED, 1)
    assert message.facts["ply"] == (await months.game(game)).ply


async def test_habits_hold_for_a_game_that_runs_already(months: Months) -> None:
    await months.start()
    await months.wait(2 * HOUR)
    await months.seated.table.people.prefer(ANNA, {"reminders": "6"})
    await months.wait(5 * HOUR)
    assert months.hours() == [6]


async def test_preferences_and_calls_are_stored_together(
    months: Months, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = months.seated.table

    async def fail(*_: object) -> None:
        raise StoreFull("full", "make room")

    monkeypatch.setattr(bot.table.people, "want_kinds", fail)
    with pytest.raises(StoreFull):
        await table.people.prefer(ANNA, {"reminders": "6"}, WantedCalls(GUILD, ["castle"]))
    assert await table.people.preferences(ANNA) == PlayerPreferences()
    monkeypatch.undo()
    await table.people.prefer(ANNA, {"reminders": "6"}, WantedCalls(GUILD, ["castle"]))
    assert (await table.people.preferences(ANNA)).reminders == "6"
    assert await table.seat_calls.kinds_for(GUILD, ANNA) == {"castle"}


async def test_habits_hold_for_a_seat_that_somebody_takes(months: Months) -> None:
    """They were not read with the game, as nobody sat there before."""
    await months.seated.table.people.prefer(ANNA, {"reminders": "6", "place": "direct"})
    asked = NewGame("castle", GUILD, CHANNEL, first=1)
    opened = await months.seated.table.open(by(BEN), asked)
    await months.seated.act(ANNA, opened.game_id, Join())
    await months.listen()
    await months.wait(7 * HOUR)
    assert [type(message) for _, message in months.pings] == [DirectMessage, DirectMessage]
    assert months.hours() == [6]


async def test_changed_preferences_force_pending_moves_to_be_redone(
    months: Months,
) -> None:
    game = await months.start()
    before = await months.game(game)
    await months.seated.table.people.prefer(ANNA, {"quiet": "6-20"})
    assert (await months.game(game)).revision == before.revision + 1


async def test_preferences_of_one_user_do_not_affect_others_games(months: Months) -> None:
    game = await months.start()
    before = await due_at(months, game)
    await months.seated.table.people.prefer(CARLA, {"reminders": "off"})
    assert await due_at(months, game) == before


async def test_what_is_liked_is_kept_but_for_what_is_changed(months: Months) -> None:
    table = months.seated.table
    await table.people.prefer(ANNA, {"quiet": "22-8", "zone": "Europe/Amsterdam"})
    liked = await table.people.prefer(ANNA, {"quiet": "off"})
    assert (liked.quiet, liked.zone) == (None, "Europe/Amsterdam")
    assert await table.people.preferences(ANNA) == liked


async def test_games_older_than_reminders_get_them_when_next_checked(
    months: Months,
) -> None:
    game = await months.start()
    async with months.seated.database.writing() as connection:
        row = update(games).where(games.c.id == game.id)
        await connection.execute(row.values(told=None, due_at=months.now + 30 * HOUR))
    await months.wait(80 * HOUR)
    assert months.hours() == [30, 72]


async def due_at(months: Months, game: Game) -> Millis | None:
    async with months.seated.database.reading() as connection:
        query = select(games.c.due_at).where(games.c.id == game.id)
        return (await connection.execute(query)).scalar()
