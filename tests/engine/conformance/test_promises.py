"""What every game promises, checked on whole games of every kind.

Every state is examined or, where that takes long, some of them. More games of each kind:

    CONFORMANCE_TIMES=20 python -m pytest tests/engine/conformance
"""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, IllegalMove, SnapshotError
from tests.engine.conformance.candidates import SOME, Candidate
from tests.engine.conformance.playing import by_chance, most_elaborate, play


def test_the_options_played_hold_several_values_of_each(candidate: Candidate) -> None:
    sets = candidate.adapter.option_sets
    assert all(len({options[option] for options in sets}) > 1 for option in sets[0])


def test_legal_moves_are_distinct_and_one_is_always_there(candidate: Candidate) -> None:
    for step in candidate.steps():
        assert len(set(step.legal)) == len(step.legal) > 0


def test_legal_moves_apply_without_mutating_the_state(candidate: Candidate) -> None:
    rules = candidate.rules
    for step in candidate.steps(SOME):
        before = rules.snapshots.encode(step.state)
        for move in step.legal:
            after, events = rules.apply(step.state, step.seat, move)
            assert events or rules.snapshots.encode(after) != before
        assert rules.snapshots.encode(step.state) == before
        assert rules.snapshots.decode(before) == step.state
        assert candidate.legal(step.state) == step.legal


def test_every_legal_move_reads_back_from_its_text(candidate: Candidate) -> None:
    rules = candidate.rules
    for step in candidate.steps(3):
        texts = [rules.move_text(move) for move in step.legal]
        assert [rules.parse_move(text) for text in texts] == step.legal
        assert len(set(texts)) == len(texts)


def test_moves_have_distinct_parts_and_equal_parts_one_next_step(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for step in candidate.steps(3):
        every = [rules.parts(move) for move in step.legal]
        assert len(set(every)) == len(every)
        steps_after: dict[tuple[tuple[str, str], ...], str] = {}
        for parts in every:
            for number, (chosen, token) in enumerate(parts):
                assert steps_after.setdefault(parts[:number], chosen) == chosen
                assert token
            assert parts not in steps_after, "another move goes on where this one ends"


def test_illegal_neighbours_of_legal_moves_are_refused(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    refused = 0
    steps = candidate.steps(3)
    for step in steps:
        is_legal = candidate.legality(step.state, step.legal)
        before = rules.snapshots.encode(step.state)
        for move in (step.move, chance.choice(step.legal), most_elaborate(rules, step.legal)):
            for other in candidate.adapter.neighbours(step.state, move, chance):
                if not is_legal(other):
                    with pytest.raises(IllegalMove) as refusal:
                        rules.apply(step.state, step.seat, other)
                    assert refusal.value.reason
                    assert json.dumps(refusal.value.facts)
                    refused += 1
        assert rules.snapshots.encode(step.state) == before
    assert refused > len(steps)


def test_nobody_moves_out_of_turn_or_after_the_end(candidate: Candidate) -> None:
    rules = candidate.rules
    for step in candidate.steps():
        for seat in {*candidate.seats(step.state), -1, 99} - {step.seat}:
            with pytest.raises(IllegalMove):
                rules.apply(step.state, seat, step.move)
    for played in candidate.played_games():
        end = played.steps[-1].after
        assert rules.to_act(end) is None
        assert candidate.legal(end) == []
        for step in played.steps:
            with pytest.raises(IllegalMove):
                rules.apply(end, step.seat, step.move)


def test_a_state_reads_back_from_its_text(candidate: Candidate) -> None:
    rules = candidate.rules
    for state in candidate.states(4):
        text = rules.snapshots.encode(state)
        back = rules.snapshots.decode(text)
        assert back == state
        assert rules.snapshots.encode(back) == text
        assert candidate.legal(back) == candidate.legal(state)
        assert rules.view(back, None) == rules.view(state, None)


def test_a_damaged_text_of_a_state_is_refused(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    for state in candidate.states(10 * SOME):
        text = rules.snapshots.encode(state)
        cuts = [text[: chance.randrange(len(text))] for _ in range(3)]
        whole = json.loads(text)
        keys = whole.keys() - {"format"}  # which is taken for the newest where it is missing
        missing = [json.dumps({k: whole[k] for k in whole if k != key}) for key in keys]
        more = json.dumps({**whole, "more": 1})
        changed = (text[:-1], text + "x", text.replace("1", "x"), more, *cuts, *missing)
        for damaged in (*changed, "", "null", "[]", "{}"):
            with pytest.raises(SnapshotError):
                rules.snapshots.decode(damaged)


def test_the_text_of_a_state_stays_small(candidate: Candidate) -> None:
    encode = candidate.rules.snapshots.encode
    assert max(len(encode(state)) for state in candidate.states(4)) < 20_000


def test_events_read_back_from_their_text(candidate: Candidate) -> None:
    rules = candidate.rules
    for played in candidate.played_games():
        for events in (played.opening, *(step.events for step in played.steps), ()):
            text = rules.event_log.text(events)
            back = rules.event_log.parse(text)
            assert back == events
            assert repr(back) == repr(events)
            assert rules.event_log.text(back) == text


def test_a_text_that_is_not_that_of_events_is_refused(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    for step in candidate.steps(SOME):
        text = rules.event_log.text(step.events)
        cuts = [text[: chance.randrange(len(text))] for _ in range(3)]
        more = text.replace("{", '{"more":1,', 1)
        kind = text.replace('"event":"', '"event":"No', 1)
        for wrong in (*cuts, more, kind, text + "]", f" {text}", "", "null", "{}", "[1]", "[{}]"):
            with pytest.raises(SnapshotError, match="not the events of a move"):
                rules.event_log.parse(wrong)


def test_the_points_of_the_events_add_up_to_the_scores(candidate: Candidate) -> None:
    rules = candidate.rules
    for played in candidate.played_games():
        sums = rules.scores(played.steps[0].state)
        for step in played.steps:
            sums = tuple(map(sum, zip(sums, rules.points(step.events), strict=True)))
            assert sums == rules.scores(step.after)


def test_tally_points_by_kind_add_up_to_each_seats_score(candidate: Candidate) -> None:
    rules = candidate.rules
    for played in candidate.played_games():
        positions = [(played.steps[0].state, played.opening)]
        positions += [(step.after, step.events) for step in played.steps]
        before = rules.scores(positions[0][0])
        after = rules.scores(positions[-1][0])
        points = [
            sum(count for what, count in counted.items() if what.startswith("points."))
            for counted in rules.tally(positions)
        ]
        assert tuple(map(sum, zip(before, points, strict=True))) == after


def test_no_piece_is_lost_or_made(candidate: Candidate) -> None:
    for played in candidate.played_games():
        events = list(played.opening)
        for ply, step in enumerate(played.steps, 1):
            events += step.events
            if ply % 4 and step is not played.steps[-1]:
                continue
            pieces = candidate.adapter.pieces(step.after, events)
            assert {what: count for what, (count, _) in pieces.items()} == {
                what: wanted for what, (_, wanted) in pieces.items()
            }


def test_the_same_seed_and_moves_give_the_same_game(candidate: Candidate) -> None:
    rules = candidate.rules
    for number, options in enumerate(candidate.adapter.option_sets):
        seed = f"again-{number}"
        first, opening = rules.begin(seed, options)
        assert (first, opening) == rules.begin(seed, options)
        played = play(rules, first, by_chance(Random(seed)), candidate.legal)
        state = rules.begin(seed, options)[0]
        for step in played.steps:
            state, events = rules.apply(
                state, step.seat, rules.parse_move(rules.move_text(step.move))
            )
            assert (state, events) == (step.after, step.events)
            assert rules.snapshots.encode(state) == rules.snapshots.encode(step.after)


def test_the_first_seat_can_be_given(candidate: Candidate) -> None:
    rules = candidate.rules
    state, _ = rules.begin("a seed", {})
    assert [rules.to_act(rules.begin("a seed", {}, n)[0]) for n in candidate.seats(state)] == list(
        candidate.seats(state)
    )


def test_options_that_do_not_exist_are_refused(candidate: Candidate) -> None:
    strange = [{option: "no such value"} for option in candidate.adapter.option_sets[0]]
    for options in ({"no such option": "on"}, *strange):
        with pytest.raises(EngineError):
            candidate.rules.begin("a seed", options)


PICKS = st.lists(st.integers(0, 9999), min_size=40, max_size=90)


@settings(
    derandomize=True,
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data(), seed=st.text(max_size=30), picks=PICKS)
def test_any_line_of_play_keeps_the_promises(
    candidate: Candidate, data: st.DataObject, seed: str, picks: list[int]
) -> None:
    rules = candidate.rules
    state, opening = rules.begin(seed, data.draw(st.sampled_from(candidate.adapter.option_sets)))
    events = list(opening)
    for pick in picks:
        seat = rules.to_act(state)
        if seat is None:
            break
        move = candidate.pick(state, pick)
        assert rules.parse_move(rules.move_text(move)) == move
        state, happened = rules.apply(state, seat, move)
        events += happened
    assert rules.points(events) == rules.scores(state)
    assert rules.points(rules.events_for(events, None)) == rules.scores(state)
    assert rules.snapshots.decode(rules.snapshots.encode(state)) == state
    pieces = candidate.adapter.pieces(state, events).values()
    assert [count for count, _ in pieces] == [wanted for _, wanted in pieces]


def test_predictable_steps_are_chosen_in_order_or_not_at_all(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    outcomes = set[bool]()
    if rules.predictions is None:
        return
    predicted = list(rules.predictions.steps)
    for step in candidate.steps(SOME):
        for move in step.legal:
            chosen = [part for part, _ in rules.parts(move) if part in predicted]
            assert chosen in ([], predicted)
            outcomes.add(bool(chosen))
    assert True in outcomes
