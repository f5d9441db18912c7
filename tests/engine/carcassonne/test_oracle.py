"""The engine plays like the naive second implementation: every legal move, every feature, every
point.

CARCASSONNE_GAMES=500 python -m pytest tests/engine/carcassonne/test_oracle.py
"""

import os
from itertools import cycle
from random import Random

import pytest

from engine.carcassonne.events import Cells, Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.farms import cities_among, cities_at
from engine.carcassonne.features import cells_of, missing_cells
from engine.carcassonne.moves import Move
from engine.carcassonne.placing import completions, legal_moves, placements
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State, large_supply
from engine.selfplay.carcassonne import play_greedily
from engine.tiles.draws import TileDiscarded
from engine.tiles.feature import Feature
from tests.engine.carcassonne.oracle.game import NaiveGame, Scored
from tests.engine.carcassonne.oracle.pictures import DRAWN
from tests.engine.carcassonne.oracle.table import Table

GAMES = int(os.environ.get("CARCASSONNE_GAMES", "8"))
# River, inns.
EXPANSIONS = (("on", "on"), ("on", "off"), ("off", "on"))
# In one of this many positions all legal moves and all features are compared.
SOME = 6
GREEDY = 0.6
# Kind, cells, pennants, things, followers, whether it is complete, the cities that it touches.
FeatureFacts = tuple[str, Cells, int, list[str], list[int], bool, list[Cells]]


def game_setup(number: int) -> tuple[int, str, str]:
    """Seats and options of a game: sixteen games contain every combination, eight every pair."""
    seats = (2, 5, 3, 4)[number % 4]
    small_city = ("two", "four")[(number // 4 + number // 8) % 2]
    return seats, small_city, ("by_city", "by_field")[(number // 4 + number) % 2]


def choose(state: State, chance: Random) -> Move:
    """At random, or so that much is completed and contested."""
    if chance.random() < GREEDY:
        return play_greedily(state, chance)
    return chance.choice(completions(state, chance.choice(placements(state))))


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_goes_as_on_the_naive_table(number: int) -> None:
    seats, small_city, farms = game_setup(number)
    chance = Random(number)
    options = {"small_city": small_city, "farms": farms}
    state, _ = carcassonne.begin(f"oracle/{number}", options, seats=seats)
    play_beside(state, NaiveGame(seats, small_city, farms), chance, number)


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_with_expansions_goes_as_on_the_naive_table(number: int) -> None:
    """Six games contain every number of players with each of the expansions."""
    _, small_city, farms = game_setup(number // 3)
    river, inns = EXPANSIONS[number % 3]
    possible = (4, 2, 6, 3, 5) if inns == "on" else (5, 3, 2, 4)
    seats = possible[number // 3 % len(possible)]
    chance = Random(number)
    options = {"small_city": small_city, "farms": farms, "river": river, "inns": inns}
    state, _ = carcassonne.begin(f"oracle/{number}", options, seats=seats)
    naive = NaiveGame(seats, small_city, farms, river=river, inns=inns)
    play_beside(state, naive, chance, number)


def play_beside(state: State, naive: NaiveGame, chance: Random, number: int) -> None:
    """Play a game to its end on both tables."""
    for turn in cycle(range(SOME)):
        seat = state.seat
        tile = state.drawn
        assert tile is not None
        if turn == number % SOME:
            legal = [carcassonne.move_text(move) for move in legal_moves(state)]
            assert set(legal) == naive.legal_moves(tile, seat)
            assert len(set(legal)) == len(legal)
            assert features_on(state) == find_features(naive.table)
        move = choose(state, chance)
        state, events = carcassonne.apply(state, seat, move)
        mine = naive.play(seat, tile, carcassonne.move_text(move))
        if state.phase == "over":
            mine += naive.finish()
        assert sorted(scorings_in(events)) == sorted(mine)
        assert (list(state.scores), list(state.supply)) == (naive.scores, naive.supply)
        assert list(large_supply(state)) == naive.large_supply
        discarded = [event.tile for event in events if isinstance(event, TileDiscarded)]
        assert not any(naive.placements(tile) for tile in discarded)
        if state.phase == "over":
            break
    assert carcassonne.winners(state) == tuple(
        seat for seat, score in enumerate(naive.scores) if score == max(naive.scores)
    )


def scorings_in(events: tuple[Event, ...]) -> list[Scored]:
    entries: list[Scored] = []
    for event in events:
        match event:
            case FeatureScored() | FinalScored():
                cells = north(event.cells)
                large = event.large
                scored = event.kind, cells, event.followers, large, event.seats, event.points
                entries.append(scored)
            case FarmersScored():
                [cells] = event.fields if event.points % 3 == 0 else event.cities
                farmers = event.followers, event.large
                entries.append(("field", north(cells), *farmers, event.seats, event.points))
            case _:
                pass
    return entries


def north(cells: Cells) -> Cells:
    return tuple(sorted((x, -y) for x, y in cells))


def features_on(state: State) -> list[FeatureFacts]:
    """Every feature but a river, with the cities that it touches, as the board keeps it."""
    board = state.board
    cities = cities_among(board.features())

    def northern_cells(feature: Feature) -> Cells:
        return north(cells_of(board, feature))

    return sorted(
        (
            feature.kind,
            northern_cells(feature),
            feature.marks,
            sorted(feature.things),
            sorted(follower.seat for follower in feature.followers),
            not missing_cells(board, feature),
            sorted(northern_cells(cities[city]) for city in cities_at(feature, cities)),
        )
        for feature in board.features()
        if feature.kind != "river"
    )


def find_features(table: Table) -> list[FeatureFacts]:
    """Every feature, with the cities that it touches, as it is found anew."""
    features = table.features()
    return sorted(
        (
            feature.kind,
            tuple(sorted(feature.cells)),
            feature.pennants,
            sorted(feature.things),
            sorted(feature.seats),
            feature.complete,
            sorted(
                tuple(sorted(city.cells))
                for city in features
                if (feature.kind, city.kind) == ("field", "city") and table.touches(feature, city)
            ),
        )
        for feature in features
    )


def test_the_pictures_drawn_by_hand_are_all_the_types() -> None:
    assert list(DRAWN) == [tile.id for tile in carcassonne.begin("", {})[0].setup.catalogue.tiles]
