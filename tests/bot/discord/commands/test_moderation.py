"""What moderators can do: in a channel, and in a game."""

import discord
import simcord

from bot.match.game import Game
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.limits import messages
from tests.bot.discord.kit.seen import answer_of, read
from tests.bot.discord.kit.trouble import confirm_page, deliver_twice, move_on, text_of
from tests.bot.discord.kit.world import LOOKING_BACK, World, labels, texts

USUAL = [
    "In this channel and its threads:",
    "Games are started by: **everyone**",
    "Invitations are cancelled by: **the players**",
    "Games are ended early by: **moderators**",
    "Leagues are announced by: **everyone**",
    "Language of public posts: **English**",
    "Live board for each game: **no**",
    "Posts of moves: **short: what spectators need**",
    "Games start in a thread: **when another game is running here**",
    "Digest for spectators: **never**",
    "Time zone of this channel: **UTC, where it is 08:00 now**",
    "Web pages of games: **no**",
]


async def settings(mona: simcord.MemberActor, friends: World, **options: str) -> list[str]:
    answer = await mona.slash(friends.channel, "table-admin settings", **options)
    assert answer.ephemeral
    return texts(answer.response).split("\n")


async def test_the_settings_of_a_channel_are_shown(
    mona: simcord.MemberActor, friends: World
) -> None:
    assert await settings(mona, friends) == USUAL


async def test_settings_are_changed_one_by_one(mona: simcord.MemberActor, friends: World) -> None:
    changed = await settings(mona, friends, start="moderators")
    assert changed[1:] == ["Games are started by: **moderators**", *USUAL[2:]]
    both = await settings(mona, friends, cancel="everyone", end="players")
    assert [line.split("**")[1] for line in both[1:4]] == ["moderators", "everyone", "the players"]
    assert await settings(mona, friends) == both


async def test_a_digest_has_its_hour_in_the_zone_of_the_channel(
    mona: simcord.MemberActor, friends: World
) -> None:
    lines = await settings(mona, friends, digest="18", timezone="amsterdam")
    assert lines[-3:-1] == [
        "Digest for spectators: **every day at 18:00, if something was played**",
        "Time zone of this channel: **Europe/Amsterdam, where it is 09:00 now**",
    ]
    assert await settings(mona, friends) == lines


async def test_a_zone_that_does_not_exist_changes_nothing(
    mona: simcord.MemberActor, friends: World
) -> None:
    assert await settings(mona, friends, digest="18", timezone="Atlantis") == [
        "There is no time zone `Atlantis`. Write its name, such as `Europe/Amsterdam`, or just"
        " `Amsterdam`."
    ]
    assert await settings(mona, friends) == USUAL


async def test_a_forum_has_no_place_for_a_digest(mona: simcord.MemberActor, friends: World) -> None:
    forum = friends.guild.create_forum_channel("forum")
    friends.env.backend.create_thread(forum.id, "a thread", friends.anna.id)
    [friends.channel] = forum.threads
    await friends.env.settle()
    assert await settings(mona, friends, digest="18") == [
        "A forum has no place for a digest: nothing can be posted beside its threads. Set it in an"
        " ordinary channel."
    ]
    assert await settings(mona, friends, digest="off") == USUAL


async def test_zones_are_suggested(mona: simcord.MemberActor, friends: World) -> None:
    suggested = await mona.autocomplete(friends.channel, "table-admin settings", "timezone", "amst")
    assert [choice["value"] for choice in suggested] == ["Europe/Amsterdam"]


async def test_public_texts_use_the_channels_language(
    mona: simcord.MemberActor, friends: World
) -> None:
    await settings(mona, friends, language="nl")
    await friends.anna.slash(friends.channel, "castle new", thread=False)
    await friends.deliver()
    assert labels(friends.last_post)[:3] == ["Meedoen", "Voor de ranglijst", "Annuleren"]


async def test_settings_hold_in_one_channel(mona: simcord.MemberActor, friends: World) -> None:
    await settings(mona, friends, start="moderators")
    friends.channel = friends.guild.create_text_channel("elsewhere")
    assert await settings(mona, friends) == USUAL


async def test_a_moderator_ends_a_game_without_a_winner(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.start()
    answer = await mona.slash(friends.channel, "table-admin end")
    await friends.deliver()
    assert texts(answer.response) == "The game has ended."
    assert texts(friends.last_post).startswith(
        "## Anna – Ben: no winner\n**Mona** ended the game, without a winner."
    )
    assert labels(friends.last_post) == [*LOOKING_BACK, "Rematch"]


async def test_a_moderator_takes_an_invitation_back(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    await mona.slash(friends.channel, "table-admin end")
    await friends.deliver()
    assert read(friends.posts[0]).labels == ()
    assert texts(friends.last_post).startswith("**Mona** cancelled the invitation.")


async def test_players_end_their_game_where_they_may(
    mona: simcord.MemberActor, friends: World
) -> None:
    await friends.start()
    refused = await friends.anna.slash(friends.channel, "castle propose", what="stop")
    assert texts(answer_of(refused)) == "You may not end this game. Ask a moderator."
    await settings(mona, friends, end="players")
    await friends.anna.slash(friends.channel, "castle propose", what="stop")
    await friends.deliver()
    assert texts(friends.last_post).startswith("## Anna – Ben: no winner")


HALTED = "A moderator has paused the game, and only a moderator can resume it. Ask one to."


async def halt(friends: World, mona: simcord.MemberActor) -> Game:
    game = await move_on(friends, await friends.start())
    answer = await mona.slash(friends.channel, "table-admin pause")
    assert answer.ephemeral
    assert text_of(answer) == "The game is paused. Resume it with `/table-admin resume`."
    await friends.deliver()
    return await friends.table.games.get(game.id)


async def test_a_halted_game_is_told_of_and_nobody_plays(
    friends: World, mona: simcord.MemberActor
) -> None:
    await halt(friends, mona)
    assert texts(friends.last_post).startswith("**Mona** has paused the game.")
    assert labels(friends.last_post) == []
    *_, post = messages(friends.env.http_requests)
    assert post["allowed_mentions"]["users"] == [friends.anna.id, friends.ben.id]
    board = next(post for post in friends.posts if "Play" in labels(post))
    assert text_of(await friends.ben.click(board, label="Play")) == HALTED
    for person in (friends.anna, friends.carla):
        assert text_of(await person.slash(friends.channel, "castle play")) == HALTED


async def test_a_moderator_lets_it_go_on(friends: World, mona: simcord.MemberActor) -> None:
    game = await halt(friends, mona)
    answer = await mona.slash(friends.channel, "table-admin resume")
    assert text_of(answer) == "The game continues here."
    await friends.deliver()
    assert "**Mona** has resumed the game." in [texts(post) for post in friends.posts]
    assert labels(friends.last_post)[0] == "Play"
    await move_on(friends, game)
    assert text_of(await mona.slash(friends.channel, "table-admin resume")) == (
        "Only the players of this game can do that. You are welcome to watch: `/castle watch`."
    )


async def test_a_pause_asked_for_twice_at_once_is_one(
    friends: World, mona: simcord.MemberActor
) -> None:
    await friends.start()
    with deliver_twice(friends):
        answer = await mona.slash(friends.channel, "table-admin pause")
    assert text_of(answer).startswith("The game is paused.")
    assert text_of(await mona.slash(friends.channel, "table-admin pause")) == HALTED


async def test_without_a_game_there_is_nothing_to_pause(
    friends: World, mona: simcord.MemberActor
) -> None:
    for command in ("pause", "resume"):
        answer = await mona.slash(friends.channel, f"table-admin {command}")
        assert text_of(answer).startswith("No game has been played in this channel yet.")


async def hand_over(
    friends: World,
    mona: simcord.MemberActor,
    player: simcord.MemberActor,
    to: simcord.MemberActor,
) -> str:
    answer = await mona.slash(friends.channel, "table-admin seat", player=player, to=to)
    assert answer.ephemeral
    await friends.deliver()
    return text_of(answer)


async def test_handing_over_a_seat_posts_a_board_for_the_new_player(
    friends: World, mona: simcord.MemberActor
) -> None:
    game = await friends.start()
    done = await hand_over(friends, mona, friends.anna, friends.carla)
    assert done == f"Carla plays in {friends.channel.mention} from now on."
    notice, board = friends.posts[-2:]
    assert texts(notice) == "**Mona** has handed the seat of **Anna** over to **Carla**."
    assert friends.carla.mention in texts(board)
    assert [post.id for post in friends.posts if "Play" in labels(post)] == [board.id]
    *_, post = [
        message for message in messages(friends.env.http_requests) if message.get("attachments")
    ]
    assert post["allowed_mentions"]["users"] == [friends.carla.id]
    move = (await legal_choices(friends.table, game.id, friends.carla.id))[0].text
    played = await friends.carla.slash(friends.channel, "castle move", now=True, move=move)
    assert text_of(played).startswith("Played")


async def test_a_former_players_panel_can_no_longer_play(
    friends: World, mona: simcord.MemberActor
) -> None:
    game = await friends.start()
    page = await confirm_page(friends, friends.anna)
    await hand_over(friends, mona, friends.anna, friends.carla)
    answer = await friends.anna.click(page, label="Confirm")
    assert "Only the players of this game can do that." in text_of(answer)
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_a_name_is_told_as_plain_text(friends: World, mona: simcord.MemberActor) -> None:
    user = friends.env.create_user("dora", global_name="**Dora** <@1>")
    dora = friends.guild.add_member(user)
    await friends.start()
    assert "**Dora**" not in await hand_over(friends, mona, friends.ben, dora)
    await hand_over(friends, mona, dora, friends.carla)
    assert "<@1>" not in texts(friends.last_post)
    assert "****" not in texts(friends.last_post)


async def test_a_bot_takes_no_seat(friends: World, mona: simcord.MemberActor) -> None:
    machine = friends.new_bot()
    game = await friends.start()
    done = await hand_over(friends, mona, friends.ben, machine)
    assert done == "A bot cannot play. Choose a person."
    assert await friends.table.games.get(game.id) == game


async def test_nobody_takes_a_seat_who_cannot_see_the_game(
    friends: World, mona: simcord.MemberActor
) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    friends.channel = friends.guild.create_text_channel(
        "not for carla", overwrites={friends.carla: hidden}
    )
    game = await friends.start()
    done = await hand_over(friends, mona, friends.ben, friends.carla)
    why = "**Carla** cannot see this channel."
    assert done == f"{why} Let them see it first, or choose somebody else."
    assert await friends.table.games.get(game.id) == game


async def test_a_seat_goes_only_from_a_player_to_somebody_else(
    friends: World, mona: simcord.MemberActor
) -> None:
    await friends.start()
    done = await hand_over(friends, mona, friends.carla, mona)
    assert done == "That person has no seat in this game. Choose one of its players."
    done = await hand_over(friends, mona, friends.ben, friends.anna)
    assert done == "That person has a seat in this game already. Choose somebody else."


async def test_an_invitation_goes_to_somebody_else(
    friends: World, mona: simcord.MemberActor
) -> None:
    await friends.anna.slash(friends.channel, "castle new", opponent=friends.ben)
    await friends.deliver()
    await hand_over(friends, mona, friends.ben, friends.carla)
    assert f"invites {friends.carla.mention}" in texts(friends.last_post)
    assert [post.id for post in friends.posts if labels(post)] == [friends.last_post.id]
    answer = await friends.carla.click(friends.last_post, label="Accept")
    assert text_of(answer) == "You are in."


async def test_players_do_not_see_what_is_for_moderators(friends: World) -> None:
    offered = friends.anna.available_commands(friends.channel)
    assert not [name for name in offered if name.startswith("table-admin")]
