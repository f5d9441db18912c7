"""Clicks that come twice or too late, or from buttons that should no longer exist."""

from asyncio import gather
from typing import Any

import simcord

from bot.match.actions import Actor, Play
from tests.bot.discord.kit.seen import buttons
from tests.bot.discord.kit.trouble import (
    INCIDENT,
    TRACE,
    confirm_page,
    deliver_twice,
    forge_post,
    legal_move,
    move_on,
    refusal,
    text_of,
)
from tests.bot.discord.kit.world import World, alts, labels

STALE = "That was for an earlier position"


async def test_an_unreadable_confirm_shows_the_current_panel(friends: World) -> None:
    game = await friends.start()
    verb, game_id, branch, ply, move = buttons(await confirm_page(friends, friends.anna))[
        "Confirm"
    ].split(":", 4)
    old = ":".join([verb, game_id, branch, ply, f"0{move}"])
    answer = await friends.anna.click(await forge_post(friends, old), label="Press")
    assert STALE in text_of(answer)
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_a_double_click_on_confirm_plays_one_move(friends: World) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    confirm = buttons(page)["Confirm"]
    await friends.anna.click(page, label="Confirm")
    assert (await friends.table.games.get(game.id)).ply == 1
    again = await friends.anna.click(await forge_post(friends, confirm), label="Press")
    assert STALE in text_of(again)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_click_delivered_twice_plays_one_move(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    with deliver_twice(friends):
        answer = await friends.anna.click(page, label="Confirm")
    await friends.deliver()
    assert "Played" in text_of(answer)
    assert STALE not in text_of(answer)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_the_same_command_delivered_twice_plays_one_move(friends: World) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)
    with deliver_twice(friends):
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=move)
    assert "Played" in text_of(answer)
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_the_same_invitation_delivered_twice_is_one_game(friends: World) -> None:
    with deliver_twice(friends):
        answer = await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    assert "The invitation is posted" in text_of(answer)
    assert len([post for post in friends.channel.history() if "Accept" in labels(post)]) == 1


async def test_a_thread_asked_for_twice_at_once_is_one_thread(friends: World) -> None:
    with deliver_twice(friends):
        await friends.anna.slash(friends.channel, "castle new", thread=True)
    await friends.deliver()
    assert len(friends.channel.threads) == 1


async def test_an_invitation_accepted_twice_starts_one_game(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben, first="me")
    await friends.deliver()
    with deliver_twice(friends):
        answer = await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    assert text_of(answer) == "You are in."
    assert len([post for post in friends.channel.history() if "Play" in labels(post)]) == 1


async def test_of_two_who_join_at_once_one_sits_down(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    lobby = friends.last_post
    first = await friends.ben.click(lobby, label="Join")
    second = await friends.carla.click(lobby, label="Join")
    assert text_of(first) == "You are in."
    assert text_of(second) == refusal("wrong_status", status="running")
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    assert [seat.name for seat in game.seats] == ["Anna", "Ben"]


async def test_two_players_at_once_and_the_game_stays_whole(friends: World) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)
    clicks = [
        friends.table.act(
            Actor(f"at once {number}", person.id, person.name), game.id, Play(move, 0, 0)
        )
        for number, person in enumerate((friends.anna, friends.ben, friends.anna, friends.ben))
    ]
    ended = await gather(*clicks, return_exceptions=True)
    assert len([end for end in ended if not isinstance(end, BaseException)]) == 1
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_play_on_an_old_board_opens_the_current_position(
    friends: World,
) -> None:
    game = await move_on(friends, await friends.start(), 2)
    old = await forge_post(friends, f"play:{game.id}:0:0:")
    answer = await friends.anna.click(old, label="Press")
    assert game.ply == 2
    assert plies(answer.response) == {"2"}


async def test_stale_panel_buttons_show_the_current_panel(friends: World) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    await move_on(friends, game, 2)
    answer = await friends.anna.click(page, custom_id=a_try(page))
    assert STALE in text_of(answer)
    assert plies(answer.response) == {"2"}


async def test_an_old_panel_shows_the_board_to_who_has_to_wait(
    friends: World,
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    await move_on(friends, game)
    answer = await friends.anna.click(page, custom_id=a_try(page))
    assert STALE in text_of(answer)
    assert "Ben to play (move 1)" in text_of(answer)
    assert alts(answer.response)


async def test_confirm_after_an_undo_plays_nothing(friends: World) -> None:
    game = await friends.start()
    await move_on(friends, game)
    page = await confirm_page(friends, friends.ben)
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Allow take-back")
    await friends.deliver()
    answer = await friends.ben.click(page, label="Confirm")
    assert STALE in text_of(answer)
    assert "Anna to play (move 0)" in text_of(answer)
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_confirm_after_the_end_says_how_it_ended(friends: World) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    post = friends.last_post
    await resign(friends, friends.ben)
    answer = await friends.anna.click(page, label="Confirm")
    assert "the game is over, by resignation" in text_of(answer)
    answer = await friends.anna.click(page, custom_id=a_try(page))
    assert "the game is over, by resignation" in text_of(answer)
    answer = await friends.anna.click(
        await forge_post(friends, f"play:{game.id}:0:0:"), label="Press"
    )
    assert "the game is over, by resignation" in text_of(answer)
    now = next(message for message in friends.channel.history() if message.id == post.id)
    assert labels(now) == []


async def test_confirming_after_a_rematch_does_not_play_the_new_game(friends: World) -> None:
    await friends.start()
    page = await confirm_page(friends, friends.anna)
    await resign(friends, friends.ben)
    await friends.anna.click(friends.last_post, label="Rematch")
    await friends.deliver()
    await friends.ben.click(friends.last_post, label="Accept")
    await friends.deliver()
    new = await friends.table.games.open_in(friends.channel.id)
    assert new is not None
    answer = await friends.anna.click(page, label="Confirm")
    assert "the game is over, by resignation" in text_of(answer)
    assert (await friends.table.games.get(new.id)).ply == 0


async def test_rematch_pressed_twice_or_by_both_is_one_game(friends: World) -> None:
    await friends.start()
    await resign(friends, friends.ben)
    end = friends.last_post
    await friends.anna.click(end, label="Rematch")
    again = await friends.anna.click(end, label="Rematch")
    assert "You are in this game already." in text_of(again)
    answer = await friends.ben.click(end, label="Rematch")
    assert "the game begins" in text_of(answer)
    assert [(await friends.table.games.get(number)).status for number in (1, 2)] == [
        "resigned",
        "running",
    ]


async def test_answers_to_a_closed_request_change_nothing(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    asked = friends.last_post
    await friends.ben.click(asked, label="No")
    before = await friends.table.games.get(game.id)
    for label in ("Allow take-back", "No"):
        answer = await friends.ben.click(asked, label=label)
        assert text_of(answer) == refusal("no_such_request")
    assert await friends.table.games.get(game.id) == before


async def test_an_answer_does_not_answer_a_later_request(
    friends: World,
) -> None:
    game = await move_on(friends, await friends.start())
    await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    first = friends.last_post
    await friends.ben.click(first, label="Allow take-back")
    await move_on(friends, await friends.table.games.get(game.id))
    await friends.anna.slash(friends.channel, "castle undo")
    answer = await friends.ben.click(first, label="Allow take-back")
    assert text_of(answer) == refusal("no_such_request")
    assert (await friends.table.games.get(game.id)).offer is not None


NO_IDS = (
    "frobnicate:1:0:0:",
    "play:1:0",
    "play:-1:0:0:",
    "PLAY:1:0:0:",
    "play:99999999999999999999999:0:0:",
    "page:1:0:0:second",
    "page:1:0:0:\n1",
    "an id of some other bot",
)


async def test_an_unknown_button_is_said_to_be_unknown(
    friends: World,
) -> None:
    game = await friends.start()
    for custom_id in NO_IDS:
        answer = await friends.anna.click(await forge_post(friends, custom_id), label="Press")
        assert "This button is from another version of the bot." in text_of(answer), custom_id
    assert await friends.table.games.get(game.id) == game


async def test_an_unknown_menu_is_said_to_be_unknown(
    friends: World,
) -> None:
    await friends.start()
    for custom_id in ("=frobnicate:1:0:0:", "some menu"):
        menu = await forge_post(friends, custom_id, ("one", "two"))
        answer = await friends.anna.select(menu, ["one"])
        assert "another version of the bot" in text_of(answer)


async def test_malformed_ids_of_our_own_form_end_in_a_sentence(friends: World) -> None:
    game = await friends.start()
    for rest in (
        "do:{}:0:0:",
        "do:{}:0:0:0",
        "do:{}:0:0:0#12",
        "do:{}:0:0:0@everyone",
        "try:{}:0:0:",
        "try:{}:0:0:x",
        "overlay:{}:0:0:nothing,of,this",
        "accept:{}:0:0:everything",
        "accept:{}:0:0:end",
        "refuse:{}:0:0:",
    ):
        post = await forge_post(friends, rest.format(game.id))
        answer = await friends.anna.click(post, label="Press")
        assert text_of(answer), rest
        assert not TRACE.search(text_of(answer)), rest
        assert not INCIDENT.search(text_of(answer)), rest
    assert await friends.table.games.get(game.id) == game


async def test_a_button_of_a_game_that_was_deleted_says_so(friends: World) -> None:
    await friends.start()
    for verb in (
        "play",
        "board",
        "supply",
        "log",
        "score",
        "replay",
        "rematch",
        "join",
        "decline",
        "cancel",
        "accept",
        "refuse",
        "resign",
        "claim",
        "waitover",
        "waiton",
        "resume",
        "try",
        "do",
        "page",
        "overlay",
    ):
        post = await forge_post(friends, f"{verb}:77:0:0:0")
        answer = await friends.anna.click(post, label="Press")
        assert "This game no longer exists." in text_of(answer), verb


async def resign(world: World, player: simcord.MemberActor) -> None:
    page = await player.slash(world.channel, "castle resign")
    assert page.response is not None
    await player.click(page.response, label="Yes, resign")
    await world.deliver()


def a_try(panel: Any) -> str:
    """A button of a panel that leads to another move."""
    return next(custom_id for custom_id in buttons(panel).values() if custom_id.startswith("try:"))


def plies(panel: Any) -> set[str]:
    """The plies in the ids of a page's buttons."""
    return {custom_id.split(":")[3] for custom_id in buttons(panel).values()}
