"""The final scoring as a picture that explains every point: the last board with what it gave at the
end, below it a table of everybody's points by source, and what the farmers were given: for each
city, or for each field, with all farmers counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from engine.carcassonne.seen.view import View
from engine.carcassonne.vocabulary.events import Event, FarmersScored
from render.board.badges import seat_badge
from render.board.scale import WIDTH, Scale
from render.carcassonne.art.sprite_names import FollowerSprite
from render.carcassonne.board.board import Look, Names, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.board.panel import leaders
from render.carcassonne.tables import Share, points_table
from render.locale import Words
from render.picture.colours.palette import SEATS, THEMES, Theme
from render.picture.names import seat_name, shown_names
from render.picture.scene import Badge, Box, Inset, Item, Scene, SpritePicture, Text, ThemeName

EDGE, LABEL = 30, 262
HEADER, ROW, LINE, TOTAL, NOTE = 100, 66, 46, 116, 58
BOLD, PLAIN, SMALL = 50, 40, 34
LETTER = 17
"""How wide a letter of an explanation is, on average."""
NUMBER = 84
"""Room for a number of points."""
NAME = {2: 48, 3: 44, 4: 40, 5: 36}
"""How large names are, by how many players there are."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where everything is in the table, in the measures of a panel."""

    words: Words
    view: View
    theme: Theme
    scale: Scale

    @property
    def seats(self) -> int:
        return len(self.view.scores)

    def column(self, seat: int) -> tuple[int, int]:
        """The left and right ends of a seat's column; the labels are left of all."""
        left, width = EDGE + LABEL, WIDTH - 2 * EDGE - LABEL
        return left + width * seat // self.seats, left + width * (seat + 1) // self.seats

    def write(self, text: str, at: tuple[float, float], size: int, fit: float) -> Text:
        """On the left."""
        scale = self.scale
        return Text(text, scale.at(*at), scale.size(size), self.theme.faint, fit=scale.size(fit))

    def number(self, text: str, at: tuple[float, float], size: int) -> Text:
        """On the right, and more visible."""
        scale, ink = self.scale, self.theme.text
        return Text(text, scale.at(*at), scale.size(size), ink, bold=True, align="right")

    def label(self, text: str, y: float) -> Text:
        """What a row is about."""
        scale, fit = self.scale, self.scale.size(LABEL - 16)
        at, size = scale.at(EDGE, y), scale.size(PLAIN)
        return Text(text, at, size, self.theme.text, bold=True, fit=fit)

    def rule(self, top: float, width: float = 2) -> Box:
        """A line between rows."""
        scale = self.scale
        return Box(scale.rect(EDGE, top, WIDTH - EDGE, top + width), self.theme.card_edge)


def final_scene(
    words: Words,
    view: View,
    names: Names,
    events: Sequence[Event],
    theme: ThemeName = "light",
) -> Scene:
    """`events` are those of the whole game."""
    look = Look(theme, (Overlay.FINAL,), panel=False, words=words)
    board = board_scene(view, names, events=events, look=look)
    width, height = board.size
    table = Table(words, view, THEMES[theme], Scale((0, height), width))
    items: list[Item] = [Inset((0, 0), (0, 0, width, height), board)]
    items += _names(table, names)
    top = HEADER
    for what, shares in points_table(events, table.seats).items():
        items += _row(table, what, shares, top)
        top += _height(table, shares)
    items += _totals(table, top)
    top += TOTAL
    added, top = _farms(table, [one for one in events if isinstance(one, FarmersScored)], top)
    items += added
    size = (width, height + table.scale.size(top + EDGE))
    return Scene(size, table.theme.background, tuple(items))


def _names(table: Table, names: Names) -> list[Item]:
    items: list[Item] = []
    scale, y = table.scale, HEADER // 2
    for seat, name in enumerate(shown_names(table.words, names)):
        left, right = table.column(seat)
        figure = FollowerSprite(seat, False)
        items.append(SpritePicture(figure, scale.at(left + 28, y), scale.size(60)))
        at, fit, spare = scale.at(left + 60, y), right - left - 66, seat_name(table.words, seat)
        ink, size = table.theme.text, scale.size(NAME[table.seats])
        items.append(Text(name, at, size, ink, bold=True, fit=scale.size(fit), instead=spare))
    return items


def _lines(table: Table, share: Share) -> list[str]:
    """The parts of a sum, wrapped to the width of a column."""
    left, right = table.column(0)
    letters = (right - left - NUMBER) // LETTER
    lines: list[str] = []
    for part in map(str, share.parts):
        if lines and len(lines[-1]) + len(part) + 5 <= letters:
            lines[-1] += f" + {part}"
        else:
            if lines:
                lines[-1] += " +"
            lines.append(part)
    return lines


def _height(table: Table, shares: Sequence[Share]) -> int:
    return ROW + LINE * max(0, max(len(_lines(table, share)) for share in shares) - 1)


def _row(table: Table, what: str, shares: Sequence[Share], top: int) -> list[Item]:
    y = top + ROW // 2
    label = table.words(f"carcassonne.picture.points_for.{what}")
    items: list[Item] = [table.rule(top), table.label(label, y)]
    for seat, share in enumerate(shares):
        left, right = table.column(seat)
        if not share.parts:
            continue
        items.append(table.number(str(share.points), (right - 12, y), BOLD))
        items += [
            table.write(line, (left + 6, y + LINE * index), SMALL, right - left - NUMBER)
            for index, line in enumerate(_lines(table, share))
        ]
    return items


def _totals(table: Table, top: int) -> list[Item]:
    """The scores; those of the winners on a plate."""
    scale, y, best = table.scale, top + TOTAL // 2, leaders(table.view)
    total = table.words("carcassonne.picture.total")
    items: list[Item] = [table.rule(top, 4), table.label(total, y + 8)]
    said = table.words(f"carcassonne.picture.{'winner' if len(best) == 1 else 'shared_win'}")
    for seat, score in enumerate(table.view.scores):
        left, right = table.column(seat)
        colours = SEATS[seat]
        if seat in best:
            plate = scale.rect(left + 4, top + 20, right - 4, top + TOTAL - 8)
            edge, radius = scale.size(8), scale.size(20)
            items.append(Box(plate, table.theme.card, colours.main, width=edge, radius=radius))
            at = scale.at((left + right) / 2, top + 20)
            size = scale.size(SMALL)
            items.append(Badge(said, at, size, colours.ink, colours.main, colours.ink))
        items.append(table.number(str(score), (right - 24, y + 8), 72))
    return items


def _farms(table: Table, farms: Sequence[FarmersScored], top: int) -> tuple[list[Item], int]:
    """How cities and fields were counted, then each city that farmers serve, or each field, with
    everybody's farmers."""
    words, options = table.words, table.view.options
    items: list[Item] = []
    notes = (
        words(f"carcassonne.picture.small_city.{options.small_city}"),
        words(f"carcassonne.picture.farms.{options.farms}"),
    )
    for note in notes:
        items.append(table.write(note, (EDGE, top + NOTE / 2), SMALL, WIDTH - 2 * EDGE))
        top += NOTE
    for number, farm in zip(count(1), farms, strict=False):
        items += _farm(table, number, farm, top)
        top += ROW
    return items, top


def _farm(table: Table, number: int, farm: FarmersScored, top: int) -> list[Item]:
    scale, y = table.scale, top + ROW // 2
    if table.view.options.farms == "by_city":
        size = len(farm.cities[0])
        told = table.words("carcassonne.picture.city_of", count=size)
    else:
        told = table.words("carcassonne.picture.cities", count=len(farm.cities))
    owner = farm.seats[0] if len(farm.seats) == 1 else None
    at, fit = (EDGE + 58, y), LABEL - 66
    items: list[Item] = [
        table.rule(top),
        seat_badge(str(number), scale.at(EDGE + 24, y), scale.size(SMALL), owner),
        table.write(told, at, SMALL, fit),
    ]
    for seat, farmers in enumerate(farm.followers):
        left, right = table.column(seat)
        if farmers:
            figure = FollowerSprite(seat, True)
            items.append(SpritePicture(figure, scale.at(left + 34, y), scale.size(46)))
            items.append(table.write(f"×{farmers}", (left + 66, y), SMALL, 60))
        if seat in farm.seats:
            items.append(table.number(f"+{farm.points}", (right - 12, y), PLAIN))
    return items
