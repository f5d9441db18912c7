"""The rules of Harvest, to the extent that the tests of the bot rely on them."""

import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.errors import IllegalMove, RecordError
from engine.questions import Question, walk
from engine.recorded import Recorded, leaving_text
from tests.harvest.rules.events import HandFilled, WeatherTurned
from tests.harvest.rules.moves import FIELDS
from tests.harvest.rules.rules import harvest
from tests.harvest.rules.state import Sown, State


def parse_fields(text: str) -> tuple[tuple[Sown, ...], ...]:
    """Fields as words such as `barley:9/0,5/1`, a card and who sowed it."""
    lying = dict(word.split(":") for word in text.split())
    return tuple(
        tuple(Sown(*map(int, card.split("/"))) for card in lying[field].split(","))
        if field in lying
        else ()
        for field in FIELDS
    )


def position(hand: tuple[int, ...], fields: str = "", **changes: Any) -> State:
    """A position with the first of three seats to act, with these cards."""
    state, _ = harvest.begin("a seed", {}, 0, 3)
    return replace(state, hands=(hand, *state.hands[1:]), fields=parse_fields(fields), **changes)


def play(state: State, text: str) -> State:
    return harvest.apply(state, state.seat, harvest.parse_move(text))[0]


def question_after(state: State, *chosen: str) -> Question | None:
    parts: list[tuple[str, str]] = []
    for token in chosen:
        question = harvest.question(state, parts)
        assert question is not None
        parts.append((question.step, token))
    return harvest.question(state, parts)


def test_a_ripe_field_scores_1_a_card_and_2_more_for_the_last() -> None:
    after = play(position((6, 9), "barley:5/1,4/0"), "barley 6")
    assert after.scores == (4, 1, 0)
    assert after.fields == parse_fields("")


def test_a_harvest_in_the_sun_counts_twice() -> None:
    after = play(position((6, 9), "barley:5/1,4/0", weather="sun"), "barley 6")
    assert after.scores == (8, 2, 0)


@pytest.mark.parametrize(
    ("weather", "text", "reason"),
    [
        (None, "barley 5", "lies_there"),
        (None, "barley 7", "not_in_hand"),
        (None, "pumpkins 5 buckwheat 5", "not_in_hand"),
        ("frost", "pumpkins 5 buckwheat 6", "too_many"),
        ("storm", "pumpkins 5 pumpkins 6", "sown_in_the_storm"),
    ],
)
def test_a_card_is_refused_with_the_reason(weather: str | None, text: str, reason: str) -> None:
    state = position((5, 6, 8), "barley:5/1", weather=weather)
    with pytest.raises(IllegalMove) as refusal:
        play(state, text)
    assert refusal.value.reason == reason


def test_a_turn_asks_for_field_and_card_until_the_player_is_done() -> None:
    state = position((2, 5, 5), "barley:2/1,5/1")
    rest = FIELDS[1:]
    assert question_after(state) == Question("field", rest)
    assert question_after(state, "pumpkins") == Question("card", ("2", "5"))
    assert question_after(state, "pumpkins", "5") == Question("field2", ("done", *rest), "done")
    assert question_after(state, "pumpkins", "5", "done") is None
    assert question_after(state, "pumpkins", "5", "pumpkins") == Question("card2", ("2",))


def test_a_choice_stops_where_nothing_goes_without_saying() -> None:
    state = position((2, 5))
    come = walk(partial(harvest.question, state), [("field", "barley")])
    assert come.open == Question("card", ("2", "5"))
    come = walk(partial(harvest.question, state), [*come.parts, ("card", "2")])
    assert (come.open, harvest.move_text(harvest.assemble(come.parts))) == (None, "barley 2")


def test_anybody_predicts_any_field_whatever_is_in_the_hand() -> None:
    state = position((2,), "barley:2/1")
    assert harvest.predictions.question(state, []) == Question("field", FIELDS)


def test_the_weather_is_turned_up_on_every_second_turn() -> None:
    state = harvest.begin("a seed", {}, 0, 3)[0]
    turned = []
    for _ in range(6):
        move = harvest.assemble(walk(partial(_first, state), []).parts)
        state, events = harvest.apply(state, state.seat, move)
        turned.append(any(isinstance(event, WeatherTurned) for event in events))
        assert (harvest.orders.in_hand(state) is not None) == turned[-1]
    assert turned == [True, False] * 3


def _first(state: State, chosen: Any) -> Question | None:
    """The question with its first choice as the default."""
    question = harvest.question(state, chosen)
    return question and replace(question, default=question.default or question.choices[0])


def test_only_its_owner_knows_what_is_drawn() -> None:
    state = position((2, 5, 6, 7, 8))
    _, events = harvest.apply(state, 0, harvest.parse_move("barley 2"))
    drawn = state.deck[:1]
    for seat, cards in ((0, drawn), (1, None), (2, None), (None, None)):
        assert HandFilled(0, cards, (5, 5, 5)) in harvest.events_for(events, seat)


def test_the_game_ends_with_the_last_card_of_the_deck() -> None:
    state = position((2, 5, 6), deck=(1, 3), scores=(3, 7, 7))
    after = play(state, "barley 2")
    assert after.phase == "over"
    assert (harvest.winners(after), harvest.places(after)) == ((1, 2), (3, 1, 1))


def test_the_others_play_on_in_the_same_weather_after_a_leaver() -> None:
    state = position((2,), weather="sun")
    after, _ = harvest.leaving.continue_without(state, 0)
    assert (after.seat, after.weather, after.hands[0]) == (1, "sun", ())
    assert [play(after, f"barley {after.hands[1][0]}").seat, after.gone] == [2, (0,)]


@pytest.mark.parametrize("seat", [7, 1])
def test_records_with_an_impossible_leaver_are_refused(seat: int) -> None:
    moves = (leaving_text(1),)
    recorded = Recorded(harvest.settle_options({}), "a seed", 0, ("A", "B", "C"), moves, "agreed")
    record = json.loads(harvest.records.write_record(recorded))
    record["turns"].append({"seat": seat, "left": True})
    with pytest.raises(RecordError, match=f"turn 2, seat: there is no seat {seat}"):
        harvest.records.read_record(json.dumps(record))
