"""The panel under a board: the players with everything they have, and the drawn tile between them.

It takes any width and scales with it, so that it looks the same on a phone.
"""

from dataclasses import dataclass

from engine.castle.seen.view import View
from engine.castle.vocabulary.players import FOLLOWERS
from engine.recorded import Ending
from render.board.panel import WIDTH, Scale
from render.castle.art.sprites import FollowerSprite, KeepSprite, WallTileSprite
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import INK, SEATS, Theme
from render.picture.scene import Badge, Box, Item, Point, SpritePicture, Text
from render.tiles.sprites import tile_picture

HEIGHT = 356
CARD = 570
CARD_TOP, CARD_BOTTOM = 30, 334
EDGE = 24
FIRST, SECOND, THIRD = 96, 184, 278
"""The middles of the three rows of a card."""
TILE = 184
"""How wide the drawn tile is. In a replay exactly as wide as tiles are drawn, which is sharper."""
FAINT = 0.2
"""How visible a follower is that is not in the supply."""


@dataclass(frozen=True, slots=True)
class Card:
    """The part of the panel that belongs to one player."""

    words: Words
    view: View
    seat: int
    theme: Theme
    scale: Scale
    left: int
    ending: Ending | None = None

    @property
    def right(self) -> int:
        return self.left + CARD

    @property
    def active(self) -> bool:
        return self.view.to_act == self.seat

    def at(self, x: float, y: float) -> Point:
        """A point measured from the left of the card and the top of the panel."""
        return self.scale.at(self.left + x, y)

    def size(self, length: float) -> int:
        return self.scale.size(length)


def height(width: int) -> int:
    return round(HEIGHT * width / WIDTH)


def panel_items(
    words: Words,
    view: View,
    names: tuple[str, str],
    theme: Theme,
    scale: Scale,
    *,
    turns: int = 0,
    ending: Ending | None = None,
) -> list[Item]:
    """The panel with the drawn tile turned by this many quarters."""
    items = _middle(words, view, theme, scale, turns)
    for seat, name in enumerate(shown_names(words, names)):
        left = (EDGE, WIDTH - EDGE - CARD)[seat]
        card = Card(words, view, seat, theme, scale, left, ending)
        items += [*_heading(card, name), *_supply(card), *_keep(card), *_held(card)]
        items += _status(card)
    return items


def _heading(card: Card, name: str) -> list[Item]:
    """The frame, the name and the score."""
    size, text, seat = card.size, card.theme.text, card.seat
    frame = Box(
        card.scale.rect(card.left, CARD_TOP, card.right, CARD_BOTTOM),
        card.theme.card,
        SEATS[seat].main if card.active else card.theme.card_edge,
        width=size(9 if card.active else 3),
        radius=size(22),
    )
    score, place = str(card.view.scores[seat]), card.at(CARD - 26, FIRST)
    width, spare = size(CARD - 96 - 160), seat_name(card.words, seat)
    return [
        frame,
        SpritePicture(FollowerSprite(seat, "knight"), card.at(52, FIRST), size(72)),
        Text(name, card.at(96, FIRST), size(46), text, bold=True, fit=width, instead=spare),
        Text(score, place, size(84), text, bold=True, align="right"),
    ]


def _supply(card: Card) -> list[Item]:
    """The followers; those on the board are shown faintly."""
    left = card.view.supply[card.seat]
    return [
        SpritePicture(
            FollowerSprite(card.seat, "knight"),
            card.at(46 + 50 * number, SECOND),
            card.size(56),
            1.0 if number < left else FAINT,
        )
        for number in range(FOLLOWERS)
    ]


def _keep(card: Card) -> list[Item]:
    """The keep, and the size of the largest house."""
    keep = card.view.keeps[card.seat]
    tiles = "–" if keep is None else str(keep.tiles)
    ink = card.theme.faint if keep is None else card.theme.text
    faint, place = FAINT if keep is None else 1.0, card.at(CARD - 122, SECOND)
    picture = SpritePicture(KeepSprite(card.seat), place, card.size(70), faint)
    at = card.at(CARD - 26, SECOND)
    return [picture, Text(tiles, at, card.size(54), ink, bold=True, align="right")]


def _held(card: Card) -> list[Item]:
    """The wall tiles face up in front of the player, each as a picture of its own, as no number has
    room on one that would leave its sign visible."""
    kinds = sorted(card.view.held[card.seat])
    if not kinds:
        none = card.words("castle.picture.no_wall_tiles")
        return [Text(none, card.at(28, THIRD), card.size(38), card.theme.faint)]
    step = min(92.0, (CARD - 40) / len(kinds))
    size = card.size(min(82, step))
    return [
        SpritePicture(WallTileSprite(kind), card.at(20 + step * (number + 0.5), THIRD), size)
        for number, kind in enumerate(kinds)
    ]


def _status(card: Card) -> list[Item]:
    """A badge on the edge of the card: who is to act, has won, or ended the game early."""
    said = _said(card)
    if said is None:
        return []
    text, colour = card.words(f"castle.picture.{said}"), SEATS[card.seat].main
    ink = SEATS[card.seat].ink
    return [Badge(text, card.at(CARD / 2, CARD_TOP), card.size(40), ink, colour, ink)]


def _said(card: Card) -> str | None:
    """The text of the badge."""
    view, ending = card.view, card.ending
    if ending is not None:
        return "winner" if card.seat in ending.winners else f"ended.{ending.why}"
    if view.phase == "over":
        if card.seat not in view.leaders:
            return None
        return "winner" if len(view.leaders) == 1 else "shared_win"
    if not card.active:
        return None
    if view.phase == "again":
        return "another_turn"
    return "extra_turn" if view.extra else "to_play"


def _middle(words: Words, view: View, theme: Theme, scale: Scale, turns: int) -> list[Item]:
    """The drawn tile, and how many are left."""
    x = WIDTH // 2
    left = Text(
        words("castle.picture.tiles_left", count=view.tiles_left),
        scale.at(x, CARD_BOTTOM - 36),
        scale.size(44),
        theme.text,
        bold=True,
        align="middle",
    )
    if view.drawn is None:
        return [left] if view.phase != "over" else []
    top, size = CARD_TOP + 6, scale.size(TILE)
    corner = scale.at(x - TILE / 2, top)
    edge = scale.size(5)
    frame = (
        corner[0] - edge,
        corner[1] - edge,
        corner[0] + size + edge,
        corner[1] + size + edge,
    )
    return [
        Box(frame, INK, radius=edge),
        tile_picture((view.drawn, turns), corner, size),
        left,
    ]
