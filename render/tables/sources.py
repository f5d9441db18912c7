"""Sources of players' points in an average game, as bars: for one player, or for two side by
side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.names import format_decimal
from render.picture.palette import SEATS, Theme
from render.picture.scene import Align, Box, Item, Rect, Scene, SpritePicture, Text
from render.tables.adornment import EDGE, LABEL, SMALL, WIDTH, TableStyle, player_name

# The height of the names.
HEAD = 136
# The height of a source.
ROW = 80
# The room below the last source.
FOOT = 12
# The room for the labels.
MIDDLE = 380
# The room for the number at the end of a bar.
NUMBER = 130
# The height of a bar.
BAR = 44
# Half the distance between two players' names.
BETWEEN = 22
# The length of the bar for zero.
LEAST = 6


@dataclass(frozen=True, slots=True)
class Source:
    """Sources of a player's points over this many games."""

    name: str
    games: int
    points: Mapping[str, int]
    """The points over all these games, by source."""

    def tenths(self, source: str) -> int:
        """Work out the tenths of a point from a source in an average game."""
        return round(10 * self.points.get(source, 0) / max(1, self.games))


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One of the things that a game gives points for, and the keys of its words."""

    what: str
    label: str
    share: str
    """The key of the text for how many of the points came from it, with the fact `points`."""


def sources_scene(
    style: TableStyle, players: Sequence[Source], kinds: Sequence[SourceKind]
) -> Scene:
    """Draw the sources of one or two players, each with a figure."""
    words = style.words
    colours = style.colours
    most = max(player.tenths(kind.what) for player in players for kind in kinds) or 1
    bottom = EDGE + HEAD + ROW * len(kinds) + FOOT
    items: list[Item] = [style.plate((EDGE, EDGE, WIDTH - EDGE, bottom))]
    for column, player in enumerate(players):
        left, right = _column(column, len(players))
        if len(players) == 1:
            left = 2 * EDGE
        elif column == 0:
            right = WIDTH // 2 - BETWEEN
        else:
            left = WIDTH // 2 + BETWEEN
        y = EDGE + HEAD // 2 + 4
        beside = left + 92
        games = words("ranks.games", count=player.games)
        fit = right - beside
        items += [
            SpritePicture(style.adornment.figures[column], (left + 38, y), 88),
            style.player(player.name, (beside, y - 24), 54, fit=fit),
            Text(games, (beside, y + 32), SMALL, colours.faint, fit=fit),
        ]
    for number, kind in enumerate(kinds):
        y = EDGE + HEAD + ROW * number + ROW // 2
        items += _label(words(kind.label), y, len(players), colours)
        for column, player in enumerate(players):
            left, right = _column(column, len(players))
            tenths = player.tenths(kind.what)
            items += _bar(style, tenths, most, (left, y, right, y), column=column)
    return style.on_ground(items, bottom + EDGE)


def sources_alt(words: Words, players: Sequence[Source], kinds: Sequence[SourceKind]) -> str:
    sentences = []
    for player in players:
        shares = [
            words(kind.share, points=format_decimal(words, player.tenths(kind.what)))
            for kind in kinds
            if player.tenths(kind.what)
        ]
        name = player_name(words, player.name)
        sentences.append(words("sources.alt", name=name, shares=words.join(shares)))
    return " ".join(sentences)


def _column(column: int, count: int) -> tuple[int, int]:
    """Find the left and right ends of a player's column: with two, the labels are between them."""
    left = 2 * EDGE
    right = WIDTH - 2 * EDGE
    if count == 1:
        return left + MIDDLE, right
    middle = WIDTH // 2
    return (left, middle - MIDDLE // 2) if column == 0 else (middle + MIDDLE // 2, right)


def _label(text: str, y: int, count: int, colours: Theme) -> list[Item]:
    top = y - ROW // 2
    ink = colours.text
    line = Box((2 * EDGE, top, WIDTH - 2 * EDGE, top + 3), colours.card_edge)
    if count == 1:
        return [line, Text(text, (2 * EDGE, y), LABEL, ink, bold=True, fit=MIDDLE - 20)]
    middle = (WIDTH // 2, y)
    return [line, Text(text, middle, LABEL, ink, bold=True, align="middle", fit=MIDDLE - 20)]


def _bar(style: TableStyle, tenths: int, most: int, room: Rect, *, column: int) -> list[Item]:
    """Draw a bar from the label outwards, so that two players' bars mirror each other."""
    (left, y, right, _) = room
    colours = style.colours
    mirrored = column == 0 and right < WIDTH // 2
    length = max(LEAST, (right - left - NUMBER) * tenths // most)
    ends = (right - length, right) if mirrored else (left, left + length)
    bar = Box(
        (ends[0], y - BAR // 2, ends[1], y + BAR // 2),
        SEATS[column].on(style.theme) if tenths else colours.card_edge,
        SEATS[column].dark if tenths else colours.card_edge,
        width=4 if tenths else 2,
        radius=8,
    )
    align: Align = "left" if mirrored else "right"
    number = format_decimal(style.words, tenths)
    at = (left if mirrored else right, y)
    return [bar, Text(number, at, 50, colours.text, bold=True, align=align)]
