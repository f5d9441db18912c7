"""What happened, what is to be done, and why a move is refused."""

from collections.abc import Iterator, Mapping, Sequence

from bot.games.reports import Report
from bot.games.texts import Facts, Texts, format_average
from bot.locale import Words
from bot.match.results import Statistics
from engine.recorded import Ending
from engine.seats import PlayerLeft
from render.subject import Names
from tests.harvest.face.pictures import all_seen, alt, describe_weather, field_name, weather_name
from tests.harvest.rules.events import (
    CardSown,
    Event,
    FieldHarvested,
    GameEnded,
    HandFilled,
    WeatherTurned,
)
from tests.harvest.rules.seen import View


class HarvestTexts(Texts[View, Event]):
    kind = "harvest"
    topics = ("aim", "weather")

    def report(self, words: Words, names: Names, events: Sequence[Event]) -> Report:
        sown = [event for event in events if isinstance(event, CardSown)]
        lines = []
        if sown:
            cards = [
                words("harvest.report.card", card=event.card, field=field_name(words, event.field))
                for event in sown
            ]
            name = names[sown[0].seat]
            listed = words.join(cards)
            lines.append(words("harvest.report.sown", name=name, cards=listed))
        return Report(" ".join([*lines, *_describe_events(words, names, events)]))

    def prompt(self, words: Words, view: View) -> str:
        if view.weather is None:
            return words("harvest.waits.calm")
        effect = words(f"harvest.effect.{view.weather}")
        weather = weather_name(words, view.weather)
        return words("harvest.waits.weather", weather=weather, effect=effect)

    def describe_preview(
        self, words: Words, view: View, names: Names, events: Sequence[Event]
    ) -> str:
        lines = [
            _harvest(words, names, event) for event in events if isinstance(event, FieldHarvested)
        ]
        return " ".join(lines) or words("harvest.preview.nothing")

    def for_screen_reader(
        self, words: Words, view: View, names: Names, ending: Ending | None = None
    ) -> tuple[str, str]:
        scores = zip(names, view.scores, strict=True)
        points = [f"{name}: {words('words.points', count=score)}" for name, score in scores]
        standing = "\n".join([describe_weather(words, view.weather), *points])
        return standing, alt(all_seen(words, view, names))

    def kind_name(self, words: Words, kind: str) -> str:
        return weather_name(words, kind) if kind else ""

    def points_by_source(self, events: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        by_seat = [{"own": 0, "shared": 0} for _ in range(seats)]
        for event in events:
            if isinstance(event, FieldHarvested):
                for seat, points in enumerate(event.points):
                    by_seat[seat]["own" if seat == event.seat else "shared"] += points
        return by_seat

    def describe_tally(self, words: Words, statistics: Statistics) -> Sequence[str]:
        number = format_average(words, statistics, "cards")
        most = words("words.points", count=statistics.tally.get("most.harvest", 0))
        return (
            words("harvest.tally.cards", number=number),
            words("harvest.tally.most", points=most),
        )

    def value_in_force(self, topic: str, options: Mapping[str, str]) -> tuple[str, str] | None:
        return ("weather", options["weather"]) if topic == "weather" and options else None

    def refusal_facts(
        self, words: Words, names: Names, reason: str, facts: Facts
    ) -> Mapping[str, object]:
        if "field" not in facts:
            return facts
        return {**facts, "field": field_name(words, facts["field"])}


def _describe_events(words: Words, names: Names, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case FieldHarvested():
                yield _harvest(words, names, event)
            case HandFilled(seat, None, hands):
                cards = words("harvest.count.cards", count=hands[seat])
                yield words("harvest.report.filled", name=names[seat], cards=cards)
            case HandFilled(seat, drawn) if drawn:
                listed = words.join(list(map(str, drawn)))
                yield words("harvest.report.drawn", name=names[seat], cards=listed)
            case WeatherTurned(seat, weather):
                yield words(
                    "harvest.report.weather",
                    name=names[seat],
                    weather=weather_name(words, weather),
                    effect=words(f"harvest.effect.{weather}"),
                )
            case PlayerLeft(seat):
                yield words("harvest.report.left", name=names[seat])
            case GameEnded():
                yield words("harvest.report.ended")
            case _:
                pass


def _harvest(words: Words, names: Names, event: FieldHarvested) -> str:
    shares = [
        words("harvest.report.share", points=words("words.points", count=points), name=name)
        for points, name in zip(event.points, names, strict=True)
        if points
    ]
    field = field_name(words, event.field)
    return words("harvest.report.harvested", field=field, shares=words.join(shares))
