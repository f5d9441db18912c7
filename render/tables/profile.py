"""The profile of a player, for good or in one year: in one game, or in all of them together. How
many games, how the rating went, the favourite roles, the best wins, and how well and how luckily
they played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.names import format_decimal, format_with_sign
from render.picture.palette import SEATS, SeatColours
from render.picture.scene import Badge, Disc, Item, Name, Scene, SpritePicture, Text
from render.tables.adornment import EDGE, LABEL, SMALL, WIDTH, TableStyle, player_name
from render.tables.alt_text import join_lines
from render.tables.plates import (
    FIGURE,
    HEADING,
    INSIDE,
    NAME,
    NUMBER,
    RIGHT,
    ROW,
    Bar,
    Curve,
    Part,
    bars_part,
    counts_part,
    curve_of,
    curves_part,
    headed_plate,
    months_part,
    stack_plates,
    value_part,
)
from render.tables.sources import SourceKind

HEAD = 168
TITLES = 70
TITLE = 56
LINE = 132
ROLE = 46
# The titles that are named in a picture.
MOST_TITLES = 3
MOST_SOURCES = 4
# The sign of negative numbers, and what stands for it, as the font has none.
MINUS = "−"
DASH = "–"
# The room for each digit of the points of a win.
DIGIT = 28
# The seats whose colours games have that are shown together.
LINES = (1, 2, 0, 3, 4)


@dataclass(frozen=True, slots=True)
class RoleKind:
    """One of the things that a player of a game can be."""

    what: str
    label: str
    """The key of its name."""
    mostly: str
    """The key of a sentence about whoever is this more often than anything else."""
    figures: Sequence[Name]
    """A figure of it for each seat."""


@dataclass(frozen=True, slots=True)
class Win:
    against: str
    points: str
    """Everybody's, the winner's first: `98–87`."""
    gained: int
    """The rise of the rating."""
    line: int | None = None
    """The number of its game, where several are shown together."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The person somebody played most often."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The facts about a player that count for any game."""

    name: str
    year: int | None
    """None for all years."""
    games: int
    won: int
    wins: Sequence[Win]
    """The best first."""
    accuracy: Sequence[float]
    """In percent, by reviewed game."""
    luck: Sequence[float]
    """The points brought by luck, by reviewed game."""
    months: Sequence[int] = ()
    """The number of games in each month of the year."""
    rival: Rival | None = None
    titles: Sequence[str] = ()
    """The player's titles, in words."""
    seat: int = 0
    """The seat whose colour and figure the player has."""


@dataclass(frozen=True, slots=True)
class Profile:
    figures: Figures
    average: int
    """Tenths of a point in an average game."""
    place: int | None
    """On the leaderboard; None without a rating."""
    ratings: Sequence[int]
    """Before the first rated game, and after each."""
    points: Mapping[str, int]
    """By source, over all games."""
    roles: Mapping[str, int]
    """The number of times that they took each role."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game among all that somebody plays."""

    name: str
    games: int
    won: int
    place: int | None
    ratings: Sequence[tuple[float, int]]
    """At fractions of the time that is shown."""
    mostly: str = ""
    """The key of the sentence about the favourite role."""
    share: int = 0
    """In percent of all roles."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The facts about a player in all games."""

    figures: Figures
    opponents: int
    lines: Sequence[GameLine]
    """The game that was played most first."""


def profile_scene(
    style: TableStyle, shown: Profile, kinds: Sequence[SourceKind], roles: Sequence[RoleKind]
) -> Scene:
    words = style.words
    figures = shown.figures
    seat = shown.figures.seat
    rated: tuple[str, ...] = ()
    if shown.ratings:
        rated = str(shown.ratings[-1]), words("profile.rating")
        if shown.place is not None:
            rated = rated[0], words("profile.place", place=shown.place)
    average = (format_decimal(words, shown.average), words("profile.points"))
    ratings = list(map(float, shown.ratings))
    parts = (
        _head(style, figures, rated),
        counts_part(style, [*_counts(words, figures), average]),
        _ratings(style, [curve_of(style, ratings, seat)] if len(ratings) > 1 else []),
        bars_part(style, words("profile.roles"), _role_bars(words, shown, roles), seat),
        *_judged(style, figures),
        bars_part(style, words("profile.favourites"), _source_bars(words, shown, kinds), seat),
        *_memories(style, figures),
    )
    return stack_plates(style, parts)


def overview_scene(style: TableStyle, shown: Overview) -> Scene:
    """All games in one picture, each with a colour that is not the player's."""
    words = style.words
    figures = shown.figures
    opponents = words("profile.opponents", count=shown.opponents)
    curves = [
        Curve(line.ratings, own.on(style.theme), own.ink)
        for own, line in zip(_line_colours(figures), shown.lines, strict=False)
        if len(line.ratings) > 1
    ]
    parts = (
        _head(style, figures, ()),
        counts_part(style, [*_counts(words, figures), (str(shown.opponents), opponents)]),
        _ratings(style, curves),
        _lines(style, shown),
        *_judged(style, figures),
        *_memories(style, figures),
    )
    return stack_plates(style, parts)


def _line_colours(shown: Figures) -> Sequence[SeatColours]:
    """The colours of games, that of the player last."""
    return [SEATS[seat] for seat in sorted(LINES, key=lambda seat: seat == shown.seat)]


def _head(style: TableStyle, shown: Figures, rated: Sequence[str]) -> Part:
    """The player and the years, with the rating and the titles."""
    words = style.words
    colours = style.colours
    titles = list(shown.titles[:MOST_TITLES])
    more = len(shown.titles) - MOST_TITLES
    if more > 0:
        titles.append(words("profile.more_titles", count=more))
    high = HEAD + (TITLES - TITLE) * bool(titles) + TITLE * len(titles)
    y = HEAD // 2
    left = EDGE + 152
    fit = WIDTH - EDGE - (290 if rated else 40) - left
    right = WIDTH - EDGE - 36
    items: list[Item] = [
        style.plate((EDGE, 0, WIDTH - EDGE, high)),
        SpritePicture(style.adornment.figures[shown.seat], (EDGE + 82, y), FIGURE),
        style.player(shown.name, (left, y - 26), NAME, fit=fit),
        Text(_time(words, shown), (left, y + 38), SMALL, colours.faint, fit=fit),
    ]
    if rated:
        (rating, below) = rated
        at = (right, y - 22)
        under = (right, y + 42)
        items.append(Text(rating, at, NUMBER, colours.text, bold=True, align="right"))
        items.append(Text(below, under, SMALL, colours.faint, align="right", fit=270))
    for number, title in enumerate(titles):
        at = (INSIDE, HEAD + TITLES // 2 - 12 + TITLE * number)
        items.append(Text(title, at, LABEL, colours.accent, bold=True, fit=WIDTH - 2 * INSIDE))
    return high, items


def _counts(words: Words, shown: Figures) -> list[tuple[str, str]]:
    return [
        (str(shown.games), words("profile.games", count=shown.games)),
        (str(shown.won), words("profile.won", count=shown.won)),
    ]


def _ratings(style: TableStyle, curves: Sequence[Curve]) -> Part | None:
    """Nothing where all is at one moment, as after a single game."""
    if len({at for curve in curves for at, _ in curve.points}) < 2:
        return None
    values = [value for curve in curves for _, value in curve.points]
    marked = {value: str(round(value)) for value in (min(values), max(values))}
    return curves_part(style, style.words("profile.rating"), "", curves, marked)


def _judged(style: TableStyle, shown: Figures) -> Iterator[Part]:
    """Accuracy and luck over time, as far as games were reviewed; of a single one in words."""
    words = style.words
    if len(shown.accuracy) == 1:
        only = words("profile.only", value=f"{round(shown.accuracy[0])}%")
        yield value_part(style, words("profile.accuracy"), only)
    elif shown.accuracy:
        curve = curve_of(style, shown.accuracy, shown.seat)
        values = [value for _, value in curve.points]
        marked = {value: f"{round(value)}%" for value in (min(values), max(values))}
        mean = words("profile.mean", mean=f"{round(_mean(shown.accuracy))}%")
        yield curves_part(style, words("profile.accuracy"), mean, [curve], marked)
    if len(shown.luck) == 1:
        only = words("profile.only", value=_drawn(words, shown.luck[0]))
        yield value_part(style, words("profile.luck"), only)
    elif shown.luck:
        curve = curve_of(style, shown.luck, shown.seat)
        values = [value for _, value in curve.points]
        low = min(0.0, *values)
        most = max(0.0, *values)
        marked = {low: _drawn(words, low), most: _drawn(words, most)}
        mean = words("profile.mean", mean=_drawn(words, _mean(shown.luck)))
        title = words("profile.luck")
        yield curves_part(style, title, mean, [curve], {0.0: "", **marked})


def _memories(style: TableStyle, shown: Figures) -> Iterator[Part | None]:
    """The months of a year, the person played most often, and the best wins."""
    words = style.words
    yield months_part(style, words("profile.months"), shown.months, shown.seat)
    if shown.rival is not None:
        y = HEADING + ROW // 2
        high = HEADING + ROW + 8
        record = _record(words, shown.rival)
        ink = style.colours.text
        yield (
            high,
            [
                *headed_plate(style, words("profile.rival"), high),
                style.player(shown.rival.name, (INSIDE, y), LABEL, fit=420, bold=False),
                Text(record, (RIGHT, y), LABEL, ink, bold=True, align="right", fit=660),
            ],
        )
    yield _wins(style, shown)


def _lines(style: TableStyle, shown: Overview) -> Part:
    """Each game with its rating, how many were played and won, and the favourite role."""
    words = style.words
    colours = style.colours
    top = 20
    items = list[Item]()
    for own, line in zip(_line_colours(shown.figures), shown.lines, strict=False):
        y = top + 38
        below = top + 94
        left = INSIDE + 58
        wide = RIGHT - left - 190
        record = _record(words, line)
        items += [
            Disc((INSIDE + 18, y), 18, own.on(style.theme), own.ink, 3),
            Text(line.name, (left, y), LABEL, colours.text, bold=True, fit=wide),
            Text(record, (left, below), SMALL, colours.faint, fit=wide),
        ]
        if line.ratings:
            rating = str(line.ratings[-1][1])
            place = words("profile.rating")
            if line.place is not None:
                place = words("profile.place", place=line.place)
            items.append(Text(rating, (RIGHT, y), LABEL, colours.text, bold=True, align="right"))
            items.append(Text(place, (RIGHT, below), SMALL, colours.faint, align="right", fit=180))
        top += LINE
        if line.mostly:
            mostly = words(line.mostly, percent=line.share)
            items.append(Text(mostly, (left, top + 10), SMALL, colours.faint, fit=wide))
            top += ROLE
    return top + 20, [style.plate((EDGE, 0, WIDTH - EDGE, top + 20)), *items]


def _role_bars(words: Words, shown: Profile, kinds: Sequence[RoleKind]) -> list[Bar]:
    taken = [kind for kind in kinds if shown.roles.get(kind.what, 0) > 0]
    taken.sort(key=lambda kind: -shown.roles[kind.what])
    count = sum(shown.roles[kind.what] for kind in taken)
    return [
        Bar(
            words(kind.label),
            shown.roles[kind.what],
            f"{round(100 * shown.roles[kind.what] / count)}%",
            kind.figures[shown.figures.seat],
        )
        for kind in taken
    ]


def _source_bars(words: Words, shown: Profile, kinds: Sequence[SourceKind]) -> list[Bar]:
    """The sources of the most points in an average game."""
    gave = [kind for kind in kinds if shown.points.get(kind.what, 0) > 0]
    gave.sort(key=lambda kind: -shown.points[kind.what])
    games = max(1, shown.figures.games)
    return [
        Bar(
            words(kind.label),
            shown.points[kind.what],
            format_decimal(words, round(10 * shown.points[kind.what] / games)),
        )
        for kind in gave[:MOST_SOURCES]
    ]


def _wins(style: TableStyle, shown: Figures) -> Part | None:
    if not shown.wins:
        return None
    high = HEADING + ROW * len(shown.wins) + 8
    items = headed_plate(style, style.words("profile.wins"), high)
    ink = style.colours.text
    for number, win in enumerate(shown.wins):
        y = HEADING + ROW * number + ROW // 2
        left = INSIDE
        right = RIGHT
        seated = SEATS[shown.seat]
        if win.line is not None:
            seated = _line_colours(shown)[win.line]
            items.append(Disc((left + 18, y), 18, seated.on(style.theme), seated.ink, 3))
            left += 58
        if win.gained > 0:
            at = (RIGHT - 56, y)
            items.append(Badge(f"+{win.gained}", at, SMALL, seated.ink, seated.main, seated.ink))
            right = RIGHT - 140
        wide = DIGIT * len(win.points)
        room = right - left - wide - 30
        items += [
            style.player(win.against, (left, y), LABEL, fit=room, bold=False),
            Text(win.points, (right, y), LABEL, ink, bold=True, align="right", fit=wide),
        ]
    return high, items


def profile_alt(
    words: Words, shown: Profile, kinds: Sequence[SourceKind], roles: Sequence[RoleKind]
) -> str:
    sentences = [f"{format_decimal(words, shown.average)} {words('profile.points')}."]
    if len(shown.ratings) > 1:
        first = shown.ratings[0]
        last = shown.ratings[-1]
        sentences.append(
            words("profile.alt_rating", first=first, last=last, most=max(shown.ratings))
        )
    bars = _role_bars(words, shown, roles)
    if bars:
        each = words.join([f"{bar.label} {bar.text}" for bar in bars])
        sentences.append(words("profile.alt_roles", roles=each))
    sources = [
        words("profile.alt_source", source=bar.label, points=bar.text)
        for bar in _source_bars(words, shown, kinds)
    ]
    return _describe_figures(words, shown.figures, sentences, sources)


def overview_alt(words: Words, shown: Overview) -> str:
    sentences = []
    for line in shown.lines:
        facts = [_record(words, line)]
        if line.ratings:
            facts.append(f"{words('profile.rating')} {line.ratings[-1][1]}")
        sentences.append(f"{line.name}: {', '.join(facts)}.")
        if line.mostly:
            sentences.append(f"{words(line.mostly, percent=line.share)}.")
    return _describe_figures(words, shown.figures, sentences, ())


def _describe_figures(
    words: Words, shown: Figures, games: Iterable[str], sources: Iterable[str]
) -> str:
    """The facts that count for any game, with sentences about games before those about reviews, and
    about sources of points after them."""
    sentences = [
        words("profile.alt", name=player_name(words, shown.name), time=_time(words, shown))
    ]
    if shown.titles:
        sentences.append(f"{words.join(list(shown.titles))}.")
    sentences += [f"{_record(words, shown)}.", *games]
    if shown.accuracy:
        sentences.append(words("profile.alt_accuracy", percent=round(_mean(shown.accuracy))))
    if shown.luck:
        sentences.append(words("profile.alt_luck", points=_signed(words, _mean(shown.luck))))
    sentences += sources
    if shown.rival is not None:
        name = player_name(words, shown.rival.name)
        record = _record(words, shown.rival)
        sentences.append(f"{words('profile.rival')}: {name}, {record}.")
    sentences += [
        words("profile.alt_win", name=win.against, points=win.points, gained=f"+{win.gained}")
        for win in shown.wins
    ]
    return join_lines(sentences)


def _record(words: Words, shown: Figures | GameLine | Rival) -> str:
    return f"{words('ranks.games', count=shown.games)}, {words('ranks.won', count=shown.won)}"


def _time(words: Words, shown: Figures) -> str:
    if shown.year is None:
        return words("profile.all_years")
    return words("profile.year", year=shown.year)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _signed(words: Words, points: float) -> str:
    return format_with_sign(words, round(10 * points))


def _drawn(words: Words, points: float) -> str:
    return _signed(words, points).replace(MINUS, DASH)
