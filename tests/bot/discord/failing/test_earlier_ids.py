"""Buttons with ids as version 1.0.0 wrote them, letter by letter.

Those on private pages that this version does not write any more have moved on: they show how things
are now, and change nothing. Those of posts go on doing what they say.
"""

import pytest
import simcord
from discord import ui

from bot.match.actions import Actor, NewGame, Resign
from bot.match.game import Status
from bot.match.requests import GameRequest
from bot.process.allowance import Allowance
from tests.bot.discord.failing.test_stale import STALE, plies
from tests.bot.discord.kit.forging import send_form
from tests.bot.discord.kit.forms import submit
from tests.bot.discord.kit.seen import buttons
from tests.bot.discord.kit.trouble import INCIDENT, forge_post, move_on, text_of
from tests.bot.discord.kit.world import World, alts

# Choices as a number, with a check; the last one after a draft, with its digest.
PATHS = ("=EAU=4308ce", "=BVAM=4a9012", "=BA=7939df=477c437e9eda")
AFTER_DRAFTS = ("+2~~4308ce68c8fc", "5~tower~~4308ce68c8fc", "-1~~4308ce68c8fc", "+0~~4a9012d2978f")
LONG_TOKENS = ("4~#c73eedfee3b~C4~r2~knight@NNW", "+0~#c73eedfee3b")
LINKS = (*PATHS, *AFTER_DRAFTS, *LONG_TOKENS)


@pytest.fixture(autouse=True)
def patient(friends: World) -> None:
    friends.equip(allowance=Allowance(at_once=10_000))


async def press(friends: World, person: simcord.MemberActor, custom_id: str) -> tuple[str, object]:
    """All that is said, and the page that is shown."""
    answer = await person.click(await forge_post(friends, custom_id), label="Press")
    assert not INCIDENT.search(text_of(answer))
    return text_of(answer), answer.response


async def test_earlier_buttons_of_a_panel_show_the_panel(friends: World) -> None:
    game = await friends.start()
    for verb in ["try", "do", "idea"]:
        for link in LINKS:
            said, page = await press(friends, friends.anna, f"{verb}:{game.id}:0:0:{link}")
            assert STALE in said, link
            assert "Where does the tile go?" in said, link
            assert plies(page) == {"0"}
        assert await friends.table.games.get(game.id) == game


async def test_earlier_buttons_of_an_order_show_the_orders(friends: World) -> None:
    game = await friends.start()
    for verb in ["ordertry", "orderdo"]:
        for link in LINKS:
            said, _ = await press(friends, friends.ben, f"{verb}:{game.id}:0:0:bend-3.{link}")
            assert STALE in said, link
            assert "For which tile do you want to give one?" in said, link
        assert (await friends.table.orders.of(game.id, friends.ben.id)).orders == ()


async def test_earlier_buttons_of_a_prediction_show_what_can_be_predicted(friends: World) -> None:
    game = await friends.start()
    for verb in ["guesstry", "guessdo"]:
        for link in LINKS:
            said, page = await press(friends, friends.carla, f"{verb}:{game.id}:0:0:{link}")
            assert STALE in said, link
            assert alts(page), link
        assert (await friends.table.predictions.predictable(game.id, friends.carla.id)).own == ()


async def test_an_earlier_confirm_plays_its_move(friends: World) -> None:
    """Its notation stands in the id as before."""
    game = await friends.start()
    said, _ = await press(friends, friends.anna, f"do:{game.id}:0:0:A4 r2 herald@N")
    assert "Played." in said
    story = await friends.table.games.story(game.id)
    assert story.moves[-1].notation == "A4 r2 herald@N"
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_an_earlier_choice_in_tokens_leads_where_it_led(friends: World) -> None:
    game = await friends.start()
    _, page = await press(friends, friends.anna, f"try:{game.id}:0:0:2~herald@N~A4~r2")
    assert buttons(page)["Confirm"].endswith(":A4 r2 herald@N")
    assert (await friends.table.games.get(game.id)).ply == 0


# A new game.

REQUESTS = (
    "castle.0.-.00000000",
    "castle.097qS0b7N2m.-.00000000.u.t0M0M0M.x",
    "castle.0.-.00000000.c1",
    "carcassonne.0.-.00",
    "castellan.0.-.0",
)


@pytest.mark.parametrize("verb", ["setup", "setmore", "opennow", "thread", "setrules"])
@pytest.mark.parametrize("asked", [True, False])
async def test_earlier_pages_of_a_new_game_show_what_is_asked_for(
    friends: World, verb: str, asked: bool
) -> None:
    if asked:
        request = GameRequest(NewGame("castellan", 0, 0, opponents=((friends.ben.id, ""),)))
        await friends.table.requests.keep(friends.anna.id, request)
    for rest in REQUESTS:
        number = "0." if verb == "setrules" else ""
        said, _ = await press(friends, friends.anna, f"{verb}:0:0:0:{number}{rest}")
        assert "This page has moved on" in said
        assert ("## Castellan" in said and friends.ben.mention in said) == asked
    assert await friends.table.games.open_in(friends.channel.id) is None


async def test_earlier_forms_of_a_new_game_open_nothing(friends: World) -> None:
    for verb in ["new", "setmore", "setrules"]:
        number = "0." if verb == "setrules" else ""
        rest = f"{number}castle.097qS0b7N2m.-.00000000.u.t0M0M0M.x"
        said = await send_form(friends, friends.anna, f"{verb}:0:0:0:{rest}", {"time": ["1d"]})
        assert said.startswith("This page has moved on")
        assert await friends.table.games.open_in(friends.channel.id) is None


async def test_an_earlier_form_of_a_league_announces_nothing(friends: World) -> None:
    values = {"name": ["Harvest"]}
    form = "league:0:2:3:castle.1W0c1W.0"
    assert "This page has moved on" in await send_form(friends, friends.anna, form, values)


# Posts.


@pytest.mark.parametrize("rest", ["castle.0.-.00000000", "carcassonne.0.-.00", "castellan.0.-.0"])
async def test_invite_of_an_earlier_guide_opens_the_form(friends: World, rest: str) -> None:
    post = await forge_post(friends, f"new:0:0:0:{rest}")
    form = await friends.anna.click(post, label="Press")
    assert form.modal is not None
    kind = rest.partition(".")[0]
    await submit(friends.anna, form, opponents=[friends.ben])
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    assert (game.kind, [seat.name for seat in game.seats]) == (kind, ["Anna", "Ben"])


async def test_an_earlier_challenge_has_moved_on(friends: World) -> None:
    """A private page, which names somebody."""
    said, _ = await press(friends, friends.anna, "new:0:0:0:castle.097qS0b7N2m.-.00000000")
    assert "This page has moved on" in said


async def test_try_against_the_computer_begins_a_game(friends: World) -> None:
    await press(friends, friends.anna, "solo:0:0:0:castle")
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    assert [seat.computer is None for seat in game.seats] == [True, False]


async def test_an_earlier_invitation_is_joined(friends: World) -> None:
    await friends.anna.slash(friends.channel, "castle new", rated=True)
    lobby = await friends.table.games.open_in(friends.channel.id)
    assert lobby is not None
    await press(friends, friends.ben, f"join:{lobby.id}:0:0:yes")
    assert (await friends.table.games.get(lobby.id)).status is Status.RUNNING


async def test_an_earlier_rematch_is_offered_and_joined(friends: World) -> None:
    game = await friends.start()
    await friends.table.act(Actor("resign", friends.anna.id, "Anna"), game.id, Resign())
    await press(friends, friends.anna, f"rematch:{game.id}:0:0:")
    await press(friends, friends.ben, f"rematch:{game.id}:0:0:")
    again = await friends.table.games.open_in(friends.channel.id)
    assert again is not None
    assert (again.rematch_of, again.status) == (game.id, Status.RUNNING)


async def test_buttons_of_an_earlier_board_show_the_game(friends: World) -> None:
    game = await move_on(friends, await friends.start())
    for verb in ["play", "board", "log", "supply", "since", "guess", "steps"]:
        said, _ = await press(friends, friends.carla, f"{verb}:{game.id}:0:0:")
        assert STALE not in said
        assert "another version" not in said


async def test_one_steps_from_an_earlier_board_by_the_ids_of_its_components(
    friends: World,
) -> None:
    """As of game 1, branch 0, ply 2."""
    await move_on(friends, await friends.start(), 3)
    text = ui.TextDisplay[ui.LayoutView]("Ben played.", id=2**30 + 2)
    view = ui.LayoutView(timeout=None).add_item(ui.Container(text, id=2**29 + 1))
    channel = friends.bot.get_partial_messageable(friends.channel.id)
    board = await channel.send(view=view)
    view.stop()
    answer = await friends.carla.context_menu(friends.channel, "Step from here", board)
    assert "move 2 of 3" in text_of(answer)


async def test_forged_ids_of_components_show_no_board(friends: World) -> None:
    await friends.start()
    for ids in [(2**29, 2**30), (2**29 + 7, 2**30), (2**29 + 1, 2**30 - 1)]:
        text = ui.TextDisplay[ui.LayoutView]("Ben played.", id=ids[1])
        view = ui.LayoutView(timeout=None).add_item(ui.Container(text, id=ids[0]))
        channel = friends.bot.get_partial_messageable(friends.channel.id)
        board = await channel.send(view=view)
        view.stop()
        said = text_of(await friends.carla.context_menu(friends.channel, "Step from here", board))
        assert "This post shows no board" in said or "This game no longer exists" in said
