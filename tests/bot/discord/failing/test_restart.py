"""The bot is restarted in the middle of everything: whatever was posted before still works."""

from asyncio import gather

import pytest

from bot.discord.channel_poster import ChannelPoster
from bot.discord.client import TableBot
from bot.discord.pages import panel
from bot.presentation.choice_links import BETWEEN
from bot.process.clock import DAY, SECOND
from bot.process.shards import ALL
from bot.store.claims import Claimant, claim, due_heads
from bot.table.delivery import Delivery
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons, menus
from tests.bot.discord.kit.tapping import tap_cell
from tests.bot.discord.kit.trouble import (
    confirm_page,
    direct,
    forge_post,
    legal_move,
    move_on,
    post_in,
    public,
    text_of,
)
from tests.bot.discord.kit.world import World, alts, labels


async def test_an_invitation_is_accepted_after_a_restart(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    lobby = friends.last_post
    await friends.restart()
    answer = await friends.ben.click(lobby, label="Accept")
    await friends.deliver()
    assert text_of(answer) == "You are in."
    assert labels(friends.last_post) == ["Play", "Board", "Tiles left", "Log", "Predict"]


@pytest.mark.parametrize("label", ["Decline", "Cancel"])
async def test_an_invitation_is_called_off_after_a_restart(friends: World, label: str) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    lobby = friends.last_post
    await friends.restart()
    if label == "Decline":
        await friends.ben.click(lobby, label="Decline")
    else:
        asked = answer_of(await friends.anna.click(lobby, label="Decline"))
        await friends.anna.click(asked, label="Cancel")
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_every_button_of_a_board_works_after_a_restart(friends: World) -> None:
    await friends.start()
    board = friends.last_post
    await friends.restart()
    for label in labels(board):
        answer = await friends.anna.click(board, label=label)
        assert text_of(answer), label
        assert "another version" not in text_of(answer), label
        assert "earlier position" not in text_of(answer), label


async def test_a_turn_survives_a_restart_at_each_tap(
    friends: World,
) -> None:
    game = await friends.start()
    board = friends.last_post
    await friends.restart()
    opened = await friends.anna.click(board, label="Play")
    cell = next(iter(buttons(opened.response)))
    await friends.restart()
    assert opened.response is not None
    looked = await friends.anna.click(opened.response, label=cell)
    await friends.restart()
    assert looked.response is not None
    back = await friends.anna.click(looked.response, label="Back")
    assert cell in buttons(back.response)
    assert back.response is not None
    looked = await friends.anna.click(back.response, label=cell)
    await friends.restart()
    assert looked.response is not None
    done = await friends.anna.click(looked.response, label="Confirm")
    assert "Played" in text_of(done)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_an_overlay_is_laid_over_the_board_after_a_restart(friends: World) -> None:
    await friends.start()
    looked = await friends.carla.click(friends.last_post, label="Board")
    assert looked.response is not None
    overlay = labels(looked.response)[0]
    await friends.restart()
    again = await friends.carla.click(looked.response, label=overlay)
    assert alts(again.response)
    assert labels(again.response) == labels(looked.response)


async def test_a_request_is_answered_after_a_restart(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    asked = friends.last_post
    await friends.restart()
    await friends.ben.click(asked, label="Allow take-back")
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_resigning_is_confirmed_after_a_restart(friends: World) -> None:
    game = await friends.start()
    sure = await friends.ben.slash(friends.channel, "castle resign")
    await friends.restart()
    assert sure.response is not None
    await friends.ben.click(sure.response, label="Yes, resign")
    assert (await friends.table.games.get(game.id)).status == "resigned"


async def test_the_final_posts_buttons_work_after_a_restart(friends: World) -> None:
    await move_on(friends, await friends.start())
    sure = await friends.ben.slash(friends.channel, "castle resign")
    assert sure.response is not None
    await friends.ben.click(sure.response, label="Yes, resign")
    await friends.deliver()
    end = friends.last_post
    await friends.restart()
    for label in ("Replay", "Points"):
        assert text_of(await friends.carla.click(end, label=label)), label
    answer = await friends.anna.click(end, label="Rematch")
    assert "The invitation is posted" in text_of(answer)


async def test_an_offered_thread_can_be_opened_after_a_restart(friends: World) -> None:
    await friends.offer_threads()
    await friends.start()
    busy = await friends.anna.slash(friends.channel, "castle new", opponent=friends.carla)
    await friends.restart()
    assert busy.response is not None
    answer = await friends.anna.click(busy.response, label="Play in a thread")
    assert "The invitation is posted in <#" in text_of(answer)
    assert len(friends.channel.threads) == 1


async def test_a_message_claimed_before_a_stop_is_delivered(
    friends: World,
) -> None:
    game = await friends.start()
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    old = Claimant("the old process", friends.clock(), lease=60 * SECOND, pause=600 * SECOND)
    async with friends.database.reading() as connection:
        heads = await due_heads(connection, old, 20)
    async with friends.database.writing() as connection:
        claimed = await claim(connection, heads, old)
    posts = len(public(friends))
    await friends.restart()
    await friends.deliver()
    assert len(claimed) == 1
    assert len(public(friends)) == posts
    friends.clock.turn(61 * SECOND)
    await friends.deliver()
    assert len(public(friends)) == posts + 1
    assert "Play" in labels(friends.last_post)


async def test_what_waited_to_be_posted_is_posted_after_a_restart(friends: World) -> None:
    game = await friends.start()
    await friends.carla.slash(friends.channel, "castle watch", what="turns")
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    posts = len(public(friends))
    await friends.restart()
    await friends.deliver()
    assert len(public(friends)) == posts + 1
    assert len(direct(friends.carla)) == 1


async def test_the_next_process_confirms_while_the_old_one_posts(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    old = friends.outbox
    await friends.restart()
    await friends.anna.click(page, label="Confirm")
    posts = len(public(friends))
    await gather(old.drain(), friends.outbox.drain())
    await friends.env.settle()
    assert (await friends.table.games.get(game.id)).ply == 1
    assert len(public(friends)) == posts + 1


async def test_a_menu_works_after_a_restart(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "FEW", 8)
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:19])
    player = await friends.to_act()
    opened = await player.slash(friends.channel, "castle play")
    assert opened.response is not None
    page = await tap_cell(player, opened.response, "J7")
    assert page.response is not None
    [(custom_id, offered)] = menus(page.response).items()
    await friends.restart()
    label, value = list(offered.items())[-1]
    chosen = await player.select(page.response, [value], custom_id=custom_id)
    assert value.split(BETWEEN)[1] in buttons(chosen.response)["Confirm"]
    assert alts(chosen.response), label


async def test_the_rarer_buttons_work_after_a_restart(friends: World) -> None:
    game = await friends.start()
    friends.clock.turn(7 * DAY)
    claim = await friends.ben.click(friends.last_post, label="Play")
    more = await forge_post(friends, f"page:{game.id}:0:0:1")
    await friends.restart()
    assert alts((await friends.anna.click(more, label="Press")).response)
    assert claim.response is not None
    await friends.ben.click(claim.response, label="Claim the win")
    assert (await friends.table.games.get(game.id)).winners == (1,)


async def test_a_game_is_resumed_after_a_restart(friends: World) -> None:
    game = await friends.start()
    friends.env.inject_error(*post_in(friends.channel), status=403, code=50013)
    await move_on(friends, game)
    offer = await friends.anna.slash(friends.channel, "castle play")
    await friends.restart()
    assert offer.response is not None
    await friends.anna.click(offer.response, label="Resume here")
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).pause is None
    assert "Play" in labels(friends.last_post)


async def test_nothing_is_posted_before_the_bot_is_connected(friends: World) -> None:
    game = await friends.start()
    await friends.anna.slash(
        friends.channel, "castle move", now=True, move=await legal_move(friends, game)
    )
    posts = len(public(friends))
    unconnected = TableBot(friends.desk, shards=ALL)
    await Delivery(friends.database, ChannelPoster(unconnected), clock=friends.clock).drain()
    assert len(public(friends)) == posts
    await friends.restart()
    friends.clock.turn(10 * SECOND)
    await friends.deliver()
    assert len(public(friends)) == posts + 1


async def test_open_invitations_can_be_accepted_after_a_restart(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    lobby = friends.last_post
    await friends.restart()
    assert text_of(await friends.carla.click(lobby, label="Join")) == "You are in."
