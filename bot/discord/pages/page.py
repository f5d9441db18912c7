"""A page: text, pictures, buttons and menus as one Components V2 message within Discord's limits.

What a button does is encoded in its id, not held in memory: a verb, a game, and the position in
which it was posted. Every click becomes a call of the client's `handle_click`.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import discord
from discord import ui
from discord.ui.view import BaseView

from bot.discord.pages.emojis import (
    EmojiButton,
    EmojiMenu,
    EmojiText,
    longest_length,
    words_alone,
    words_of_post,
)
from bot.match.game import Game
from bot.table.positions import Position
from render.picture.emojis import EmojiName
from render.pictures import Drawing

LONGEST_ID = 100
LONGEST_LABEL = 80
LONGEST_OPTION = 100
LONGEST_PLACEHOLDER = 150
MOST_OPTIONS = 25
MOST_TEXT = 4000
MOST_COMPONENTS = 40
MOST_IN_A_ROW = 5
# As many buttons with emojis and short labels fit side by side on a phone; more than its square
# are not worth further rows.
MOST_BESIDE = 4
# Discord's statuses for a message that it will never accept, however it is sent.
NEVER_ACCEPTED = (400, 413)
NOBODY = discord.AllowedMentions.none()

ADDRESS = "https://discord.com/channels"
ANY = "(?s:.*)"
# The prefix of a menu's id.
MENU = "="
_NUMBER = "[0-9]{1,18}"
_ID = re.compile(
    rf"{MENU}?(?P<verb>[a-z]+):(?P<game>{_NUMBER}):(?P<branch>{_NUMBER}):(?P<ply>{_NUMBER})"
    rf":(?P<rest>{ANY})"
)

Item = ui.Item[Any]
# Discord's names of the colours of a button.
Style = Literal["primary", "secondary", "success", "danger"]
# A post of a board says which position it shows in the ids of two components, which are numbers:
# its box has that of the game, its first part the branch and the ply, far beyond the numbers that
# Discord gives the others. When the board is superseded and its message removed, nothing else does.
GAME_ID = 1 << 29
POSITION_ID = 1 << 30
BRANCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a button: a game, as it was when the button was posted."""

    game: int = 0
    branch: int = 0
    ply: int = 0
    rest: str = ""
    """Any other arguments of the verb; for a menu, what was chosen."""

    @classmethod
    def of(cls, game: Game, rest: str = "") -> "Target":
        return cls(game.id, game.branch, game.ply, rest)

    @classmethod
    def at(cls, position: Position, rest: str = "") -> "Target":
        return cls(position.game.id, position.game.branch, position.ply, rest)

    def id(self, verb: str) -> str:
        assert self.fits(verb), "an id longer than Discord takes"
        return self._id(verb)

    def fits(self, verb: str) -> bool:
        """Check whether there is room for it in the id of a button."""
        return len(self._id(verb)) <= LONGEST_ID

    def _id(self, verb: str) -> str:
        return f"{verb}:{self.game}:{self.branch}:{self.ply}:{self.rest}"


def parse_id(custom_id: str) -> tuple[str, Target]:
    """Read the verb and the target in an id. The verb is empty for an unknown id, such as one from
    another version of the bot."""
    match = _ID.fullmatch(custom_id)
    if match is None:
        return "", Target()
    game = int(match["game"])
    branch = int(match["branch"])
    ply = int(match["ply"])
    return match["verb"], Target(game, branch, ply, match["rest"])


class Control(ui.DynamicItem[Item], template=ANY):
    """Anything that can be clicked. discord.py keeps no state for it and creates an instance of
    this class for each click, whatever the id. It would only log errors, so nothing here may
    fail."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Item, match: re.Match[str], /
    ) -> "Control":
        return Control(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """discord.py has made a view of the post that was clicked, for this call alone."""
        values = self.item.values if isinstance(self.item, ui.Select) else None
        if self.view is not None:
            forget_parents(self.view)
        client: Any = interaction.client
        await client.handle_click(interaction, self.custom_id, values)


class PageButton(Control, template=ANY):
    def __init__(
        self,
        verb: str,
        target: Target,
        label: str = "",
        style: Style = "secondary",
        *,
        disabled: bool = False,
        emoji: EmojiName | None = None,
    ) -> None:
        """Put the emoji before the label, if Discord has it."""
        super().__init__(
            EmojiButton(
                emoji,
                style=discord.ButtonStyle[style],
                label=label[:LONGEST_LABEL],
                custom_id=target.id(verb),
                disabled=disabled,
            )
        )


class MenuOption(NamedTuple):
    label: str
    value: str
    about: str = ""
    """It stands below the label."""
    emoji: EmojiName | None = None


class PageMenu(Control, template=ANY):
    """A menu to be shown, from which one thing is chosen."""

    def __init__(
        self,
        verb: str,
        target: Target,
        options: Sequence[tuple[str, str] | tuple[str, str, str] | MenuOption] = (),
        placeholder: str = "",
        chosen: str = "",
    ) -> None:
        menu_options = [MenuOption(*option) for option in options]
        super().__init__(
            EmojiMenu(
                {option.value: option.emoji for option in menu_options},
                custom_id=MENU + target.id(verb),
                placeholder=placeholder[:LONGEST_PLACEHOLDER] or None,
                options=[
                    discord.SelectOption(
                        label=option.label[:LONGEST_OPTION],
                        value=option.value,
                        description=option.about or None,
                        default=option.value == chosen,
                    )
                    for option in menu_options
                ],
            )
        )


def link_button(game: Game, post: int | None, label: str) -> ui.Button[ui.LayoutView]:
    """Link to a post about a game; to its channel if there is no such post."""
    place = f"{ADDRESS}/{game.guild_id}/{game.channel_id}"
    url = place if post is None else f"{place}/{post}"
    return address_button(url, label)


def address_button(url: str, label: str) -> ui.Button[ui.LayoutView]:
    """Link to a page outside Discord."""
    return ui.Button(style=discord.ButtonStyle.link, url=url, label=label[:LONGEST_LABEL])


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture already attached to a post. It stays there when the post is edited."""

    filename: str
    alt: str


@dataclass(frozen=True, slots=True)
class TextWithButton:
    """A text with a button at its right, also on a phone."""

    text: str
    button: PageButton


Row = Sequence[Item]
# A text, alone or with a button, a picture, or a row of buttons; None, like what is empty, is not
# shown.
PagePart = str | TextWithButton | Drawing | Attached | Row | None


@dataclass(frozen=True, slots=True)
class Page:
    """A message to be sent. Its pictures are painted last."""

    view: ui.LayoutView
    pictures: tuple[Drawing, ...] = ()
    key: Hashable = None
    """The cache key of its pictures; None if nobody will ask for them again."""
    mention: tuple[int, ...] = ()
    """Whom it pings."""
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    """Other files, by name."""

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        people = [discord.Object(user) for user in self.mention]
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=people or False
        )


def page(
    *parts: PagePart,
    key: Hashable = None,
    mention: Sequence[int] = (),
    files: Sequence[tuple[str, bytes]] = (),
    shows: Target | None = None,
) -> Page:
    """Put the parts below each other in one box; buttons in as many rows as needed. A text for
    whose emojis and mentions there is no room has none. The ids of the box and of its first part
    say which position the page `shows`, for as long as there is a post of it."""
    box = ui.Container[ui.LayoutView]()
    room = MOST_TEXT
    for part in parts:
        match part:
            case str() | TextWithButton():
                whole_text = part if isinstance(part, str) else part.text
                fits = longest_length(whole_text) <= room
                text = whole_text if fits else shorten(words_alone(whole_text), room)
                room -= longest_length(text) if fits else len(text)
                if text:
                    item = EmojiText(text, mentions_commands=fits)
                    box.add_item(
                        item if isinstance(part, str) else ui.Section(item, accessory=part.button)
                    )
            case Drawing() | Attached():
                media = f"attachment://{part.filename}"
                box.add_item(ui.MediaGallery(discord.MediaGalleryItem(media, description=part.alt)))
            case None:
                pass
            case _:
                for row in split_row(part):
                    box.add_item(ui.ActionRow(*row))
    for name, _ in files:
        box.add_item(ui.File(f"attachment://{name}"))
    if shows is not None:
        box.id = GAME_ID + shows.game
        box.children[0].id = POSITION_ID + shows.branch * BRANCH + shows.ply
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    assert view.total_children_count <= MOST_COMPONENTS, "more components than Discord takes"
    forget_parents(view)
    pictures = tuple(part for part in parts if isinstance(part, Drawing))
    return Page(view, pictures, key, tuple(mention), tuple(files))


def split_row(row: Row) -> list[Row]:
    """Split a row of buttons into as many as it takes, of nearly equal length."""
    narrow = len(row) <= MOST_BESIDE**2 and any(map(_has_emoji, row))
    count = -(-len(row) // (MOST_BESIDE if narrow else MOST_IN_A_ROW))
    ends = [-(-number * len(row) // max(count, 1)) for number in range(count + 1)]
    return [row[begin:end] for begin, end in pairwise(ends)]


def _has_emoji(item: Item) -> bool:
    button = item.item if isinstance(item, ui.DynamicItem) else item
    return isinstance(button, EmojiButton) and button.name is not None


def shown_in(post: discord.Message) -> Target | None:
    """Find the position that a post shows, if its page said so."""
    for box in post.components:
        game_number, *positions = (part.get("id") or 0 for part in flatten([box.to_dict()]))
        if positions and GAME_ID < game_number < POSITION_ID <= positions[0]:
            branch, ply = divmod(positions[0] - POSITION_ID, BRANCH)
            return Target(game_number - GAME_ID, branch, ply)
    return None


def without_pictures(original: Page, note: str = "") -> Page:
    """Make the same page with only its words and buttons. A note stands above them, and each
    picture's alt text in place of the picture, as far as there is room. The original's view must
    not be used afterwards."""
    room = MOST_TEXT - original.view.content_length() - len(note)
    for box in original.view.children:
        assert isinstance(box, ui.Container)
        parts: list[Item] = [ui.TextDisplay(note)] if note else []
        for part in box.children:
            if not isinstance(part, ui.MediaGallery):
                parts.append(part)
                continue
            alt = shorten("\n".join(item.description or "" for item in part.items), max(room, 0))
            if note and alt:
                parts.append(ui.TextDisplay(alt))
                room -= len(alt)
        if parts and parts[0] is not box.children[0]:
            parts[0].id = box.children[0].id
            box.children[0].id = None
        box.clear_items()
        for part in parts:
            box.add_item(part)
    forget_parents(original.view)
    return replace(original, pictures=(), key=None)


def forget_parents(view: BaseView) -> None:
    """Cut what would stay until garbage is collected: each component that discord.py makes refers
    to what it stands in and to its view, which refer to it, hundreds of objects for each click.
    Nothing looks upwards in them once a view is complete."""
    for item in view.walk_children():
        inner_item = item.item if isinstance(item, ui.DynamicItem) else item
        for component in (item, inner_item):
            component._parent = None
            component._view = None


def matches_post(expected: Page, post: discord.Message) -> bool:
    """Check whether a post has all buttons of a page or, if the page has none, the same words."""
    expected_parts = list(flatten(expected.view.to_components()))  # type: ignore[no-untyped-call]
    posted_parts = list(flatten(part.to_dict() for part in post.components))
    buttons = {part["custom_id"] for part in expected_parts if "custom_id" in part}
    if buttons:
        return buttons <= {part.get("custom_id") for part in posted_parts}
    our_words, their_words = (
        [words_of_post(part["content"]) for part in parts if "content" in part]
        for parts in (expected_parts, posted_parts)
    )
    return our_words == their_words


def flatten(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from flatten(part.get("components", ()))
        if "accessory" in part:
            yield from flatten([part["accessory"]])


def shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(longest - 1, 0)] + "…" * (longest > 0)


def shorten_front(text: str, longest: int) -> str:
    """Keep the last words of a text."""
    if len(text) <= longest:
        return text
    return f"… {text[2 - longest :].partition(' ')[2]}"
