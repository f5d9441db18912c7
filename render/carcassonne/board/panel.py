"""The panel under a board: the score track, the drawn tile, and the players with what they have.

It takes any width and scales with it, so that it looks the same on a phone. Next to the players of
a large board there is a close-up of the last move.
"""

from dataclasses import dataclass, replace

from engine.carcassonne.seen.view import View
from engine.carcassonne.vocabulary.players import FOLLOWERS
from engine.recorded import Ending
from render.board.labels import seat_badge
from render.board.panel import WIDTH, Scale
from render.carcassonne.art.sprites import FollowerSprite, MarkerSprite
from render.locale import Words
from render.picture.names import seat_name, shown_names
from render.picture.palette import INK, SEATS, Theme, mixed
from render.picture.scene import Badge, Box, Inset, Item, SpritePicture, Text
from render.tiles.sprites import tile_picture

SPACES = 50
"""A marker that passes the last space begins again at 0."""
TRACK = 152
FIRST, SPACE = 50, 26
"""Where the first space begins, and how wide a space is."""
TRACK_TOP, TRACK_BOTTOM = 86, 146
NUMBERS, EVERY = 30, 5
MARKER, RAISED = 56, 15
"""How high a marker is, and how far it is raised above one that it would cover."""
COVERED = 2
"""Markers fewer spaces apart than this cover each other."""
LAPS, RAISED_BADGES, COVERED_BADGES = 26, 34, 3
"""How high the points of the laps are on a marker, and the same two measures if there are any."""


def track_items(view: View, theme: Theme, scale: Scale) -> list[Item]:
    return [*_spaces(theme, scale), *_markers(view, scale)]


def _spaces(theme: Theme, scale: Scale) -> list[Item]:
    right = FIRST + SPACE * SPACES
    frame = scale.rect(FIRST - 8, TRACK_TOP - 4, right + 8, TRACK_BOTTOM)
    items: list[Item] = [Box(frame, theme.card, theme.card_edge, scale.size(4), scale.size(14))]
    for space in range(SPACES):
        left = FIRST + SPACE * space
        marked = space % EVERY == 0
        fill = mixed(theme.card, theme.text, 0.2) if marked else theme.card_edge
        upper = TRACK_TOP + 4
        items.append(Box(scale.rect(left + 3, upper, left + SPACE - 3, upper + 18), fill))
        if marked:
            at = scale.at(left + SPACE // 2, TRACK_BOTTOM - 20)
            size = scale.size(NUMBERS)
            items.append(Text(str(space), at, size, theme.text, bold=True, align="middle"))
    return items


def _markers(view: View, scale: Scale) -> list[Item]:
    """Draw markers on the same space, or too close to another, one above the other. A marker that
    has passed the end of the track says how many points to add to the number of its space."""
    order = sorted(range(len(view.scores)), key=lambda seat: (view.scores[seat] % SPACES, seat))
    markers: list[Item] = []
    laps_told: list[Item] = []
    before, height, lapped = -COVERED_BADGES, 0, False
    for seat in order:
        laps, space = divmod(view.scores[seat], SPACES)
        wide = lapped or laps > 0
        apart = COVERED_BADGES if wide else COVERED
        height = height + (RAISED_BADGES if wide else RAISED) if space - before < apart else 0
        before, lapped = space, laps > 0
        x, y = FIRST + SPACE * space + SPACE // 2, TRACK_TOP - 8 - height
        markers.append(SpritePicture(MarkerSprite(seat, laps), scale.at(x, y), scale.size(MARKER)))
        if laps:
            told, at = f"+{SPACES * laps}", scale.at(x, y + MARKER // 4)
            laps_told.append(seat_badge(told, at, scale.size(LAPS), seat))
    return [*markers[::-1], *laps_told]


EDGE, TOP, BOTTOM = 24, 36, 26
GAP = 16
ROWS = {2: 132, 3: 100, 4: 86, 5: 80}
"""How high the row of a player is, by how many players there are."""
TILE, BESIDE = 206, 250
"""The width of the drawn tile, and of the column that it is in."""
LEFT = 58
"""The height of the space for how many tiles are left."""
NEAR = 470
"""How wide the close-up of the last move is."""
STATUS = 330
"""How far into a row the middle of its badge is."""
SUPPLY, FAINT = 50, 0.2
"""How far apart followers are, and how visible one is that is not in the supply."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is made from."""

    words: Words
    view: View
    theme: Theme
    scale: Scale
    turns: int = 0
    """By how many quarters the drawn tile is turned."""
    ending: Ending | None = None
    close_up: Inset | None = None
    """The close-up of the last move, to be cut to size."""

    @property
    def left(self) -> int:
        """Where the rows of the players begin."""
        return EDGE if self.view.phase == "over" else EDGE + BESIDE

    @property
    def right(self) -> int:
        """Where they end."""
        return WIDTH - EDGE - (0 if self.close_up is None else NEAR + GAP)

    @property
    def row(self) -> int:
        return ROWS[len(self.view.scores)]

    @property
    def rows_height(self) -> int:
        count = len(self.view.scores)
        least = 0 if self.view.phase == "over" else TILE + LEFT
        return max(least, count * self.row + (count - 1) * GAP)


def height(panel: Panel) -> int:
    return panel.scale.size(TRACK + TOP + panel.rows_height + BOTTOM)


def panel_items(panel: Panel, names: tuple[str, ...]) -> list[Item]:
    items = [*track_items(panel.view, panel.theme, panel.scale), *_drawn(panel)]
    for seat, name in enumerate(shown_names(panel.words, names)):
        row = Row(panel, seat, TRACK + TOP + seat * (panel.row + GAP))
        items += [*_plate(row), *_name(row, name), *_supply(row), *_score(row)]
    items += [
        badge
        for seat in range(len(panel.view.scores))
        for badge in _status(Row(panel, seat, TRACK + TOP + seat * (panel.row + GAP)))
    ]
    return items + _near(panel)


@dataclass(frozen=True, slots=True)
class Row:
    """The part of the panel that belongs to one player."""

    panel: Panel
    seat: int
    top: int

    @property
    def middle(self) -> int:
        return self.top + self.panel.row // 2

    @property
    def wide(self) -> bool:
        return self.panel.close_up is None

    @property
    def active(self) -> bool:
        return self.panel.view.to_act == self.seat


def _drawn(panel: Panel) -> list[Item]:
    """The drawn tile, and how many are left."""
    view, scale, theme = panel.view, panel.scale, panel.theme
    if view.phase == "over":
        return []
    top, x = TRACK + TOP, EDGE + (BESIDE - GAP) // 2
    told = panel.words("carcassonne.picture.tiles_left", count=view.tiles_left)
    at = scale.at(x, top + TILE + LEFT // 2 + 4)
    items: list[Item] = [Text(told, at, scale.size(44), theme.text, bold=True, align="middle")]
    if view.drawn is not None:
        corner, size = scale.at(x - TILE // 2, top), scale.size(TILE)
        edge = scale.size(5)
        left, upper = corner
        frame = (left - edge, upper - edge, left + size + edge, upper + size + edge)
        items.append(Box(frame, INK, radius=edge))
        items.append(tile_picture((view.drawn, panel.turns), corner, size))
    return items


def _plate(row: Row) -> list[Item]:
    panel, scale = row.panel, row.panel.scale
    theme, edge = panel.theme, SEATS[row.seat].main if row.active else panel.theme.card_edge
    rect = scale.rect(panel.left, row.top, panel.right, row.top + panel.row)
    width = scale.size(9 if row.active else 3)
    return [Box(rect, theme.card, edge, width=width, radius=scale.size(20))]


def _name(row: Row, name: str) -> list[Item]:
    panel, scale, theme = row.panel, row.panel.scale, row.panel.theme
    gone = row.seat in panel.view.gone
    at, fit = scale.at(panel.left + 92, row.middle), 400 if row.wide else 236
    ink, spare = theme.faint if gone else theme.text, seat_name(panel.words, row.seat)
    figure = scale.at(panel.left + 50, row.middle)
    return [
        SpritePicture(FollowerSprite(row.seat, False), figure, scale.size(66)),
        Text(name, at, scale.size(46), ink, bold=True, fit=scale.size(fit), instead=spare),
    ]


def _supply(row: Row) -> list[Item]:
    """The followers; those on the board are shown faintly. If there is little room, one and a
    number."""
    panel, scale, seat = row.panel, row.panel.scale, row.seat
    left, figure = panel.view.supply[seat], FollowerSprite(seat, False)
    if row.wide:
        first = panel.right - 170 - SUPPLY * FOLLOWERS
        return [
            SpritePicture(
                figure,
                scale.at(first + SUPPLY * number + SUPPLY // 2, row.middle),
                scale.size(54),
                1.0 if number < left else FAINT,
            )
            for number in range(FOLLOWERS)
        ]
    told, at = f"×{left}", scale.at(panel.right - 190, row.middle)
    return [
        SpritePicture(figure, scale.at(panel.right - 218, row.middle), scale.size(50)),
        Text(told, at, scale.size(40), panel.theme.text, bold=True),
    ]


def _score(row: Row) -> list[Item]:
    panel, scale = row.panel, row.panel.scale
    at, size = scale.at(panel.right - 24, row.middle), scale.size(72)
    score = str(panel.view.scores[row.seat])
    return [Text(score, at, size, panel.theme.text, bold=True, align="right")]


def _status(row: Row) -> list[Item]:
    """A badge on the edge of the row: who is to act, has won, has left, or ended the game early."""
    said = _said(row)
    if said is None:
        return []
    panel, colours = row.panel, SEATS[row.seat]
    at = panel.scale.at(panel.left + STATUS, row.top)
    text = panel.words(f"carcassonne.picture.{said}")
    return [Badge(text, at, panel.scale.size(34), colours.ink, colours.main, colours.ink)]


def _said(row: Row) -> str | None:
    """The text of the badge."""
    view, ending, seat = row.panel.view, row.panel.ending, row.seat
    if seat in view.gone:
        return "left"
    if ending is not None:
        return "winner" if seat in ending.winners else f"ended.{ending.why}"
    if view.phase == "over":
        if seat not in view.leaders:
            return None
        return "winner" if len(view.leaders) == 1 else "shared_win"
    return "to_play" if row.active else None


def _near(panel: Panel) -> list[Item]:
    """The close-up of the last move, in a frame."""
    if panel.close_up is None:
        return []
    scale, top = panel.scale, TRACK + TOP
    left, upper, right, lower = scale.rect(
        WIDTH - EDGE - NEAR, top, WIDTH - EDGE, top + panel.rows_height
    )
    west, north, east, south = panel.close_up.source
    x, y = (west + east) // 2, (north + south) // 2
    across, down = right - left, lower - upper
    source = (x - across // 2, y - down // 2)
    part = (*source, source[0] + across, source[1] + down)
    edge = scale.size(4)
    frame = (left - edge, upper - edge, right + edge, lower + edge)
    return [
        Box(frame, panel.theme.card_edge, radius=edge),
        replace(panel.close_up, at=(left, upper), source=part),
    ]
