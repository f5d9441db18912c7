"""Footer under a board: the score track, the drawn tile, and the players with what they have.

It takes any width and scales with it, so that it looks the same on a phone. Next to the players of
a large board there is a close-up of the last move.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.carcassonne.catalogue import FOLLOWERS
from engine.carcassonne.view import View
from render.board.footer import (
    WIDTH,
    FooterStrip,
    Head,
    PlayerPlate,
    framed_seats,
    outcome,
)
from render.board.labels import seat_badge
from render.carcassonne.art.sprites import CELL, FAINT, FINER, FollowerSprite, MarkerSprite
from render.carcassonne.board.layout import CarcassonneSubject
from render.picture.names import shown_names
from render.picture.palette import mix
from render.picture.scene import Box, Inset, Item, Size
from render.tiles.sprites import tile_on_tray

EDGE = 24
TOP = 36
BOTTOM = 26
GAP = 16
# The height of a player's row, by the number of players.
ROWS = {2: 132, 3: 100, 4: 86, 5: 80, 6: 76}
# The width of the drawn tile.
TILE = 206
# The width of the tray around it.
TRAY = 18
# The width of the column that it is in.
BESIDE = 250
# The height of the space for how many tiles are left.
LEFT = 58
# The width of the close-up of the last move.
NEAR = 470
# The distance of the middle of a row's badge from its start.
STATUS = 330
# The distance between followers.
SUPPLY = 50
# The height of a follower in the supply, and of the large one, with its distance from the others.
FIGURE = 54
LARGE_FIGURE = 72
LARGE_SUPPLY = 60
# The height of the line that says how many tiles of the river are left.
RIVER_LEFT = 44

# The spaces of the score track; a marker that passes the last one begins again at 0.
SPACES = 50
# The height of the strip with the track.
TRACK = 152
# The left end of the first space.
FIRST = 50
# The width of a space.
SPACE = 26
TRACK_TOP = 86
TRACK_BOTTOM = 146
# The height of the numbers of spaces.
NUMBERS = 30
# Of so many spaces one has its number.
EVERY = 5
# The height of a marker.
MARKER = 56
# The distance by which a marker is raised above one that it would cover.
RAISED = 15
# Markers fewer spaces apart than this cover each other.
COVERED = 2
# The height of the points of the laps on a marker.
LAPS = 26
# The distance by which a marker is raised if it or the other one has such points.
RAISED_BADGES = 34
# Markers with such points that are fewer spaces apart than this cover each other.
COVERED_BADGES = 3


def head_of(subject: CarcassonneSubject) -> Head:
    """Put the scores above a board."""
    view = subject.view
    figures = [FollowerSprite(seat, False) for seat in range(len(view.scores))]
    framed = framed_seats(view.to_act, subject.ending, view.phase == "over", view.leaders)
    return Head(subject.names, figures, view.scores, framed, view.gone)


def footer_height(view: View) -> int:
    count = len(view.scores)
    rows = count * ROWS[count] + (count - 1) * GAP
    beside = TILE + LEFT + (RIVER_LEFT if view.river_left else 0)
    return TRACK + TOP + max(0 if view.phase == "over" else beside, rows) + BOTTOM


def footer_items(
    strip: FooterStrip,
    subject: CarcassonneSubject,
    turns: int = 0,
    close_up: Callable[[Size], Inset] | None = None,
) -> list[Item]:
    """Draw the footer with the drawn tile turned by this many quarters, and a close-up of the last
    move if it can be drawn in a size."""
    view = subject.view
    ending = subject.ending
    words = strip.words
    over = view.phase == "over"
    top = TRACK + TOP
    wide = close_up is None
    left = EDGE if over else EDGE + BESIDE
    right = WIDTH - EDGE - (0 if wide else NEAR + GAP)
    items: list[Item] = [_track(strip), *_markers(strip, view)]
    if not over:
        items += _drawn_tile(strip, view, turns)
    status: list[Item] = []
    row_height = ROWS[len(view.scores)]
    for seat, name in enumerate(shown_names(words, subject.names)):
        upper = top + seat * (row_height + GAP)
        rect = (left, upper, right, upper + row_height)
        row = PlayerPlate(strip, seat, rect, view.to_act == seat, seat in view.gone)
        items += _row(row, view, name, wide)
        status_key = outcome(seat, ending, over, view.leaders, view.gone)
        if status_key is None and row.to_act:
            status_key = "status.to_play"
        if status_key is not None:
            status.append(row.status(words(status_key), left + STATUS))
    items += status
    if close_up is not None:
        below = footer_height(view) - BOTTOM
        edge = strip.size(4)
        west, north, east, south = strip.rect(WIDTH - EDGE - NEAR, top, WIDTH - EDGE, below)
        frame = (west - edge, north - edge, east + edge, south + edge)
        items.append(Box(frame, strip.theme.card_edge, radius=edge))
        items.append(replace(close_up((east - west, south - north)), at=(west, north)))
    return items


def _track(strip: FooterStrip) -> Inset:
    frame = (FIRST - 8, TRACK_TOP - 4, FIRST + SPACE * SPACES + 8, TRACK_BOTTOM)

    def spaces(strip: FooterStrip) -> list[Item]:
        edge = strip.size(4)
        radius = strip.size(14)
        theme = strip.theme
        items: list[Item] = [Box(strip.rect(*frame), theme.card, theme.card_edge, edge, radius)]
        for space in range(SPACES):
            left = FIRST + SPACE * space
            upper = TRACK_TOP + 4
            marked = space % EVERY == 0
            fill = mix(theme.card, theme.text, 0.2) if marked else theme.card_edge
            items.append(Box(strip.rect(left + 3, upper, left + SPACE - 3, upper + 18), fill))
            if marked:
                x = left + SPACE // 2
                y = TRACK_BOTTOM - 20
                items.append(strip.text(str(space), x, y, NUMBERS, bold=True, align="middle"))
        return items

    return strip.inset(frame, spaces)


def _markers(strip: FooterStrip, view: View) -> list[Item]:
    """Draw a marker for each player: those on the same space, or too close to another, one above
    the other. One that has passed the end of the track says how many points to add to the number of
    its space."""
    order = sorted(range(len(view.scores)), key=lambda seat: (view.scores[seat] % SPACES, seat))
    markers: list[Item] = []
    badges: list[Item] = []
    last_space = -COVERED_BADGES
    height = 0
    last_has_laps = False
    for seat in order:
        laps, space = divmod(view.scores[seat], SPACES)
        wide = last_has_laps or laps > 0
        reach = COVERED_BADGES if wide else COVERED
        height = height + (RAISED_BADGES if wide else RAISED) if space - last_space < reach else 0
        last_space = space
        last_has_laps = laps > 0
        x = FIRST + SPACE * space + SPACE // 2
        y = TRACK_TOP - 8 - height
        markers.append(strip.sprite(MarkerSprite(seat, laps), x, y, MARKER))
        if laps:
            at = strip.at(x, y + MARKER // 4)
            badges.append(seat_badge(f"+{SPACES * laps}", at, strip.size(LAPS), seat))
    return [*markers[::-1], *badges]


def _drawn_tile(strip: FooterStrip, view: View, turns: int) -> list[Item]:
    top = TRACK + TOP
    x = EDGE + (BESIDE - GAP) // 2
    left = strip.words("carcassonne.picture.tiles_left", count=view.tiles_left)
    y = top + TILE + LEFT // 2 + 4
    items: list[Item] = [strip.text(left, x, y, 44, bold=True, align="middle")]
    if view.river_left:
        river = strip.words("carcassonne.picture.river_left", count=view.river_left)
        items.append(strip.text(river, x, y + RIVER_LEFT, 36, align="middle", fit=BESIDE))
    if view.drawn is not None:
        left_at, top_at = strip.at(x - TILE // 2, top)
        room = strip.size(TILE)
        size = max((size for size in (CELL, *FINER) if size <= room), default=room)
        corner = (left_at + (room - size) // 2, top_at + (room - size) // 2)
        items += tile_on_tray((view.drawn, turns), corner, size, strip.size(TRAY))
    return items


def _row(row: PlayerPlate, view: View, name: str, wide: bool) -> list[Item]:
    """Draw the name, the followers, those on the board faintly, and the score. If there is little
    room, one follower and a number."""
    strip = row.strip
    seat = row.seat
    (left, _, right, _) = row.rect
    y = row.middle
    figure = FollowerSprite(seat, False)
    supply = view.supply[seat]
    large = FollowerSprite(seat, False, large=True) if view.options.large_followers else None
    large_opacity = 1.0 if view.large_supply[seat] else FAINT
    narrow = right - left - 344 - (0 if large is None else LARGE_SUPPLY)
    items: list[Item] = [
        row.plate(),
        strip.sprite(figure, left + 50, y, 66),
        row.name(name, left + 92, y, 400 if wide else narrow),
    ]
    if wide:
        first = right - 170 - SUPPLY * FOLLOWERS + SUPPLY // 2
        for number in range(FOLLOWERS):
            opacity = 1.0 if number < supply else FAINT
            items.append(strip.sprite(figure, first + SUPPLY * number, y, FIGURE, opacity))
        beside = first - LARGE_SUPPLY
    else:
        items.append(strip.sprite(figure, right - 218, y, 50))
        items.append(strip.text(f"×{supply}", right - 190, y, 40, bold=True))
        beside = right - 218 - LARGE_SUPPLY
    if large is not None:
        items.append(strip.sprite(large, beside, y, LARGE_FIGURE, large_opacity))
    return [*items, row.number(str(view.scores[seat]), right - 24, y, 72)]
