"""Profile of a player, for good or in one year: in one game, or in all of them together. How many
games, how the rating went, the favourite roles, the best wins, and how well and how luckily they
played."""

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

# The height of the player's plate without titles.
HEAD = 168
# The height of the first title.
TITLES = 70
# The height of a title.
TITLE = 56
# The height of a game's line.
LINE = 132
# The height of the favourite role in a game's line.
ROLE = 46
# The most titles that are named in a picture.
MOST_TITLES = 3
MOST_SOURCES = 4
# The sign of negative numbers, which the font lacks.
MINUS = "−"
# What is drawn in its place.
DASH = "–"
# The room for each digit of the points of a win.
DIGIT = 28
# The seats whose colours the games have that are shown together.
GAME_COLOURS = (1, 2, 0, 3, 4)


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
    """Person somebody played most often."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Facts about a player that count for any game."""

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
    compared: int
    """The number of games whose points and reviews are shown."""
    average: int
    """Tenths of a point in an average game."""
    place: int | None
    """On the leaderboard; None without a rating."""
    ratings: Sequence[int]
    """Before the first rated game, and after each."""
    points: Mapping[str, int]
    """By source, over the games compared."""
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
    """Facts about a player in all games."""

    figures: Figures
    opponents: int
    lines: Sequence[GameLine]
    """The game that was played most first."""


def profile_scene(
    style: TableStyle, profile: Profile, kinds: Sequence[SourceKind], roles: Sequence[RoleKind]
) -> Scene:
    words = style.words
    figures = profile.figures
    seat = profile.figures.seat
    rating_texts: tuple[str, ...] = ()
    if profile.ratings:
        rating_texts = str(profile.ratings[-1]), words("profile.rating")
        if profile.place is not None:
            rating_texts = rating_texts[0], words("profile.place", place=profile.place)
    average = (format_decimal(words, profile.average), words("profile.points"))
    ratings = list(map(float, profile.ratings))
    parts = (
        _head(style, figures, rating_texts),
        counts_part(style, [*_counts(words, figures), average]),
        _ratings(style, [curve_of(style, ratings, seat)] if len(ratings) > 1 else []),
        bars_part(style, words("profile.roles"), _role_bars(words, profile, roles), seat),
        *_reviews(style, figures),
        bars_part(style, words("profile.favourites"), _source_bars(words, profile, kinds), seat),
        *_memories(style, figures),
    )
    return stack_plates(style, parts)


def overview_scene(style: TableStyle, overview: Overview) -> Scene:
    """Draw all games in one picture, each with a colour that is not the player's."""
    words = style.words
    figures = overview.figures
    opponents = words("profile.opponents", count=overview.opponents)
    curves = [
        Curve(line.ratings, seat_colours.on(style.theme), seat_colours.ink)
        for seat_colours, line in zip(_line_colours(figures), overview.lines, strict=False)
        if len(line.ratings) > 1
    ]
    parts = (
        _head(style, figures, ()),
        counts_part(style, [*_counts(words, figures), (str(overview.opponents), opponents)]),
        _ratings(style, curves),
        _lines(style, overview),
        *_reviews(style, figures),
        *_memories(style, figures),
    )
    return stack_plates(style, parts)


def _line_colours(figures: Figures) -> Sequence[SeatColours]:
    """List the colours of games, that of the player last."""
    return [SEATS[seat] for seat in sorted(GAME_COLOURS, key=lambda seat: seat == figures.seat)]


def _head(style: TableStyle, figures: Figures, rating_texts: Sequence[str]) -> Part:
    """Show the player and the years, with the rating and the titles."""
    words = style.words
    colours = style.colours
    titles = list(figures.titles[:MOST_TITLES])
    more = len(figures.titles) - MOST_TITLES
    if more > 0:
        titles.append(words("profile.more_titles", count=more))
    high = HEAD + (TITLES - TITLE) * bool(titles) + TITLE * len(titles)
    y = HEAD // 2
    left = EDGE + 152
    fit = WIDTH - EDGE - (290 if rating_texts else 40) - left
    right = WIDTH - EDGE - 36
    items: list[Item] = [
        style.plate((EDGE, 0, WIDTH - EDGE, high)),
        SpritePicture(style.adornment.figures[figures.seat], (EDGE + 82, y), FIGURE),
        style.player(figures.name, (left, y - 26), NAME, fit=fit),
        Text(_time(words, figures), (left, y + 38), SMALL, colours.faint, fit=fit),
    ]
    if rating_texts:
        (rating, below) = rating_texts
        at = (right, y - 22)
        under = (right, y + 42)
        items.append(Text(rating, at, NUMBER, colours.text, bold=True, align="right"))
        items.append(Text(below, under, SMALL, colours.faint, align="right", fit=270))
    for number, title in enumerate(titles):
        at = (INSIDE, HEAD + TITLES // 2 - 12 + TITLE * number)
        items.append(Text(title, at, LABEL, colours.accent, bold=True, fit=WIDTH - 2 * INSIDE))
    return high, items


def _counts(words: Words, figures: Figures) -> list[tuple[str, str]]:
    return [
        (str(figures.games), words("profile.games", count=figures.games)),
        (str(figures.won), words("profile.won", count=figures.won)),
    ]


def _ratings(style: TableStyle, curves: Sequence[Curve]) -> Part | None:
    """Draw the ratings, unless all are at one moment, as after a single game."""
    if len({at for curve in curves for at, _ in curve.points}) < 2:
        return None
    values = [value for curve in curves for _, value in curve.points]
    marked = {value: str(round(value)) for value in (min(values), max(values))}
    return curves_part(style, style.words("profile.rating"), "", curves, marked)


def _reviews(style: TableStyle, figures: Figures) -> Iterator[Part]:
    """Show accuracy and luck over time, as far as games were reviewed; of a single one in words."""
    words = style.words
    if len(figures.accuracy) == 1:
        only = words("profile.only", value=f"{round(figures.accuracy[0])}%")
        yield value_part(style, words("profile.accuracy"), only)
    elif figures.accuracy:
        curve = curve_of(style, figures.accuracy, figures.seat)
        values = [value for _, value in curve.points]
        marked = {value: f"{round(value)}%" for value in (min(values), max(values))}
        mean = words("profile.mean", mean=f"{round(_mean(figures.accuracy))}%")
        yield curves_part(style, words("profile.accuracy"), mean, [curve], marked)
    if len(figures.luck) == 1:
        only = words("profile.only", value=_printable(words, figures.luck[0]))
        yield value_part(style, words("profile.luck"), only)
    elif figures.luck:
        curve = curve_of(style, figures.luck, figures.seat)
        values = [value for _, value in curve.points]
        low = min(0.0, *values)
        most = max(0.0, *values)
        marked = {low: _printable(words, low), most: _printable(words, most)}
        mean = words("profile.mean", mean=_printable(words, _mean(figures.luck)))
        title = words("profile.luck")
        yield curves_part(style, title, mean, [curve], {0.0: "", **marked})


def _memories(style: TableStyle, figures: Figures) -> Iterator[Part | None]:
    """Show the months of a year, the person played most often, and the best wins."""
    words = style.words
    yield months_part(style, words("profile.months"), figures.months, figures.seat)
    if figures.rival is not None:
        y = HEADING + ROW // 2
        high = HEADING + ROW + 8
        record = _record(words, figures.rival)
        ink = style.colours.text
        yield (
            high,
            [
                *headed_plate(style, words("profile.rival"), high),
                style.player(figures.rival.name, (INSIDE, y), LABEL, fit=420, bold=False),
                Text(record, (RIGHT, y), LABEL, ink, bold=True, align="right", fit=660),
            ],
        )
    yield _wins(style, figures)


def _lines(style: TableStyle, overview: Overview) -> Part:
    """Show each game with its rating, how many were played and won, and the favourite role."""
    words = style.words
    colours = style.colours
    top = 20
    items = list[Item]()
    for seat_colours, line in zip(_line_colours(overview.figures), overview.lines, strict=False):
        y = top + 38
        below = top + 94
        left = INSIDE + 58
        wide = RIGHT - left - 190
        record = _record(words, line)
        items += [
            Disc((INSIDE + 18, y), 18, seat_colours.on(style.theme), seat_colours.ink, 3),
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


def _role_bars(words: Words, profile: Profile, kinds: Sequence[RoleKind]) -> list[Bar]:
    roles = [kind for kind in kinds if profile.roles.get(kind.what, 0) > 0]
    roles.sort(key=lambda kind: -profile.roles[kind.what])
    count = sum(profile.roles[kind.what] for kind in roles)
    return [
        Bar(
            words(kind.label),
            profile.roles[kind.what],
            f"{round(100 * profile.roles[kind.what] / count)}%",
            kind.figures[profile.figures.seat],
        )
        for kind in roles
    ]


def _source_bars(words: Words, profile: Profile, kinds: Sequence[SourceKind]) -> list[Bar]:
    """Draw bars for the sources of the most points in an average game."""
    sources = [kind for kind in kinds if profile.points.get(kind.what, 0) > 0]
    sources.sort(key=lambda kind: -profile.points[kind.what])
    games = max(1, profile.compared)
    return [
        Bar(
            words(kind.label),
            profile.points[kind.what],
            format_decimal(words, round(10 * profile.points[kind.what] / games)),
        )
        for kind in sources[:MOST_SOURCES]
    ]


def _wins(style: TableStyle, figures: Figures) -> Part | None:
    if not figures.wins:
        return None
    high = HEADING + ROW * len(figures.wins) + 8
    items = headed_plate(style, style.words("profile.wins"), high)
    ink = style.colours.text
    for number, win in enumerate(figures.wins):
        y = HEADING + ROW * number + ROW // 2
        left = INSIDE
        right = RIGHT
        seat_colours = SEATS[figures.seat]
        if win.line is not None:
            seat_colours = _line_colours(figures)[win.line]
            items.append(
                Disc((left + 18, y), 18, seat_colours.on(style.theme), seat_colours.ink, 3)
            )
            left += 58
        if win.gained > 0:
            at = (RIGHT - 56, y)
            items.append(
                Badge(
                    f"+{win.gained}",
                    at,
                    SMALL,
                    seat_colours.ink,
                    seat_colours.main,
                    seat_colours.ink,
                )
            )
            right = RIGHT - 140
        wide = DIGIT * len(win.points)
        room = right - left - wide - 30
        items += [
            style.player(win.against, (left, y), LABEL, fit=room, bold=False),
            Text(win.points, (right, y), LABEL, ink, bold=True, align="right", fit=wide),
        ]
    return high, items


def profile_alt(
    words: Words, profile: Profile, kinds: Sequence[SourceKind], roles: Sequence[RoleKind]
) -> str:
    sentences = [f"{format_decimal(words, profile.average)} {words('profile.points')}."]
    if len(profile.ratings) > 1:
        first = profile.ratings[0]
        last = profile.ratings[-1]
        sentences.append(
            words("profile.alt_rating", first=first, last=last, most=max(profile.ratings))
        )
    bars = _role_bars(words, profile, roles)
    if bars:
        role_list = words.join([f"{bar.label} {bar.text}" for bar in bars])
        sentences.append(words("profile.alt_roles", roles=role_list))
    sources = [
        words("profile.alt_source", source=bar.label, points=bar.text)
        for bar in _source_bars(words, profile, kinds)
    ]
    return _describe_figures(words, profile.figures, sentences, sources)


def overview_alt(words: Words, overview: Overview) -> str:
    sentences = []
    for line in overview.lines:
        facts = [_record(words, line)]
        if line.ratings:
            facts.append(f"{words('profile.rating')} {line.ratings[-1][1]}")
        sentences.append(f"{line.name}: {', '.join(facts)}.")
        if line.mostly:
            sentences.append(f"{words(line.mostly, percent=line.share)}.")
    return _describe_figures(words, overview.figures, sentences, ())


def _describe_figures(
    words: Words, figures: Figures, games: Iterable[str], sources: Iterable[str]
) -> str:
    """Tell the facts that count for any game, with sentences about games before those about
    reviews, and about sources of points after them."""
    sentences = [
        words("profile.alt", name=player_name(words, figures.name), time=_time(words, figures))
    ]
    if figures.titles:
        sentences.append(f"{words.join(list(figures.titles))}.")
    sentences += [f"{_record(words, figures)}.", *games]
    if figures.accuracy:
        sentences.append(words("profile.alt_accuracy", percent=round(_mean(figures.accuracy))))
    if figures.luck:
        sentences.append(words("profile.alt_luck", points=_signed(words, _mean(figures.luck))))
    sentences += sources
    if figures.rival is not None:
        name = player_name(words, figures.rival.name)
        record = _record(words, figures.rival)
        sentences.append(f"{words('profile.rival')}: {name}, {record}.")
    sentences += [
        words("profile.alt_win", name=win.against, points=win.points, gained=f"+{win.gained}")
        for win in figures.wins
    ]
    return join_lines(sentences)


def _record(words: Words, counts: Figures | GameLine | Rival) -> str:
    return f"{words('ranks.games', count=counts.games)}, {words('ranks.won', count=counts.won)}"


def _time(words: Words, figures: Figures) -> str:
    if figures.year is None:
        return words("profile.all_years")
    return words("profile.year", year=figures.year)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _signed(words: Words, points: float) -> str:
    return format_with_sign(words, round(10 * points))


def _printable(words: Words, points: float) -> str:
    return _signed(words, points).replace(MINUS, DASH)
