"""Harvest, as the conformance suite needs it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from tests.engine.conformance.adapter import Adapter
from tests.harvest.rules.events import Event, FieldHarvested, WeatherTurned
from tests.harvest.rules.moves import DONE, FIELDS, HAND, NUMBERS, Sowing, Turn
from tests.harvest.rules.rules import harvest
from tests.harvest.rules.state import COPIES, WEATHER_COPIES, WEATHERS, Sown, State

# Shorter sequences of numbers may be visible by coincidence.
LONG = 4


LOW = (1, 2, 3, 4)
LOW_HAND = (1, 1, 2, 3, 4)


class HarvestAdapter(Adapter[State, Turn, Event]):
    option_sets = tuple(harvest.presets.values())

    def beginnings(
        self, seed: str, options: Mapping[str, str]
    ) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """With two and with four players, and with a field in which the first player can sow
        nothing."""
        for seats in (2, 4):
            yield harvest.begin(seed, options, 0, seats)
        state, opening = harvest.begin(seed, options, 0)
        rest = [number for number in NUMBERS for _ in range(COPIES)]
        for card in (*LOW, *LOW_HAND):
            rest.remove(card)
        Random(seed).shuffle(rest)
        hands = (LOW_HAND, *(tuple(sorted(rest[HAND * n : HAND * (n + 1)])) for n in (0, 1)))
        fields = (tuple(Sown(card, 1) for card in LOW), *state.fields[1:])
        yield replace(state, hands=hands, fields=fields, deck=tuple(rest[2 * HAND :])), opening

    def neighbours(self, state: State, move: Turn, chance: Random) -> Iterator[Turn]:
        yield ()
        yield move[::-1]
        yield move * 2
        for at, (field, card) in enumerate(move):
            others = [Sowing(other, card) for other in FIELDS]
            others += [Sowing(field, other) for other in (*NUMBERS, 0, 99)]
            yield move[:at] + move[at + 1 :]
            for other in others:
                yield (*move[:at], other, *move[at + 1 :])
        yield (*move, Sowing(chance.choice(FIELDS), chance.choice(NUMBERS)))

    def reshuffle(self, state: State, seat: int | None, chance: Random) -> State:
        """Deal the other players' hands, the deck and what is face down again."""
        hidden = [at for at in range(state.setup.seats) if at != seat]
        pool = [card for at in hidden for card in state.hands[at]] + [*state.deck, *state.aside]
        weathers = list(state.weather_deck)
        chance.shuffle(pool)
        chance.shuffle(weathers)

        def take(count: int) -> tuple[int, ...]:
            cards = tuple(pool[:count])
            del pool[:count]
            return cards

        hands = [
            hand if at == seat else tuple(sorted(take(len(hand))))
            for at, hand in enumerate(state.hands)
        ]
        return replace(
            state,
            setup=replace(state.setup, seed="another seed"),
            hands=tuple(hands),
            aside=tuple(sorted(take(len(state.aside)))),
            deck=tuple(pool),
            weather_deck=tuple(weathers),
        )

    def secrets(self, state: State, seat: int | None) -> Sequence[object]:
        others = [hand for at, hand in enumerate(state.hands) if at != seat]
        own = () if seat is None else state.hands[seat]
        orders = [order for order in (*others, state.deck, state.aside) if order != own]
        return [
            state.setup,
            state.setup.seed,
            *(order for order in orders if len(order) > LONG),
            *([state.weather_deck] if len(state.weather_deck) > LONG else []),
        ]

    def pieces(self, state: State, events: Sequence[Event]) -> Mapping[str, tuple[int, int]]:
        reaped = sum(len(event.cards) for event in events if isinstance(event, FieldHarvested))
        seen = harvest.view(state, None)
        lying = sum(map(len, seen.fields))
        turned = sum(isinstance(event, WeatherTurned) for event in events)
        pieces = {
            "cards": (
                sum(seen.hands) + len(state.aside) + seen.deck + lying + reaped,
                len(NUMBERS) * COPIES,
            )
        }
        if state.setup.options.weather == "changing":
            left = sum(count for _, count in seen.weathers)
            pieces["weather"] = (turned + left, len(WEATHERS) * WEATHER_COPIES)
        return pieces

    def texts(self) -> Sequence[str]:
        return [*FIELDS, *map(str, range(15)), DONE, " ", ",", "\t"]
