"""The score track as a strip of 50 spaces, with a marker for each player."""

from engine.carcassonne.seen.view import View
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
    """Draw markers on the same space, or too close to another, one above the other."""
    order = sorted(range(len(view.scores)), key=lambda seat: (view.scores[seat] % SPACES, seat))
    items: list[Item] = []
    before, raised = -COVERED, 0
    for seat in order:
        laps, space = divmod(view.scores[seat], SPACES)
        raised = raised + 1 if space - before < COVERED else 0
        before = space
        at = scale.at(FIRST + SPACE * space + SPACE // 2, TOP - 8 - RAISED * raised)
        items.append(SpritePicture(MarkerSprite(seat, laps), at, scale.size(MARKER)))
    return items[::-1]
