"""Table of a final scoring: a column for each player, with rows that a game fills, and below them
the totals."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from render.board.footer import WIDTH, FooterStrip
from render.board.labels import seat_badge
from render.picture.names import seat_name, shown_names
from render.picture.palette import SEATS
from render.picture.scene import Box, Item, Name, Text

EDGE = 30
# The height of the totals.
TOTAL = 124
# The distance of the middle of a total from the lower end of the totals.
FOOT = 54
# The height of a line of a note.
NOTE = 56
BOLD = 58
PLAIN = 50
# The height of the smallest text: 12 pixels on a phone.
SMALL = 43
# The height of the names, by the number of players.
HEADER = {2: 104, 3: 104, 4: 152, 5: 152, 6: 152}
# The height of names that stand beside their figures; higher ones stand below them.
BESIDE = 104
# The size of names, by the number of players.
NAME = {2: 54, 3: 48, 4: 46, 5: 43, 6: 43}
FIGURE = 64
# The number of letters of a note that fit on one line.
LETTERS = 66
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class FinalTable:
    """Positions of everything in the table, in the units of a footer."""

    strip: FooterStrip
    scores: Sequence[int]
    labels: int = 0
    """The room for the names of rows, to the left of all columns."""
    total: int = TOTAL
    """The height of the totals."""

    @property
    def seats(self) -> int:
        return len(self.scores)

    @property
    def header(self) -> int:
        return HEADER[self.seats]

    def column(self, seat: int) -> tuple[int, int]:
        """Find the left and right ends of a seat's column."""
        left = EDGE + self.labels
        width = WIDTH - 2 * EDGE - self.labels
        return left + width * seat // self.seats, left + width * (seat + 1) // self.seats

    def write(self, text: str, at: tuple[float, float], size: int, fit: float) -> Text:
        """Write faintly, to the right of this place."""
        return self.strip.text(text, *at, size, faint=True, fit=fit)

    def number(self, text: str, at: tuple[float, float], size: int) -> Text:
        """Write boldly, to the left of this place."""
        return self.strip.text(text, *at, size, bold=True, align="right")

    def label(self, text: str, y: float) -> Text:
        return self.strip.text(text, EDGE, y, PLAIN, bold=True, fit=self.labels - 16)

    def note(self, text: str, top: int) -> tuple[list[Text], int]:
        """Write a sentence below the table, on as many lines as it needs, and say where it ends."""
        lines = wrap(text, LETTERS)
        texts = [
            self.write(line, (EDGE, top + NOTE * (number + 0.5)), SMALL, WIDTH - 2 * EDGE)
            for number, line in enumerate(lines)
        ]
        return texts, top + NOTE * len(lines)

    def rule(self, top: float, width: float = 2) -> Box:
        """Draw a line between rows."""
        strip = self.strip
        return Box(strip.rect(EDGE, top, WIDTH - EDGE, top + width), strip.theme.card_edge)


@dataclass(frozen=True, slots=True)
class Share:
    """Points that a seat got from one source, and how they are made up."""

    points: int
    parts: tuple[str, ...]


NOTHING = Share(0, ())
# The points from each source that gave any, for each seat.
PointsTable = dict[str, tuple[Share, ...]]
# A source, a seat, the points that it gave, and how they are made up.
Entry = tuple[str, int, int, str]


def sum_entries(entries: Iterable[Entry], order: Sequence[str], seats: int) -> PointsTable:
    table: dict[str, list[Share]] = {}
    for source, seat, points, text in entries:
        shares = table.setdefault(source, [NOTHING] * seats)
        share = shares[seat]
        shares[seat] = Share(share.points + points, (*share.parts, text))
    return {source: tuple(table[source]) for source in order if source in table}


def sum_lines(share: Share, letters: int) -> list[str]:
    """Wrap the parts of a sum to this many letters; a part is broken only if it is longer."""
    parts = (
        part.replace(" ", NO_BREAK) if len(part) + 2 <= letters else part for part in share.parts
    )
    lines = wrap(f"{NO_BREAK}+ ".join(parts), letters)
    return [line.replace(NO_BREAK, " ") for line in lines]


def heads(table: FinalTable, names: Sequence[str], figures: Sequence[Name]) -> list[Item]:
    """Draw the names of the players, each with a figure."""
    items: list[Item] = []
    strip = table.strip
    high = table.header
    for seat, name in enumerate(shown_names(strip.words, names)):
        left, right = table.column(seat)
        if high == BESIDE:
            point = (left + 32, high / 2)
            across = left + 72
            y = high / 2
            fit = right - left - 78
        else:
            point = (left + 38, 44)
            across = left + 6
            y = high - 38
            fit = right - left - 18
        items.append(strip.sprite(figures[seat], *point, FIGURE))
        size = NAME[table.seats]
        spare = seat_name(strip.words, seat)
        items.append(strip.text(name, across, y, size, bold=True, fit=fit, instead=spare))
    return items


def totals(
    table: FinalTable, best: Collection[int], label: str, top: int, size: int = SMALL
) -> list[Item]:
    """Draw the scores; those of the winners on a plate with this label, in letters of this size."""
    strip = table.strip
    y = top + table.total - FOOT
    items: list[Item] = [table.rule(top, 4)]
    for seat, score in enumerate(table.scores):
        left, right = table.column(seat)
        if seat in best:
            plate = strip.rect(left + 4, top + 20, right - 4, top + table.total - 8)
            edge = strip.size(8)
            radius = strip.size(20)
            outline = SEATS[seat].main
            items.append(Box(plate, strip.theme.card, outline, width=edge, radius=radius))
            at = strip.at((left + right) / 2, top + 20)
            items.append(seat_badge(label, at, strip.size(size), seat))
        items.append(table.number(str(score), (right - 24, y), 72))
    return items
