"""Digests as spectators read them."""

from collections.abc import Mapping
from random import Random

import discord
import pytest
from discord import ChannelType
from discord.utils import snowflake_time

from bot.locale import languages, words_of
from bot.match.actions import Actor, Join, NewGame, Resign
from bot.match.game import Game
from bot.process.clock import DAY, HOUR, SECOND
from bot.table.housekeeping import Timers
from engine.games import GAMES
from tests.bot.choices import at_random, predictable
from tests.bot.discord.commands.test_exports import thread_of
from tests.bot.discord.commands.test_leagues import announce_season, begin, settle
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import move_on
from tests.bot.discord.kit.world import World, alts, labels, texts

# When the tests begin, it is 08:00 in UTC.
AT_NINE: Mapping[str, str] = {"digest": "9"}
MOVES = eager_moves("0")


async def set_channel(friends: World, **settings: str) -> None:
    await friends.table.channels.set(friends.guild.id, friends.channel.id, settings)


async def pass_time(friends: World, time: int = DAY) -> None:
    friends.clock.turn(time)
    await Timers(friends.database, friends.table, friends.clock).look()
    await friends.deliver()


def digests(friends: World) -> list[discord.Message]:
    return [post for post in friends.posts if any(map(_is_of_digest, buttons(post).values()))]


def _is_of_digest(custom_id: str) -> bool:
    return custom_id.startswith("running:")


async def play(friends: World, count: int) -> Game:
    """A game of Anna and Ben after this many moves."""
    game = await friends.start()
    await friends.play_on(game, MOVES[:count])
    await friends.deliver()
    return await friends.table.games.get(game.id)


async def play_in(friends: World, place: int, count: int) -> Game:
    """The same in a thread of the channel."""
    people = ((friends.ben.id, friends.ben.user.global_name or ""),)
    request = NewGame(
        "castle", friends.guild.id, place, friends.channel.id, opponents=people, first=0
    )
    opened = await friends.table.open(friends.by(friends.anna), request)
    await friends.table.act(friends.by(friends.ben), opened.game_id, Join())
    game = await friends.table.games.get(opened.game_id)
    await friends.play_on(game, MOVES[:count])
    await friends.deliver()
    return game


async def test_it_says_who_leads_by_how_much_and_who_is_next(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    await play(friends, 30)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert texts(digest).splitlines()[:3] == [
        "## The day in short",
        "**Anna** leads by 4 points · *Carcassonne: The Castle*",
        "-# Anna **15** – Ben **11**, 29 tiles left · Anna to play",
    ]
    assert beyond(friends.env.http_requests) == []


async def test_it_shows_the_move_of_the_day_in_its_animation(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 30)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    moves = await friends.table.games.public_moves(game)
    leads = [2 * move.points[move.seat] - sum(move.points) for move in moves]
    best = leads.index(max(leads)) + 1
    assert f"**Move of the day** · move {best}\n" in texts(digest)
    assert [file.filename for file in digest.attachments] == ["day.gif"]
    assert alts(digest)[0].startswith(f"The move of the day, move {best}, and what led up to it.")


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("language", languages())
async def test_it_tells_of_every_game(friends: World, kind: str, language: str) -> None:
    await set_channel(friends, digest="20", language=language)
    game_id = await friends.open(kind, [friends.ben])
    await friends.table.act(friends.by(friends.ben), game_id, Join())
    chance = Random(7)
    for _ in range(60):
        game = await friends.table.games.get(game_id)
        if game.to_act is None:
            break
        user_id = game.seats[game.to_act].user_id or 0
        questions = await friends.table.drafts.questions(game_id, user_id)
        await friends.play_on(game, [questions.text(at_random(questions, chance))])
    await pass_time(friends, 12 * HOUR)
    [digest] = digests(friends)
    assert f"*{words_of(language)(f'{kind}.name')}*" in texts(digest)
    assert len(digest.attachments) == 1
    assert beyond(friends.env.http_requests) == []


async def test_the_move_of_the_day_is_one_of_that_day(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 20)
    await pass_time(friends, HOUR)
    await friends.play_on(game, MOVES[20:40])
    await pass_time(friends, DAY)
    _, second = digests(friends)
    [line] = [line for line in texts(second).splitlines() if line.startswith("**Move of the day")]
    assert int(line.rpartition(" ")[2]) > 20


async def test_without_any_points_it_has_no_move_of_the_day(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    await move_on(friends, await friends.start())
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert "No points yet · *Carcassonne: The Castle*\n-# Anna – Ben · Ben to play" in texts(digest)
    assert "Move of the day" not in texts(digest)
    assert digest.attachments == []


async def test_a_game_that_has_ended_is_told_with_its_winner(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 30)
    resigned = Actor("resigns", friends.anna.id, "Anna")
    await friends.table.act(resigned, game.id, Resign())
    await pass_time(friends, HOUR)
    assert "**Ben wins** · *Carcassonne: The Castle*\n-# Anna – Ben" in texts(digests(friends)[0])


async def test_the_final_scoring_is_no_move_of_the_day(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    await play(friends, len(MOVES))
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert f"move {len(MOVES)}\n" not in texts(digest)
    assert "wins " in texts(digest).splitlines()[1]


async def test_a_game_in_a_public_thread_is_told_with_its_place(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    thread = await thread_of(friends, ChannelType.public_thread)
    await play_in(friends, thread, 30)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert f"*Carcassonne: The Castle* in <#{thread}>" in texts(digest)


async def test_a_game_in_a_private_thread_is_not_told(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    thread = await thread_of(friends, ChannelType.private_thread)
    await play_in(friends, thread, 30)
    await pass_time(friends, HOUR)
    assert digests(friends) == []
    await play(friends, 1)
    await pass_time(friends)
    [digest] = digests(friends)
    assert str(thread) not in texts(digest)
    assert "**Anna** leads by 2 points" in texts(digest)
    assert "tiles left" in texts(digest)
    assert texts(digest).count("Carcassonne") == 1


async def test_it_ranks_those_who_predict(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 10)
    guess = (await predictable(friends.table, game.id, friends.carla.id))[0]
    carla = friends.by(friends.carla)
    await friends.table.predictions.predict(carla, game.id, game.ply, game.branch, guess.parts)
    await friends.play_on(game, MOVES[10:11])
    await pass_time(friends, HOUR)
    assert "**Predictions**\n1. **Carla**: " in texts(digests(friends)[0])


async def test_it_says_when_a_win_can_be_claimed_soon(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 3)
    for day in range(6):
        await pass_time(friends, HOUR if day == 0 else DAY)
    thread = await thread_of(friends, ChannelType.public_thread)
    await play_in(friends, thread, 1)
    await pass_time(friends)
    at = (game.waiting_since + 7 * DAY) // SECOND
    line = f"**Coming up**: without a move by Ben, the win can be claimed <t:{at}:R> · *Carcassonne"
    assert line in texts(digests(friends)[-1])


async def test_it_says_that_a_game_nears_its_end(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, len(MOVES) - 3)
    left = (await friends.table.games.position(game.id, None)).view.tiles_left
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert f"**Coming up**: the last turns, with {left} tile" in texts(digest)


async def test_it_tells_how_far_a_season_is_instead_of_standings(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    season = await begin(friends)
    await settle(friends)
    [number, *_] = [each.game_id for each in season.fixtures if each.game_id is not None]
    game = await friends.table.games.get(number)
    resigned = Actor("resigns", game.seats[0].user_id or 0, game.seats[0].name)
    await friends.table.act(resigned, number, Resign())
    [number, *_] = [
        each.game_id
        for each in season.fixtures
        if each.game_id is not None and each.game_id != number
    ]
    game = await friends.table.games.get(number)
    await friends.play_on(game, MOVES[:1])
    for _ in range(8):
        await pass_time(friends)
    first, *_ = digests(friends)
    name = game_winner(await friends.table.games.get(season.fixtures[0].game_id or 0))
    line = f"**Harvest League, season 1** · {name} in the lead, 1 of 6 games over"
    assert line in texts(first)
    assert not any("The standings after week" in texts(post) for post in friends.posts)


def game_winner(game: Game) -> str:
    [winner] = game.winners
    return game.seats[winner].name


async def test_it_says_when_the_sign_up_for_a_season_closes(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    season = await announce_season(friends)
    game = await play(friends, 3)
    for day in range(6):
        await friends.play_on(game, MOVES[3 + day : 4 + day])
        await pass_time(friends)
    closes = f"the sign-up for Harvest League, season 1 closes <t:{season.closes_at // SECOND}:R>"
    assert f"**Coming up**: {closes}" in texts(digests(friends)[-1])
    assert "**Harvest League, season 1** · 0 have signed up" in texts(digests(friends)[-1])


async def test_many_games_with_long_names_leave_room_for_the_rest(friends: World) -> None:
    """The simulated Discord counts as Discord does."""
    friends.anna, friends.ben = (friends.new_person(f"{name}{'_*' * 15}") for name in "AB")
    await set_channel(friends, **AT_NINE)
    for _ in range(12):
        thread = await thread_of(friends, ChannelType.public_thread)
        await play_in(friends, thread, 12)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert beyond(friends.env.http_requests) == []
    shown = texts(digest).count(" leads by ")
    assert 3 < shown <= 8
    assert f"-# {12 - shown} more games are running\n" in texts(digest)
    assert "**Move of the day**" in texts(digest)


async def test_after_quiet_days_it_says_since_when_it_tells(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    game = await play(friends, 3)
    await pass_time(friends, HOUR)
    first_at = friends.clock() // SECOND
    for _ in range(3):
        await pass_time(friends)
    await friends.play_on(game, MOVES[3:4])
    await pass_time(friends)
    assert f"-# Since <t:{first_at}:D>" in texts(digests(friends)[-1])


@pytest.mark.parametrize("language", languages())
async def test_it_is_in_the_language_of_its_channel(friends: World, language: str) -> None:
    head = {"en": "The day in short", "nl": "De dag in het kort", "de": "Der Tag in Kürze"}
    await set_channel(friends, digest="20", language=language)
    await play(friends, 30)
    await pass_time(friends, 12 * HOUR)
    assert texts(digests(friends)[0]).startswith(f"## {head[language]}\n")


async def test_its_button_lists_the_games_that_the_reader_sees(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    await play(friends, 3)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert labels(digest) == ["Running games"]
    answer = await friends.carla.click(digest, label="Running games")
    assert answer.ephemeral
    assert "Anna – Ben" in texts(answer_of(answer))


async def test_it_pings_nobody(friends: World) -> None:
    await set_channel(friends, **AT_NINE)
    await play(friends, 30)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert digest.mentions == []
    assert "<@" not in texts(digest)


async def test_it_is_found_again_whatever_has_happened_since(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer was lost, and what it tells is different by the time it is tried again."""
    friends.clock.now = round(snowflake_time(friends.channel.id).timestamp()) * SECOND
    await set_channel(friends, digest="1")
    game = await play(friends, 30)
    await friends.env.advance_time(HOUR / SECOND)
    sent = discord.abc.Messageable.send

    async def answer_lost(*asked: object, **more: object) -> object:
        await sent(*asked, **more)  # type: ignore[call-overload]
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", answer_lost)
        await pass_time(friends, HOUR)
    [digest] = digests(friends)
    await friends.play_on(game, MOVES[30:40])
    await pass_time(friends, HOUR)
    assert [post.id for post in digests(friends)] == [digest.id]


async def test_it_goes_out_in_words_where_nothing_can_be_painted(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> bytes:
        raise RuntimeError

    await set_channel(friends, **AT_NINE)
    await play(friends, 30)
    monkeypatch.setattr(friends.desk.studio, "paint", fails)
    await pass_time(friends, HOUR)
    [digest] = digests(friends)
    assert digest.attachments == []
    assert "**Move of the day**" in texts(digest)
