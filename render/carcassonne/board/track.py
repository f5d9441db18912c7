"""The score track as a strip of 50 spaces, with a marker for each player."""

from engine.carcassonne.seen.view import View
from render.board.badges import seat_badge
from render.board.scale import Scale
from render.carcassonne.art.sprite_names import MarkerSprite
from render.picture.colours.palette import Theme, mixed
from render.picture.scene import Box, Item, SpritePicture, Text

SPACES = 50
"""A marker that passes the last space begins again at 0."""
HEIGHT = 152
FIRST, SPACE = 50, 26
"""Where the first space begins, and how wide a space is."""
TOP, BOTTOM = 86, 146
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
    frame = scale.rect(FIRST - 8, TOP - 4, right + 8, BOTTOM)
    items: list[Item] = [Box(frame, theme.card, theme.card_edge, scale.size(4), scale.size(14))]
    for space in range(SPACES):
        left = FIRST + SPACE * space
        marked = space % EVERY == 0
        fill = mixed(theme.card, theme.text, 0.2) if marked else theme.card_edge
        upper = TOP + 4
        items.append(Box(scale.rect(left + 3, upper, left + SPACE - 3, upper + 18), fill))
        if marked:
            at = scale.at(left + SPACE // 2, BOTTOM - 20)
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
        x, y = FIRST + SPACE * space + SPACE // 2, TOP - 8 - height
        markers.append(SpritePicture(MarkerSprite(seat, laps), scale.at(x, y), scale.size(MARKER)))
        if laps:
            told, at = f"+{SPACES * laps}", scale.at(x, y + MARKER // 4)
            laps_told.append(seat_badge(told, at, scale.size(LAPS), seat))
    return [*markers[::-1], *laps_told]
