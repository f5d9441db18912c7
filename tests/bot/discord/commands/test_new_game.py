"""Asking for a new game in a form, on the page with everything, and by challenging a person."""

from dataclasses import replace
from typing import Any

import pytest
import simcord

from bot.match.game import Game, Status
from bot.match.time_limits import format_limit
from engine.players.search import LEVELS
from tests.bot.discord.failing.test_places import deny
from tests.bot.discord.kit.forms import initial_values, options, submit
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import forge_post, text_of
from tests.bot.discord.kit.world import World, labels, texts, the_bot

MOVED_ON = (
    "This page has moved on: you have asked for something else since, "
    "or it has been opened already."
)


async def ask(friends: World, kind: str = "castle") -> simcord.InteractionResult:
    return await friends.anna.slash(friends.channel, f"{kind} new")


async def open_game(friends: World) -> Game:
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    return game


async def press(friends: World, custom_id: str) -> simcord.InteractionResult:
    """Anna presses a button that she sees on another device."""
    return await friends.anna.click(await forge_post(friends, custom_id), label="Press")


def people(game: Game) -> list[str]:
    """The names in the seats; an open one has none."""
    return [seat.name for seat in game.seats]


async def test_the_form_opens_with_what_is_usual(friends: World) -> None:
    assert initial_values(await ask(friends)) == {
        "opponents": [],
        "others": ["named"],
        "time": ["off"],
        "preset": ["official"],
        "switches": ["hints"],
    }


async def test_without_a_change_it_opens_a_game_for_anybody(friends: World) -> None:
    answer = await submit(friends.anna, await ask(friends))
    assert answer_of(answer).ephemeral
    game = await open_game(friends)
    assert (people(game), game.time_limit, game.rated) == (["Anna", ""], None, False)


async def test_everything_in_the_form_is_taken(friends: World) -> None:
    await submit(
        friends.anna,
        await ask(friends),
        opponents=[friends.ben],
        time=["3d"],
        preset=["site"],
        switches=["rated"],
    )
    game = await open_game(friends)
    assert people(game) == ["Anna", "Ben"]
    assert game.time_limit is not None
    assert format_limit(game.time_limit) == "3d"
    assert game.options["double_market"] == "five"
    assert (game.rated, game.has_hints) == (True, False)


@pytest.mark.parametrize(
    ("others", "seats"),
    [
        ("named", ["Anna", "Ben"]),
        ("open2", ["Anna", "Ben", "", ""]),
        ("hard", ["Anna", "Ben", "Computer"]),
    ],
)
async def test_other_seats_are_open_or_the_computers(
    friends: World, others: str, seats: list[str]
) -> None:
    form = await ask(friends, "carcassonne")
    assert [*options(form, "others")] == [
        "named",
        "open1",
        "open2",
        "open3",
        "open4",
        "open5",
        "easy",
        "medium",
        "hard",
    ]
    await submit(friends.anna, form, opponents=[friends.ben], others=[others])
    assert people(await open_game(friends)) == seats


async def test_the_computer_makes_it_a_game_that_does_not_count(friends: World) -> None:
    await submit(friends.anna, await ask(friends), others=["easy"], switches=["rated", "hints"])
    game = await open_game(friends)
    assert (game.status, game.rated) == (Status.RUNNING, False)
    assert game.seats[1].computer == "easy"


async def test_for_two_the_computer_plays_if_nobody_is_invited(friends: World) -> None:
    await submit(friends.anna, await ask(friends), opponents=[friends.ben], others=["hard"])
    assert people(await open_game(friends)) == ["Anna", "Ben"]


async def test_the_bot_among_the_invited_is_the_computer(friends: World) -> None:
    bot = the_bot(friends)
    await submit(friends.anna, await ask(friends), opponents=[bot])
    assert (await open_game(friends)).seats[1].computer == "medium"


async def test_without_computers_none_is_offered(friends: World) -> None:
    friends.table.timeouts = replace(friends.table.timeouts, computer=None)
    form = await ask(friends, "carcassonne")
    assert not {*LEVELS} & {*options(form, "others")}
    assert "hints" not in options(form, "switches")
    assert "computer" not in str(form.modal)
    await submit(friends.anna, form)
    assert (await open_game(friends)).has_hints


async def test_a_busy_channel_suggests_a_thread(friends: World) -> None:
    await friends.start()
    form = await ask(friends)
    assert initial_values(form)["switches"] == ["hints", "thread"]
    await submit(friends.anna, form, opponents=[friends.ben])
    [thread] = friends.channel.threads
    assert await friends.table.games.open_in(thread.id) is not None


async def test_a_thread_is_offered_only_where_one_can_be_made(friends: World) -> None:
    await friends.start()
    deny(friends, create_public_threads=True)
    assert "thread" not in options(await ask(friends), "switches")


async def test_what_is_refused_can_be_changed(friends: World) -> None:
    form = await ask(friends, "carcassonne")
    invited = [friends.ben, friends.carla]
    answer = await submit(
        friends.anna, form, opponents=invited, others=["open4"], time=["7d"], switches=[]
    )
    page = answer_of(answer)
    assert texts(page).startswith("That number of players is not possible.")
    again = await friends.anna.click(page, label="Players …")
    held = initial_values(again)
    assert held["opponents"] == [friends.ben.id, friends.carla.id]
    assert (held["time"], held["others"]) == (["7d"], ["open4"])
    page = answer_of(await submit(friends.anna, again, opponents=invited, others=["open1"]))
    assert texts(page).startswith("## Carcassonne")
    await friends.anna.click(page, label="Open the game")
    assert people(await open_game(friends)) == ["Anna", "Ben", "Carla", ""]


async def test_a_sixth_player_is_offered_the_rules_that_seat_six(friends: World) -> None:
    answer = await submit(friends.anna, await ask(friends, "carcassonne"), others=["open5"])
    page = answer_of(answer)
    assert texts(page).startswith("That number of players is not possible.")
    await friends.anna.click(page, label="Play with Inns & Cathedrals")
    await friends.anna.click(page, label="Open the game")
    game = await open_game(friends)
    assert people(game) == ["Anna", "", "", "", "", ""]
    assert game.options["inns"] == "on"


async def test_the_command_offers_them_too(friends: World) -> None:
    answer = await friends.anna.slash(friends.channel, "carcassonne new", seats=6)
    assert "Play with Inns & Cathedrals" in labels(answer_of(answer))


async def test_six_can_play_the_big_game(friends: World) -> None:
    await friends.anna.slash(friends.channel, "carcassonne new", seats=6, rules="big")
    assert len((await open_game(friends)).seats) == 6


async def test_who_may_not_start_is_told_before(friends: World) -> None:
    place = (friends.guild.id, friends.channel.id)
    await friends.table.channels.set(*place, {"start": "moderators"})
    answer = await friends.carla.slash(friends.channel, "castle new")
    assert answer.modal is None
    assert "Ask a moderator" in text_of(answer)


# The page with everything.


async def page_of(friends: World, kind: str = "castle", **changes: Any) -> Any:
    form = await ask(friends, kind)
    return answer_of(await submit(friends.anna, form, switches=["hints", "more"], **changes))


async def test_everything_is_shown_before_it_opens(friends: World) -> None:
    page = await page_of(friends, opponents=[friends.ben])
    assert page.ephemeral
    assert texts(page) == (
        "## Carcassonne: The Castle\n"
        f"Players: you and {friends.ben.mention}\n"
        "Who begins: chance decides\n"
        "Time: no time limit\n"
        "Rules: Official (the printed rules)\n"
        "It does not count for the ratings.\n"
        "There are hints for everybody."
    )
    assert labels(page) == ["Open the game", "Players …", "More …", "Rules 1 …", "Rules 2 …"]
    assert await friends.table.games.open_in(friends.channel.id) is None
    await friends.anna.click(page, label="Open the game")
    assert people(await open_game(friends)) == ["Anna", "Ben"]


async def test_each_rule_can_be_chosen(friends: World) -> None:
    page = await page_of(friends)
    first = await friends.anna.click(page, label="Rules 1 …")
    page = answer_of(await submit(friends.anna, first, extra_turn=["one_a_turn"]))
    second = await friends.anna.click(page, label="Rules 2 …")
    page = answer_of(await submit(friends.anna, second, double_market=["five"]))
    assert "Both wall tiles 7: 5 points" in texts(page)
    form = await friends.anna.click(page, label="Players …")
    assert initial_values(form)["preset"] == ["own"]
    await submit(friends.anna, form, switches=[])
    game = await open_game(friends)
    assert game.options["extra_turn"] == "one_a_turn"
    assert game.options["double_market"] == "five"


async def test_seats_beginner_and_time_can_be_chosen(friends: World) -> None:
    page = await page_of(friends, "carcassonne")
    form = await friends.anna.click(page, label="More …")
    changes = {"seats": ["4"], "takers": ["hard"], "first": ["me"], "time": "2d+12h max 4d"}
    page = answer_of(await submit(friends.anna, form, **changes))
    more = await friends.anna.click(page, label="More …")
    assert initial_values(more) == {**changes, "switches": []}
    players = await friends.anna.click(page, label="Players …")
    assert initial_values(players)["others"] == ["mixed"]
    page = answer_of(await submit(friends.anna, players, switches=["more"]))
    more = await friends.anna.click(page, label="More …")
    page = answer_of(await submit(friends.anna, more, **changes, switches=["rated"]))
    await friends.anna.click(page, label="Open the game")
    game = await open_game(friends)
    assert [seat.computer for seat in game.seats] == [None, "hard", "hard", "hard"]
    assert (game.first, game.rated) == (0, True)
    assert game.time_limit is not None
    assert format_limit(game.time_limit) == "2d+12h max 4d"


async def test_a_time_that_cannot_be_read_changes_nothing(friends: World) -> None:
    page = await page_of(friends, opponents=[friends.ben])
    form = await friends.anna.click(page, label="More …")
    page = answer_of(await submit(friends.anna, form, time="soon"))
    assert "Time: no time limit" in texts(page)
    assert friends.ben.mention in texts(page)
    assert not texts(page).startswith("##")


async def test_a_time_that_cannot_be_read_leaves_the_rest(friends: World) -> None:
    page = await page_of(friends)
    form = await friends.anna.click(page, label="More …")
    refused = await submit(friends.anna, form, time="soon", first=["me"])
    assert "Who begins: I begin" in text_of(refused)


async def test_the_page_outlives_a_restart(friends: World) -> None:
    page = await page_of(friends, opponents=[friends.ben])
    form = await friends.anna.click(page, label="More …")
    await friends.restart()
    page = answer_of(await submit(friends.anna, form, first=["opponent"]))
    assert "Who begins: my opponent begins" in texts(page)


async def test_a_page_of_before_shows_what_is_asked_for_now(friends: World) -> None:
    """Whichever button is pressed on the other device, nothing opens."""
    phone = await page_of(friends, opponents=[friends.ben])
    rules = await friends.anna.click(phone, label="Rules 1 …")
    desktop = await page_of(friends, "carcassonne", opponents=[friends.carla])
    for custom_id in buttons(phone).values():
        answer = await press(friends, custom_id)
        assert texts(desktop) in text_of(answer)
        assert MOVED_ON in text_of(answer)
    answer = await submit(friends.anna, rules, extra_turn=["one_a_turn"])
    assert texts(desktop) in text_of(answer)
    assert MOVED_ON in text_of(answer)
    assert await friends.table.games.open_in(friends.channel.id) is None
    await friends.anna.click(desktop, label="Open the game")
    assert people(await open_game(friends)) == ["Anna", "Carla"]


async def test_what_is_open_is_not_opened_again(friends: World) -> None:
    page = await page_of(friends)
    custom_id = buttons(page)["Open the game"]
    await friends.anna.click(page, label="Open the game")
    await friends.deliver()
    await friends.anna.click(friends.last_post, label="Cancel")
    answer = await press(friends, custom_id)
    assert text_of(answer).endswith(
        f"{MOVED_ON} Ask again: `/castle new` for a game, `/table league new` for a league."
    )
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_a_thread_is_opened_once(friends: World) -> None:
    await friends.offer_threads()
    await friends.start()
    page = await page_of(friends, opponents=[friends.ben])
    busy = answer_of(await friends.anna.click(page, label="Open the game"))
    custom_id = buttons(busy)["Play in a thread"]
    await friends.anna.click(busy, label="Play in a thread")
    again = await press(friends, custom_id)
    assert MOVED_ON in text_of(again)
    assert len(friends.channel.threads) == 1


# Challenging.


@pytest.mark.parametrize("menu", [True, False])
async def test_a_challenge_asks_for_the_game_first(friends: World, menu: bool) -> None:
    if menu:
        answer = await friends.anna.context_menu(friends.channel, "Challenge", friends.ben)
    else:
        answer = await friends.anna.slash(friends.channel, "table challenge", person=friends.ben)
    page = answer_of(answer)
    assert page.ephemeral
    assert texts(page) == "Which game would you like to play with **Ben**?"
    assert len(labels(page)) == 3
    form = await friends.anna.click(page, label="New game of Castellan")
    assert initial_values(form)["opponents"] == [friends.ben.id]
    await submit(friends.anna, form, opponents=[friends.ben])
    game = await open_game(friends)
    assert (game.kind, people(game)) == ("castellan", ["Anna", "Ben"])


async def test_nobody_challenges_themselves(friends: World) -> None:
    answer = await friends.anna.slash(friends.channel, "table challenge", person=friends.anna)
    assert "You cannot play against yourself" in text_of(answer)


async def test_the_bot_is_challenged_as_the_computer(friends: World) -> None:
    bot = the_bot(friends)
    page = answer_of(await friends.anna.slash(friends.channel, "table challenge", person=bot))
    form = await friends.anna.click(page, label="New game of Carcassonne")
    assert initial_values(form)["others"] == ["medium"]


async def test_the_guide_leads_to_the_form(friends: World) -> None:
    guide = answer_of(await friends.anna.slash(friends.channel, "table help"))
    form = await friends.anna.click(guide, label="New game of Carcassonne")
    answer = await submit(friends.anna, form)
    assert answer_of(answer).id == guide.id
    assert (await open_game(friends)).kind == "carcassonne"
