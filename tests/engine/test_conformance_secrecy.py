"""What is hidden in a game stays so, in every game: views, what can be foreseen or supposed, and
nothing else, are all that anybody is told."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from random import Random

from engine.game import GAMES
from tests.engine.adapters import ADAPTERS
from tests.engine.conforming import SOME, each_game, seats, states, steps


@each_game
def test_no_view_changes_with_what_nobody_may_see(name: str) -> None:
    game, chance, changed = GAMES[name], Random(name), 0
    for state in states(name, SOME):
        other = ADAPTERS[name].reshuffled(state, chance)
        changed += other != state
        for seat in (None, *seats(name, state)):
            assert game.view(other, seat) == game.view(state, seat)
    assert changed > 10


@each_game
def test_nothing_that_can_be_foreseen_changes_with_what_nobody_may_see(name: str) -> None:
    game, chance, otherwise = GAMES[name], Random(name), 0
    for step in steps(name, SOME):
        other = ADAPTERS[name].reshuffled(step.state, chance)
        assert list(game.legal_moves(other)) == step.legal
        for move in step.legal:
            _, events = game.apply(step.state, step.seat, move)
            _, others = game.apply(other, step.seat, move)
            assert game.foreseen(others) == game.foreseen(events)
            assert not game.reveals(game.foreseen(events))
            otherwise += others != events
    assert otherwise > 1000


@each_game
def test_whose_turn_it_is_tells_nothing_that_is_hidden_but_where_it_says_so(name: str) -> None:
    game, chance = GAMES[name], Random(name)
    for step in steps(name, SOME):
        other = ADAPTERS[name].reshuffled(step.state, chance)
        for move in step.legal:
            after, events = game.apply(step.state, step.seat, move)
            instead, _ = game.apply(other, step.seat, move)
            turns = {game.to_act(after), game.to_act(instead)} - {None}
            assert len(turns) < 2 or game.turn_tells(events)
            assert game.reveals(events) or not game.turn_tells(events)


@each_game
def test_what_comes_into_a_hand_is_of_a_kind_that_could_be_drawn(name: str) -> None:
    game = GAMES[name]
    for step in steps(name):
        before, now = set(game.kinds(step.state)), game.in_hand(step.after)
        assert now is None or now in before
        assert set(game.kinds(step.after)) <= before
    first = game.kinds(steps(name)[0].state)
    assert all(re.fullmatch("[a-z0-9-]{1,25}", kind) for kind in first)


@each_game
def test_a_supposed_position_is_of_that_seat_and_kind_and_its_moves_apply(name: str) -> None:
    game, chance = GAMES[name], Random(name)
    for step in steps(name, SOME):
        before = game.encode(step.state)
        for kind in chance.sample(kinds := game.kinds(step.state), min(3, len(kinds))):
            for seat in seats(name, step.state):
                supposed = game.supposing(step.state, seat, kind)
                assert (game.to_act(supposed), game.in_hand(supposed)) == (seat, kind)
                assert game.scores(supposed) == game.scores(step.state)
                for move in game.legal_moves(supposed):
                    _, events = game.apply(supposed, seat, move)
                    assert not game.reveals(game.foreseen(events))
        assert game.encode(step.state) == before


@each_game
def test_nothing_that_is_supposed_changes_with_what_nobody_may_see(name: str) -> None:
    game, chance, changed = GAMES[name], Random(name), 0
    for state in states(name, SOME):
        other = ADAPTERS[name].reshuffled(state, chance)
        changed += other != state
        assert game.kinds(other) == game.kinds(state)
        for kind in game.kinds(state):
            for seat in seats(name, state):
                one, same = (game.supposing(of, seat, kind) for of in (state, other))
                assert game.encode(one) == game.encode(same)
    assert changed > 10


@each_game
def test_no_secret_is_anywhere_in_a_view(name: str) -> None:
    game = GAMES[name]
    for state in states(name, 5 * SOME):
        secrets = ADAPTERS[name].secrets(state)
        for seat in (None, *seats(name, state)):
            for value in reachable(game.view(state, seat)):
                assert not any(tells(value, secret) for secret in secrets)


def reachable(root: object) -> Iterator[object]:
    """Every value that somebody who holds this one can get at."""
    waiting, seen = [root], set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if is_dataclass(value):
            waiting += [getattr(value, field.name) for field in fields(value)]
        elif isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, tuple | list | set | frozenset):
            waiting += value


def tells(value: object, secret: object) -> bool:
    """Whether the value is the secret, or holds it as a part."""
    if isinstance(value, str) and isinstance(secret, str):
        return secret in value
    if isinstance(value, tuple | list) and isinstance(secret, tuple):
        long = len(secret)
        return any(tuple(value[i : i + long]) == secret for i in range(len(value) - long + 1))
    return value is secret or (type(value) is type(secret) and value == secret)
