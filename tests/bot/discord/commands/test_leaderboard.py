"""What the bot keeps about finished games: leaderboard, statistics, history."""

from typing import Any

import pytest
import simcord
from sqlalchemy import func, insert, select, update

from bot.store.results import GamesOf
from bot.store.schema import games, judged_seats, results
from engine.players.review import VERSION
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.remembered import as_game_of, end_game, hide, move_to, store_rating
from tests.bot.discord.kit.seen import answer_of, menus, read
from tests.bot.discord.kit.trouble import INCIDENT, forge_post, text_of
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import LOOKING_BACK, World, alts, labels, texts

pytestmark = pytest.mark.sketched

# What is counted in a game of Carcassonne.
KNOWN = {"points.city": 30, "points.road": 20}
GAME = "*Carcassonne: The Castle*"
ALL = "*All games*"
# The menu of the games of a history.
PAST = "=past:0:0:0:"


async def ask(
    who: simcord.MemberActor, world: World, name: str, **options: Any
) -> simcord.ResponseMessage:
    return answer_of(await who.slash(world.channel, in_group(name), **options))


async def rank_many(world: World, count: int) -> None:
    """This many strangers, earlier ones with better ratings."""
    for number in range(count):
        await store_rating(world, 1000 + number, f"Player {number + 1:02}", 2000 - number)


async def test_a_leaderboard_without_ratings_says_how_they_begin(friends: World) -> None:
    answer = await ask(friends.anna, friends, "leaderboard")
    assert texts(answer).startswith("Nobody has a rating here yet")
    assert answer.ephemeral


async def test_the_leaderboard_shows_the_best_and_marks_who_looks(friends: World) -> None:
    await store_rating(friends, friends.ben.id, "Ben", 1960)
    await store_rating(friends, friends.anna.id, "Anna", 1760)
    answer = await ask(friends.anna, friends, "leaderboard")
    assert answer.ephemeral
    assert read(answer).files == ("leaderboard.png",)
    assert alts(answer) == [
        "Leaderboard of Friends, 2 players. 1. Ben: 1960 (3 games · 2 won · 1 shared). "
        "2. Anna: 1760 (3 games · 2 won · 1 shared)."
    ]
    assert labels(answer) == []


async def test_a_long_leaderboard_is_turned_page_by_page(friends: World) -> None:
    await rank_many(friends, 25)
    await store_rating(friends, friends.anna.id, "Anna", 1560)
    first = await ask(friends.anna, friends, "leaderboard")
    assert labels(first) == ["Lower"]
    assert "10. Player 10" in alts(first)[0]
    assert alts(first)[0].endswith("26. Anna: 1560 (3 games · 2 won · 1 shared).")
    turned = answer_of(await friends.anna.click(first, label="Lower"))
    assert labels(turned) == ["Higher", "Lower"]
    assert "places 11–20 of 26" in alts(turned)[0]
    turned = answer_of(await friends.anna.click(turned, label="Lower"))
    assert labels(turned) == ["Higher"]
    assert "places 21–26 of 26" in alts(turned)[0]
    turned = answer_of(await friends.anna.click(turned, label="Higher"))
    assert "places 11–20 of 26" in alts(turned)[0]
    assert beyond(friends.env.http_requests) == []


async def test_the_pages_turn_after_a_restart(friends: World) -> None:
    await rank_many(friends, 12)
    first = await ask(friends.anna, friends, "leaderboard")
    await friends.restart()
    turned = answer_of(await friends.anna.click(first, label="Lower"))
    assert "places 11–12 of 12" in alts(turned)[0]


async def test_shared_leaderboards_have_no_own_line_and_no_buttons(friends: World) -> None:
    await rank_many(friends, 12)
    await store_rating(friends, friends.anna.id, "Anna", 1360)
    answer = await ask(friends.anna, friends, "leaderboard", share=True)
    assert not answer.ephemeral
    assert labels(answer) == []
    assert "Anna" not in alts(answer)[0]


async def test_another_server_has_a_leaderboard_of_its_own(friends: World) -> None:
    other = friends.env.create_guild("Others")
    channel = other.create_text_channel("castle")
    stranger = other.add_member(friends.env.create_user("dora", global_name="Dora"))
    await rank_many(friends, 3)
    answer = answer_of(await stranger.slash(channel, "table leaderboard"))
    assert texts(answer).startswith("Nobody has a rating here yet")


async def test_statistics_tell_how_somebody_plays(friends: World) -> None:
    await end_game(friends, won=0)
    await end_game(friends, won=None, points=(50, 50))
    await store_rating(friends, friends.anna.id, "Anna", 1760)
    answer = await ask(friends.anna, friends, "stats")
    assert answer.ephemeral
    assert texts(answer).splitlines() == [
        "## Anna",
        GAME,
        "Rating: **1760**, place 1",
        "**2** games: **1** won, **1** shared, **0** lost",
        "Points: **67.0** in an average game, at most **84**",
        "Time for a move: **5 hours** on average",
        "Wall tiles: **3.0** in an average game",
        "Largest tower: **7 tiles**",
        "Luck of the draw: **+2.5** points in an average game",
        "-# Luck of the draw is what the drawn tiles could score at once, against the average of"
        " all that were left: over many games it evens out.",
    ]
    assert read(answer).files == ("averages.png",)
    assert alts(answer) == ["Anna, points in an average game: paths 30.0 and towers 20.0."]


async def test_games_with_expansions_have_a_line_of_their_own(friends: World) -> None:
    base = await end_game(friends, won=0)
    await as_game_of(friends, base, "carcassonne", KNOWN)
    expanded = await end_game(friends, won=1, points=(150, 160))
    await as_game_of(friends, expanded, "carcassonne", KNOWN, {"inns": "on"})
    judged = {"game_id": expanded.id, "seat": 0, "accuracy": 75.0, "luck": 2.0, "version": VERSION}
    async with friends.database.writing() as connection:
        await connection.execute(insert(judged_seats).values(**judged))
    answer = await ask(friends.anna, friends, "stats")
    lines = texts(answer).splitlines()
    assert lines[3] == "**2** games: **1** won, **0** shared, **1** lost"
    assert lines[4] == "Points: **84.0** in an average game, at most **84**"
    assert lines[-2] == (
        "With expansions, apart from these: **1** game. Points: **150.0** in an average game,"
        " at most **150**; **1** reviewed game: **75%** accuracy, luck **+2.0** points a game"
    )
    assert alts(answer) == ["Anna, points in an average game: cities 30.0 and roads 20.0."]
    compared = await ask(friends.anna, friends, "stats", against=friends.ben)
    assert texts(compared).count("With expansions, apart from these: **1** game.") == 2


async def test_of_games_with_expansions_alone_everything_is_told(friends: World) -> None:
    await as_game_of(friends, await end_game(friends), "carcassonne", KNOWN, {"river": "on"})
    lines = texts(await ask(friends.anna, friends, "stats")).splitlines()
    assert lines[4:6] == [
        "All with expansions",
        "Points: **84.0** in an average game, at most **84**",
    ]


async def test_statistics_of_others_can_be_seen_and_shared(friends: World) -> None:
    await end_game(friends)
    answer = await ask(friends.carla, friends, "stats", player=friends.ben, share=True)
    assert not answer.ephemeral
    assert texts(answer).startswith(f"## Ben\n{GAME}\nNo rated game yet\n**1** game: **0** won")


async def test_a_game_that_was_played_to_its_end_is_remembered(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves("0"))
    await friends.deliver()
    await friends.table.look_after(game.id)
    statistics = (
        await friends.table.statistics.of(GamesOf("castle", friends.guild.id, friends.anna.id))
    ).every
    stats = await ask(friends.anna, friends, "stats")
    assert "**1** game: " in texts(stats)
    assert f"at most **{statistics.points}**" in texts(stats)
    assert "paths" in alts(stats)[0]
    board = await ask(friends.carla, friends, "leaderboard")
    assert "Leaderboard of Friends, 2 players." in alts(board)[0]
    history = await ask(friends.anna, friends, "history")
    assert " · rating " in texts(history)
    options = menus(history)[PAST]
    looked = answer_of(await friends.anna.select(history, list(options.values()), custom_id=PAST))
    assert read(looked).files == ("end.png",)


async def test_who_has_ended_no_game_has_no_statistics(friends: World) -> None:
    await friends.start()
    answer = await ask(friends.carla, friends, "stats", player=friends.anna)
    assert texts(answer) == "Anna has not finished a game in this server yet."
    answer = await ask(friends.carla, friends, "stats", player=friends.anna, game="castle")
    assert texts(answer) == f"Anna has not finished a game of {GAME} in this server yet."


async def test_two_players_are_compared_by_their_own_games(friends: World) -> None:
    await end_game(friends, won=0)
    await end_game(friends, won=1, points=(40, 90))
    answer = await ask(friends.carla, friends, "stats", player=friends.ben, against=friends.anna)
    lines = texts(answer).splitlines()
    assert lines[0] == "## Ben against Anna"
    assert lines[1] == GAME
    assert lines[2] == "**2** games: Ben won **1**, Anna won **1**, **0** shared"
    assert lines[3] == "### Ben"
    assert lines[4] == "Points: **75.5** in an average game, at most **90**"
    assert "### Anna" in lines
    assert read(answer).files == ("averages.png",)


async def test_two_who_have_not_met_are_not_compared(friends: World) -> None:
    await end_game(friends)
    answer = await ask(friends.anna, friends, "stats", against=friends.carla)
    assert texts(answer) == (
        "Anna and Carla have not finished a game against each other in this server yet."
    )
    answer = await ask(friends.anna, friends, "stats", against=friends.carla, game="castle")
    assert texts(answer) == (
        f"Anna and Carla have not finished a game of {GAME} against each other in this server yet."
    )


async def test_nobody_is_compared_with_themselves(friends: World) -> None:
    for command in ["stats", "history"]:
        answer = await ask(friends.anna, friends, command, against=friends.anna)
        assert texts(answer) == "That is one and the same player. Name two different ones."


async def test_the_history_lists_what_is_over_the_latest_first(friends: World) -> None:
    await end_game(friends, won=0)
    await end_game(friends, won=1, points=(50, 70), rated=False)
    answer = await ask(friends.ben, friends, "history")
    assert answer.ephemeral
    _, game, head, last, first = texts(answer).splitlines()
    place = friends.channel.mention
    assert game == ALL
    assert head == "-# 1–2 of 2, the latest first"
    assert last.startswith("- <t:")
    assert last.endswith(f"**won** against Anna, 70–50, in {place} · {GAME} · by resignation")
    assert first.endswith(
        f"**lost** against Anna, 61–84, in {place} · {GAME} · by resignation · rating −12"
    )


async def test_a_history_without_games_says_so(friends: World) -> None:
    answer = await ask(friends.carla, friends, "history")
    assert texts(answer) == f"## The games of Carla\n{ALL}\nNone has ended in this server yet."


async def test_a_long_history_is_turned_page_by_page(friends: World) -> None:
    for _ in range(12):
        await end_game(friends)
    first = await ask(friends.carla, friends, "history", player=friends.anna)
    assert labels(first) == ["Earlier games"]
    assert "-# 1–10 of 12" in texts(first)
    await friends.restart()
    turned = answer_of(await friends.carla.click(first, label="Earlier games"))
    assert f"## The games of Anna\n{ALL}\n-# 11–12 of 12" in texts(turned)
    assert labels(turned) == ["Later games"]
    turned = answer_of(await friends.carla.click(turned, label="Later games"))
    assert "-# 1–10 of 12" in texts(turned)
    assert beyond(friends.env.http_requests) == []


async def test_paging_a_history_keeps_the_chosen_opponent(friends: World) -> None:
    for _ in range(11):
        await end_game(friends)
    first = await ask(friends.anna, friends, "history", against=friends.ben)
    assert texts(first).startswith("## The games of Anna against Ben\n")
    turned = answer_of(await friends.anna.click(first, label="Earlier games"))
    assert texts(turned).startswith(f"## The games of Anna against Ben\n{ALL}\n-# 11–11 of 11")


async def choose_first(who: simcord.MemberActor, page: Any) -> simcord.ResponseMessage:
    """Look at the first game of the menu."""
    options = menus(page)[PAST]
    [label] = list(options)[:1]
    assert "84–61" in label or "61–84" in label
    return answer_of(await who.select(page, [options[label]], custom_id=PAST))


async def test_a_game_of_the_history_is_looked_at(friends: World) -> None:
    await end_game(friends)
    page = await ask(friends.carla, friends, "history", player=friends.anna)
    looked = await choose_first(friends.carla, page)
    assert texts(looked) == "**Anna – Ben**\nAnna won by resignation"
    assert labels(looked) == [*LOOKING_BACK, "Board"]
    assert read(looked).files == ("end.png",)
    replayed = answer_of(await friends.carla.click(looked, label="Replay"))
    assert read(replayed).files == ("replay.gif",)


async def test_history_omits_games_in_hidden_channels(friends: World) -> None:
    hidden = hide(friends)
    game = await end_game(friends)
    await end_game(friends)
    await move_to(friends, game, hidden.id)
    page = await ask(friends.carla, friends, "history", player=friends.anna)
    assert hidden.mention not in texts(page)
    assert texts(page).endswith("-# 1 game was played in a channel that cannot be seen from here.")
    assert str(game.id) not in menus(page)[PAST].values()


async def test_players_see_their_own_games_wherever_they_were(friends: World) -> None:
    hidden = hide(friends)
    game = await end_game(friends)
    await move_to(friends, game, hidden.id)
    assert hidden.mention in texts(await ask(friends.anna, friends, "history"))


async def test_shared_pages_only_mention_channels_visible_to_everyone(friends: World) -> None:
    hidden = hide(friends)
    game = await end_game(friends)
    await move_to(friends, game, hidden.id)
    page = await ask(friends.anna, friends, "history", share=True)
    assert hidden.mention not in texts(page)
    assert labels(page) == []
    assert menus(page) == {}


async def test_a_listed_game_is_not_shown_once_its_channel_is_hidden(
    friends: World,
) -> None:
    game = await end_game(friends)
    page = await ask(friends.carla, friends, "history", player=friends.anna)
    await move_to(friends, game, hide(friends).id)
    looked = await choose_first(friends.carla, page)
    assert texts(looked).startswith("This game no longer exists.")


async def also_played(world: World, kind: str) -> None:
    """One of the games that are over was of this kind."""
    async with world.database.writing() as connection:
        last = select(func.max(games.c.id)).scalar_subquery()
        for column in (games.c.id, results.c.game_id):
            of_the_last = update(column.table).where(column == last)
            await connection.execute(of_the_last.values(kind=kind))


async def test_the_games_of_all_kinds_are_one_history(friends: World) -> None:
    await end_game(friends)
    await end_game(friends)
    await also_played(friends, "castellan")
    page = await ask(friends.anna, friends, "history")
    assert [line.split(" · ")[1] for line in texts(page).splitlines()[3:]] == [
        "*Castellan*",
        GAME,
    ]
    [(menu, kinds)] = [menu_item for menu_item in menus(page).items() if menu_item[0] != PAST]
    page = answer_of(await friends.anna.select(page, [kinds["Castellan"]], custom_id=menu))
    assert texts(page).splitlines()[1:3] == ["*Castellan*", "-# 1–1 of 1, the latest first"]


async def test_statistics_of_several_games_are_shortened(friends: World) -> None:
    await end_game(friends)
    await end_game(friends, won=1)
    await also_played(friends, "castellan")
    page = await ask(friends.anna, friends, "stats")
    assert texts(page).splitlines() == [
        "## Anna",
        "*All games*",
        "### Carcassonne: The Castle",
        "**1** game: **1** won, **0** shared, **0** lost",
        "No rated game yet",
        "### Castellan",
        "**1** game: **0** won, **0** shared, **1** lost",
        "No rated game yet",
    ]
    [(menu, kinds)] = menus(page).items()
    page = answer_of(await friends.anna.select(page, [kinds["Castellan"]], custom_id=menu))
    assert texts(page).startswith("## Anna\n*Castellan*\nNo rated game yet\n**1** game: **0** won")
    both = await ask(friends.anna, friends, "stats", against=friends.ben)
    assert texts(both).splitlines()[2:4] == [
        "### Carcassonne: The Castle",
        "**1** game: Anna won **1**, Ben won **0**, **0** shared",
    ]


async def test_leaderboards_of_several_games_are_stacked(friends: World) -> None:
    await rank_many(friends, 12)
    await store_rating(friends, friends.anna.id, "Anna", 1760, kind="castellan")
    page = await ask(friends.carla, friends, "leaderboard")
    assert read(page).files == ("castle-leaderboard.png", "castellan-leaderboard.png")
    assert labels(page) == []
    [(menu, kinds)] = menus(page).items()
    page = answer_of(await friends.carla.select(page, [kinds[GAME.strip("*")]], custom_id=menu))
    assert read(page).files == ("leaderboard.png",)
    assert labels(page) == ["Lower"]


HUGE = "9" * 40


async def test_a_button_that_names_no_record_is_refused(friends: World) -> None:
    for custom_id in [
        f"history:0:0:1:castle.{HUGE}.0",
        f"history:0:0:1:castle.1.{HUGE}",
        "history:0:0:1:castle.-5.0",
        "history:0:0:1:castle.1",
        "history:0:0:1:chess.1.0",
        "stats:0:0:0:chess.1.0",
        "stats:0:0:0:all.1",
        f"stats:0:0:0:all.{HUGE}.0",
        f"past:0:0:0:{HUGE}",
        "past:0:0:0:\u0663",
        "past:0:0:0:",
        "ranks:0:0:1:chess",
    ]:
        answer = await friends.carla.click(await forge_post(friends, custom_id), label="Press")
        assert "This button is from another version of the bot." in text_of(answer)


async def test_a_page_that_is_none_breaks_nothing(friends: World) -> None:
    await end_game(friends)
    for first in ["0", "9" * 18]:
        for rest in ("ranks:0:0:{}:castle", f"history:0:0:{{}}:castle.{friends.anna.id}.0"):
            post = await forge_post(friends, rest.format(first))
            answer = await friends.carla.click(post, label="Press")
            assert text_of(answer)
            assert not INCIDENT.search(text_of(answer))


async def test_a_game_of_another_server_is_not_shown(friends: World) -> None:
    game = await end_game(friends)
    async with friends.database.writing() as connection:
        elsewhere = update(games).where(games.c.id == game.id)
        await connection.execute(elsewhere.values(guild_id=1))
    post = await forge_post(friends, f"past:0:0:0:{game.id}")
    answer = await friends.carla.click(post, label="Press")
    assert text_of(answer).startswith("This game no longer exists")
