"""A page: text, pictures and buttons as one Components V2 message.

Stays within Discord's limits, whatever is on the page. Knows no game.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import ui

from bot.games.pictures import Drawing

Row = Sequence[ui.Item[Any]]


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture already attached to a post. It stays there when the post is edited."""

    filename: str
    alt: str


Part = str | Drawing | Attached | Row
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
    *parts: Part,
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
                text = shortened(part, left)
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


def is_made_of(post: discord.Message, shown: Page) -> bool:
    """Whether a post has all buttons of a page or, if the page has none, the same words."""
    ours = list(_parts(shown.view.to_components()))  # type: ignore[no-untyped-call]
    theirs = list(_parts([part.to_dict() for part in post.components]))
    buttons = {part["custom_id"] for part in ours if "custom_id" in part}
    if buttons:
        return buttons <= {part.get("custom_id") for part in theirs}
    return _words(ours) == _words(theirs)


def _parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components", ()))


def _words(parts: Iterable[Mapping[str, Any]]) -> list[str]:
    return [part["content"] for part in parts if "content" in part]


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(longest - 1, 0)] + "…" * (longest > 0)


def ending(text: str, longest: int) -> str:
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
