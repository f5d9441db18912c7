"""What is on the board and in a hand: rows of pictures, which are texts as well."""

from collections.abc import Sequence

from bot.games.moment import Names
from bot.locale import Words
from engine.questions import Part
from tests.harvest.face.rows import Card, Row
from tests.harvest.rules.moves import DONE, FIELDS, sowings_of
from tests.harvest.rules.seen import View
from tests.harvest.rules.turn import RIPE


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
    """What only the hand's owner sees."""
    return [Row(words("harvest.board.hand"), tuple(map(Card, view.hand or ())))]


def tried_rows(words: Words, view: View, chosen: Sequence[Part]) -> list[Row]:
    """What has been sown in this turn so far, and what else the hand contains."""
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


def all_seen(words: Words, view: View, names: Names) -> list[Row]:
    hand = hand_rows(words, view) if view.hand else []
    return [*board_rows(words, view, names), *hand]
