"""Emojis on buttons, in menus and in texts; and words where there are none."""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.answering.sending import Files, send_page
from bot.discord.emojis import wanted_emojis
from bot.discord.pages.emojis import EmojiText, dress, inline, longest_length, words_alone
from bot.discord.pages.page import (
    MOST_TEXT,
    MenuOption,
    Page,
    PageButton,
    PageMenu,
    Target,
    matches_post,
    page,
)
from bot.games.faces import FACES
from render.picture.emojis import EmojiName
from tests.bot.discord.kit.trouble import ANSWER, EDIT, cells, confirm_page, move_on, post_in
from tests.bot.discord.kit.world import World, texts
from tests.bot.discord.test_emojis import refusal

INVALID: Mapping[str, Any] = {"status": 400, "code": 50035, "message": "Invalid emoji"}
SHOWN = re.compile(r"<:(\w+):(\d+)>")
ALL = {
    name: discord.PartialEmoji(name=drawing.filename, id=10**18 + number)
    for number, (name, drawing) in enumerate(wanted_emojis(FACES.values()).items())
}
TILE = EmojiName("lane_r0")
OTHER = EmojiName("lane_r1")


@pytest.fixture
def world(friends: World) -> World:
    """One in which Discord has all emojis."""
    friends.desk.emojis.learn(ALL)
    return friends


def parts(message: Any) -> Iterator[Mapping[str, Any]]:
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    todo = list(raw)
    while todo:
        part = todo.pop()
        yield part
        todo += part.get("components", ())


def on_buttons(message: Any) -> dict[str, str]:
    """The emojis on buttons by their labels, without prefix and digest."""
    return {
        part["label"]: part["emoji"]["name"][4:-9]
        for part in parts(message)
        if part["type"] == 2 and part.get("emoji")
    }


def in_texts(message: Any) -> list[str]:
    return [name[4:-9] for name, _ in SHOWN.findall(texts(message))]


async def test_rotation_buttons_show_the_tile_as_it_will_lie(world: World) -> None:
    game = await world.start()
    view: Any = (await world.table.games.position(game.id, None)).view
    tiles = {FACES["castle"].choices.emoji(view, (), "rotation", f"r{turns}") for turns in range(4)}
    player = await world.to_act()
    rotations = set[str]()
    opened = await player.click(world.last_post, label="Play")
    for cell in cells(opened.response):
        panel = (await player.click(world.last_post, label="Play")).response
        assert panel is not None
        rotations |= {*on_buttons((await player.click(panel, label=cell)).response).values()}
    assert len(rotations & tiles) > 1
    assert {name for name in rotations if name[-3:-1] == "_r"} <= tiles


async def test_follower_buttons_show_the_follower_in_its_colour(world: World) -> None:
    await world.start()
    emojis = on_buttons(await confirm_page(world, await world.to_act()))
    assert {name for name in emojis.values() if name.endswith("_yellow")}
    assert not {name for name in emojis.values() if name.endswith("_blue")}


async def test_every_button_keeps_its_words(world: World) -> None:
    await world.start()
    panel = await confirm_page(world, await world.to_act())
    assert on_buttons(panel)
    assert all(part["label"].strip() for part in parts(panel) if part["type"] == 2)


async def test_a_post_shows_the_move_and_what_was_drawn(world: World) -> None:
    game = await world.start()
    await move_on(world, game)
    position = await world.table.games.position(game.id, None)
    laid = FACES["castle"].texts.emojis(position.events)
    drawn = FACES["castle"].choices.drawn_emojis(position.view)
    assert in_texts(world.last_post) == [*laid, *drawn]


async def test_the_log_and_the_supply_show_emojis(world: World) -> None:
    game = await world.start()
    await move_on(world, game, 2)
    log = await world.anna.slash(world.channel, "castle log")
    assert len(in_texts(log.response)) >= 2
    supply = await world.anna.slash(world.channel, "castle tiles")
    position = await world.table.games.position(game.id, None)
    assert len(in_texts(supply.response)) == len(position.view.to_come)
    assert len(texts(supply.response)) <= MOST_TEXT


async def test_without_emojis_all_words_stay_as_they_are(friends: World) -> None:
    game = await friends.start()
    await move_on(friends, game)
    await confirm_page(friends, await friends.to_act())
    supply = await friends.anna.slash(friends.channel, "castle tiles")
    assert supply.response is not None
    for message in (*friends.posts, supply.response):
        assert not on_buttons(message)
        assert not re.search("[\ue000-\uf8ff]|<:", texts(message))


async def test_a_refused_post_is_sent_once_more_in_words(world: World) -> None:
    game = await world.start()
    world.env.inject_error(*post_in(world.channel), **INVALID)
    await move_on(world, game)
    assert not SHOWN.search(texts(world.last_post))
    assert world.last_post.components
    assert world.desk.emojis.outdated


async def test_a_refused_answer_is_sent_once_more_in_words(world: World) -> None:
    await world.start()
    player = await world.to_act()
    opened = await player.click(world.last_post, label="Play")
    assert opened.response is not None
    world.env.inject_error(*ANSWER, **INVALID)
    again = await player.click(world.last_post, label="Play")
    assert again.response is not None
    words = [SHOWN.sub("", line).strip() for line in texts(opened.response).splitlines()]
    assert [line.strip() for line in texts(again.response).splitlines()] == words
    assert again.response.attachments


async def test_a_refused_edit_is_sent_once_more_in_words(world: World) -> None:
    game = await world.start()
    first = world.last_post.id
    await move_on(world, game)
    assert in_texts(world.last_post)
    world.env.inject_error(*EDIT, **INVALID)
    await move_on(world, game)
    assert not [part for part in parts(world.post(first)) if part["type"] == 2]


async def test_a_refused_addition_is_sent_once_more_with_its_files(world: World) -> None:
    sent_page = page(f"{inline(TILE)}words")
    sent = list[tuple[str, bytes]]()

    async def send(files: Files) -> None:
        sent.append((text_of(sent_page).content, files[0].fp.read()))
        if len(sent) == 1:
            raise refusal(50035)

    await send_page(
        world.desk.emojis,
        world.desk.commands,
        sent_page,
        [discord.File(BytesIO(b"file"), "file")],
        send,
    )
    assert sent == [(f"{ALL[TILE]} words", b"file"), ("words", b"file")]


@pytest.mark.parametrize(("code", "status"), [(50035, 403), (30046, 400), (0, 500)])
async def test_a_message_refused_for_another_reason_is_sent_once(
    world: World, code: int, status: int
) -> None:
    sent_page = page(f"{inline(TILE)}words")
    sent = list[str]()

    async def send(files: Files) -> None:
        sent.append(text_of(sent_page).content)
        raise refusal(code, status)

    with pytest.raises(discord.HTTPException):
        await send_page(world.desk.emojis, world.desk.commands, sent_page, [], send)
    assert len(sent) == 1
    assert not world.desk.emojis.outdated


def text_of(page: Page) -> EmojiText:
    return next(item for item in page.view.walk_children() if isinstance(item, EmojiText))


def test_a_page_shows_only_emojis_that_are_there() -> None:
    options = [MenuOption("one", "1", emoji=TILE), MenuOption("two", "2", emoji=OTHER)]
    menu = PageMenu("try", Target(), options)
    button = PageButton("do", Target(), "words", "primary", emoji=TILE)
    dressed = page(f"{inline(TILE, OTHER)}words", [button], [menu])
    assert dress(dressed.view, {TILE: ALL[TILE]})
    text = text_of(dressed)
    assert text.content == f"{ALL[TILE]} words"
    assert button.item.emoji == ALL[TILE]  # type: ignore[attr-defined]
    assert [option.emoji for option in menu.item.options] == [ALL[TILE], None]  # type: ignore[attr-defined]
    assert not dress(dressed.view, {})
    assert text.content == "words"
    assert button.item.emoji is None  # type: ignore[attr-defined]
    assert [option.emoji for option in menu.item.options] == [None, None]  # type: ignore[attr-defined]


def test_a_text_counts_the_full_length_of_its_emojis() -> None:
    text = f"{inline(TILE)}{'x' * 10}"
    assert longest_length(text) >= len(f"{ALL[TILE]} ") + 10
    full = page(f"{inline(*60 * [TILE])}{'x' * (MOST_TEXT - 100)}")
    assert not dress(full.view, ALL)


def test_what_stands_before_an_emoji_goes_with_it() -> None:
    dressed = page(f"log{inline(TILE, before=' 12 ')}")
    assert words_alone(f"log{inline(TILE, before=' 12 ')}") == "log"
    dress(dressed.view, ALL)
    text = text_of(dressed)
    assert text.content == f"log 12 {ALL[TILE]} "


def test_a_post_is_found_again_whatever_emojis_it_has() -> None:
    dressed = page(f"{inline(TILE)}words")
    posted = page(f"{inline(TILE)}words")
    dress(posted.view, ALL)
    components = [
        SimpleNamespace(to_dict=child.to_component_dict) for child in posted.view.children
    ]
    post: Any = SimpleNamespace(components=components)
    assert matches_post(dressed, post)


@pytest.mark.parametrize(("kind", "token"), [("castle", "lane"), ("carcassonne", "a")])
def test_what_can_be_drawn_has_an_emoji(kind: str, token: str) -> None:
    assert FACES[kind].texts.kind_emoji(token) in ALL


async def test_cards_are_shown_only_to_those_who_hold_them(world: World) -> None:
    """Or to everybody once they are played."""
    await world.anna.slash(world.channel, "castellan new", opponent=world.ben, first="me")
    await world.deliver()
    await world.ben.click(world.last_post, label="Accept")
    await world.deliver()
    game = await world.table.games.open_in(world.channel.id)
    assert game is not None
    own: Any = (await world.table.games.position(game.id, world.anna.id)).view
    opened = await world.anna.click(world.last_post, label="Play")
    tower_card = next(card for card in own.hand if card.startswith("T"))
    assert opened.response is not None
    begun = await world.anna.click(opened.response, label=tower_card)
    held = {f"card_{card.lower()}" for card in own.hand}
    cards = {name for name in on_buttons(begun.response).values() if name.startswith("card_")}
    assert cards
    assert cards <= held
    for post in world.posts:
        assert not re.search("ccs_card", str(list(parts(post))))


async def test_the_card_sheet_shows_the_cards_each_player_has_left(world: World) -> None:
    """Not which of them are in the hand: that is the same for all who look."""
    await world.anna.slash(world.channel, "castellan new", opponent=world.ben, first="me")
    await world.deliver()
    await world.ben.click(world.last_post, label="Accept")
    await world.deliver()
    game = await world.table.games.open_in(world.channel.id)
    assert game is not None
    view: Any = (await world.table.games.position(game.id, None)).view
    left = [f"card_{card.lower()}" for player in view.players for card in player.unplayed]
    for person in (world.anna, world.ben):
        sheet = await person.slash(world.channel, "castellan cards")
        assert in_texts(sheet.response) == left
        assert len(texts(sheet.response)) <= MOST_TEXT
