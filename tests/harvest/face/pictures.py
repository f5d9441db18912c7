"""Pictures as rows of numbered cards, each row preceded by a line. Everything that a picture shows
is in its alt text too, so that two pictures differ where their texts do."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PIL import Image

from bot.locale import Words
from render.picture.paint import Painter
from render.picture.palette import CREAM, INK, SEATS, THEMES, exact_colours
from render.picture.scene import Box, Item, Name, Scene, Text, ThemeName
from render.picture.shared_palette import SharedPalette
from render.picture.sprites import Sprites
from render.pictures import BOARD_FILE, Drawing, GamePictures
from render.subject import Names, Subject
from render.tables.adornment import Adornment
from render.tables.chart import Course
from render.tables.sources import SourceKind
from tests.harvest.rules.events import Event, FieldHarvested
from tests.harvest.rules.moves import FIELDS, assemble
from tests.harvest.rules.seen import View
from tests.harvest.rules.turn import RIPE

MOST_SEATS = 4
WIDTH = 1280
LINE = 88
CARD = 72
MARGIN = 32
# How far from the left the cards of a row begin.
LABEL = 720


class Overlay(StrEnum):
    RIPENESS = "ripeness"
    """How many points each field lacks until it is ripe."""


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    cards: tuple[Card, ...] = ()


@cache
def harvest_painter() -> Painter:
    """With a square for each seat, which stands next to names."""
    squares: dict[Name, Image.Image] = {
        seat: Image.new("RGB", (64, 64), SEATS[seat].main) for seat in range(MOST_SEATS)
    }
    return Painter(Sprites(squares), SharedPalette(exact_colours(MOST_SEATS)))


class HarvestPictures(GamePictures[View, Event]):
    kind = "harvest"
    overlay = Overlay
    move_overlays = tuple(Overlay)
    usual_overlays = ()
    adornment = Adornment(range(MOST_SEATS))
    sources = tuple(
        SourceKind(what, f"harvest.tally.points.{what}", f"harvest.scored.{what}")
        for what in ("own", "shared")
    )

    def is_over(self, view: View) -> bool:
        return view.over

    def draw_rows(self, filename: str, rows: Sequence[Row]) -> Drawing:
        return self.draw(filename, alt(rows), rows_scene, tuple(rows), self.theme)

    def board(
        self,
        words: Words,
        subject: Subject[View, Event],
        *,
        overlays: Collection[str] = (),
        compact: bool = False,
        legend: bool = False,
        footer: bool = True,
    ) -> Drawing:
        """With the viewer's hand, if the viewer is a player."""
        rows = all_seen(words, subject.view, subject.names)
        if Overlay.RIPENESS in overlays:
            rows += ripeness_rows(words, subject.view)
        return self.draw_rows(BOARD_FILE, rows)

    def preview(self, words: Words, subject: Subject[View, Event]) -> Drawing:
        """What has been sown in this turn so far, and what else the hand contains."""
        view = subject.view
        hand = list(view.hand or ())
        rows = [*board_rows(words, view, subject.names), Row(words("harvest.board.tried"))]
        for field, card in assemble(subject.parts):
            rows.append(Row(field_name(words, field), (Card(card, view.seat),)))
            hand.remove(card)
        return self.draw_rows(BOARD_FILE, [*rows, hand_row(words, hand)])

    def supply(self, words: Words, subject: Subject[View, Event]) -> Drawing:
        """The weather to come."""
        weathers = subject.view.weathers
        kinds = [Row(f"{count} × {weather_name(words, kind)}") for kind, count in weathers]
        return self.draw_rows("weather.png", [Row(words("harvest.weather.group")), *kinds])

    def final(
        self, words: Words, subject: Subject[View, Event], moves: Sequence[Sequence[Event]]
    ) -> Drawing | None:
        view = subject.view
        if not view.over:
            return None
        scores = zip(subject.names, view.scores, strict=True)
        return self.draw_rows("final.png", [Row(f"{name}: {points}") for name, points in scores])

    def text_board(self, words: Words, subject: Subject[View, Event]) -> str:
        return alt(all_seen(words, subject.view, subject.names))

    def course(self, moves: Iterable[Sequence[Event]]) -> Course:
        scores: list[tuple[int, ...]] = []
        for events in moves:
            points = [event.points for event in events if isinstance(event, FieldHarvested)]
            if points or scores:
                scores.append(tuple(map(sum, zip(*scores[-1:], *points, strict=True))))
        return Course(scores)

    def chart_alt(self, words: Words, moves: Sequence[Sequence[Event]], names: Names) -> str:
        return f"{', '.join(names)}: {self.course(moves).scores[-1]}"

    def replay_scenes(
        self, words: Words, subjects: Sequence[Subject[View, Event]]
    ) -> Iterable[Scene]:
        for subject in subjects:
            yield rows_scene(board_rows(words, subject.view, subject.names), self.theme)

    def has_points(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, FieldHarvested) for event in events)

    def replay_alt(self, words: Words, subjects: Sequence[Subject[View, Event]]) -> str:
        return f"{len(subjects)}: {alt(board_rows(words, subjects[-1].view, subjects[-1].names))}"


def rows_scene(rows: Sequence[Row], theme: ThemeName) -> Scene:
    colours = THEMES[theme]
    items = list[Item]()
    for number, row in enumerate(rows):
        y = MARGIN + LINE * number + LINE // 2
        items.append(Text(row.label, (MARGIN, y), 40, colours.text))
        for place, card in enumerate(row.cards):
            left = LABEL + place * (CARD + 12)
            fill = CREAM if card.seat is None else SEATS[card.seat].main
            items.append(Box((left, y - CARD // 2, left + CARD, y + CARD // 2), fill, radius=10))
            items.append(Text(str(card.number), (left + CARD // 2, y), 40, INK, align="middle"))
    return Scene((WIDTH, 2 * MARGIN + LINE * len(rows)), colours.background, tuple(items))


def alt(rows: Sequence[Row]) -> str:
    return "\n".join(
        " ".join([row.label, *(str(card.number) for card in row.cards)]) for row in rows
    )


def board_rows(words: Words, view: View, names: Names) -> list[Row]:
    rows = [Row(words("harvest.board.title")), Row(describe_weather(words, view.weather))]
    for name, lying in zip(FIELDS, view.fields, strict=True):
        cards = tuple(Card(card, seat) for card, seat in lying)
        rows.append(Row(field_name(words, name), cards))
    for seat, name in enumerate(names):
        facts = {"name": name, "points": words("words.points", count=view.scores[seat])}
        if seat in view.gone:
            rows.append(Row(words("harvest.board.left", **facts)))
        else:
            cards_held = words("harvest.count.cards", count=view.hands[seat])
            rows.append(Row(words("harvest.board.hands", cards=cards_held, **facts)))
    return [*rows, Row(words("harvest.board.deck", count=view.deck))]


def all_seen(words: Words, view: View, names: Names) -> list[Row]:
    """With what only the hand's owner sees."""
    hand = [hand_row(words, view.hand)] if view.hand else []
    return [*board_rows(words, view, names), *hand]


def hand_row(words: Words, hand: Sequence[int]) -> Row:
    return Row(words("harvest.board.hand"), tuple(map(Card, hand)))


def ripeness_rows(words: Words, view: View) -> list[Row]:
    return [
        Row(
            words(
                "harvest.ripeness.line",
                field=field_name(words, name),
                count=RIPE - sum(card for card, _ in lying),
            )
        )
        for name, lying in zip(FIELDS, view.fields, strict=True)
    ]


def field_name(words: Words, field: str) -> str:
    return words(f"harvest.field.{field}")


def weather_name(words: Words, weather: str) -> str:
    return words(f"harvest.weather.{weather}")


def describe_weather(words: Words, weather: str | None) -> str:
    if weather is None:
        return words("harvest.effect.calm")
    effect = words(f"harvest.effect.{weather}")
    return words("harvest.board.weather", weather=weather_name(words, weather), effect=effect)
