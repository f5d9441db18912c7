"""Web pages of games in Discord: who allows them, and the button that leads there."""

from collections.abc import Sequence
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.match.game import Game
from bot.presentation.address import PublicAddress
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.trouble import move_on
from tests.bot.discord.kit.world import World, labels, texts, the_bot

ADDRESS = PublicAddress("https://games.example.org")


@pytest.fixture(autouse=True)
def served(friends: World) -> None:
    friends.equip(address=ADDRESS)


def links(message: Any) -> Sequence[str]:
    """Where the buttons of a post lead outside Discord."""
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return [part["url"] for part in walk_components(raw) if part.get("url")]


def hide_channel(friends: World, mona: simcord.MemberActor) -> None:
    everyone = friends.guild.id
    deny = discord.Permissions(view_channel=True).value
    friends.env.backend.set_overwrite(
        friends.channel.id, Overwrite(everyone, OverwriteType.ROLE, deny=deny)
    )
    for person in (the_bot(friends), friends.anna, friends.ben, mona):
        allowed = Overwrite(person.id, OverwriteType.MEMBER, allow=deny)
        friends.env.backend.set_overwrite(friends.channel.id, allowed)


async def agree(mona: simcord.MemberActor, friends: World, page: str = "always") -> Any:
    answer = await mona.slash(friends.channel, "table-admin settings", page=page)
    return answer_of(answer)


async def key_in(friends: World, link: str) -> int | None:
    """The game to which a link leads."""
    game = await friends.table.game_pages.find(link.rpartition("/")[2])
    return None if game is None else game.id


async def test_posts_lead_to_the_page_where_a_channel_agrees(
    mona: simcord.MemberActor, friends: World
) -> None:
    assert "Web pages of games: **yes, always**" in texts(await agree(mona, friends))
    game = await friends.start()
    assert "Watch" in labels(friends.last_post)
    [link] = links(friends.last_post)
    assert link.startswith("https://games.example.org/g/")
    assert await key_in(friends, link) == game.id
    await move_on(friends, game)
    assert links(friends.last_post) == [link]


async def test_posts_have_no_such_button_otherwise(friends: World) -> None:
    await friends.start()
    assert links(friends.last_post) == []


async def test_a_host_without_pages_says_so(mona: simcord.MemberActor, friends: World) -> None:
    friends.equip(address=None)
    assert "serves no web pages" in texts(await agree(mona, friends))


async def test_a_hidden_channel_is_asked_again(mona: simcord.MemberActor, friends: World) -> None:
    hide_channel(friends, mona)
    question = await agree(mona, friends)
    assert "Not everybody in this server sees this channel" in texts(question)
    await friends.start()
    assert links(friends.last_post) == []
    confirmed = await mona.click(question, label="Publish them")
    assert "Web pages of games: **yes, always**" in texts(answer_of(confirmed))
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await move_on(friends, game)
    assert links(friends.last_post) != []


async def test_a_channel_that_is_hidden_later_has_no_pages(
    mona: simcord.MemberActor, friends: World
) -> None:
    await agree(mona, friends)
    game = await friends.start()
    [link] = links(friends.last_post)
    hide_channel(friends, mona)
    await move_on(friends, game)
    assert links(friends.last_post) == []
    assert await key_in(friends, link) is None


async def test_moderators_change_all_addresses(mona: simcord.MemberActor, friends: World) -> None:
    await agree(mona, friends)
    game = await friends.start()
    [old] = links(friends.last_post)
    await mona.slash(friends.channel, "table-admin readdress")
    assert await key_in(friends, old) is None
    await move_on(friends, game)
    [new] = links(friends.last_post)
    assert await key_in(friends, new) == game.id


async def test_a_deleted_channel_has_no_pages(mona: simcord.MemberActor, friends: World) -> None:
    await agree(mona, friends)
    await friends.start()
    [link] = links(friends.last_post)
    friends.env.backend.delete_channel(friends.channel.id)
    await friends.env.settle()
    assert await key_in(friends, link) is None


async def test_the_panel_leads_to_the_page_of_a_seat(friends: World) -> None:
    game = await friends.start()
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    answer = answer_of(await friends.anna.click(panel, label="Open the board"))
    [link] = links(answer)
    assert link.startswith("https://games.example.org/play/link/")
    seen = await friends.table.seat_pages.look_at_link(link.rpartition("/")[2])
    assert seen is not None
    assert (seen.game.id, seen.user_id) == (game.id, friends.anna.id)


async def test_without_an_address_the_panel_leads_nowhere(friends: World) -> None:
    friends.equip(address=None)
    await friends.start()
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    assert "Open the board" not in labels(panel)


async def draft_of(friends: World, game: Game) -> Sequence[str]:
    """What Anna has begun."""
    questions = await friends.table.drafts.questions(game.id, friends.anna.id, with_draft=True)
    assert questions.draft is not None
    return questions.draft.chosen


async def try_first_cell(friends: World) -> Any:
    """The panel with a preview of Anna's tile on the first cell."""
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    return answer_of(await friends.anna.click(panel, label="1"))


async def test_every_page_of_the_panel_leads_to_the_page_of_a_seat(friends: World) -> None:
    await friends.start()
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    assert "Open the board" in labels(panel)
    preview = answer_of(await friends.anna.click(panel, label="1"))
    assert "Open the board" in labels(preview)


async def test_what_is_tried_on_the_panel_is_a_draft_for_the_page(friends: World) -> None:
    game = await friends.start()
    preview = await try_first_cell(friends)
    begun = await draft_of(friends, game)
    assert len(begun) >= 1
    panel = answer_of(await friends.anna.click(preview, label="Back"))
    assert await draft_of(friends, game) == ()
    assert "Confirm" not in labels(panel)


async def test_what_was_tried_is_there_when_the_panel_is_opened_again(friends: World) -> None:
    await friends.start()
    await try_first_cell(friends)
    panel = answer_of(await friends.anna.click(friends.last_post, label="Play"))
    assert "Confirm" in labels(panel)


async def test_without_an_address_a_tried_tile_is_stored_nowhere(friends: World) -> None:
    friends.equip(address=None)
    game = await friends.start()
    await try_first_cell(friends)
    assert await draft_of(friends, game) == ()


async def test_people_close_all_their_pages(friends: World) -> None:
    game = await friends.start()
    pages = friends.table.seat_pages
    for _ in range(2):
        await pages.enter(await pages.invite(game.id, friends.anna.id))
    answer = answer_of(await friends.anna.slash(friends.channel, "table me", follower="never"))
    closed = answer_of(await friends.anna.click(answer, label="Close my pages"))
    assert "Nobody can play on a page for you" in texts(closed)
    assert await pages.count_of(friends.anna.id) == 0
    again = answer_of(await friends.anna.slash(friends.channel, "table me", follower="never"))
    assert labels(again) == ["Change"]
