"""Footer under a board: the players with everything they have, and the drawn tile between them.

It takes any width and scales with it, so that it looks the same on a phone.
"""

from engine.castle.catalogue import FOLLOWERS
from engine.castle.view import View
from engine.recorded import Ending
from render.board.footer import (
    WIDTH,
    FooterStrip,
    Head,
    PlayerPlate,
    framed_seats,
    outcome,
)
from render.castle.art.sprites import FollowerSprite, KeepSprite, WallTileSprite
from render.castle.board.cells import CastleSubject
from render.picture.names import shown_names
from render.picture.scene import Item
from render.tiles.sprites import tile_on_tray

HEIGHT = 356
CARD = 570
CARD_TOP = 30
CARD_BOTTOM = 334
EDGE = 24
# The middles of the three rows of a card, from its top.
FIRST = 96
SECOND = 184
THIRD = 278
# The width of the drawn tile. In a replay exactly as wide as tiles are drawn, which is sharper.
TILE = 184
# The width of the tray around it.
TRAY = 13
# The opacity of a follower that is not in the supply.
FAINT = 0.2


def head_of(subject: CastleSubject) -> Head:
    """Put the scores above a board."""
    view = subject.view
    figures = [FollowerSprite(seat, "knight") for seat in range(len(view.scores))]
    framed = framed_seats(view.to_act, subject.ending, view.phase == "over", view.leaders)
    return Head(subject.names, figures, view.scores, framed)


def footer_items(strip: FooterStrip, subject: CastleSubject, turns: int = 0) -> list[Item]:
    """Draw the footer with the drawn tile turned by this many quarters."""
    view = subject.view
    words = strip.words
    items = _middle(strip, view, turns)
    for seat, name in enumerate(shown_names(words, subject.names)):
        left = (EDGE, WIDTH - EDGE - CARD)[seat]
        rect = (left, CARD_TOP, left + CARD, CARD_BOTTOM)
        card = PlayerPlate(strip, seat, rect, view.to_act == seat)
        items += _card(card, view, name)
        outcome_key = _status_text(view, seat, subject.ending)
        if outcome_key is not None:
            items.append(card.status(words(outcome_key), left + CARD / 2, 40))
    return items


def _card(card: PlayerPlate, view: View, name: str) -> list[Item]:
    """Draw the name and the score; the followers, those on the board faintly; the keep and the size
    of the largest house; and the wall tiles face up in front of the player, each as a picture of
    its own, as no number has room on one that would leave its sign visible."""
    strip = card.strip
    seat = card.seat
    (left, _, right, _) = card.rect
    follower = FollowerSprite(seat, "knight")
    items: list[Item] = [
        card.plate(22),
        strip.sprite(follower, left + 52, FIRST, 72),
        card.name(name, left + 96, FIRST, CARD - 96 - 160),
        card.number(str(view.scores[seat]), right - 26, FIRST, 84),
    ]
    for number in range(FOLLOWERS):
        opacity = FAINT if number >= view.supply[seat] else 1.0
        items.append(strip.sprite(follower, left + 46 + 50 * number, SECOND, 56, opacity))
    keep = view.keeps[seat]
    opacity = FAINT if keep is None else 1.0
    tiles = "–" if keep is None else str(keep.tiles)
    items += [
        strip.sprite(KeepSprite(seat), right - 122, SECOND, 70, opacity),
        strip.text(tiles, right - 26, SECOND, 54, faint=keep is None, bold=True, align="right"),
    ]
    kinds = sorted(view.held[seat])
    if not kinds:
        none = strip.words("castle.picture.no_wall_tiles")
        return [*items, strip.text(none, left + 28, THIRD, 38, faint=True)]
    step = min(92.0, (CARD - 40) / len(kinds))
    for number, kind in enumerate(kinds):
        x = left + 20 + step * (number + 0.5)
        items.append(strip.sprite(WallTileSprite(kind), x, THIRD, min(82, step)))
    return items


def _status_text(view: View, seat: int, ending: Ending | None) -> str | None:
    """Choose the text of the badge: who is to act, has won, or ended the game early."""
    over = view.phase == "over"
    if ending is not None or over:
        return outcome(seat, ending, over, view.leaders)
    if view.to_act != seat:
        return None
    if view.phase == "again":
        return "castle.picture.another_turn"
    return "castle.picture.extra_turn" if view.extra else "status.to_play"


def _middle(strip: FooterStrip, view: View, turns: int) -> list[Item]:
    if view.drawn is None and view.phase == "over":
        return []
    items: list[Item] = []
    if view.drawn is not None:
        corner = strip.at(WIDTH // 2 - TILE / 2, CARD_TOP + 6)
        size = strip.size(TILE)
        items += tile_on_tray((view.drawn, turns), corner, size, strip.size(TRAY))
    left = strip.words("castle.picture.tiles_left", count=view.tiles_left)
    y = CARD_BOTTOM - 36
    return [*items, strip.text(left, WIDTH // 2, y, 44, bold=True, align="middle")]
