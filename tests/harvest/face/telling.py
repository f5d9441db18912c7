"""Harvest in words: rows of pictures, what moves did, the choices of a turn."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.games.face import Events, Names
from bot.locale import Words
from engine.questions import Part
from tests.harvest.face.pictures import Card, Row
from tests.harvest.rules.events import (
    CardSown,
    FieldHarvested,
    GameEnded,
    HandFilled,
    PlayerLeft,
    WeatherTurned,
)
from tests.harvest.rules.moves import DONE, FIELDS, Sowing, sowings_of
from tests.harvest.rules.seen import View
from tests.harvest.rules.turn import RIPE

_WORD = re.compile(r"\w+")


def field_named(words: Words, field: str) -> str:
    return words(f"harvest.field.{field}")


def weather_told(words: Words, weather: str | None) -> str:
    if weather is None:
        return words("harvest.effect.calm")
    effect = words(f"harvest.effect.{weather}")
    return words(
        "harvest.board.weather", weather=words(f"harvest.weather.{weather}"), effect=effect
    )


def points_told(words: Words, points: int) -> str:
    return words("words.points", count=points)


def board_rows(words: Words, view: View, names: Names) -> list[Row]:
    rows = [Row(words("harvest.board.title")), Row(weather_told(words, view.weather))]
    for name, lying in zip(FIELDS, view.fields, strict=True):
        cards = tuple(Card(card, seat) for card, seat in lying)
        rows.append(Row(field_named(words, name), cards))
    rows += [Row(_player(words, view, names[seat], seat)) for seat in range(len(names))]
    return [*rows, Row(words("harvest.board.deck", count=view.deck))]


def _player(words: Words, view: View, name: str, seat: int) -> str:
    points = points_told(words, view.scores[seat])
    if seat in view.left:
        return words("harvest.board.left", name=name, points=points)
    cards = words("harvest.count.cards", count=view.hands[seat])
    return words("harvest.board.hands", name=name, points=points, cards=cards)


def hand_rows(words: Words, view: View) -> list[Row]:
    """What only its owner sees."""
    return [Row(words("harvest.board.hand"), tuple(map(Card, view.hand or ())))]


def tried_rows(words: Words, view: View, chosen: Sequence[Part]) -> list[Row]:
    """What is sown in this turn so far, and what the hand holds besides."""
    sowings, hand = sowings_of([part for part in chosen if part[1] != DONE]), list(view.hand or ())
    rows = [Row(words("harvest.board.tried"))]
    for field, card in sowings:
        rows.append(Row(field_named(words, field), (Card(card, view.seat),)))
        hand.remove(card)
    return [*rows, Row(words("harvest.board.hand"), tuple(map(Card, hand)))]


def ripeness_rows(words: Words, view: View) -> list[Row]:
    return [
        Row(
            words(
                "harvest.ripeness.line",
                field=field_named(words, name),
                count=RIPE - sum(card for card, _ in lying),
            )
        )
        for name, lying in zip(FIELDS, view.fields, strict=True)
    ]


def told(words: Words, names: Names, events: Events) -> str:
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


def foretold(words: Words, names: Names, events: Events) -> str:
    harvests = [event for event in events if isinstance(event, FieldHarvested)]
    lines = [_harvest(words, names, event) for event in harvests]
    return " ".join(lines) or words("harvest.foretold.nothing")


def scored(words: Words, names: Names, told: Sequence[Events]) -> str:
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


def waits(words: Words, view: View) -> str:
    if view.weather is None:
        return words("harvest.waits.calm")
    effect = words(f"harvest.effect.{view.weather}")
    return words(
        "harvest.waits.weather", weather=words(f"harvest.weather.{view.weather}"), effect=effect
    )


def question(words: Words, step: str) -> str:
    if step == "field" or step.startswith("card"):
        return words(f"harvest.question.{step.rstrip('0123456789')}")
    return words("harvest.question.more")


def label(words: Words, step: str, token: str) -> str:
    """The fields after the first are numbered, since those of several sowings can stand on one
    page."""
    if token == DONE:
        return words("harvest.choice.done")
    if token not in FIELDS:
        return token
    number, field = step.removeprefix("field"), field_named(words, token)
    return words("harvest.choice.field", number=number, field=field) if number else field


def spelled(words: Words, parts: Sequence[Part]) -> str:
    """Such as `barley 7 · pumpkins 3`."""
    tokens = [
        field_named(words, token) if token in FIELDS else token
        for _, token in parts
        if token != DONE
    ]
    pairs = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
    return " · ".join(" ".join(pair) for pair in pairs)


def typed(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


def rules(words: Words, topic: str, options: Mapping[str, str] | None) -> str:
    if topic != "weather":
        return words(f"harvest.topic.{topic}.text")
    option = ""
    if options is not None:
        value = words(f"harvest.option.weather.value.{options['weather']}")
        option = words("harvest.topic.weather.option", value=value)
    return words("harvest.topic.weather.text", option=option)
