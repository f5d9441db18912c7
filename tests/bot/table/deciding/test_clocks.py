"""Games with a time limit, over months: how much time everybody has, what they are told, what
follows."""

from dataclasses import replace

import pytest

from bot.match.actions import Accept, Claim, Join, Play, Rematch, Resign, Resume, Undo, Wait
from bot.match.clocks import add_time, set_time_used, time_up_at, time_used
from bot.match.errors import Why
from bot.match.game import Status
from bot.match.preferences import Away, PlayerPreferences
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    NOON,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
    pauses_of,
    refused,
    statements,
)
from tests.bot.table.timed import left, of_time, pass_time, start


async def test_the_clock_starts_with_the_game_not_the_invitation(seated: Seated) -> None:
    game_id = await seated.open(first=0, time_limit=read_limit("1d"))
    seated.clock.turn(40 * HOUR)
    await seated.act(BEN, game_id, Join())
    assert time_up_at(await seated.table.games.get(game_id)) == NOON + 64 * HOUR


async def test_days_a_turn_are_whole_again_in_every_turn(seated: Seated) -> None:
    game = await start(seated, "3d")
    for _ in range(20):
        seated.clock.turn(2 * DAY)
        await seated.play(game.id)
    assert await left(seated, game) == (3 * DAY, 3 * DAY)


async def test_a_bank_pays_for_long_turns_and_saves_of_short_ones(seated: Seated) -> None:
    game = await start(seated, "10d+36h max 12d")
    seated.clock.turn(5 * DAY)
    await seated.play(game.id)
    seated.clock.turn(HOUR)
    await seated.play(game.id)
    assert await left(seated, game) == (6 * DAY + 12 * HOUR, 11 * DAY + 11 * HOUR)
    seated.clock.turn(HOUR)
    await seated.play(game.id)
    seated.clock.turn(HOUR)
    await seated.play(game.id)
    assert await left(seated, game) == (7 * DAY + 23 * HOUR, 12 * DAY)


async def test_a_game_can_be_claimed_as_soon_as_the_time_is_up(seated: Seated) -> None:
    game = await start(seated, "12d")
    seated.clock.turn(12 * DAY - 1)
    assert await refused(seated, BEN, game.id, Claim()) is Why.TIME_LEFT
    seated.clock.turn(1)
    assert await refused(seated, ANNA, game.id, Claim()) is Why.YOUR_TURN
    assert await refused(seated, CARLA, game.id, Claim()) is Why.NOT_A_PLAYER
    await seated.act(BEN, game.id, Claim())
    ended = await seated.table.games.get(game.id)
    assert (ended.status, ended.winners) == (Status.ABANDONED, (1,))


async def test_the_late_player_may_move_until_the_game_is_claimed(seated: Seated) -> None:
    game = await start(seated, "2d")
    await pass_time(seated, 5 * DAY)
    await seated.play(game.id)
    assert await refused(seated, BEN, game.id, Claim()) is Why.YOUR_TURN
    seated.clock.turn(DAY)
    await seated.play(game.id)
    assert await refused(seated, BEN, game.id, Claim()) is Why.TIME_LEFT


async def test_waiting_on_gives_one_increment_from_now(seated: Seated, poster: FakePoster) -> None:
    game = await start(seated, "5d+36h")
    await pass_time(seated, 8 * DAY)
    await seated.act(BEN, game.id, Wait())
    waiting = await seated.table.games.get(game.id)
    assert time_up_at(waiting) == seated.clock.now + 36 * HOUR
    assert await refused(seated, BEN, game.id, Wait()) is Why.TIME_LEFT
    assert await refused(seated, BEN, game.id, Claim()) is Why.TIME_LEFT
    await pass_time(seated, 36 * HOUR)
    ends = ["timed_out", "waited", "warned", "timed_out"]
    assert (await of_time(seated, poster))[-4:] == ends
    await seated.act(BEN, game.id, Claim())


async def test_only_an_opponent_waits_on(seated: Seated) -> None:
    game = await start(seated, "2d")
    assert await refused(seated, BEN, game.id, Wait()) is Why.TIME_LEFT
    seated.clock.turn(2 * DAY)
    assert await refused(seated, ANNA, game.id, Wait()) is Why.YOUR_TURN
    assert await refused(seated, CARLA, game.id, Wait()) is Why.NOT_A_PLAYER
    unlimited = await seated.start(OTHER_CHANNEL)
    assert await refused(seated, BEN, unlimited.id, Wait()) is Why.NO_TIME_LIMIT


async def test_a_repeated_wait_click_gives_only_one_increment(seated: Seated) -> None:
    game = await start(seated, "2d")
    seated.clock.turn(2 * DAY)
    click = by(BEN)
    first = await seated.table.act(click, game.id, Wait())
    assert await seated.table.act(click, game.id, Wait()) == first
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 4 * DAY


async def test_granted_time_counts_from_now_only_for_a_late_player(seated: Seated) -> None:
    game = await start(seated, "5d+36h")
    later = NOON + 3 * DAY
    assert time_up_at(add_time(game, 0, later)) == NOON + 6 * DAY + 12 * HOUR
    assert time_up_at(add_time(game, 0, NOON + 9 * DAY)) == NOON + 10 * DAY + 12 * HOUR
    other = add_time(game, 1, later)
    assert time_up_at(other) == time_up_at(game)
    assert other.time_limit is not None
    assert other.time_limit.left == (5 * DAY, 6 * DAY + 12 * HOUR)


async def test_who_takes_over_a_seat_has_used_as_much_time(seated: Seated) -> None:
    """Each time when the previous one was away."""
    game = await start(seated, "10d")
    away = PlayerPreferences(aways=(Away(NOON + DAY, NOON + 4 * DAY),))
    before = replace(game, seats=(replace(game.seats[0], preferences=away), game.seats[1]))
    now = NOON + 6 * DAY
    assert time_used(before, now) == 3 * DAY
    after = set_time_used(game, time_used(before, now), now)
    assert (time_used(after, now), time_up_at(after)) == (3 * DAY, NOON + 13 * DAY)


async def test_a_pause_stops_the_clock_and_fills_nothing_up(
    seated: Seated, poster: FakePoster
) -> None:
    game = await start(seated, "5d+36h")
    await pass_time(seated, 4 * DAY)
    before = await of_time(seated, poster)
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    await pass_time(seated, 90 * DAY, DAY)
    assert await refused(seated, BEN, game.id, Claim()) is Why.PAUSED
    assert await refused(seated, BEN, game.id, Wait()) is Why.PAUSED
    await seated.act(BEN, game.id, Resume(CHANNEL))
    assert time_up_at(await seated.table.games.get(game.id)) == seated.clock.now + DAY
    await seated.look()
    assert await of_time(seated, poster) == before == ["warned"] * 2
    await seated.play(game.id)
    assert await left(seated, game) == (2 * DAY + 12 * HOUR, 5 * DAY)


async def test_many_pauses_give_no_time(seated: Seated) -> None:
    game = await start(seated, "5d")
    for _ in range(10):
        seated.clock.turn(12 * HOUR)
        await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
        seated.clock.turn(30 * DAY)
        await seated.act(BEN, game.id, Resume(CHANNEL))
    assert time_up_at(await seated.table.games.get(game.id)) == seated.clock.now


async def test_a_move_taken_back_costs_the_time_that_was_used(seated: Seated) -> None:
    game = await start(seated, "10d+36h max 20d")
    seated.clock.turn(4 * DAY)
    await seated.play(game.id)
    assert await left(seated, game) == (7 * DAY + 12 * HOUR, 10 * DAY)
    seated.clock.turn(2 * DAY)
    await seated.act(ANNA, game.id, Undo())
    assert await left(seated, game) == (6 * DAY, 8 * DAY)


async def test_taking_back_again_and_again_gains_no_time(seated: Seated) -> None:
    game = await start(seated, "3d")
    for _ in range(5):
        seated.clock.turn(12 * HOUR)
        await seated.play(game.id)
        await seated.act(ANNA, game.id, Undo())
    assert time_up_at(await seated.table.games.get(game.id)) == NOON + 3 * DAY


async def test_undoing_an_answered_move_also_removes_the_increment(seated: Seated) -> None:
    game = await start(seated, "10d+36h max 20d")
    await seated.play(game.id)
    seated.clock.turn(DAY)
    await seated.play(game.id)
    assert await left(seated, game) == (11 * DAY + 12 * HOUR, 10 * DAY + 12 * HOUR)
    await seated.table.games.position(game.id, None)
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 2))
    assert await left(seated, game) == (10 * DAY, 9 * DAY)


async def test_a_rematch_has_the_same_limit_anew(seated: Seated) -> None:
    game = await start(seated, "10d+36h")
    seated.clock.turn(5 * DAY)
    await seated.play(game.id)
    await seated.act(BEN, game.id, Resign())
    again = await seated.act(ANNA, game.id, Rematch(CHANNEL))
    limit = (await seated.table.games.get(again.game_id)).time_limit
    assert limit is not None
    assert (limit.left, limit.given) == ((10 * DAY, 10 * DAY), ())


async def test_a_game_that_nobody_claims_ends_after_all(seated: Seated) -> None:
    game = await start(seated, "60d")
    await pass_time(seated, 66 * DAY, DAY)
    assert (await seated.table.games.get(game.id)).status is Status.RUNNING
    await pass_time(seated, DAY)
    ended = await seated.table.games.get(game.id)
    assert (ended.status, ended.winners) == (Status.ABANDONED, ())


async def test_a_move_that_comes_while_the_time_runs_out_counts(
    seated: Seated, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that posts it finds another position than the one it looked at, and looks
    again."""
    game = await start(seated, "1h")
    seated.clock.turn(2 * HOUR)
    move = await seated.legal_move(game)
    other = seated.in_another_process().table
    save = seated.table._save

    async def after_the_move(*args: object) -> object:
        monkeypatch.undo()
        await other.act(by(ANNA), game.id, Play(move, 0))
        return await save(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(seated.table, "_save", after_the_move)
    await seated.look()
    assert await of_time(seated, poster) == []
    assert (await seated.table.games.get(game.id)).ply == 1


async def test_a_limit_costs_a_move_no_statement(seated: Seated) -> None:
    counts = []
    for channel, time in ((CHANNEL, "off"), (OTHER_CHANNEL, "10d+36h")):
        game = await start(seated, time, channel)
        move = await seated.legal_move(game)
        with statements(seated.database) as sent:
            await seated.act(ANNA, game.id, Play(move, 0))
        counts.append(len(sent))
    assert counts[0] == counts[1]
