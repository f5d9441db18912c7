"""The profile of a player in one game: how many games, how the rating went, the best wins, what
gave the points, and how well and how luckily they played, for good or in one year."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from render.locale import Words
from render.picture.names import (
    LONGEST_ALT,
    clean_name,
    format_decimal,
    format_with_sign,
    shorten,
)
from render.picture.palette import CREAM, SEATS, THEMES, Theme
from render.picture.scene import (
    Badge,
    Box,
    Disc,
    Item,
    Line,
    Point,
    Rect,
    Scene,
    SpritePicture,
    Text,
    ThemeName,
)
from render.tables.adornment import EDGE, GAP, LABEL, SMALL, WIDTH, Adornment, plate
from render.tables.sources import SourceKind

HEAD, TITLES, COUNTS, HEADING, CURVE, ROW = 168, 70, 138, 74, 250, 76
FIGURE, NAME, NUMBER = 104, 64, 72
INSIDE = EDGE + 28
LEFT, RIGHT = EDGE + 168, WIDTH - EDGE - 48
"""Where curves begin and end."""
BARS, BAR = 440, 40
"""Where bars begin, and how high they are."""
SEAT = 1
"""The seat whose colours and figure a profile has."""
MOST_SOURCES = 4
THIN, DOT = 8, 9
MINUS, DASH = "−", "–"
"""The sign of negative numbers, and what stands for it, as the font has none."""
DIGIT = 28
"""The room for each digit of the points of a win."""


@dataclass(frozen=True, slots=True)
class Win:
    """A game that was won."""

    against: str
    points: str
    """Everybody's, the winner's first: `98–87`."""
    gained: int
    """The rise of the rating."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The facts about a player in one game."""

    name: str
    year: int | None
    """None for all years."""
    games: int
    won: int
    average: int
    """Tenths of a point in an average game."""
    place: int | None
    """On the leaderboard; None without a rating."""
    ratings: Sequence[int]
    """Before the first rated game, and after each."""
    wins: Sequence[Win]
    """The best first."""
    points: Mapping[str, int]
    """By source, over all games."""
    accuracy: Sequence[float]
    """In percent, by reviewed game."""
    luck: Sequence[float]
    """The points brought by luck, by reviewed game."""
    titles: Sequence[str] = ()
    """The player's titles, in words."""


def profile_scene(
    words: Words,
    shown: Profile,
    kinds: Sequence[SourceKind],
    adornment: Adornment,
    theme: ThemeName = "light",
) -> Scene:
    colours = THEMES[theme]
    items: list[Item] = []
    top = EDGE
    parts = (
        _head(words, shown, adornment, colours),
        _counts(words, shown, colours),
        *_curves(words, shown, colours),
        _sources(words, shown, kinds, colours),
        _wins(words, shown, colours),
    )
    for part in filter(None, parts):
        high, drawn = part
        items += [_lowered(item, top) for item in drawn]
        top += high + GAP
    size = (WIDTH, top - GAP + EDGE)
    return Scene(size, colours.background, (*adornment.ground(theme, size), *items))


def profile_alt(words: Words, shown: Profile, kinds: Sequence[SourceKind]) -> str:
    """Every figure of the profile, as far as there is room."""
    told = [
        words("profile.alt", name=_name(words, shown), time=_time(words, shown)),
        f"{words('ranks.games', count=shown.games)}, {words('ranks.won', count=shown.won)}.",
        _average(words, shown) + ".",
    ]
    if len(shown.ratings) > 1:
        first, last = shown.ratings[0], shown.ratings[-1]
        told.append(words("profile.alt_rating", first=first, last=last, most=max(shown.ratings)))
    if shown.accuracy:
        told.append(words("profile.alt_accuracy", percent=round(_mean(shown.accuracy))))
    if shown.luck:
        told.append(words("profile.alt_luck", points=_signed(words, _mean(shown.luck))))
    told += [words("profile.alt_source", **facts) for facts in _shares(words, shown, kinds)]
    told += [
        words("profile.alt_win", name=win.against, points=win.points, gained=_plus(win.gained))
        for win in shown.wins
    ]
    return shorten(" ".join(told), LONGEST_ALT)


Part = tuple[int, list[Item]]
"""The height of a plate, and what is on it, measured from its top."""


def _head(words: Words, shown: Profile, adornment: Adornment, colours: Theme) -> Part:
    """Who it is, in which years, with the rating and the titles."""
    high = HEAD + TITLES * bool(shown.titles)
    y, left, spare = HEAD // 2, EDGE + 152, words("ranks.player")
    fit, right = WIDTH - EDGE - 290 - left, WIDTH - EDGE - 36
    name = _name(words, shown)
    items: list[Item] = [
        plate((EDGE, 0, WIDTH - EDGE, high), colours),
        SpritePicture(adornment.figures[SEAT], (EDGE + 82, y), FIGURE),
        Text(name, (left, y - 26), NAME, colours.text, bold=True, fit=fit, instead=spare),
        Text(_time(words, shown), (left, y + 38), SMALL, colours.faint, fit=fit),
    ]
    if shown.ratings:
        rating, at = str(shown.ratings[-1]), (right, y - 22)
        items.append(Text(rating, at, NUMBER, colours.text, bold=True, align="right"))
        below = words("profile.rating")
        if shown.place is not None:
            below = words("profile.place", place=shown.place)
        items.append(Text(below, (right, y + 42), SMALL, colours.faint, align="right", fit=270))
    if shown.titles:
        titles, at = " · ".join(shown.titles), (INSIDE, HEAD + TITLES // 2 - 12)
        items.append(Text(titles, at, LABEL, colours.accent, bold=True, fit=WIDTH - 2 * INSIDE))
    return high, items


def _heading(text: str, colours: Theme, fit: int = WIDTH - 2 * INSIDE) -> Text:
    return Text(text, (INSIDE, 44), LABEL, colours.text, bold=True, fit=fit)


def _counts(words: Words, shown: Profile, colours: Theme) -> Part:
    """Three numbers side by side."""
    counts = (
        (str(shown.games), words("profile.games", count=shown.games)),
        (str(shown.won), words("profile.won", count=shown.won)),
        (format_decimal(words, shown.average), words("profile.points")),
    )
    wide = (WIDTH - 2 * EDGE - GAP * (len(counts) - 1)) // len(counts)
    items: list[Item] = []
    for number, (count, label) in enumerate(counts):
        left = EDGE + number * (wide + GAP)
        middle = left + wide // 2
        items += [
            plate((left, 0, left + wide, COUNTS), colours),
            Text(count, (middle, 50), NUMBER, colours.text, bold=True, align="middle"),
            Text(label, (middle, 106), SMALL, colours.faint, align="middle", fit=wide - 24),
        ]
    return COUNTS, items


def _curves(words: Words, shown: Profile, colours: Theme) -> Iterator[Part | None]:
    """The rating, accuracy and luck over time; what has fewer than two values has no curve."""
    lines = (
        ("profile.rating", list(map(float, shown.ratings)), None),
        ("profile.accuracy", shown.accuracy, None),
        ("profile.luck", shown.luck, 0.0),
    )
    for key, values, level in lines:
        if len(values) > 1:
            yield _curve(words, key, values, level, colours)


def _curve(
    words: Words, key: str, values: Sequence[float], level: float | None, colours: Theme
) -> Part:
    """A plate with a curve between its least and greatest value, and a line at a level."""
    low, most = min(values), max(values)
    if level is not None:
        low, most = min(low, level), max(most, level)
    extent, top, bottom = max(most - low, 1e-6), HEADING + 30, HEADING + CURVE - 46

    def at(number: int, value: float) -> Point:
        x = LEFT + (RIGHT - LEFT) * number // (len(values) - 1)
        return x, bottom - round((bottom - top) * (value - low) / extent)

    def told(value: float) -> str:
        if level is not None:
            return _signed(words, value).replace(MINUS, DASH)
        return f"{round(value)}%" if key == "profile.accuracy" else str(round(value))

    points = tuple(at(number, value) for number, value in enumerate(values))
    average = "" if key == "profile.rating" else words("profile.mean", mean=told(_mean(values)))
    colour = SEATS[SEAT].on(colours.name)
    items: list[Item] = [
        plate((EDGE, 0, WIDTH - EDGE, HEADING + CURVE), colours),
        _heading(words(key), colours, 560),
        Text(average, (RIGHT, 44), SMALL, colours.faint, align="right", fit=500),
    ]
    for value in dict.fromkeys((low, most, *([] if level is None else [level]))):
        _, y = at(0, value)
        items.append(Line(((LEFT, y), (RIGHT, y)), colours.card_edge, 3))
        if value != level or level in {low, most}:
            number = Text(told(value), (LEFT - 18, y), SMALL, colours.faint, align="right")
            items.append(number)
    items += [Line(points, colours.card, THIN + 6), Line(points, colour, THIN)]
    if len(values) * 3 * DOT < RIGHT - LEFT:
        items += [Disc(point, DOT, CREAM, colour, 4) for point in points]
    items.append(Disc(points[-1], DOT + 4, SEATS[SEAT].main, SEATS[SEAT].ink, 3))
    return HEADING + CURVE, items


def _sources(
    words: Words, shown: Profile, kinds: Sequence[SourceKind], colours: Theme
) -> Part | None:
    """The sources of the most points in an average game."""
    best = _best(shown, kinds)
    if not best:
        return None
    high = HEADING + ROW * len(best) + 8
    items: list[Item] = [
        plate((EDGE, 0, WIDTH - EDGE, high), colours),
        _heading(words("profile.favourites"), colours),
    ]
    most = shown.points[best[0].what]
    for number, kind in enumerate(best):
        y = HEADING + ROW * number + ROW // 2
        long = max(6, (RIGHT - 130 - BARS) * shown.points[kind.what] // most)
        rect: Rect = (BARS, y - BAR // 2, BARS + long, y + BAR // 2)
        colour, edge = SEATS[SEAT].on(colours.name), SEATS[SEAT].dark
        average = format_decimal(words, _tenths(shown, kind.what))
        items += [
            Text(words(kind.label), (INSIDE, y), LABEL, colours.text, fit=BARS - INSIDE - 20),
            Box(rect, colour, edge, width=4, radius=8),
            Text(average, (RIGHT, y), LABEL, colours.text, bold=True, align="right"),
        ]
    return high, items


def _wins(words: Words, shown: Profile, colours: Theme) -> Part | None:
    if not shown.wins:
        return None
    high = HEADING + ROW * len(shown.wins) + 8
    items: list[Item] = [
        plate((EDGE, 0, WIDTH - EDGE, high), colours),
        _heading(words("profile.wins"), colours),
    ]
    for number, win in enumerate(shown.wins):
        y, seated = HEADING + ROW * number + ROW // 2, SEATS[SEAT]
        right = RIGHT
        if win.gained > 0:
            at = (RIGHT - 56, y)
            items.append(Badge(_plus(win.gained), at, SMALL, seated.ink, seated.main, seated.ink))
            right = RIGHT - 140
        name, spare = clean_name(win.against), words("ranks.player")
        wide = DIGIT * len(win.points)
        room = right - INSIDE - wide - 30
        items += [
            Text(name or spare, (INSIDE, y), LABEL, colours.text, fit=room, instead=spare),
            Text(win.points, (right, y), LABEL, colours.text, bold=True, align="right", fit=wide),
        ]
    return high, items


def _best(shown: Profile, kinds: Sequence[SourceKind]) -> list[SourceKind]:
    gave = [kind for kind in kinds if shown.points.get(kind.what, 0) > 0]
    return sorted(gave, key=lambda kind: -shown.points[kind.what])[:MOST_SOURCES]


def _shares(words: Words, shown: Profile, kinds: Sequence[SourceKind]) -> Iterator[dict[str, str]]:
    for kind in _best(shown, kinds):
        points = format_decimal(words, _tenths(shown, kind.what))
        yield {"source": words(kind.label), "points": points}


def _tenths(shown: Profile, what: str) -> int:
    return round(10 * shown.points[what] / max(1, shown.games))


def _name(words: Words, shown: Profile) -> str:
    return clean_name(shown.name) or words("ranks.player")


def _time(words: Words, shown: Profile) -> str:
    if shown.year is None:
        return words("profile.all_years")
    return words("profile.year", year=shown.year)


def _average(words: Words, shown: Profile) -> str:
    return f"{format_decimal(words, shown.average)} {words('profile.points')}"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _signed(words: Words, points: float) -> str:
    return format_with_sign(words, round(10 * points))


def _plus(points: int) -> str:
    return f"+{points}"


def _lowered(item: Item, by: int) -> Item:
    """The same thing further down."""
    match item:
        case Text() | SpritePicture():
            return replace(item, at=(item.at[0], item.at[1] + by))
        case Badge() | Disc():
            return replace(item, centre=(item.centre[0], item.centre[1] + by))
        case Box(rect=(left, top, right, bottom)):
            return replace(item, rect=(left, top + by, right, bottom + by))
        case Line():
            return replace(item, points=tuple((x, y + by) for x, y in item.points))
        case _:
            raise TypeError(item)
