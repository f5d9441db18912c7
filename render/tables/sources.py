"""Where players' points come from in an average game, as bars: for one player, or for two side by
side. Like the leaderboard it has a sand background, the same in both themes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.names import clean_name, format_decimal
from render.picture.palette import INK, SAND, SAND_DARK, SAND_LIGHT, SAND_LINE, SEATS
from render.picture.scene import Align, Box, Item, Name, Rect, Scene, SpritePicture, Text

WIDTH, EDGE = 1240, 36
TOP, HEAD, ROW, FOOT = 36, 124, 80, 12
LABEL, NUMBER = 330, 130
BAR = 40
LEAST = 6
"""The length of the bar for zero."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player's points came from, over this many games."""

    name: str
    games: int
    points: Mapping[str, int]
    """The points over all these games, by source."""

    def tenths(self, what: str) -> int:
        """Tenths of a point in an average game."""
        return round(10 * self.points.get(what, 0) / max(1, self.games))


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One of the things that a game gives points for, and the keys of its words."""

    what: str
    label: str
    share: str
    """The key of the text for how many of the points came from it, with the fact `points`."""


def sources_scene(
    words: Words, players: Sequence[Source], kinds: Sequence[SourceKind], figures: Sequence[Name]
) -> Scene:
    """For one or two players, each with a figure."""
    most = max(one.tenths(kind.what) for one in players for kind in kinds) or 1
    plate = (EDGE, TOP, WIDTH - EDGE, TOP + HEAD + ROW * len(kinds) + FOOT)
    items: list[Item] = [Box(plate, SAND_LIGHT, SAND_DARK, width=4, radius=24)]
    for column, player in enumerate(players):
        left, right = _column(column, len(players))
        whole = (2 * EDGE, right) if len(players) == 1 else (left, right)
        items += _head(words, player, whole, figures[column])
    for number, kind in enumerate(kinds):
        y = TOP + HEAD + ROW * number + ROW // 2
        items += _label(words(kind.label), y, len(players))
        for column, player in enumerate(players):
            left, right = _column(column, len(players))
            items += _bar(words, player.tenths(kind.what), most, (left, y, right, y), column)
    return Scene((WIDTH, plate[3] + TOP), SAND, tuple(items))


def sources_alt(words: Words, players: Sequence[Source], kinds: Sequence[SourceKind]) -> str:
    told = []
    for player in players:
        shares = [
            words(kind.share, points=format_decimal(words, player.tenths(kind.what)))
            for kind in kinds
            if player.tenths(kind.what)
        ]
        name = clean_name(player.name) or words("ranks.player")
        told.append(words("sources.alt", name=name, shares=words.join(shares)))
    return " ".join(told)


def _column(column: int, count: int) -> tuple[int, int]:
    """The left and right ends of a player's column: with two, the labels are between them."""
    left, right = 2 * EDGE, WIDTH - 2 * EDGE
    if count == 1:
        return left + LABEL, right
    middle = WIDTH // 2
    return (left, middle - LABEL // 2) if column == 0 else (middle + LABEL // 2, right)


def _head(words: Words, player: Source, ends: tuple[int, int], figure: Name) -> list[Item]:
    left, right = ends
    y = TOP + HEAD // 2 + 4
    name, spare = clean_name(player.name), words("ranks.player")
    at, fit = (left + 84, y - 22), right - left - 84
    games = words("ranks.games", count=player.games)
    return [
        SpritePicture(figure, (left + 34, y), 84),
        Text(name or spare, at, 50, INK, bold=True, fit=fit, instead=spare),
        Text(games, (left + 84, y + 28), 36, SAND_LINE, fit=fit),
    ]


def _label(text: str, y: int, count: int) -> list[Item]:
    line = Box((2 * EDGE, y - ROW // 2, WIDTH - 2 * EDGE, y - ROW // 2 + 3), SAND)
    if count == 1:
        return [line, Text(text, (2 * EDGE, y), 40, INK, bold=True, fit=LABEL - 20)]
    middle = (WIDTH // 2, y)
    return [line, Text(text, middle, 40, INK, bold=True, align="middle", fit=LABEL - 20)]


def _bar(words: Words, tenths: int, most: int, room: Rect, column: int) -> list[Item]:
    """From the label outwards, so that two players' bars mirror each other."""
    left, y, right, _ = room
    mirrored = column == 0 and right < WIDTH // 2
    length = max(LEAST, (right - left - NUMBER) * tenths // most)
    ends = (right - length, right) if mirrored else (left, left + length)
    bar = Box(
        (ends[0], y - BAR // 2, ends[1], y + BAR // 2),
        SEATS[column].main if tenths else SAND,
        SEATS[column].dark if tenths else SAND_DARK,
        width=4 if tenths else 2,
        radius=8,
    )
    align: Align = "left" if mirrored else "right"
    at = (left if mirrored else right, y)
    return [bar, Text(format_decimal(words, tenths), at, 46, INK, bold=True, align=align)]
