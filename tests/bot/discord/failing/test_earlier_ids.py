"""Buttons with ids as version 1.0.0 wrote them, letter by letter.

Those on private pages that this version does not write any more have moved on: they show how things
are now, and change nothing. Those of posts go on doing what they say.
"""

import pytest
import simcord

from bot.discord.answering.desk import Allowance
from tests.bot.discord.failing.test_stale import STALE, plies
from tests.bot.discord.kit.trouble import INCIDENT, forged, text_of
from tests.bot.discord.kit.world import World, alts

PATHS = ("=EAU=4308ce", "=BVAM=4a9012", "=BA=7939df=477c437e9eda")
"""Choices as a number, with a check; the last one after a draft, with its digest."""
AFTER_DRAFTS = ("+2~~4308ce68c8fc", "5~tower~~4308ce68c8fc", "-1~~4308ce68c8fc", "+0~~4a9012d2978f")
LONG_TOKENS = ("4~#c73eedfee3b~C4~r2~knight@NNW", "+0~#c73eedfee3b")
LINKS = (*PATHS, *AFTER_DRAFTS, *LONG_TOKENS)


@pytest.fixture(autouse=True)
def patient(friends: World) -> None:
    friends.equip(allowance=Allowance(at_once=10_000))


async def press(friends: World, person: simcord.MemberActor, custom_id: str) -> tuple[str, object]:
    """All that is said, and the page that is shown."""
    answer = await person.click(await forged(friends, custom_id), label="Press")
    assert not INCIDENT.search(text_of(answer))
    return text_of(answer), answer.response


@pytest.mark.parametrize("verb", ["try", "do", "idea"])
async def test_earlier_buttons_of_a_panel_show_the_panel(friends: World, verb: str) -> None:
    game = await friends.start()
    for link in LINKS:
        said, shown = await press(friends, friends.anna, f"{verb}:{game.id}:0:0:{link}")
        assert STALE in said, link
        assert "Where does the tile go?" in said, link
        assert plies(shown) == {"0"}
    assert await friends.table.games.get(game.id) == game


@pytest.mark.parametrize("verb", ["ordertry", "orderdo"])
async def test_earlier_buttons_of_an_order_show_the_orders(friends: World, verb: str) -> None:
    game = await friends.start()
    for link in LINKS:
        said, _ = await press(friends, friends.ben, f"{verb}:{game.id}:0:0:bend-3.{link}")
        assert STALE in said, link
        assert "For which tile do you want to give an order?" in said, link
    assert (await friends.table.orders.of(game.id, friends.ben.id)).standing == ()


@pytest.mark.parametrize("verb", ["guesstry", "guessdo"])
async def test_earlier_buttons_of_a_prediction_show_what_can_be_predicted(
    friends: World, verb: str
) -> None:
    game = await friends.start()
    for link in LINKS:
        said, shown = await press(friends, friends.carla, f"{verb}:{game.id}:0:0:{link}")
        assert STALE in said, link
        assert alts(shown), link
    assert (await friends.table.predictions.predictable(game.id, friends.carla.id)).own == ()


async def test_an_earlier_confirm_plays_its_move(friends: World) -> None:
    """Its notation stands in the id as before."""
    game = await friends.start()
    said, _ = await press(friends, friends.anna, f"do:{game.id}:0:0:A4 r2 herald@N")
    assert "Played: `A4 r2 herald@N`" in said
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_an_earlier_choice_in_tokens_leads_where_it_led(friends: World) -> None:
    game = await friends.start()
    said, _ = await press(friends, friends.anna, f"try:{game.id}:0:0:2~herald@N~A4~r2")
    assert "`A4 r2 herald@N`" in said
    assert (await friends.table.games.get(game.id)).ply == 0
