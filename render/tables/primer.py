"""An introduction to the pieces of a game: a large picture with a line from each thing on it to its
name, and cards below it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from render.locale import Words
from render.picture.palette import INK, THEMES, Theme
from render.picture.scene import (
    Align,
    Box,
    Item,
    Line,
    Name,
    Point,
    Scene,
    SpritePicture,
    Text,
    ThemeName,
)

WIDTH = 1200
EDGE = 32
GAP = 24
# The side of the large picture.
LARGE = 460
# The side of the picture of a card.
SMALL = 232
# The top left corner of the large picture.
CORNER: Point = ((WIDTH - LARGE) // 2, EDGE)
# The maximum width of the words next to it.
BESIDE = 310
# The number of cards side by side.
COLUMNS = 3
# The width of a card.
CARD = (WIDTH - 2 * EDGE - 2 * GAP) // COLUMNS
CARD_HEIGHT = SMALL + 208
# The top of the cards.
TOP = LARGE + 2 * EDGE
# The height of a title's letters.
TITLE = 46
# The height of a note's letters.
NOTE = 37
# The height of a figure, as a fraction of the large picture.
FIGURE = 0.34


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something on the large picture."""

    words: str
    """Its name, and on a second line something about it."""
    point: tuple[float, float]
    """As fractions of the picture."""
    figure: Callable[[int], Name] | None = None
    """The sprite of what stands on the picture there, by seat."""


@dataclass(frozen=True, slots=True)
class PrimerCard:
    title: str
    note: str
    """At most two lines."""
    picture: Callable[[Point], Sequence[Item]]
    """The items that fill a square of `SMALL` pixels with its top left corner there."""


def primer_picture(
    large: Sequence[Item],
    things: Sequence[NamedThing],
    cards: Sequence[PrimerCard],
    theme: ThemeName,
) -> Scene:
    """Lay out an introduction. The large picture is a square of `LARGE` pixels at `CORNER`."""
    colours = THEMES[theme]
    items = [*large, *_names(things, colours), *_cards(cards, TOP, colours)]
    return Scene((WIDTH, TOP + _height(cards) + EDGE), colours.background, tuple(items))


def cards_picture(cards: Sequence[PrimerCard], theme: ThemeName) -> Scene:
    """Lay out cards alone."""
    colours = THEMES[theme]
    items = _cards(cards, EDGE, colours)
    return Scene((WIDTH, _height(cards) + 2 * EDGE), colours.background, tuple(items))


def _height(cards: Sequence[PrimerCard]) -> int:
    rows = -(-len(cards) // COLUMNS)
    return rows * (CARD_HEIGHT + GAP) - GAP


def _cards(cards: Sequence[PrimerCard], top: int, theme: Theme) -> list[Item]:
    items: list[Item] = []
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        at = (EDGE + column * (CARD + GAP), top + row * (CARD_HEIGHT + GAP))
        items += _card(card, at, theme)
    return items


def primer_card(
    words: Words, kind: str, card: str, picture: Callable[[Point], Sequence[Item]]
) -> PrimerCard:
    return PrimerCard(*_title_and_note(words, kind, card), picture)


def describe_primer(words: Words, kind: str, named: Iterable[str], cards: Iterable[str]) -> str:
    """Tell what is named on the large picture, and what the cards say."""
    name_texts = [words(f"{kind}.primer.{name}").replace("\n", " ") for name in named]
    name_list = words.join(name_texts)
    card_texts = describe_cards(words, kind, cards)
    return words(f"{kind}.primer.alt", followers=name_list, named=name_list, cards=card_texts)


def describe_cards(words: Words, kind: str, cards: Iterable[str]) -> str:
    return describe_notes(words, [_title_and_note(words, kind, card) for card in cards])


def describe_notes(words: Words, notes: Iterable[tuple[str, str]]) -> str:
    """Tell titles, each with its note."""
    return " ".join(
        words("primer.line", title=title, note=note.replace("\n", " ")) for title, note in notes
    )


def _title_and_note(words: Words, kind: str, card: str) -> tuple[str, str]:
    return words(f"{kind}.primer.{card}.title"), words(f"{kind}.primer.{card}.note")


def _names(things: Sequence[NamedThing], theme: Theme) -> list[Item]:
    """Name the things on the left of the picture on its left, and the others on its right."""
    from_left = sorted(things, key=lambda thing: thing.point)
    lines: list[Item] = []
    pieces: list[Item] = []
    for left in (True, False):
        half = from_left[: len(from_left) // 2] if left else from_left[len(from_left) // 2 :]
        for number, thing in enumerate(sorted(half, key=lambda thing: thing.point[1])):
            x, y = thing.point
            at = CORNER[0] + round(x * LARGE), CORNER[1] + round(y * LARGE)
            height = EDGE + LARGE * (2 * number + 1) // (2 * len(half))
            end = EDGE + BESIDE + 16 if left else WIDTH - EDGE - BESIDE - 16
            line = (at, (end, height))
            lines += [Line(line, INK, 11), Line(line, theme.text, 5)]
            seat = int(left == (number % 2 == 0))
            if thing.figure is not None:
                pieces.append(SpritePicture(thing.figure(seat), at, round(FIGURE * LARGE)))
            beside = EDGE + BESIDE if left else WIDTH - EDGE - BESIDE
            align: Align = "right" if left else "left"
            name, note = thing.words.split("\n")
            above = (beside, height - 26)
            below = (beside, height + 26)
            pieces += [
                Text(name, above, TITLE, theme.text, bold=True, align=align, fit=BESIDE),
                Text(note, below, NOTE, theme.text, align=align, fit=BESIDE),
            ]
    return [*lines, *pieces]


def _card(card: PrimerCard, at: Point, theme: Theme) -> list[Item]:
    left, top = at
    middle = left + CARD // 2
    fit = CARD - 16
    picture = (middle - SMALL // 2, top + 20)
    below = picture[1] + SMALL
    plate = (left, top, left + CARD, top + CARD_HEIGHT)
    title = (middle, below + 44)
    items: list[Item] = [
        Box(plate, theme.card, theme.card_edge, 3, 18),
        *card.picture(picture),
        Text(card.title, title, TITLE, theme.text, bold=True, align="middle", fit=fit),
    ]
    for number, line in enumerate(card.note.split("\n")):
        point = (middle, below + 98 + 48 * number)
        items.append(Text(line, point, NOTE, theme.text, align="middle", fit=fit))
    return items
