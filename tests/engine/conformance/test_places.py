"""Everybody's place at the end of every game, whoever left it on the way."""

from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.recording import lines


def test_nobody_has_won_before_the_end(candidate: Candidate) -> None:
    for line in lines(candidate):
        assert not any(candidate.rules.winners(state) for state, _ in line.positions[:-1])
        assert candidate.rules.winners(line.state)


def test_places_are_counted_from_those_who_did_better(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        places = rules.places(line.state)
        assert len(places) == len(rules.scores(line.state))
        for place in places:
            assert place == 1 + sum(other < place for other in places)
        won = tuple(seat for seat, place in enumerate(places) if place == 1)
        assert won == rules.winners(line.state)


def test_more_points_never_place_a_remaining_player_lower(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        gone = {seat for seat, _ in line.left}
        scores = rules.scores(line.state)
        places = rules.places(line.state)
        stayed = [seat for seat in candidate.seats(line.state) if seat not in gone]
        for seat in stayed:
            for other in stayed:
                assert scores[seat] <= scores[other] or places[seat] < places[other]


def test_leavers_share_the_place_behind_the_remaining_players(candidate: Candidate) -> None:
    for line in lines(candidate):
        gone = {seat for seat, _ in line.left}
        places = candidate.rules.places(line.state)
        stayed = [place for seat, place in enumerate(places) if seat not in gone]
        assert all(places[seat] == 1 + len(stayed) for seat in gone)


def test_a_game_can_end_at_any_time(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        for state, _ in line.positions[:-1]:
            over = rules.end_now(state)
            assert rules.to_act(over) is None
            first = tuple(seat for seat, place in enumerate(rules.places(over)) if place == 1)
            assert first == rules.winners(over)


def test_no_game_takes_more_turns_than_the_most(candidate: Candidate) -> None:
    for line in lines(candidate):
        turns = len(line.positions) - 1 - len(line.left)
        seats = len(candidate.rules.scores(line.state))
        assert turns <= candidate.rules.most_turns_with(line.recorded.options, seats)


def test_whoever_left_never_acts_again(candidate: Candidate) -> None:
    for line in lines(candidate):
        for seat, at in line.left:
            assert seat not in [candidate.rules.to_act(state) for state, _ in line.positions[at:]]


def test_players_leave_in_some_games_that_go_on_without_them(candidate: Candidate) -> None:
    assert any(line.left for line in lines(candidate)) == (candidate.rules.leaving is not None)


def test_the_points_of_the_events_add_up_whoever_leaves(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        events = [event for _, batch in line.positions for event in batch]
        assert rules.points(events) == rules.scores(line.state)
        points = [
            sum(count for what, count in counted.items() if what.startswith("points."))
            for counted in rules.tally(line.positions)
        ]
        assert tuple(points) == rules.scores(line.state)


def test_no_piece_is_lost_or_made_whoever_leaves(candidate: Candidate) -> None:
    for line in lines(candidate):
        events = [event for _, batch in line.positions for event in batch]
        pieces = candidate.adapter.pieces(line.state, events).values()
        assert [count for count, _ in pieces] == [wanted for _, wanted in pieces]


def test_positions_and_events_read_back_whoever_left(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        for _, at in line.left:
            for state, events in line.positions[at::3]:
                assert rules.snapshots.decode(rules.snapshots.encode(state)) == state
                assert rules.event_log.parse(rules.event_log.text(events)) == events
