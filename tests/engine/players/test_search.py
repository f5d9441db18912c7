"""The search: in resampled positions, and through the end of a game, which is searched completely
and exactly."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, permutations
from random import Random
from statistics import fmean
from typing import Any

import pytest

from engine.carcassonne import placing as carcassonne_placing
from engine.castle import choices as castle_choices
from engine.castle.imagining import unseen_wall_tiles
from engine.castle.rules import castle
from engine.castle.state import State
from engine.games import GAMES
from engine.players.castle.candidates import candidates
from engine.players.endgame import FARTHEST, WORKED_OUT, Endgame, Line
from engine.players.expert import EndRules, lead
from engine.players.players import EXPERTS, positions_in, think
from engine.players.search import LEVELS, LONGEST, Worlds
from engine.players.tiles import orders, stack
from engine.selfplay.match import Match
from tests.engine.carcassonne.kit.boards import table
from tools.ends import check, positions_of

# The games in which tiles are drawn.
TILED = [kind for kind, expert in EXPERTS.items() if expert.end is not None]
LEGAL_MOVES: dict[str, Callable[[Any], Iterable[Any]]] = {
    "castle": castle_choices.legal_moves,
    "carcassonne": carcassonne_placing.legal_moves,
}
# How many tiles are left where an end begins, at most.
LEFT = 6
# Each move that leads to an end is one of this many that are best at first sight.
LIKELY = 3
Leads = tuple[Fraction, ...]
# Positions with their probabilities.
Weighted = list[tuple[Fraction, Any]]


@cache
def last_states(kind: str, number: int, seats: int) -> Sequence[Any]:
    """Positions of a game with few tiles left to draw."""
    rules = GAMES[kind]
    chance = Random(number)
    state, _ = rules.begin(f"ending/{number}", rules.settle_options({}), 0, seats)
    states = []
    while (seat := rules.to_act(state)) is not None:
        if len(stack(state)) <= LEFT:
            states.append(state)
        best = EXPERTS[kind].candidates(state)[:LIKELY]
        state, _ = rules.apply(state, seat, chance.choice(best).move)
    return states


def endings(kind: str, left: int, seats: int = 2) -> Iterator[Any]:
    """Positions with this many tiles left to draw, one each from many games."""
    for number in range(1, 100):
        positions = [
            state for state in last_states(kind, number, seats) if len(stack(state)) <= left
        ]
        if positions and len(stack(positions[0])) == left:
            yield positions[0]


def one_wall_tile(state: Any) -> Any:
    """With at most one wall tile face down; the others are out of the game."""
    return state._replace(wall=dict(list(state.wall.items())[:1]))


def all_worlds(kind: str, state: Any) -> Weighted:
    """Put everything hidden in every order."""
    setup = state.setup
    orders = list(permutations(setup.deck[state.dealt :]))
    worlds = [
        state._replace(setup=replace(setup, deck=(*setup.deck[: state.dealt], *order)))
        for order in orders
    ]
    if kind == "castle":
        worlds = [
            world._replace(
                setup=replace(world.setup, wall_tiles={**setup.wall_tiles, **wall}), wall=wall
            )
            for world in worlds
            for kinds in permutations(unseen_wall_tiles(state), len(state.wall))
            for wall in [dict(zip(state.wall, kinds, strict=True))]
        ]
    return [(Fraction(1, len(worlds)), world) for world in worlds]


def naive_leads(kind: str, worlds: Weighted) -> dict[Any, Leads]:
    """The leads of all seats by legal move, over positions that look the same to the player to
    act."""
    rules = GAMES[kind]
    seat = rules.to_act(worlds[0][1])
    assert seat is not None
    return {
        move: _expected_leads(
            kind, [(chance, rules.apply(world, seat, move)[0]) for chance, world in worlds]
        )
        for move in LEGAL_MOVES[kind](worlds[0][1])
    }


def _expected_leads(kind: str, worlds: Weighted) -> Leads:
    """If each player chooses what is best according to what they can see."""
    alike = defaultdict[str, Weighted](list)
    for chance, world in worlds:
        alike[_as_seen(kind, world)].append((chance, world))
    each = [_best_leads(kind, group) for group in alike.values()]
    return tuple(sum(leads, Fraction()) for leads in zip(*each, strict=True))


def _best_leads(kind: str, worlds: Weighted) -> Leads:
    """Leads after the best move, multiplied by the probability of these worlds."""
    seat = GAMES[kind].to_act(worlds[0][1])
    if seat is not None:
        return max(naive_leads(kind, worlds).values(), key=lambda leads: leads[seat])
    total = sum(chance for chance, _ in worlds)
    scores = GAMES[kind].scores(worlds[0][1])
    return tuple(total * Fraction(lead(scores, player)) for player in range(len(scores)))


def _as_seen(kind: str, state: Any) -> str:
    rules = GAMES[kind]
    seat = rules.to_act(state)
    return rules.snapshots.encode(state if seat is None else rules.resample(state, seat, "alike"))


def late(kind: str) -> Any:
    """A position with some tiles left to draw."""
    return next(endings(kind, LEFT))


def worlds(kind: str, state: Any, seed: int) -> Worlds:
    return Worlds(GAMES[kind].resample, state, state.seat, seed, EXPERTS[kind].next_tiles)


@pytest.mark.parametrize("kind", TILED)
def test_every_tile_comes_next_once_before_any_repeats(kind: str) -> None:
    state = late(kind)
    sample = worlds(kind, state, 1)
    for cycle in range(3):
        comes = [stack(sample.world(cycle * LEFT + at))[0] for at in range(LEFT)]
        assert Counter(comes) == Counter(stack(state))


def test_the_river_comes_before_the_land() -> None:
    state, _ = GAMES["carcassonne"].begin("worlds", {"river": "on"})
    sample = worlds("carcassonne", state, 1)
    comes = [stack(sample.world(number))[0] for number in range(12)]
    assert {tile.split("-")[0] for tile in comes} == {"river"}


@pytest.mark.parametrize("kind", GAMES)
def test_all_look_the_same_to_the_seat(kind: str) -> None:
    rules = GAMES[kind]
    state, _ = rules.begin("worlds", rules.settle_options({}))
    for _ in range(4):
        seat = rules.to_act(state)
        assert seat is not None
        sample = Worlds(rules.resample, state, seat, 1, EXPERTS[kind].next_tiles)
        views = [rules.view(sample.world(number), seat) for number in range(5)]
        assert views == [rules.view(state, seat)] * 5
        best = EXPERTS[kind].candidates(state)[0].move
        state, _ = rules.apply(state, seat, best)


def test_the_best_reply_is_expected_exactly_over_all_tiles() -> None:
    """Whatever the seed, if there are as many worlds as tiles, they give the same expectation."""
    rules = GAMES["carcassonne"]
    expert = EXPERTS["carcassonne"]
    for state in islice(endings("carcassonne", LEFT), 2):
        move = expert.candidates(state)[0].move
        expected = []
        for seed in range(3):
            sample = worlds("carcassonne", state, seed)
            after = [rules.apply(sample.world(at), state.seat, move)[0] for at in range(LEFT)]
            expected.append(
                fmean(lead(expert.rollout(rules, world, 1)[0], state.seat) for world in after)
            )
        assert expected == pytest.approx([expected[0]] * 3)


ROAD = """
    fcccf
    fffff
    rr0rr
    fffff
    fffff
    """
ENOUGH = 10**9
# Leads closer than this are the same.
TINY = 1e-9
# How many moves a search may weigh.
ROOM = 1_000
# Moves weighed or made before the next count.
MOST_AT_ONCE = 500
# How many games each kind of ending is taken from.
GAMES_PLAYED = 6


def quick_endings(kind: str, left: int, seats: int = 2) -> list[Any]:
    """Positions with this many tiles left to draw, from a few games; those which take the naive
    search the least time, two between two players, one between more."""
    positions = list(islice(endings(kind, left, seats), GAMES_PLAYED))
    if kind == "castle":
        positions = [one_wall_tile(state) for state in positions]
    return sorted(positions, key=lambda state: len(legal_moves(kind, state)))[
        : 2 if seats == 2 else 1
    ]


def legal_moves(kind: str, state: Any) -> list[Any]:
    return list(LEGAL_MOVES[kind](state))


def end_of(kind: str) -> EndRules[Any, Any]:
    end = EXPERTS[kind].end
    assert end is not None
    return end


def search_end(kind: str, state: Any, besides: Any = None) -> list[Line[Any, Any]]:
    """The moves in the order in which they are found, with as many positions as that takes."""
    endgame = Endgame(GAMES[kind], EXPERTS[kind], end_of(kind), ENOUGH)
    lines = endgame.search(state, EXPERTS[kind].candidates(state), 1, besides)
    assert endgame.is_exact
    return lines


@pytest.mark.parametrize(
    ("kind", "left", "seats"),
    [
        ("castle", 0, 2),
        ("castle", 1, 2),
        ("carcassonne", 0, 2),
        ("carcassonne", 1, 2),
        ("carcassonne", 1, 3),
        ("carcassonne", 1, 4),
    ],
)
def test_a_naive_search_agrees_about_what_moves_bring(kind: str, left: int, seats: int) -> None:
    for state in quick_endings(kind, left, seats):
        check_search(kind, state)


def test_two_tiles_before_the_end_a_naive_search_agrees() -> None:
    """The last two can come in either order."""
    for then in (("E", "U"), ("B", "G"), ("V", "V")):
        check_search("carcassonne", table(ROAD, "K", then=then, supply=(0, 0)))


def check_search(kind: str, state: Any) -> None:
    """The naive search agrees about what the best moves bring, and no legal move brings more. The
    others bring at most what they were found to bring, if two play."""
    seat = GAMES[kind].to_act(state)
    assert seat is not None
    naive = {
        move: float(leads[seat])
        for move, leads in naive_leads(kind, all_worlds(kind, state)).items()
    }
    lines = search_end(kind, state)
    assert lines[0].worth(seat) == pytest.approx(max(naive.values()))
    exact = {line.move: line.worth(seat) for line in lines if line.is_exact}
    assert len(exact) >= min(len(lines), WORKED_OUT)
    assert {move: naive[move] for move in exact} == pytest.approx(exact)
    if len(GAMES[kind].scores(state)) == 2:
        assert all(naive[line.move] <= line.worth(seat) + TINY for line in lines)


def test_a_tile_that_fits_may_come_after_those_that_do_not() -> None:
    assert orders("AAXB", lambda tile: tile != "X") == pytest.approx(
        {
            ("A", "A", "B", "X"): 1 / 2,
            ("B", "A", "A", "X"): 1 / 4,
            ("X", "A", "A", "B"): 1 / 6,
            ("X", "B", "A", "A"): 1 / 12,
        }
    )


def test_when_no_tile_fits_all_are_discarded() -> None:
    probabilities = orders("XYX", lambda tile: False)
    assert probabilities == {("X", "X", "Y"): pytest.approx(1.0)}


def test_the_last_tile_is_the_opponents() -> None:
    """At first sight a knight in the city beside the start promises most: the next tile completes
    it. But it is the opponent who draws it."""
    state = table(ROAD, "F", then=("E",))
    text = GAMES["carcassonne"].move_text
    first = EXPERTS["carcassonne"].candidates(state)[0]
    assert (text(first.move), round(first.worth)) == ("0,-1 r0 knight@E", 9)
    lines = search_end("carcassonne", state, besides=first.move)
    brings = {text(line.move): line.worth(state.seat) for line in lines}
    assert brings["0,-1 r0 knight@E"] == -1
    assert max(brings, key=brings.__getitem__) == "0,1 r1 knight@N"
    assert brings["0,1 r1 knight@N"] == 3


# How many games the ends are taken from, and at most how many moves are tried in two of them.
ENDS = 3
FEW_MOVES = 40


@pytest.mark.parametrize("kind", TILED)
def test_with_one_tile_left_nothing_is_given_away(kind: str) -> None:
    """Every such position of some games, at the full strength, against everything that the rules
    allow."""
    budget = positions_in(kind, LEVELS["hard"].seconds)
    ends = positions_of(kind, next(iter(GAMES[kind].presets)), seed=1, left=1)
    for _, _, state in islice(ends, ENDS):
        checked = check(kind, state, budget)
        assert checked.better is None
        assert checked.is_exact
        assert checked.positions <= LONGEST * budget


def test_with_two_tiles_left_nothing_is_given_away() -> None:
    budget = positions_in("carcassonne", LEVELS["hard"].seconds)
    ends = positions_of("carcassonne", "current", seed=1, left=2)
    small = (state for _, _, state in ends if len(legal_moves("carcassonne", state)) <= FEW_MOVES)
    checked = check("carcassonne", next(small), budget)
    assert checked.better is None
    assert checked.is_exact
    assert checked.positions <= budget + MOST_AT_ONCE


def test_a_move_is_found_that_is_not_among_the_best_at_sight() -> None:
    """The one that is best at first sight would lose by 24 points."""
    (played,) = Match("castle", 881203, "medium", "official").play(2)
    state = played.plies[58].state
    thought = think("castle", state, "hard", Random(1))
    assert thought.is_exact
    assert (castle.move_text(thought.best.move), thought.best.worth) == ("H6 r0 herald@S", -13)


@pytest.mark.parametrize("left", range(FARTHEST + 1))
@pytest.mark.parametrize("kind", TILED)
def test_what_is_hidden_changes_no_search_nor_its_length(kind: str, left: int) -> None:
    rules = GAMES[kind]
    budget = ROOM * end_of(kind).cost
    for state in islice(endings(kind, left), 2):
        seat = rules.to_act(state)
        assert seat is not None
        thoughts = [
            think(kind, rules.resample(state, seat, f"other/{number}"), "hard", Random(1), budget)
            for number in range(2)
        ]
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("kind", TILED)
def test_the_search_keeps_to_its_budget(kind: str) -> None:
    for state in islice(endings(kind, FARTHEST), 2):
        for moves in (ROOM // 10, ROOM):
            expert = EXPERTS[kind]
            end = end_of(kind)
            budget = moves * end.cost
            endgame = Endgame(GAMES[kind], expert, end, budget)
            endgame.search(state, expert.candidates(state), 1)
            assert endgame.positions <= budget + MOST_AT_ONCE * end.cost


BUDGET = 20_000
# Positions weighed in the last world, at most.
ONE_WORLD = 1_000


def state_after(turns: int) -> State:
    """A game after this many of the best turns at first sight."""
    state, _ = castle.begin("search", castle.settle_options({}), 0)
    for _ in range(turns):
        state, _ = castle.apply(state, state.seat, candidates(state)[0].move)
    return state


def last_turn() -> State:
    states = [state_after(0)]
    while states[-1].phase != "over":
        state = states[-1]
        states.append(castle.apply(state, state.seat, candidates(state)[0].move)[0])
    return states[-2]


def test_a_clear_choice_takes_less_than_the_budget() -> None:
    budget = 4 * BUDGET
    assert think("castle", state_after(12), "hard", Random(1), budget).positions < budget / 2


def test_a_close_choice_takes_more_than_the_budget() -> None:
    rules = GAMES["carcassonne"]
    budget = 2_000
    state, _ = rules.begin("close", rules.settle_options({}), 0)
    assert think("carcassonne", state, "hard", Random(1), budget).positions > 1.5 * budget


def test_a_move_to_be_judged_is_compared_for_the_whole_budget() -> None:
    state = state_after(10)
    move = candidates(state)[1].move
    thought = think("castle", state, "hard", Random(1), BUDGET, besides=move)
    assert BUDGET <= thought.positions <= BUDGET + ONE_WORLD


@pytest.mark.parametrize(
    ("kind", "budget"), [("castle", 20_000), ("carcassonne", 1_000), ("castellan", 100)]
)
def test_no_thought_takes_more_than_twice_its_budget(kind: str, budget: int) -> None:
    """Except for the last world, in which every candidate is tried. Wherever it begins, the end of
    the game included."""
    rules = GAMES[kind]
    state, _ = rules.begin("twice", rules.settle_options({}), 0)
    states = []
    while (seat := rules.to_act(state)) is not None:
        states.append(state)
        best = EXPERTS[kind].candidates(state)[0].move
        state, _ = rules.apply(state, seat, best)
    for number, state in enumerate([*states[:-4:4], *states[-4:]]):
        thought = think(kind, state, "medium" if number % 3 else "hard", Random(1), budget)
        assert thought.positions <= LONGEST * budget + ONE_WORLD


def test_the_end_is_thought_through_at_once() -> None:
    assert think("castle", last_turn(), "hard", Random(1), BUDGET).positions < BUDGET


def test_the_last_turn_is_the_one_that_ends_best() -> None:
    state = last_turn()
    thought = think("castle", state, "hard", Random(1), BUDGET)
    leads = []
    for idea in thought.ideas:
        first, second = castle.apply(state, state.seat, idea.move)[0].scores
        leads.append(first - second if state.seat == 0 else second - first)
    assert leads[0] == max(leads)


def test_the_highest_level_finds_more_than_one_idea() -> None:
    thought = think("castle", state_after(20), "hard", Random(1), BUDGET)
    assert len(thought.ideas) == 10
    assert len({idea.move for idea in thought.ideas}) == 10
