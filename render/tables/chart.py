"""Both scores turn by turn as a chart. The lines differ in colour, and one carries dots."""

from dataclasses import dataclass
from functools import cached_property

from render.locale import Words
from render.picture.colours.palette import CREAM, INK, SEATS, THEMES, Theme
from render.picture.names import seat_name, shown_names
from render.picture.scene import Badge, Colour, Disc, Item, Line, Point, Scene, Text, ThemeName

SIZE = (1240, 820)
LEFT, RIGHT, TOP, BOTTOM = 110, 1080, 150, 700
FINAL = 70
"""How wide the step of the final scoring is."""
STEPS = (5, 10, 20, 25, 50, 100)
MOST_LINES = 6
WIDTH = 10
DOTTED = 4
"""The line of the second seat has a dot every so many turns."""


Pair = tuple[int, int]
"""Of both seats."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went."""

    scores: list[Pair]
    """Before the first turn, and after each."""
    final: Pair | None = None
    """After the final scoring."""


def chart_scene(
    words: Words, course: Course, names: tuple[str, str], theme: ThemeName = "light"
) -> Scene:
    colours = THEMES[theme]
    frame = Frame(course.scores, course.final)
    items = [
        *_grid(words, frame, colours),
        *_final_step(words, frame, colours),
        *_legend(words, names, colours),
    ]
    for seat in (1, 0):
        items += _curve(frame.points(seat), seat, colours)
    items += _ends(frame)
    return Scene(SIZE, colours.background, tuple(items))


@dataclass(frozen=True)
class Frame:
    """Where turns and scores lie in the picture."""

    scores: list[Pair]
    final: Pair | None

    @property
    def last(self) -> Pair:
        return self.final or self.scores[-1]

    @property
    def turns(self) -> int:
        return len(self.scores) - 1

    @cached_property
    def step(self) -> int:
        """From one line to the next."""
        most = max(self.last)
        return next((step for step in STEPS if most / step <= MOST_LINES), STEPS[-1])

    @cached_property
    def top(self) -> int:
        return max(self.step, -(-max(self.last) // self.step) * self.step)

    @cached_property
    def end(self) -> int:
        """Where the last turn is; the final scoring takes the rest."""
        return RIGHT if self.final is None else RIGHT - FINAL

    def at(self, turn: int, score: int) -> Point:
        x = LEFT + round((self.end - LEFT) * turn / max(1, self.turns))
        return x, BOTTOM - round((BOTTOM - TOP) * score / self.top)

    def points(self, seat: int) -> tuple[Point, ...]:
        """The line of a seat."""
        points = [self.at(turn, pair[seat]) for turn, pair in enumerate(self.scores)]
        if self.final is not None:
            points.append((RIGHT, self.at(0, self.final[seat])[1]))
        return tuple(points)


def _grid(words: Words, frame: Frame, colours: Theme) -> list[Item]:
    items: list[Item] = []
    for score in range(0, frame.top + 1, frame.step):
        _, y = frame.at(0, score)
        items.append(Line(((LEFT, y), (RIGHT, y)), colours.card_edge, 3))
        number = Text(str(score), (LEFT - 18, y), 40, colours.faint, bold=True, align="right")
        items.append(number)
    for turn in range(0, frame.turns - 2 * (frame.final is not None), 10):
        at = (frame.at(turn, 0)[0], BOTTOM + 38)
        items.append(Text(str(turn), at, 40, colours.faint, bold=True, align="middle"))
    at = ((LEFT + RIGHT) // 2, BOTTOM + 86)
    items.append(Text(words("chart.turn"), at, 40, colours.faint, align="middle"))
    return items


def _final_step(words: Words, frame: Frame, colours: Theme) -> list[Item]:
    """A line before the step of the final scoring, and its name."""
    if frame.final is None:
        return []
    middle = ((frame.end + RIGHT) // 2, BOTTOM + 38)
    return [
        Line(((frame.end, TOP), (frame.end, BOTTOM)), colours.faint, 3, dash=8),
        Text(words("chart.final"), middle, 40, colours.faint, bold=True, align="middle"),
    ]


def _line_colour(seat: int, colours: Theme) -> Colour:
    """The second seat's blue is too dark for a dark ground."""
    return SEATS[seat].light if seat == 1 and colours.name == "dark" else SEATS[seat].main


def _curve(points: tuple[Point, ...], seat: int, colours: Theme) -> list[Item]:
    colour = _line_colour(seat, colours)
    items: list[Item] = [
        Line(points, colours.background, WIDTH + 6),
        Line(points, colour, WIDTH),
    ]
    if seat == 1:
        items += [Disc(at, WIDTH, CREAM, colour, 5) for at in points[DOTTED::DOTTED]]
    return items


def _ends(frame: Frame) -> list[Item]:
    """The scores at the ends of the lines, kept apart where they would cover each other."""
    last = frame.last
    heights = [points[-1][1] for points in (frame.points(0), frame.points(1))]
    apart = 66
    if abs(heights[0] - heights[1]) < apart:
        middle, first = sum(heights) // 2, int(last[0] < last[1])
        heights[first], heights[1 - first] = middle - apart // 2, middle + apart // 2
    items: list[Item] = []
    for seat, score in enumerate(last):
        ink = INK if seat == 0 else CREAM
        items.append(Disc(frame.points(seat)[-1], 13, SEATS[seat].main, ink, 3))
        items.append(Badge(str(score), (RIGHT + 86, heights[seat]), 50, ink, SEATS[seat].main, ink))
    return items


def _legend(words: Words, names: tuple[str, str], colours: Theme) -> list[Item]:
    items: list[Item] = []
    for seat, name in enumerate(shown_names(words, names)):
        x = LEFT + seat * 540
        items += _curve(((x, 66), (x + 90, 66)), seat, colours)
        if seat == 1:
            items.append(Disc((x + 45, 66), WIDTH, CREAM, _line_colour(1, colours), 5))
        spare = seat_name(words, seat)
        items.append(Text(name, (x + 112, 66), 48, colours.text, bold=True, fit=390, instead=spare))
    return items
