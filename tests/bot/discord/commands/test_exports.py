"""Exports: the records of a channel, and what is kept about oneself, which can be erased."""

import json
from collections.abc import Iterator
from threading import get_ident
from typing import Any

import discord
import pytest
import simcord
from discord import ChannelType

from bot.discord.features import exports
from bot.host.data.verify import verify
from bot.locale import words_of
from bot.presentation.boards import end_key
from bot.store.erasure import PersonalRows
from bot.table.people import dump_personal_data
from engine.games import GAMES
from tests.bot.discord.commands.test_leagues import begin
from tests.bot.discord.kit.forging import press
from tests.bot.discord.kit.moves import random_moves
from tests.bot.discord.kit.remembered import end_game, move_to, store_rating
from tests.bot.discord.kit.seen import answer_of, read
from tests.bot.discord.kit.world import World, labels, texts

pytestmark = pytest.mark.sketched

RULES = GAMES["castle"]
NONE_ENDED = (
    "No game has ended in this channel yet."
    " Export the running game: `/table export` without a choice."
)
PUBLIC = ChannelType.public_thread
PRIVATE = ChannelType.private_thread


async def ask(who: simcord.MemberActor, world: World, **options: Any) -> simcord.ResponseMessage:
    return answer_of(await who.slash(world.channel, "table export", **options))


async def file_of(answer: simcord.ResponseMessage) -> str:
    [file] = answer.message.attachments
    return (await file.read()).decode()


async def test_the_records_of_a_channel_are_one_a_line(friends: World) -> None:
    await end_game(friends)
    await end_game(friends)
    running = await friends.start()
    await friends.play_on(running, random_moves(1)[:2])
    answer = await ask(friends.carla, friends, what="channel")
    assert answer.ephemeral
    assert texts(answer).startswith("The records of 2 games, one per line.")
    assert read(answer).files == ("games.jsonl",)
    lines = (await file_of(answer)).splitlines()
    assert [RULES.records.read_record(line).players for line in lines] == [("Anna", "Ben")] * 2


async def test_channels_without_ended_games_have_no_records(friends: World) -> None:
    await friends.start()
    answer = await ask(friends.carla, friends, what="channel")
    assert texts(answer) == NONE_ENDED


async def test_the_records_of_a_channel_can_be_shared(friends: World) -> None:
    await end_game(friends)
    answer = await ask(friends.carla, friends, what="channel", share=True)
    assert not answer.ephemeral
    assert (
        texts(answer)
        == "The record of 1 game. `replay`, in the commands of that game, shows it from this file."
    )


@pytest.mark.parametrize(("kind", "count"), [(PUBLIC, 2), (PRIVATE, 1)])
async def test_a_channels_records_include_visible_threads(
    friends: World, kind: ChannelType, count: int
) -> None:
    await end_game(friends)
    game = await end_game(friends)
    thread = await thread_of(friends, kind)
    await move_to(friends, game, thread, friends.channel.id)
    answer = await ask(friends.carla, friends, what="channel")
    assert len((await file_of(answer)).splitlines()) == count


async def test_who_is_in_a_private_thread_gets_its_records(friends: World) -> None:
    game = await end_game(friends)
    thread = await thread_of(friends, PRIVATE)
    active: Any = friends.bot.get_channel(thread)
    await active.add_user(discord.Object(friends.carla.id))
    await move_to(friends, game, thread, friends.channel.id)
    answer = await ask(friends.carla, friends, what="channel")
    assert (
        texts(answer)
        == "The record of 1 game. `replay`, in the commands of that game, shows it from this file."
    )
    shared = await ask(friends.carla, friends, what="channel", share=True)
    assert texts(shared) == NONE_ENDED


async def test_a_thread_that_is_put_away_is_asked_for(friends: World) -> None:
    game = await end_game(friends)
    thread = await thread_of(friends, PUBLIC)
    await move_to(friends, game, thread, friends.channel.id)
    active: Any = friends.bot.get_channel(thread)
    await active.edit(archived=True)
    await friends.env.settle()
    assert friends.bot.get_channel(thread) is None
    answer = await ask(friends.carla, friends, what="channel")
    assert (
        texts(answer)
        == "The record of 1 game. `replay`, in the commands of that game, shows it from this file."
    )


async def test_a_thread_that_is_gone_is_left_out(friends: World) -> None:
    game = await end_game(friends)
    await move_to(friends, game, 404, friends.channel.id)
    answer = await ask(friends.carla, friends, what="channel")
    assert texts(answer) == NONE_ENDED


async def thread_of(world: World, kind: ChannelType) -> int:
    """A thread of the world's channel, with only the bot in it."""
    channel: Any = world.bot.get_channel(world.channel.id)
    made = await channel.create_thread(name="thread", type=kind)
    await world.env.settle()
    return int(made.id)


async def test_oversized_exports_refer_to_the_host_command(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "LARGEST_FILE", 1000)
    await end_game(friends)
    answer = await ask(friends.carla, friends, what="channel")
    assert f"`python -m bot.host export-records {friends.channel.id}`" in texts(answer)
    answer = await ask(friends.anna, friends, what="me")
    assert f"`python -m bot.host show {friends.anna.id}`" in texts(answer)


async def test_what_is_kept_about_somebody_is_for_them_alone(friends: World) -> None:
    await end_game(friends)
    answer = await ask(friends.anna, friends, what="me", share=True)
    assert answer.ephemeral
    assert read(answer).files == ("about-me.json",)
    kept = json.loads(await file_of(answer))
    assert kept["user_id"] == friends.anna.id
    assert [row["name"] for row in kept["seats"]] == ["Anna"]
    assert labels(answer) == ["Erase my data"]


async def test_what_is_kept_is_written_off_the_event_loop(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set[int]()

    def note_thread(user_id: int, rows: PersonalRows) -> Iterator[str]:
        for part in dump_personal_data(user_id, rows):
            threads.add(get_ident())
            yield part

    monkeypatch.setattr(exports, "dump_personal_data", note_thread)
    await end_game(friends)
    answer = await ask(friends.anna, friends, what="me")
    assert json.loads(await file_of(answer))["user_id"] == friends.anna.id
    assert len(threads - {get_ident()}) == len(threads) == 1


async def test_erasing_asks_first_and_says_what_it_means(friends: World) -> None:
    await end_game(friends)
    about_me = await ask(friends.anna, friends, what="me")
    sure = answer_of(await friends.anna.click(about_me, label="Erase my data"))
    assert sure.ephemeral
    assert "It cannot be undone." in texts(sure)
    assert labels(sure) == ["Yes, erase it"]
    assert "seats" in await friends.table.people.personal_data(friends.anna.id)


async def test_who_plays_in_a_season_withdraws_before_being_erased(friends: World) -> None:
    season = await begin(friends)
    about_me = await ask(friends.anna, friends, what="me")
    answer = answer_of(await friends.anna.click(about_me, label="Erase my data"))
    assert "First withdraw from these seasons" in texts(answer)
    assert "- Harvest League, season 1" in texts(answer)
    assert "resigning" not in texts(answer)
    assert labels(answer) == []
    refused = await press(friends, friends.anna, "eraseall:0:0:0:")
    assert "withdraw from the seasons" in refused
    assert (await friends.table.leagues.get(season.id)).entrants[0].user_id == friends.anna.id


async def test_who_is_erased_is_a_player_from_then_on(friends: World) -> None:
    game = await end_game(friends, points=(0, 0))
    await store_rating(friends, friends.anna.id, "Anna", 1960)
    rewritten = [problem async for problem in verify(friends.database, repair=True)]
    assert [problem.repaired for problem in rewritten] == [True], "its results count nothing yet"
    kept_under = end_key(words_of("en"), game)
    done = await erase(friends)
    assert texts(done) == "Done. Nothing that the bot keeps leads back to you."
    assert await friends.table.people.personal_data(friends.anna.id) == {}
    assert [problem async for problem in verify(friends.database)] == []
    history = answer_of(await friends.ben.slash(friends.channel, "table history"))
    assert "**lost** against a player, 0–0" in texts(history)
    log = answer_of(await friends.ben.slash(friends.channel, "castle board"))
    assert "a player – Ben: a player won" in texts(log)
    ranks = answer_of(await friends.ben.slash(friends.channel, "table leaderboard"))
    assert texts(ranks).startswith("Nobody has a rating here yet")
    [record] = [line async for line in friends.table.games.records([game])]
    assert RULES.records.read_record(record).players == ("a player", "Ben")
    now = end_key(words_of("en"), await friends.table.games.get(game.id))
    assert now != kept_under, "a picture with the name is shown no more"


async def erase(world: World) -> simcord.ResponseMessage:
    about_me = await ask(world.anna, world, what="me")
    sure = answer_of(await world.anna.click(about_me, label="Erase my data"))
    return answer_of(await world.anna.click(sure, label="Yes, erase it"))


async def test_pressing_twice_and_after_a_restart_erases_once(friends: World) -> None:
    await end_game(friends)
    about_me = await ask(friends.anna, friends, what="me")
    asked_twice = [
        answer_of(await friends.anna.click(about_me, label="Erase my data")) for _ in range(2)
    ]
    await friends.restart()
    for sure in asked_twice:
        done = answer_of(await friends.anna.click(sure, label="Yes, erase it"))
        assert texts(done).startswith("Done.")


async def test_who_still_plays_is_told_which_games_to_leave(friends: World) -> None:
    await friends.start()
    about_me = await ask(friends.anna, friends, what="me")
    answer = answer_of(await friends.anna.click(about_me, label="Erase my data"))
    assert texts(answer).startswith("First leave the games that you are still in")
    assert (
        f"- Anna – Ben in {friends.channel.mention} (*Carcassonne: The Castle*): Anna to play"
        in texts(answer)
    )
    assert labels(answer) == []


async def test_who_begins_a_game_meanwhile_is_not_erased(friends: World) -> None:
    await end_game(friends)
    about_me = await ask(friends.anna, friends, what="me")
    sure = answer_of(await friends.anna.click(about_me, label="Erase my data"))
    await friends.start()
    refused = await friends.anna.click(sure, label="Yes, erase it")
    assert texts(refused.followups[-1]).startswith("You are still in a game")
    assert "seats" in await friends.table.people.personal_data(friends.anna.id)
