"""Interactions that are too old to be answered: instead an ordinary message goes to the person
alone."""

import pytest

from bot.process.clock import DAY
from tests.bot.discord.kit.trouble import (
    ACKNOWLEDGEMENT,
    ANSWER,
    FOLLOW_UP,
    confirm_page,
    direct,
    legal_move,
    move_on,
    post_in,
    public,
    refusal,
    text_of,
)
from tests.bot.discord.kit.world import World, alts, labels, texts

TOO_OLD = {
    "invalid webhook token": (401, 50027),
    "unknown webhook": (404, 10015),
    "unknown interaction": (404, 10062),
}
every_code = pytest.mark.parametrize(("status", "code"), TOO_OLD.values(), ids=TOO_OLD)
# The error for direct messages to somebody who accepts none.
CLOSED = {"status": 403, "code": 50007}
UNHEARD = "<@{}>, Discord did not accept the bot's answer to you"


@every_code
async def test_answers_after_15_minutes_are_sent_by_direct_message(
    friends: World, status: int, code: int
) -> None:
    game = await friends.start()
    posts = public(friends)
    friends.env.inject_error(*ANSWER, status=status, code=code)
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    assert "Played" in direct(friends.anna)[0]
    assert public(friends) == posts
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_forgotten_click_counts_and_is_answered_directly(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    friends.env.inject_error(*ACKNOWLEDGEMENT, status=404, code=10062)
    await friends.anna.click(page, label="Confirm")
    assert "Played" in direct(friends.anna)[0]
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_late_panel_works_in_the_direct_messages(
    friends: World,
) -> None:
    game = await friends.start()
    posts = public(friends)
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.anna.click(friends.last_post, label="Play")
    panel = friends.anna.user.dm_channel.last_message
    assert panel is not None
    assert alts(panel)
    looked = await friends.anna.user.click(panel, label="1")
    assert looked.response is not None
    done = await friends.anna.user.click(looked.response, label="Confirm")
    assert "Played" in text_of(done)
    assert (await friends.table.games.get(game.id)).ply == 1
    assert public(friends) == posts


async def test_a_mistake_answered_too_late_is_told_directly(
    friends: World,
) -> None:
    await friends.start()
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.carla.click(friends.last_post, label="Play")
    assert "Only the players of this game" in direct(friends.carla)[0]


async def test_what_was_to_be_shared_is_posted_in_the_channel(friends: World) -> None:
    await friends.start()
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.carla.slash(friends.channel, "castle board", share=True)
    assert "Anna to play (move 0)" in texts(friends.last_post)
    assert alts(friends.last_post)
    assert direct(friends.carla) == []


async def test_a_private_answer_becomes_a_sentence_as_a_last_resort(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    await friends.deliver()
    posts = len(public(friends))
    close(friends)
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    friends.env.inject_error(*FOLLOW_UP, status=401, code=50027)
    await friends.anna.click(page, label="Confirm")
    assert direct(friends.anna) == []
    [sentence] = public(friends)[posts:]
    assert sentence.startswith(UNHEARD.format(friends.anna.id))
    assert len(sentence) < 200
    assert alts(friends.last_post) == labels(friends.last_post) == []


async def test_the_one_sentence_pings_nobody_else(friends: World) -> None:
    await friends.start()
    close(friends)
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.carla.click(friends.last_post, label="Board")
    request = friends.env.http_requests[-1]
    assert isinstance(request.json, dict)
    assert request.path == post_in(friends.channel)[1]
    assert request.json["allowed_mentions"] == {
        "parse": [],
        "users": [friends.carla.id],
    }


async def test_a_panel_that_was_left_open_for_an_hour_works(friends: World) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    await friends.env.advance_time(3600)
    done = await friends.anna.click(page, label="Confirm")
    assert "Played" in text_of(done)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_missed_note_comes_with_the_next_answer(
    friends: World,
) -> None:
    await friends.start()
    close(friends)
    friends.env.inject_error(*post_in(friends.channel), status=403, code=50013)
    await friends.anna.slash(
        friends.channel,
        "castle move",
        now=True,
        move=await legal_move(friends, await friends.table.games.get(1)),
    )
    await friends.deliver()
    assert direct(friends.ben) == []
    answer = await friends.ben.slash(friends.channel, "table help")
    assert "The game is paused: the bot can no longer post in" in text_of(answer)


async def test_a_missed_note_is_kept_until_it_is_delivered(
    friends: World,
) -> None:
    await friends.start()
    close(friends)
    friends.env.inject_error(*post_in(friends.channel), status=403, code=50013)
    await friends.anna.slash(
        friends.channel,
        "castle move",
        now=True,
        move=await legal_move(friends, await friends.table.games.get(1)),
    )
    await friends.deliver()
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.ben.slash(friends.channel, "table help")
    answer = await friends.ben.slash(friends.channel, "table help")
    assert "The game is paused: the bot can no longer post in" in text_of(answer)


async def test_a_game_nobody_moves_in_is_claimed_after_a_week(
    friends: World,
) -> None:
    game = await friends.start()
    early = await friends.ben.click(friends.last_post, label="Play")
    assert "you can claim the win <t:" in text_of(early)
    friends.clock.turn(7 * DAY)
    late = await friends.ben.click(friends.last_post, label="Play")
    assert late.response is not None
    await friends.ben.click(late.response, label="Claim the win")
    assert (await friends.table.games.get(game.id)).winners == (1,)


async def test_a_claim_is_refused_when_the_move_came_after_all(friends: World) -> None:
    game = await friends.start()
    friends.clock.turn(7 * DAY)
    late = await friends.ben.click(friends.last_post, label="Play")
    await move_on(friends, game)
    assert late.response is not None
    answer = await friends.ben.click(late.response, label="Claim the win")
    assert "It is your own turn." in text_of(answer)
    assert (await friends.table.games.get(game.id)).status == "running"


async def test_a_game_cannot_be_moved_into_direct_messages(friends: World) -> None:
    game = await friends.start()
    friends.env.inject_error(*post_in(friends.channel), status=404, code=10003)
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    await friends.deliver()
    friends.env.inject_error(*ANSWER, status=401, code=50027)
    await friends.anna.slash(friends.channel, "castle play")
    offer = friends.anna.user.dm_channel.last_message
    assert offer is not None
    assert labels(offer) == ["Resume here"]
    answer = await friends.anna.user.click(offer, label="Resume here")
    assert text_of(answer).endswith(refusal("not_here"))
    assert (await friends.table.games.get(game.id)).channel_id == friends.channel.id


def close(world: World) -> None:
    """From now on nobody accepts direct messages."""
    for person in (world.anna, world.ben, world.carla):
        channel = person.user.dm_channel
        world.env.inject_error(*post_in(channel), times=None, **CLOSED)  # type: ignore[arg-type]
