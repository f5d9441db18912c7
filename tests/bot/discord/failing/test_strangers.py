"""People press and type what is not theirs: they are told so, and nothing happens."""

import pytest
import simcord

from bot.match.game import Game
from tests.bot.discord.kit.trouble import (
    TRACE,
    confirm_page,
    forge_post,
    legal_move,
    move_on,
    refusal,
    text_of,
)
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import World, labels, texts

NOT_A_PLAYER = "Only the players of this game can do that. You are welcome to watch"


async def is_unchanged(world: World, before: Game) -> bool:
    return await world.table.games.get(before.id) == before


def friendly(result: simcord.InteractionResult) -> str:
    """The text that this person alone was shown."""
    text = text_of(result)
    assert result.ephemeral
    assert text
    assert not TRACE.search(text)
    return text


async def test_a_stranger_cannot_answer_an_invitation(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert lobby is not None
    for label in ("Accept", "Decline"):
        answer = await friends.carla.click(friends.last_post, label=label)
        assert "The invitation is for somebody else." in friendly(answer)
        assert await is_unchanged(friends, lobby)


async def test_who_invites_cannot_take_the_seat_of_who_is_invited(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert lobby is not None
    answer = await friends.anna.click(friends.last_post, label="Accept")
    assert "You are in this game already" in friendly(answer)
    assert await is_unchanged(friends, lobby)


async def test_forged_cancel_buttons_refuse_users_without_the_right(friends: World) -> None:
    """Invitations to somebody have no button for it."""
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert lobby is not None
    old = await forge_post(friends, f"cancel:{lobby.id}:0:0:")
    answer = await friends.ben.click(old, label="Press")
    assert "Only the person who sent the invitation, or a moderator, can cancel it." in friendly(
        answer
    )
    assert await is_unchanged(friends, lobby)


async def test_a_spectator_cannot_play(friends: World) -> None:
    game = await friends.start()
    answer = await friends.carla.click(friends.last_post, label="Play")
    assert NOT_A_PLAYER in friendly(answer)
    answer = await friends.carla.slash(friends.channel, "castle play")
    assert NOT_A_PLAYER in friendly(answer)
    assert await is_unchanged(friends, game)


async def test_who_is_not_to_move_is_told_whose_turn_it_is(friends: World) -> None:
    game = await friends.start()
    answer = await friends.ben.click(friends.last_post, label="Play")
    assert "It is Anna's turn" in friendly(answer)
    move = await legal_move(friends, game)
    answer = await friends.ben.slash(friends.channel, "castle move", now=True, move=move)
    assert friendly(answer).startswith("It is Anna's turn.")
    assert await is_unchanged(friends, game)


async def test_a_spectator_cannot_use_the_commands_of_players(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    for command in ["undo", "resign", "propose"]:
        options = {"what": "end"} if command == "propose" else {}
        answer = await friends.carla.slash(friends.channel, in_group(command), **options)
        assert NOT_A_PLAYER in friendly(answer)
        assert await is_unchanged(friends, game)


async def test_a_spectator_cannot_type_a_move(friends: World) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)
    answer = await friends.carla.slash(friends.channel, "castle move", now=True, move=move)
    assert NOT_A_PLAYER in friendly(answer)
    offered = await friends.carla.autocomplete(friends.channel, "castle move", "move", "")
    assert offered == []
    assert await is_unchanged(friends, game)


async def test_the_panel_of_a_player_is_seen_by_nobody_else(friends: World) -> None:
    await friends.start()
    page = await confirm_page(friends, friends.anna)
    assert page.ephemeral
    with pytest.raises(simcord.SetupError):
        await friends.ben.click(page, label="Confirm")


async def test_nobody_else_can_use_the_buttons_of_a_panel(
    friends: World,
) -> None:
    game = await friends.start()
    move = await legal_move(friends, game)
    for verb in ("try", "do"):
        post = await forge_post(friends, f"{verb}:{game.id}:0:0:0{move}")
        answer = await friends.carla.click(post, label="Press")
        assert NOT_A_PLAYER in text_of(answer)
        answer = await friends.ben.click(post, label="Press")
        assert "It is Anna's turn" in text_of(answer)
    assert await is_unchanged(friends, game)


async def test_a_request_is_answered_by_the_other_player_alone(friends: World) -> None:
    await friends.start()
    game = await move_on(friends, await friends.table.games.get(1))
    await friends.anna.slash(friends.channel, "castle propose", what="end")
    await friends.deliver()
    asked = await friends.table.games.get(game.id)
    assert labels(friends.last_post) == ["End the game", "No"]
    for label in ("End the game", "No"):
        answer = await friends.carla.click(friends.last_post, label=label)
        assert NOT_A_PLAYER in friendly(answer)
    answer = await friends.anna.click(friends.last_post, label="End the game")
    assert friendly(answer) == refusal("your_request")
    assert await is_unchanged(friends, asked)


async def test_a_second_request_waits_until_the_first_is_answered(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    await friends.anna.slash(friends.channel, "castle propose", what="end")
    answer = await friends.ben.slash(friends.channel, "castle propose", what="end")
    assert "**Anna** has already asked to end the game." in friendly(answer)
    asked = (await friends.table.games.get(game.id)).offer
    assert asked is not None
    assert asked.seat == 0


async def test_a_spectator_cannot_ask_for_a_rematch(friends: World) -> None:
    await friends.start()
    page = await friends.ben.slash(friends.channel, "castle resign")
    assert page.response is not None
    await friends.ben.click(page.response, label="Yes, resign")
    await friends.deliver()
    answer = await friends.carla.click(friends.last_post, label="Rematch")
    assert NOT_A_PLAYER in friendly(answer)
    answer = await friends.carla.slash(friends.channel, "castle rematch")
    assert NOT_A_PLAYER in friendly(answer)
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_a_claim_is_refused_early_and_on_ones_own_turn(friends: World) -> None:
    game = await friends.start()
    post = await forge_post(friends, f"claim:{game.id}:0:0:")
    answer = await friends.ben.click(post, label="Press")
    assert "That is possible <t:" in text_of(answer)
    answer = await friends.anna.click(post, label="Press")
    assert text_of(answer).endswith(refusal("your_turn"))
    answer = await friends.carla.click(post, label="Press")
    assert NOT_A_PLAYER in text_of(answer)
    assert await is_unchanged(friends, game)


async def test_nobody_resumes_or_resigns_for_somebody_else(friends: World) -> None:
    game = await friends.start()
    for verb, person, sentence in [
        ("resume", friends.carla, NOT_A_PLAYER),
        ("resume", friends.anna, "The game is not paused."),
        ("resign", friends.carla, NOT_A_PLAYER),
        ("rematch", friends.anna, "This game is still running."),
    ]:
        post = await forge_post(friends, f"{verb}:{game.id}:0:0:")
        answer = await person.click(post, label="Press")
        assert sentence in text_of(answer), verb
    assert await is_unchanged(friends, game)


async def test_commands_without_a_game_say_how_to_start_one(friends: World) -> None:
    for command in ("play", "undo", "resign", "propose", "board", "log", "verify", "export"):
        options = {"what": "end"} if command == "propose" else {}
        answer = await friends.carla.slash(friends.channel, in_group(command), **options)
        assert "`/castle new` starts one" in friendly(answer), command


async def test_games_in_the_lobby_have_nothing_to_look_at(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    for command in ("board", "tiles", "log", "score", "replay", "text", "export", "verify"):
        answer = await friends.anna.slash(friends.channel, in_group(command))
        assert friendly(answer) == (
            "The game has not begun yet: it is waiting for players. It begins as soon as they "
            "accept. Whoever sent the invitation can cancel it with `/castle resign`."
        ), command
    answer = await friends.anna.slash(friends.channel, "castle play")
    assert "the game is waiting for players" in friendly(answer)
    answer = await friends.anna.slash(friends.channel, "castle move", now=True, move="E5 r1")
    assert "the game is waiting for players" in friendly(answer)


async def test_an_opponent_is_another_person(friends: World) -> None:
    robot = friends.new_bot()
    for nobody in (friends.anna, robot):
        answer = await friends.anna.slash(friends.channel, "castle new", opponent=nobody)
        assert "You cannot play against yourself or against another bot." in friendly(answer)
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_users_outside_the_server_cannot_be_invited(friends: World) -> None:
    elsewhere = friends.env.create_user("elsewhere")
    answer = await friends.anna.slash(friends.channel, "castle new", opponent=elsewhere)
    assert friendly(answer).startswith("That person is not in this server.")
    assert len(friends.env.errors) == 1
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_departed_members_cannot_be_invited_to_an_offered_thread(friends: World) -> None:
    await friends.offer_threads()
    await friends.start()
    busy = await friends.anna.slash(friends.channel, "castle new", opponent=friends.carla)
    friends.guild.remove_member(friends.carla)
    assert busy.response is not None
    answer = await friends.anna.click(busy.response, label="Play in a thread")
    assert "That person is not in this server." in text_of(answer)
    assert friends.channel.threads == []


async def test_an_impossible_move_is_answered_with_facts(
    friends: World,
) -> None:
    game = await friends.start()
    for text in ("A1 r0", "nonsense", "E5 r9", "again"):
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=text)
        assert "incident" not in friendly(answer)
        assert "Something went wrong on our side" not in texts(answer.response)
    assert await is_unchanged(friends, game)
