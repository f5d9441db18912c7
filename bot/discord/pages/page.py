"""A page: text, pictures, buttons and menus as one Components V2 message."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import ui

from bot.games.pictures import Drawing

LONGEST_ID = 100


LONGEST_LABEL = 80


MOST_OPTIONS = 25


ANY = "(?s:.*)"


MENU = "="
"""The prefix of a menu's id."""


_NUMBER = "[0-9]{1,18}"


_ID = re.compile(
    rf"{MENU}?(?P<verb>[a-z]+):(?P<game>{_NUMBER}):(?P<branch>{_NUMBER}):(?P<ply>{_NUMBER})"
    rf":(?P<rest>{ANY})"
)


@dataclass(frozen=True, slots=True)
class Target:
    """What a button refers to: a game, as it was when the button was posted."""

    game: int = 0
    branch: int = 0
    ply: int = 0
    rest: str = ""
    """Any other arguments of the verb; for a menu, what was chosen."""

    def id(self, verb: str) -> str:
        text = f"{verb}:{self.game}:{self.branch}:{self.ply}:{self.rest}"
        assert len(text) <= LONGEST_ID, "an id longer than Discord takes"
        return text


def parse_id(custom_id: str) -> tuple[str, Target]:
    """The verb and the mark in an id. The verb is empty for an unknown id, such as one from
    another version of the bot."""
    found = _ID.fullmatch(custom_id)
    if found is None:
        return "", Target()
    return found["verb"], Target(
        int(found["game"]), int(found["branch"]), int(found["ply"]), found["rest"]
    )


Option = tuple[str, str]
"""A choice in a menu: its label and its value."""


class Control(ui.DynamicItem[ui.Item[Any]], template=ANY):
    """Anything that can be clicked. discord.py keeps no state for it and creates an instance of
    this class for each click, whatever the id. It would only log errors, so nothing here may
    fail."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "Control":
        return Control(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        chosen = self.item.values if isinstance(self.item, ui.Select) else None
        await interaction.client.handle_click(interaction, self.custom_id, chosen)


class PageButton(Control, template=ANY):
    """A button to be shown."""

    def __init__(
        self,
        verb: str,
        mark: Target,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> None:
        button: ui.Button[Any] = ui.Button(
            style=style,
            label=label[:LONGEST_LABEL],
            emoji=emoji,
            custom_id=mark.id(verb),
            disabled=disabled,
        )
        super().__init__(button)


class PageMenu(Control, template=ANY):
    """A menu to be shown, from which one thing is chosen."""

    def __init__(
        self,
        verb: str,
        mark: Target,
        options: Sequence[Option] = (),
        placeholder: str = "",
        chosen: str = "",
    ) -> None:
        menu: ui.Select[Any] = ui.Select(
            custom_id=MENU + mark.id(verb),
            placeholder=placeholder[:150] or None,
            options=[
                discord.SelectOption(label=label[:100], value=value, default=value == chosen)
                for label, value in options
            ],
        )
        super().__init__(menu)


Row = Sequence[ui.Item[Any]]


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture already attached to a post. It stays there when the post is edited."""

    filename: str
    alt: str


PagePart = str | Drawing | Attached | Row
"""A text, a picture, or a row of buttons."""


MOST_TEXT = 4000


MOST_COMPONENTS = 40


MOST_IN_A_ROW = 5


NEVER_ACCEPTED = (400, 413)
"""Discord's statuses for a message that it will never accept, however it is sent."""


NOBODY = discord.AllowedMentions.none()


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
    def allowed(self) -> discord.AllowedMentions:
        people = [discord.Object(user) for user in self.mention]
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=people or False
        )


def page(
    *parts: PagePart,
    colour: int | None = None,
    key: Hashable = None,
    mention: Sequence[int] = (),
    files: Sequence[tuple[str, bytes]] = (),
) -> Page:
    """The parts below each other in one box; consecutive pictures or files are side by side."""
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    left = MOST_TEXT
    for part in parts:
        match part:
            case str():
                text = shorten(part, left)
                left -= len(text)
                if text:
                    box.add_item(ui.TextDisplay(text))
            case Drawing() | Attached():
                box.add_item(_gallery(part))
            case _:
                _add_rows(box, part)
    for name, _ in files:
        box.add_item(ui.File(f"attachment://{name}"))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    assert view.total_children_count <= MOST_COMPONENTS, "more components than Discord takes"
    pictures = tuple(part for part in parts if isinstance(part, Drawing))
    return Page(view, pictures, key, tuple(mention), tuple(files))


def without_pictures(shown: Page, instead: str = "") -> Page:
    """The same page with only its words and buttons, and with a text above them, if one is given.
    The original's view must not be used afterwards."""
    for box in shown.view.children:
        assert isinstance(box, ui.Container)
        kept = [part for part in box.children if not isinstance(part, ui.MediaGallery)]
        box.clear_items()
        for part in [ui.TextDisplay[Any](instead), *kept] if instead else kept:
            box.add_item(part)
    return replace(shown, pictures=(), key=None)


def matches_post(post: discord.Message, shown: Page) -> bool:
    """Whether a post has all buttons of a page or, if the page has none, the same words."""
    ours = list(_components(shown.view.to_components()))  # type: ignore[no-untyped-call]
    theirs = list(_components([part.to_dict() for part in post.components]))
    buttons = {part["custom_id"] for part in ours if "custom_id" in part}
    if buttons:
        return buttons <= {part.get("custom_id") for part in theirs}
    return _texts(ours) == _texts(theirs)


def _components(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _components(part.get("components", ()))


def _texts(parts: Iterable[Mapping[str, Any]]) -> list[str]:
    return [part["content"] for part in parts if "content" in part]


def shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(longest - 1, 0)] + "…" * (longest > 0)


def shorten_front(text: str, longest: int) -> str:
    """The last words of a text."""
    if len(text) <= longest:
        return text
    return f"… {text[2 - longest :].partition(' ')[2]}"


def _gallery(drawing: Drawing | Attached) -> ui.MediaGallery[Any]:
    address = f"attachment://{drawing.filename}"
    return ui.MediaGallery(discord.MediaGalleryItem(address, description=drawing.alt))


def _add_rows(box: ui.Container[Any], items: Row) -> None:
    """Add the buttons in as many rows of five as needed."""
    for start in range(0, len(items), MOST_IN_A_ROW):
        box.add_item(ui.ActionRow(*items[start : start + MOST_IN_A_ROW]))
