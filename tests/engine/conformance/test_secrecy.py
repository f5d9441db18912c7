"""What is hidden in a game stays hidden, in every game: nobody learns more than views, events known
in advance and supposed positions show."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.errors import IllegalMove
from engine.questions import Part
from tests.engine.conformance.candidates import SOME, Candidate
from tests.engine.conformance.playing import Step
from tests.engine.conformance.recording import lines


class Tried(NamedTuple):
    """A legal move in a position, and in the same with other hidden facts."""

    events: Any
    others: Any
    to_act: tuple[int | None, int | None]


class Otherwise(NamedTuple):
    """A step as it would also have been for somebody who looks, who cannot tell it from how it
    was."""

    step: Step
    seat: int | None
    after: Any
    events: Any


@cache
def tried_both_ways(candidate: Candidate) -> list[tuple[Step, Any, list[Tried]]]:
    """Some steps, each with its position as it may also be, and some of its moves."""
    rules = candidate.rules
    chance = Random(candidate.name)
    attempts = list[tuple[Step, Any, list[Tried]]]()
    for step in candidate.steps(SOME):
        other = candidate.adapter.reshuffle(step.state, step.seat, chance)
        moves = list[Tried]()
        for move in step.legal[len(attempts) % 3 :: 3]:
            after, events = rules.apply(step.state, step.seat, move)
            instead, others = rules.apply(other, step.seat, move)
            moves.append(Tried(events, others, (rules.to_act(after), rules.to_act(instead))))
        attempts.append((step, other, moves))
    return attempts


@cache
def played_otherwise(candidate: Candidate) -> list[Otherwise]:
    """The moves that would also have been possible with other hidden facts, for all who look."""
    rules = candidate.rules
    chance = Random(candidate.name)
    others = list[Otherwise]()
    for step in candidate.steps(3):
        for seat in candidate.all_who_look(step.state):
            other = candidate.adapter.reshuffle(step.state, seat, chance)
            try:
                after, events = rules.apply(other, step.seat, step.move)
            except IllegalMove:
                continue
            others.append(Otherwise(step, seat, after, events))
    return others


def test_no_view_changes_with_what_its_owner_may_not_see(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    changed = 0
    for state in candidate.states(2 * SOME):
        public = rules.view(state, None)
        for seat in candidate.all_who_look(state):
            other = candidate.adapter.reshuffle(state, seat, chance)
            changed += other != state
            assert rules.view(other, None) == public
            assert seat is None or rules.view(other, seat) == rules.view(state, seat)
    assert changed > 10


def test_views_after_a_leaver_are_independent_of_hidden_facts(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    for line in lines(candidate):
        for _, at in line.left:
            state, _ = line.positions[at]
            for seat in candidate.all_who_look(state):
                other = candidate.adapter.reshuffle(state, seat, chance)
                assert rules.view(other, seat) == rules.view(state, seat)


def test_previews_and_choices_are_independent_of_hidden_facts(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    otherwise = 0
    for step, other, moves in tried_both_ways(candidate):
        for parts in map(rules.parts, (step.move, chance.choice(step.legal))):
            asked = candidate.questions(step.state, parts)
            assert candidate.questions(other, parts) == asked
            assert len(asked) == len(parts)
        for events, others, _ in moves:
            foreseen = rules.known_in_advance(events)
            assert rules.known_in_advance(others) == foreseen
            assert rules.events_for(foreseen, step.seat) == foreseen
            assert not rules.reveals(foreseen)
            otherwise += others != events
    assert otherwise > len(candidate.steps(SOME))


def test_others_previews_of_a_move_do_not_depend_on_hidden_facts(
    candidate: Candidate,
) -> None:
    """Up to where the move is still possible: the rest may depend on what only its player sees."""
    rules = candidate.rules
    compared = played_otherwise(candidate)
    for step, seat, _, events in compared:
        foreseen = rules.known_in_advance(step.events)
        instead = rules.known_in_advance(events)
        assert rules.events_for(foreseen, seat) == rules.events_for(instead, seat)
    assert len(compared) > len(candidate.steps(3))


def test_reported_events_differ_only_where_the_view_differs(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    alike = 0
    for step, seat, after, events in played_otherwise(candidate):
        if rules.events_for(events, seat) != rules.events_for(step.events, seat):
            assert rules.view(after, seat) != rules.view(step.after, seat)
        elif alike <= 3:
            alike += rules.view(after, seat) == rules.view(step.after, seat)
    assert alike > 3


def test_what_spectators_are_told_is_what_everybody_knows(candidate: Candidate) -> None:
    rules = candidate.rules
    for step in candidate.steps():
        public = rules.events_for(step.events, None)
        for seat in candidate.all_who_look(step.state):
            events = rules.events_for(step.events, seat)
            assert rules.events_for(events, seat) == events
            assert rules.events_for(events, None) == rules.events_for(public, seat) == public
            assert rules.points(events) == rules.points(step.events)
            assert rules.event_log.parse(rules.event_log.text(events)) == events


def test_turn_order_reveals_hidden_facts_only_where_declared(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for _, _, moves in tried_both_ways(candidate):
        for events, _, to_act in moves:
            assert len({*to_act} - {None}) < 2 or rules.turn_order_leaks(events)
            assert rules.reveals(events) or not rules.turn_order_leaks(events)


def test_questions_do_not_depend_on_what_the_player_may_not_see(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    changed = 0
    for step in candidate.steps(3):
        other = candidate.adapter.reshuffle(step.state, step.seat, chance)
        changed += other != step.state
        parts = rules.parts(step.move)
        for number in range(len(parts) + 1):
            asked = rules.question(step.state, parts[:number])
            assert rules.question(other, parts[:number]) == asked
    assert changed > 3


def test_tiles_coming_into_hand_are_of_a_drawable_kind(candidate: Candidate) -> None:
    orders = candidate.rules.orders
    if orders is None:
        return
    for step in candidate.steps():
        before = {*orders.kinds(step.state), *candidate.adapter.unordered_kinds}
        now = orders.in_hand(step.after)
        assert now is None or now in before
        assert set(orders.kinds(step.after)) <= before
    first = orders.kinds(candidate.steps()[0].state)
    assert all(re.fullmatch("[a-z0-9-]{1,25}", kind) for kind in first)


def test_supposed_positions_have_their_seat_kind_and_valid_moves(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    orders = rules.orders
    if orders is None:
        return
    for step in candidate.steps(3 * SOME):
        before = rules.snapshots.encode(step.state)
        for kind in chance.sample(kinds := orders.kinds(step.state), min(3, len(kinds))):
            for seat in candidate.seats(step.state):
                supposed = orders.suppose(step.state, seat, kind)
                assert (rules.to_act(supposed), orders.in_hand(supposed)) == (seat, kind)
                assert rules.scores(supposed) == rules.scores(step.state)
                for move in candidate.legal(supposed)[::3]:
                    _, events = rules.apply(supposed, seat, move)
                    assert not rules.reveals(rules.known_in_advance(events))
        assert rules.snapshots.encode(step.state) == before


def test_supposed_positions_do_not_depend_on_hidden_information(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    changed = 0
    orders = rules.orders
    if orders is None:
        return
    for state in candidate.states(2 * SOME):
        for seat in candidate.seats(state):
            other = candidate.adapter.reshuffle(state, seat, chance)
            changed += other != state
            assert orders.kinds(other) == orders.kinds(state)
            for kind in orders.kinds(state):
                supposed, same = (
                    orders.suppose(position, seat, kind) for position in (state, other)
                )
                assert rules.snapshots.encode(supposed) == rules.snapshots.encode(same)
    assert changed > 10


def test_a_resampled_position_looks_the_same_and_can_be_stored(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    changed = 0
    for number, state in enumerate(candidate.states(SOME)):
        for seat in candidate.seats(state):
            other = rules.resample(state, seat, f"resampling {number}")
            assert rules.view(other, seat) == rules.view(state, seat)
            assert rules.snapshots.decode(rules.snapshots.encode(other)) == other
            changed += rules.resample(state, seat, "another") != other
    assert changed > 10


def test_resampling_gives_nothing_away_that_is_hidden(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    changed = 0
    for state in candidate.states(SOME):
        for seat in candidate.seats(state):
            hidden = candidate.adapter.reshuffle(state, seat, chance)
            changed += hidden != state
            resampled, same = (
                rules.resample(position, seat, "any") for position in (state, hidden)
            )
            assert rules.snapshots.encode(resampled) == rules.snapshots.encode(same)
    assert changed > 10


def test_predictable_choices_do_not_depend_on_hidden_information(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    predicted = 0
    predictions = rules.predictions
    if predictions is None:
        return
    for step in candidate.steps():
        other = candidate.adapter.reshuffle(step.state, None, chance)
        chosen = list[Part]()
        for part in rules.parts(step.move):
            if part[0] not in predictions.steps:
                continue
            asked = predictions.question(step.state, chosen)
            assert predictions.question(other, chosen) == asked
            assert asked is not None
            assert (asked.step, part[1] in asked.choices) == (part[0], True)
            chosen.append(part)
        if chosen:
            assert predictions.question(step.state, chosen) is None
        else:
            assert predictions.question(other, []) == predictions.question(step.state, [])
        assert [name for name, _ in chosen] in ([], list(predictions.steps))
        predicted += len(chosen)
    assert predicted > 0


def test_no_secret_is_anywhere_in_a_view(candidate: Candidate) -> None:
    rules = candidate.rules
    for state in candidate.states(5 * SOME):
        for seat in candidate.all_who_look(state):
            secrets = candidate.adapter.secrets(state, seat)
            for value in reachable(rules.view(state, seat)):
                assert not any(tells(value, secret) for secret in secrets)


def reachable(root: object) -> Iterator[object]:
    """Every value that can be reached from this one."""
    waiting = [root]
    seen = set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if named := getattr(type(value), "__dataclass_fields__", None):
            waiting += [getattr(value, name) for name in named]
        elif isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, tuple | list | set | frozenset):
            waiting += value


def tells(value: object, secret: object) -> bool:
    """Whether the value is the secret, or contains it."""
    if isinstance(value, str) and isinstance(secret, str):
        return secret in value
    if isinstance(value, tuple | list) and isinstance(secret, tuple):
        long = len(secret)
        starts = range(len(value) - long + 1)
        return any(value[i] == secret[0] and tuple(value[i : i + long]) == secret for i in starts)
    return value is secret or (type(value) is type(secret) and value == secret)
