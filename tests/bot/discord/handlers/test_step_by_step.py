"""A move that takes several choices: asked one at a time, taken back, and left for later."""

from collections.abc import Mapping
from typing import Any

import pytest
import simcord

from bot.games.face import AnyFace
from engine.games import GAMES
from tests.bot.discord.handlers.asking import AskingRules, asking
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.orders import first_page, make_plan, moves_waiting, suppose
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.trouble import text_of
from tests.bot.discord.kit.world import World, labels, texts

WAYS = {
    "Take back",
    "Start over",
    "Confirm",
    "Your orders",
    "Give this order",
    "Seal my prediction",
    "Note",
}


@pytest.fixture
def faces(faces: Mapping[str, AnyFace], monkeypatch: pytest.MonkeyPatch) -> Mapping[str, AnyFace]:
    monkeypatch.setitem(GAMES, "castle", AskingRules())
    return {"castle": asking(faces["castle"])}


async def open_panel(friends: World) -> Any:
    """Open the panel of the player to act, as on a device that has not shown it yet."""
    return answer_of(await friends.anna.slash(friends.channel, "castle play"))


def choices(page: Any) -> list[str]:
    return [label for label in labels(page) if label not in WAYS]


async def choose(page: Any, player: simcord.MemberActor, times: int = 1, number: int = 0) -> Any:
    """Choose what is offered first, or the choice with another number, this many times."""
    for _ in range(times):
        page = answer_of(await player.click(page, label=choices(page)[number]))
    return page


async def tap(page: Any, player: simcord.MemberActor, label: str) -> Any:
    return answer_of(await player.click(page, label=label))


async def test_what_is_asked_next_is_shown_below_what_was_chosen(friends: World) -> None:
    await friends.start()
    page = await open_panel(friends)
    assert "Take back" not in labels(page)
    cell = choices(page)[0]
    page = await choose(page, friends.anna)
    assert texts(page) == f"**{cell}**\nHow is it turned?"
    assert labels(page)[-2:] == ["Take back", "Start over"]
    followers = await choose(page, friends.anna)
    turned = f"{cell} ↻ 180°"
    assert texts(followers) == f"**{turned}**\nPlace a follower?"
    follower = choices(followers)[-1]
    scored = await choose(followers, friends.anna, number=-1)
    assert texts(scored).startswith(f"**{turned} · {follower.partition(' ')[0].lower()}")
    assert beyond(friends.env.http_requests) == []


async def test_a_move_is_complete_when_nothing_is_left_to_ask(
    friends: World,
) -> None:
    game = await friends.start()
    page = await choose(await open_panel(friends), friends.anna, 5)
    assert labels(page) == ["Confirm", "Take back", "Start over"]
    assert texts(await tap(page, friends.anna, "Confirm")).startswith("Played.")
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_the_last_choice_is_taken_back_alone(friends: World) -> None:
    await friends.start()
    first = await open_panel(friends)
    second = await choose(first, friends.anna)
    asked = texts(second)
    offered = choices(second)
    third = await choose(second, friends.anna, 4)
    for _ in range(4):
        third = await tap(third, friends.anna, "Take back")
    assert (texts(third), choices(third)) == (asked, offered)
    assert "Where does the tile go?" in texts(await tap(third, friends.anna, "Take back"))


async def test_play_goes_on_where_the_player_left_off(
    friends: World,
) -> None:
    await friends.start()
    for times in (2, 3):
        page = await choose(await open_panel(friends), friends.anna, times)
        chosen = texts(page)
        assert texts(await open_panel(friends)) == chosen
        await friends.restart()
        assert texts(await open_panel(friends)) == chosen
    assert "Confirm" in labels(page)


async def test_starting_over_begins_anew_for_play_too(friends: World) -> None:
    await friends.start()
    page = await choose(await open_panel(friends), friends.anna, 3)
    assert "Where does the tile go?" in texts(await tap(page, friends.anna, "Start over"))
    assert "Where does the tile go?" in texts(await open_panel(friends))


async def test_an_overtaken_panel_shows_the_current_position(
    friends: World,
) -> None:
    """What does not fit in an id is a draft, and there is only one of it."""
    game = await friends.start()
    old = await choose(await open_panel(friends), friends.anna, 5)
    new = await tap(await open_panel(friends), friends.anna, "Start over")
    new = await choose(new, friends.anna, 5, -1)
    result = await friends.anna.click(old, label="Take back")
    assert "That was for an earlier position" in text_of(result)
    assert texts(new) in text_of(result)
    assert (await friends.table.games.get(game.id)).ply == 0


async def test_playing_a_move_clears_its_draft(friends: World) -> None:
    await friends.start()
    page = await choose(await open_panel(friends), friends.anna, 5)
    await tap(page, friends.anna, "Confirm")
    await friends.deliver()
    board = await friends.ben.slash(friends.channel, "castle play")
    assert "Where does the tile go?" in text_of(board)


async def test_an_order_is_chosen_step_by_step_too(friends: World) -> None:
    game = await friends.start()
    order = await make_plan(friends, game)
    start = await first_page(friends, friends.ben)
    page = answer_of(await suppose(friends.ben, start, order.kind))
    page = await choose(page, friends.ben, 2)
    chosen = texts(page)
    assert chosen.startswith("If you draw ")
    start = await first_page(friends, friends.ben)
    page = answer_of(await suppose(friends.ben, start, order.kind))
    assert texts(page) == chosen
    page = await choose(page, friends.ben, 3)
    await friends.restart()
    await tap(page, friends.ben, "Give this order")
    assert len(await moves_waiting(friends, game, friends.ben)) == 1
    assert beyond(friends.env.http_requests) == []


async def test_a_prediction_of_several_choices_needs_no_seat(friends: World) -> None:
    game = await friends.start()
    page = answer_of(await friends.carla.click(friends.last_post, label="Predict"))
    page = await choose(page, friends.carla, 2)
    assert texts(page).startswith("You predict: **")
    assert "Seal my prediction" not in labels(page)
    page = await choose(page, friends.carla)
    assert max(map(len, buttons(page).values())) <= 100
    await friends.restart()
    assert "Sealed: " in texts(await tap(page, friends.carla, "Seal my prediction"))
    prediction = await friends.table.predictions.predictable(game.id, friends.carla.id)
    assert len(prediction.own) == 3
