"""Implements `bot.games.texts.Texts`."""

from collections.abc import Iterator, Mapping, Sequence

from bot.games.moment import Events, Names
from bot.locale import Words
from bot.locale.refusals import Refusal
from bot.locale.refusals import refusal as told_why
from bot.match.results import Statistics
from engine.errors import NotationError
from engine.players.expert import Reason
from engine.recorded import Ending
from tests.harvest.face.boards import all_seen, field_named, points_told, weather_told
from tests.harvest.face.rows import alt
from tests.harvest.rules.events import (
    CardSown,
    FieldHarvested,
    GameEnded,
    HandFilled,
    PlayerLeft,
    WeatherTurned,
)
from tests.harvest.rules.moves import Sowing
from tests.harvest.rules.seen import View

topics: Sequence[str] = ("aim", "weather")


def describe_move(words: Words, names: Names, events: Events) -> str:
    sown = [event for event in events if isinstance(event, CardSown)]
    lines = []
    if sown:
        cards = words.listed([_card(words, Sowing(one.field, one.card)) for one in sown])
        lines.append(words("harvest.told.sown", name=names[sown[0].seat], cards=cards))
    return " ".join([*lines, *_happened(words, names, events)])


def _card(words: Words, sowing: Sowing) -> str:
    field = field_named(words, sowing.field)
    return words("harvest.told.card", card=sowing.card, field=field)


def _happened(words: Words, names: Names, events: Events) -> Iterator[str]:
    for event in events:
        match event:
            case FieldHarvested():
                yield _harvest(words, names, event)
            case HandFilled(seat, None, hands):
                cards = words("harvest.count.cards", count=hands[seat])
                yield words("harvest.told.filled", name=names[seat], cards=cards)
            case HandFilled(seat, cards) if cards:
                drawn = words.listed(list(map(str, cards)))
                yield words("harvest.told.drawn", name=names[seat], cards=drawn)
            case WeatherTurned(seat, weather):
                yield words(
                    "harvest.told.weather",
                    name=names[seat],
                    weather=words(f"harvest.weather.{weather}"),
                    effect=words(f"harvest.effect.{weather}"),
                )
            case PlayerLeft(seat):
                yield words("harvest.told.left", name=names[seat])
            case GameEnded():
                yield words("harvest.told.ended")
            case _:
                pass


def _harvest(words: Words, names: Names, event: FieldHarvested) -> str:
    shares = [
        words("harvest.told.share", points=points_told(words, points), name=name)
        for points, name in zip(event.points, names, strict=True)
        if points
    ]
    field = field_named(words, event.field)
    return words("harvest.told.harvested", field=field, shares=words.listed(shares))


def describe_preview(words: Words, view: View, names: Names, events: Events) -> str:
    harvests = [event for event in events if isinstance(event, FieldHarvested)]
    lines = [_harvest(words, names, event) for event in harvests]
    return " ".join(lines) or words("harvest.foretold.nothing")


def describe_scores(words: Words, names: Names, told: Sequence[Events]) -> str:
    own, shared = [0] * len(names), [0] * len(names)
    for event in (event for move in told for event in move):
        if isinstance(event, FieldHarvested):
            for seat, points in enumerate(event.points):
                (own if seat == event.seat else shared)[seat] += points
    return "\n".join(
        words(
            "harvest.scored.line",
            name=name,
            points=points_told(words, own[seat] + shared[seat]),
            own=own[seat],
            shared=shared[seat],
        )
        for seat, name in enumerate(names)
    )


def prompt(words: Words, view: View) -> str:
    if view.weather is None:
        return words("harvest.waits.calm")
    effect = words(f"harvest.effect.{view.weather}")
    return words(
        "harvest.waits.weather", weather=words(f"harvest.weather.{view.weather}"), effect=effect
    )


def kind_name(words: Words, kind: str) -> str:
    return words(f"harvest.weather.{kind}") if kind else ""


def describe_tally(words: Words, statistics: Statistics) -> Sequence[str]:
    tally = statistics.tally
    number = f"{tally.get('cards', 0) / max(1, statistics.games):.1f}"
    most = points_told(words, tally.get("most.harvest", 0))
    return (
        words("harvest.tally.cards", number=number),
        words("harvest.tally.most", points=most),
    )


def tally_note(words: Words) -> str:
    return words("harvest.tally.note")


def explain(words: Words, names: Names, reason: Reason) -> str:
    raise NotImplementedError("there are no computer players of Harvest")


def text_board(words: Words, view: View, names: Names, ending: Ending | None = None) -> str:
    return alt(all_seen(words, view, names))


def for_screen_reader(
    words: Words, view: View, names: Names, ending: Ending | None = None
) -> tuple[str, str]:
    return _weather_and_points(words, view, names), alt(all_seen(words, view, names))


def _weather_and_points(words: Words, view: View, names: Names) -> str:
    points = [
        f"{name}: {points_told(words, score)}"
        for name, score in zip(names, view.scores, strict=True)
    ]
    return "\n".join([weather_told(words, view.weather), *points])


def refusal(words: Words, names: Names, reason: str, facts: Mapping[str, object]) -> Refusal:
    named = {
        name: field_named(words, str(fact)) if name == "field" else fact
        for name, fact in facts.items()
    }
    return told_why(words, f"harvest.refusal.{reason}", **named)


def syntax_refusal(words: Words, error: NotationError) -> Refusal:
    return told_why(words, "harvest.unreadable", expected=error.expected)


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    if topic != "weather":
        return words(f"harvest.topic.{topic}.text")
    option = ""
    if options is not None:
        value = words(f"harvest.option.weather.value.{options['weather']}")
        option = words("harvest.topic.weather.option", value=value)
    return words("harvest.topic.weather.text", option=option)
