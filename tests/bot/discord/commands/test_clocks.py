"""Time limits in the channel: how to ask for them, what is said about them, what can be pressed."""

import pytest

from bot.match.rules import rules_of
from bot.match.time_limits import read_limit
from bot.process.clock import DAY, HOUR, SECOND
from bot.store.people import prefer
from bot.table.housekeeping import Timers
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import (
    deliver_twice,
    direct,
    forge_post,
    move_on,
    public,
    refusal,
    text_of,
)
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.kit import NOON

NO_TIME = "**Anna** is out of time."


async def look(world: World) -> None:
    await Timers(world.database, world.table, world.clock).look()
    await world.deliver()


async def run_out_of_time(world: World, time: str = "2d") -> None:
    """Anna's time is over, and Ben has been told."""
    await world.start(time=time)
    world.clock.turn(3 * DAY)
    await look(world)


def moment(time: int, style: str = "R") -> str:
    return f"<t:{(NOON + time) // SECOND}:{style}>"


async def test_an_invitation_and_the_board_tell_the_time(friends: World) -> None:
    await friends.start(time="3d")
    invitation, *_, board = public(friends)
    assert "Time: 3 days a turn" in invitation
    assert f"**Anna** has time until {moment(3 * DAY, 'f')} ({moment(3 * DAY)})" in board
    look = await friends.carla.slash(friends.channel, "castle board")
    assert moment(3 * DAY, "f") in text_of(look)


async def test_a_bank_tells_what_the_other_player_has(friends: World) -> None:
    game = await friends.start(time="10d + 36h max 20d")
    assert "10 days, plus 36 hours with each move, up to 20 days" in public(friends)[0]
    friends.clock.turn(9 * DAY)
    await move_on(friends, game)
    board = public(friends)[-1]
    assert f"**Ben** has time until {moment(19 * DAY, 'f')} ({moment(19 * DAY)})" in board
    assert "Anna: 2 days" in board


async def test_without_a_limit_no_time_is_told(friends: World) -> None:
    await friends.start()
    assert not any("ime" in post and "<t:" in post for post in public(friends)[1:])


async def test_a_limit_that_cannot_be_is_explained(friends: World) -> None:
    for typed, sentence in [
        ("soon", "That is not a time limit. Write `3d` or `24h` for each turn"),
        ("90d", "Every part of a time limit is between one hour and 60 days."),
        ("10d+36h max 5d", "The maximum (`max`) cannot be less"),
    ]:
        answer = await friends.anna.slash(friends.channel, "castle new", time=typed)
        assert sentence in text_of(answer)
        assert await friends.table.games.open_in(friends.channel.id) is None


async def test_usual_limits_are_offered_and_typed_ones_worded(
    friends: World,
) -> None:
    async def offers(typed: str) -> dict[str, str]:
        choices = await friends.anna.autocomplete(friends.channel, "castle new", "time", typed)
        return {choice["value"]: choice["name"] for choice in choices}

    usual = await offers("")
    assert usual["off"] == "no time limit"
    assert usual["7d"] == "7 days a turn"
    assert all(len(name) <= 100 for name in usual.values())
    assert next(iter((await offers("5h")).items())) == ("5h", "5 hours a turn")
    assert "10d+36h" in await offers("36 hours")
    assert await offers("whenever") == {}
    for value in usual:
        read_limit(value)


async def test_a_thread_that_is_offered_keeps_the_time(friends: World) -> None:
    await friends.offer_threads()
    await friends.start()
    busy = await friends.carla.slash(
        friends.channel, "castle new", opponent=friends.anna, time="10d+36h max 20d"
    )
    await friends.carla.click(answer_of(busy), label="Play in a thread")
    [thread] = friends.channel.threads
    game = await friends.table.games.open_in(thread.id)
    assert game is not None
    assert game.time_limit is not None
    assert game.time_limit.cap == 20 * DAY


@pytest.mark.parametrize("limit", ["", ".t900d"])
async def test_an_old_thread_button_has_moved_on(friends: World, limit: str) -> None:
    digits = "0" * len(rules_of("castle").option_values)
    post = await forge_post(friends, f"thread:0:0:0:castle.0.-.{digits}{limit}")
    answer = await friends.carla.click(post, label="Press")
    assert "This page has moved on" in text_of(answer)
    assert friends.channel.threads == []


async def test_a_warning_pings_who_is_late_and_nobody_else(friends: World) -> None:
    await friends.start(time="2d")
    friends.clock.turn(DAY)
    await look(friends)
    assert f"**Anna**, your time runs out {moment(2 * DAY)}." in texts(friends.last_post)
    assert [person.id for person in friends.last_post.mentions] == [friends.anna.id]
    assert labels(friends.last_post) == []


async def test_a_time_out_asks_the_other_player_what_follows(friends: World) -> None:
    await run_out_of_time(friends)
    assert NO_TIME in texts(friends.last_post)
    assert [person.id for person in friends.last_post.mentions] == [friends.ben.id]
    assert labels(friends.last_post) == ["Claim the win", "Keep waiting"]


async def test_who_has_waited_long_enough_claims_the_game(friends: World) -> None:
    await run_out_of_time(friends)
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await friends.restart()
    answer = await friends.ben.click(friends.last_post, label="Claim the win")
    assert text_of(answer) == "You have claimed the win."
    assert (await friends.table.games.get(game.id)).winners == (1,)
    await friends.deliver()
    assert NO_TIME in public(friends)[-2]
    assert "## Ben wins" in public(friends)[-1]


async def test_who_waits_on_gives_time_and_the_buttons_are_stale(friends: World) -> None:
    await run_out_of_time(friends)
    post = friends.last_post
    answer = await friends.ben.click(post, label="Keep waiting")
    assert text_of(answer) == "You keep waiting; Anna has more time now."
    await friends.deliver()
    assert f"**Ben** keeps waiting: the time now runs out {moment(5 * DAY)}." in public(friends)[-1]
    assert [person.id for person in friends.last_post.mentions] == [friends.anna.id]
    for label in ("Keep waiting", "Claim the win"):
        again = await friends.ben.click(post, label=label)
        assert text_of(again) == refusal("time_left", seat="Anna", at=moment(5 * DAY))


async def test_a_click_on_wait_that_comes_twice_counts_once(friends: World) -> None:
    await run_out_of_time(friends)
    with deliver_twice(friends):
        await friends.ben.click(friends.last_post, label="Keep waiting")
    await friends.deliver()
    assert sum("keeps waiting" in post for post in public(friends)) == 1


async def test_nobody_but_an_opponent_claims_or_waits(friends: World) -> None:
    await run_out_of_time(friends)
    post = friends.last_post
    for label in ("Claim the win", "Keep waiting"):
        stranger = await friends.carla.click(post, label=label)
        assert "Only the players of this game can do that." in text_of(stranger)
        late = await friends.anna.click(post, label=label)
        assert text_of(late) == refusal("your_turn")


async def test_the_buttons_are_stale_when_the_move_came_after_all(friends: World) -> None:
    await run_out_of_time(friends)
    post = friends.last_post
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await move_on(friends, game)
    for label in ("Claim the win", "Keep waiting"):
        assert text_of(await friends.ben.click(post, label=label)) == refusal("your_turn")
    await move_on(friends, game)
    for label in ("Claim the win", "Keep waiting"):
        assert "**Anna** has time left" in text_of(await friends.ben.click(post, label=label))


async def test_the_buttons_of_a_game_that_is_over_say_so(friends: World) -> None:
    await run_out_of_time(friends)
    post = friends.last_post
    await friends.ben.click(post, label="Claim the win")
    for label in ("Claim the win", "Keep waiting"):
        assert "That is not possible now" in text_of(await friends.ben.click(post, label=label))


async def test_play_tells_who_waits_when_the_time_is_over(friends: World) -> None:
    await friends.start(time="3d")
    waits = await friends.ben.click(friends.last_post, label="Play")
    assert f"you can claim the win {moment(3 * DAY)}" in text_of(waits)
    friends.clock.turn(3 * DAY)
    over = await friends.ben.click(friends.last_post, label="Play")
    assert labels(answer_of(over)) == ["Claim the win", "Give an order"]


async def test_a_rematch_keeps_the_time(friends: World) -> None:
    await run_out_of_time(friends)
    await friends.ben.click(friends.last_post, label="Claim the win")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Rematch")
    await friends.deliver()
    assert "Time: 2 days a turn" in texts(friends.last_post)


async def test_a_warning_goes_where_its_player_wants_it(friends: World) -> None:
    async with friends.database.writing() as connection:
        await prefer(connection, friends.anna.id, {"place": "direct"}, NOON)
    await friends.start(time="2d")
    posts = public(friends)
    friends.clock.turn(47 * HOUR)
    await look(friends)
    [warning] = [note for note in direct(friends.anna) if "your time runs out" in note]
    assert f"your time runs out {moment(2 * DAY)}" in warning
    assert friends.channel.mention in warning
    assert public(friends) == posts


async def test_the_ids_of_the_buttons_are_as_short_as_ever(friends: World) -> None:
    await run_out_of_time(friends)
    assert set(buttons(friends.last_post).values()) == {"waitover:1:0:0:", "waiton:1:0:0:"}
