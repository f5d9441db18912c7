"""Commands in texts: mentions, which each client shows in its own language, where ids are known."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.discord.features.guide import SITUATIONS, help_text
from bot.discord.features.registry import command_mentions
from bot.discord.pages.command_mentions import LONGER, longest_growth, mention_commands
from bot.discord.pages.emojis import NO_EMOJIS, dress
from bot.discord.pages.page import MOST_TEXT, Page, PageButton, Target, matches_post, page
from bot.locale import languages, words_of
from bot.match.game import Timeouts
from engine.games import GAMES
from render.pictures import Drawing

GROUPS = {kind: 100 + number for number, kind in enumerate(GAMES)}
IDS = {**GROUPS, "table": 7, "table-admin": 8}
MENTIONS = command_mentions(IDS)
TRANSLATED = {"de": "`/castle spielen`", "nl": "`/castle spelen`", "en": "`/castle play`"}
PLAY = f"</castle play:{IDS['castle']}>"


def content(dressed: Page) -> str:
    [box] = dressed.view.children
    assert isinstance(box, ui.Container)
    text = box.children[0]
    assert isinstance(text, ui.TextDisplay)
    return text.content


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_command_is_mentioned_whatever_a_language_calls_it(language: str) -> None:
    its_name = words_of(language)("commands.play.name")
    assert mention_commands(f"Use `/castle {its_name}`.", MENTIONS) == f"Use {PLAY}."


def test_a_name_without_a_slash_belongs_to_the_last_group_of_its_line() -> None:
    text = mention_commands("`/table games`, `history`\n`history`", MENTIONS)
    assert text == "</table games:7>, </table history:7>\n`history`"


def test_commands_in_a_group_of_a_group_are_mentioned() -> None:
    assert mention_commands("`/table league show`", MENTIONS) == "</table league show:7>"
    assert mention_commands("`/tisch liga zeigen`", MENTIONS) == "</table league show:7>"


@pytest.mark.parametrize(
    "text",
    [
        "`/castle play move:E5`",
        "`E5 r1`",
        "```\n`/castle play`\n```",
        "\\`/castle play\\`",
        "/castle play",
    ],
)
def test_nothing_else_becomes_a_mention(text: str) -> None:
    assert mention_commands(text, MENTIONS) == text


def test_without_ids_the_plain_name_stands() -> None:
    assert command_mentions({}) == {}
    assert mention_commands("`/castle play`", {}) == "`/castle play`"
    only_table = command_mentions({"table": 7})
    assert mention_commands("`/castle play`", only_table) == "`/castle play`"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("situation", SITUATIONS)
def test_help_mentions_every_command_that_it_names(language: str, situation: str) -> None:
    help_page = page(help_text(words_of(language), "castle", situation, Timeouts()))
    dress(help_page.view, NO_EMOJIS, MENTIONS)
    text = content(help_page)
    assert re.search(r"</[a-z -]+:\d+>", text) is not None
    named = re.findall(r"`/([^`]+)`", text)
    assert all(" " not in name or ":" in name for name in named), named
    assert len(text) <= MOST_TEXT


def test_a_mention_is_never_longer_than_is_allowed_for() -> None:
    longest_ids = command_mentions(dict.fromkeys(IDS, 2**64))
    for name, mention in longest_ids.items():
        assert len(mention) <= len(f"`{name}`") + LONGER
        assert longest_growth(f"`{name}`") == LONGER


def test_a_text_without_room_for_mentions_has_none() -> None:
    text = f"{'x' * (MOST_TEXT - 20)}`/castle play`"
    full = page(text)
    dress(full.view, NO_EMOJIS, MENTIONS)
    assert content(full) == text


def test_only_the_text_of_a_message_mentions_commands() -> None:
    name = "`/castle play`"
    drawing = Drawing("board.png", name, lambda: b"")
    whole = page(name, drawing, [PageButton("play", Target(1), name)], files=[("a.txt", b"")])
    dress(whole.view, NO_EMOJIS, MENTIONS)
    assert content(whole) == PLAY
    assert drawing.alt == name
    assert str(whole.view.to_components()).count(PLAY) == 1  # type: ignore[no-untyped-call]


def test_a_post_is_found_again_whether_it_mentions_commands_or_not() -> None:
    expected = page("words `/table games`, `history`")
    posted = page("words `/table games`, `history`")
    dress(posted.view, NO_EMOJIS, MENTIONS)
    components = [
        SimpleNamespace(to_dict=child.to_component_dict) for child in posted.view.children
    ]
    post: Any = SimpleNamespace(components=components)
    assert matches_post(expected, post)
    assert not matches_post(page("other `/table games`"), post)
