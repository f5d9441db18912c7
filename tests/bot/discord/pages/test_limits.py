"""Names of any kind, and texts of any length: nothing pings, nothing breaks a page."""

import re
import unicodedata
from collections.abc import Iterator

import pytest
import simcord
from hypothesis import given
from hypothesis import strategies as st
from simcord.components import walk_components

from bot.discord.features.context import VERBS
from bot.discord.pages.page import LONGEST_ID, MOST_TEXT, Target, page, shorten
from bot.discord.pages.wording import APART, TOGETHER, ZERO_WIDTH, code_text, escape, plain_text
from bot.presentation.choice_links import Change, Link
from tests.bot.discord.kit.limits import beyond, components, messages
from tests.bot.discord.kit.moves import random_moves
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import LOOKING_BACK, World, labels, texts

pytestmark = pytest.mark.sketched

HOSTILE = {
    "markdown": "**_~~||`x`||~~_**",
    "a mention": "<@123456789012345678>",
    "everyone": "@everyone @here",
    "a role and a channel": "<@&123456789012345678> <#1>",
    "a link": "[x](https://y.z) [a](b) *c* [d](e)",
    "a block of code": "```\nx```",
    "a heading": "# x",
    "a list": "- x",
    "a number": "1. x",
    "a quotation": ">>> x",
    "32 emoji": "🏰" * 32,
    "a family": "👨‍👩‍👧‍👦" * 4,
    "right to left": "מגדל הטירה",
    "turned round": "\u202eanna\u2066",
    "a backslash": "anna\\",
    "braces": "{name} {0}",
}
PLAYED_WITH = (
    "markdown",
    "everyone",
    "a role and a channel",
    "a block of code",
    "32 emoji",
    "right to left",
    "turned round",
    "braces",
)
CALLED = re.compile(r"(?<!\\)<@[!&]?(\d+)>")


async def a_short_game(friends: World, rival: simcord.MemberActor) -> None:
    """Most of what can be shown of a game, from the invitation to its end."""
    await friends.anna.slash(friends.channel, "castle new", opponent=rival, first="me")
    await friends.deliver()
    await rival.click(friends.last_post, label="Accept")
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await friends.play_on(game, random_moves(1)[:3])
    await friends.deliver()
    panel = answer_of(await rival.click(friends.last_post, label="Play"))
    await rival.click(panel, label=next(iter(buttons(panel))))
    for command in ("board", "text", "log", "score", "games", "play"):
        await friends.anna.slash(friends.channel, in_group(command))
    await rival.slash(friends.channel, "castle propose", what="end")
    await friends.deliver()
    await friends.anna.click(friends.last_post, label="No")
    sure = await rival.slash(friends.channel, "castle resign")
    await rival.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()
    assert labels(friends.last_post) == [*LOOKING_BACK, "Rematch"]


@pytest.mark.parametrize("kind", PLAYED_WITH)
async def test_a_name_neither_pings_nor_breaks_a_page(friends: World, kind: str) -> None:
    user = friends.env.create_user("rival", global_name=HOSTILE[kind])
    rival = friends.guild.add_member(user)
    await a_short_game(friends, rival)
    assert beyond(friends.env.http_requests) == []
    sent = list(texts_sent(friends))
    assert len(sent) > 20
    for text in sent:
        assert set(CALLED.findall(text)) <= {str(friends.anna.id), str(rival.id)}
        assert "@everyone" not in text
        assert "@here" not in text
        assert text.count("```") in {0, 2}
        assert text.count(APART) == text.count(TOGETHER)
        assert "\u202e" not in text
    assert "## Anna wins" in texts(friends.last_post)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_name_reads_in_a_message_as_it_was_chosen(kind: str) -> None:
    escaped = escape(HOSTILE[kind])
    read = re.sub(r"\\([^A-Za-z0-9\s])", r"\1", escaped)
    plain = "".join(sign for sign in read if unicodedata.category(sign) != "Cf")
    name = HOSTILE[kind].replace("\n", " ")
    assert plain == "".join(sign for sign in name if unicodedata.category(sign) != "Cf")


@given(st.text(max_size=40))
def test_nothing_in_a_name_means_anything(name: str) -> None:
    escaped = escape(name)
    for sign in r"*_~`|[]<>#":
        assert not re.search(rf"(?<!\\)(?:\\\\)*{re.escape(sign)}", escaped)
    assert not re.search("@(?!\u200b)", escaped)
    assert "\n" not in escaped
    assert "`" not in code_text(name)


@pytest.mark.parametrize(
    "name",
    ["https://evil.example/x", "HTTP://a.b", "discord.gg/abcdef", "www.evil.example", "a://b"],
)
def test_a_name_that_looks_like_an_address_is_plain_text(name: str) -> None:
    escaped = escape(name)
    assert "://" not in escaped
    assert not re.search(r"\w\.\w\w", escaped)
    assert escaped.replace(ZERO_WIDTH, "").replace("\\", "") == name


def test_a_title_holds_no_sign_that_is_not_seen() -> None:
    assert plain_text("\u202e\u2066An\u200bna\u2069\u200f\ufeff\n") == "Anna"


def test_only_right_to_left_names_are_isolated() -> None:
    assert escape("Anna") == "Anna"
    assert escape("מגדל") == f"{APART}מגדל{TOGETHER}"


@pytest.mark.parametrize("verb", VERBS)
def test_a_choice_of_the_longest_game_fits_into_an_id(verb: str) -> None:
    link = Link(change=Change(99, "x" * 40), draft=99_999)
    mark = Target(game=10**9, branch=999, ply=999, rest=f"kind.{link.text}")
    assert mark.fits(verb)
    assert len(mark.id(verb)) <= LONGEST_ID


def test_what_no_id_has_room_for_does_not_fit() -> None:
    assert Target(rest="x" * (LONGEST_ID - len("do:0:0:0:"))).fits("do")
    assert not Target(rest="x" * (LONGEST_ID - len("do:0:0:0:") + 1)).fits("do")


def test_a_page_holds_no_more_text_than_discord_takes() -> None:
    content = components(page("x" * 3000, "y" * 3000, "z"))
    parts = [part for part in walk_components(content) if part["type"] == 10]
    assert sum(len(part["content"]) for part in parts) == MOST_TEXT
    assert parts[-1]["content"].endswith("y…")


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"), ("a", 0, "")],
)
def test_a_text_that_is_too_long_is_shortened(text: str, longest: int, short: str) -> None:
    assert shorten(text, longest) == short


def texts_sent(friends: World) -> Iterator[str]:
    for message in messages(friends.env.http_requests):
        for part in walk_components(message["components"]):
            if "content" in part:
                yield part["content"]
