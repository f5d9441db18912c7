"""A channel whose live boards tell the moves: one post that shows everything, and a line that calls
the next player."""

import discord
import pytest
import simcord

from bot.match.actions import Resume, Undo
from bot.match.game import Game
from bot.process.clock import SECOND
from bot.table.delivery import NONCES_KNOWN
from tests.bot.discord.kit.limits import beyond, messages
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import move_on, text_of
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.kit import pauses_of

pytestmark = pytest.mark.sketched

TO_PLAY = ["Play", "Board", "Tiles left", "Log"]


async def switch(mona: simcord.MemberActor, friends: World, posts: str) -> str:
    answer = await mona.slash(friends.channel, "table-admin settings", posts=posts)
    await friends.deliver()
    return texts(answer.response)


@pytest.fixture
async def game(mona: simcord.MemberActor, friends: World) -> Game:
    """A game whose moves the live board tells."""
    await switch(mona, friends, "live")
    return await friends.start()


def live_post(friends: World) -> discord.Message:
    """The pinned one."""
    [message] = [
        message
        for message in friends.env.backend.messages[friends.channel.id].values()
        if message.pinned
    ]
    return friends.post(message.id)


def call_posts(friends: World) -> list[discord.Message]:
    return [
        post
        for post in friends.posts
        if any(custom_id.endswith(":call") for custom_id in buttons(post).values())
    ]


async def test_the_setting_says_what_it_does(mona: simcord.MemberActor, friends: World) -> None:
    text = await switch(mona, friends, "live")
    expected = "**live: the live board tells them, one line calls the next player**"
    assert f"Posts of moves: {expected}" in text


async def test_the_start_is_posted_as_ever(game: Game, friends: World) -> None:
    start = next(post for post in friends.posts if "Play" in labels(post))
    assert start.id != live_post(friends).id
    assert "it is your turn" in texts(start)


async def test_the_live_board_tells_the_move_and_whose_turn_it_is(
    game: Game, friends: World
) -> None:
    await move_on(friends, game)
    live = live_post(friends)
    lines = texts(live).splitlines()
    assert lines[0] == "**Anna – Ben**, after move 1"
    assert lines[1].startswith("**Anna** laid a tile on ")
    assert lines[2].startswith(f"<@{friends.ben.id}>, **it is your turn.**")
    assert labels(live)[:4] == TO_PLAY
    assert [file.filename for file in live.attachments] == ["board.png"]


async def test_the_score_line_stays_in_sight(game: Game, friends: World) -> None:
    await friends.play_on(game, eager_moves("0")[:12])
    await friends.deliver()
    assert texts(live_post(friends)).splitlines()[1].endswith("tiles left")


async def test_the_next_player_is_called_in_one_line(game: Game, friends: World) -> None:
    await move_on(friends, game)
    [call] = call_posts(friends)
    assert texts(call).startswith(f"<@{friends.ben.id}>, **it is your turn.**")
    assert len(texts(call).splitlines()) == 1
    assert labels(call) == ["Play", "To the board"]
    assert call.attachments == []
    *_, post = [
        post for post in messages(friends.env.http_requests) if "call" in str(post["components"])
    ]
    assert post["allowed_mentions"]["users"] == [friends.ben.id]
    assert str(live_post(friends).id) in str(post["components"])


async def test_one_line_and_one_board_are_all_that_stands(game: Game, friends: World) -> None:
    before = len(friends.posts)
    for count in range(1, 6):
        game = await move_on(friends, game)
        assert [game.ply, len(call_posts(friends))] == [count, 1]
    assert len(friends.posts) == before + 1
    assert beyond(friends.env.http_requests) == []


async def test_its_buttons_play(game: Game, friends: World) -> None:
    await move_on(friends, game)
    for post in (live_post(friends), *call_posts(friends)):
        panel = answer_of(await friends.ben.click(post, label="Play"))
        assert panel.attachments


async def test_a_line_that_is_past_still_answers(game: Game, friends: World) -> None:
    await friends.play_on(game, eager_moves("0")[:1])
    await friends.deliver()
    [call] = call_posts(friends)
    await friends.play_on(game, eager_moves("0")[1:2])
    waiting = await friends.ben.click(call, label="Play")
    assert "Anna" in text_of(waiting)


async def test_of_moves_that_waited_only_the_last_calls(game: Game, friends: World) -> None:
    await friends.play_on(game, eager_moves("0")[:3])
    await friends.deliver()
    [call] = call_posts(friends)
    assert buttons(call)["Play"].startswith(f"play:{game.id}:0:3:")


async def test_the_end_is_posted_as_ever(game: Game, friends: World) -> None:
    await move_on(friends, game)
    resign = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(resign), label="Yes, resign")
    await friends.deliver()
    assert texts(friends.last_post).startswith("## Ben wins")
    assert call_posts(friends) == []


async def test_a_direct_call_links_to_the_live_board(game: Game, friends: World) -> None:
    await friends.ben.slash(friends.channel, "table me", where="direct")
    live = live_post(friends).id
    await move_on(friends, game)
    assert call_posts(friends) == []
    messages_to_ben = friends.ben.user.dm_channel.history()
    parts_of = [part.to_dict() for message in messages_to_ben for part in message.components]
    assert f"{friends.channel.id}/{live}" in str(parts_of)


async def test_taken_back_it_shows_the_earlier_position(game: Game, friends: World) -> None:
    await friends.play_on(game, eager_moves("0")[:2])
    await friends.table.act(friends.by(friends.ben), game.id, Undo())
    await friends.deliver()
    assert "after move 1" in texts(live_post(friends))


async def test_a_game_that_goes_on_after_a_pause_calls_once(game: Game, friends: World) -> None:
    await move_on(friends, game)
    await pauses_of(friends.table).pause(game.id, friends.channel.id, "place_forbidden")
    await friends.deliver()
    resume = Resume(friends.channel.id)
    await friends.table.act(friends.by(friends.anna), game.id, resume)
    await friends.deliver()
    [call] = call_posts(friends)
    assert texts(call).startswith(f"<@{friends.ben.id}>")
    assert "after move 1" in texts(live_post(friends))


async def test_switched_on_in_a_running_game_its_board_stays(
    mona: simcord.MemberActor, friends: World
) -> None:
    game = await move_on(friends, await friends.start())
    board = friends.last_post.id
    await switch(mona, friends, "live")
    await move_on(friends, game)
    assert friends.post(board).attachments
    assert labels(friends.post(board)) == []
    assert len(call_posts(friends)) == 1


async def test_switched_off_the_board_is_posted_again(
    mona: simcord.MemberActor, game: Game, friends: World
) -> None:
    await move_on(friends, game)
    live = live_post(friends).id
    await switch(mona, friends, "short")
    assert call_posts(friends) == []
    assert live not in friends.post_ids
    assert labels(friends.last_post)[:4] == TO_PLAY


async def test_a_line_that_was_tried_twice_is_posted_once(
    game: Game, friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated Discord remembers no nonce, and the live board has a button to play too."""
    friends.clock.now = round(discord.utils.snowflake_time(friends.channel.id).timestamp()) * SECOND
    sent = discord.abc.Messageable.send

    async def answer_lost(*asked: object, **more: object) -> object:
        await sent(*asked, **more)  # type: ignore[call-overload]
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", answer_lost)
        await move_on(friends, game)
    friends.clock.turn(NONCES_KNOWN + 1)
    await friends.deliver()
    [call] = call_posts(friends)
    await move_on(friends, game)
    assert call.id not in friends.post_ids
    assert "after move 2" in texts(live_post(friends))
