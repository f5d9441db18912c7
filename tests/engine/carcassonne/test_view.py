"""What everybody may see."""

from dataclasses import replace

from engine.carcassonne.placing import placements
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from engine.carcassonne.view import Feature
from engine.tiles.grid import bits
from tests.engine.carcassonne.kit.boards import table
from tests.engine.carcassonne.kit.positions import POSITIONS

TABLE = """
    ..... fcccf .....
    ..... fc1cf .....
    ..... fcPcf .....
    ..... fcccf .....
    ..... fcccf .....

    fffff fcccf fffff
    fffff fffff fffff
    rr0rr rrrrr rrrff
    fffff fffff ffrff
    fffff fffff ffrff

    ..... fffff .....
    ..... fffff .....
    ..... ff0ff .....
    ..... fffff .....
    ..... fffff .....
    """


def feature(state: State, kind: str) -> Feature:
    return next(
        feature for feature in carcassonne.view(state, None).features if feature.kind == kind
    )


def test_everybody_sees_the_same() -> None:
    for state in POSITIONS[::20]:
        views = [carcassonne.view(state, seat) for seat in (None, 0, 1, 2)]
        assert len({repr(replace(view, seat=None)) for view in views}) == 1


def test_the_view_contains_neither_the_deck_order_nor_the_seed() -> None:
    for state in POSITIONS[:-3:20]:
        undrawn = state.setup.deck[state.dealt :]
        deck = (*state.setup.deck[: state.dealt], *undrawn[::-1])
        other = state._replace(setup=replace(state.setup, deck=deck, seed="another"))
        assert carcassonne.view(other, 0) == carcassonne.view(state, 0)


def test_the_tiles_left_are_counted_by_type() -> None:
    state = POSITIONS[30]
    seen = carcassonne.view(state, None)
    assert sum(seen.unseen.values()) == seen.tiles_left == 71 - state.dealt


def test_pieces_do_not_get_lost() -> None:
    for state in POSITIONS[::10]:
        seen = carcassonne.view(state, None)
        for seat, supply in enumerate(seen.supply):
            assert supply + sum(follower.seat == seat for follower in seen.followers) == 7


def test_followers_are_viewed_with_their_role_and_spot() -> None:
    followers = carcassonne.view(table(TABLE), None).followers
    seen = {
        (follower.seat, follower.role, follower.spot.cell, follower.spot.port)
        for follower in followers
    }
    assert seen == {
        (1, "knight", (0, -1), 1),
        (0, "highwayman", (-1, 0), 4),
        (0, "monk", (0, 1), None),
    }


def test_features_are_viewed_with_leader_and_open_sides() -> None:
    state = table(TABLE)
    city = feature(state, "city")
    assert (city.cells, city.pennants, city.complete) == (((0, 0), (0, -1)), 1, False)
    assert (city.counts, city.leaders) == ((0, 1), (1,))
    assert {(spot.cell, spot.port) for spot in city.open} == {((0, -1), port) for port in (0, 1, 2)}
    road = feature(state, "road")
    assert (len(road.cells), road.counts, road.leaders) == (3, (1, 0), (0,))


def test_features_count_the_remaining_tiles_completing_them() -> None:
    """The city lacks one tile with a city on its south side only, in any rotation."""
    state = table(TABLE)
    left = carcassonne.view(state, None).unseen
    ends = "DEHIJKL"
    assert feature(state, "city").closing == sum(left[tile] for tile in ends)
    assert feature(state, "cloister").closing == 0


def test_no_tile_completes_a_feature_lacking_two() -> None:
    assert feature(table(TABLE), "road").closing == 0


def test_a_cloister_missing_one_tile_is_completed_by_any_fitting() -> None:
    state = table(
        """
            fffff fcccf fffff
            fffff fffff fffff
            rrrrr rrrrr rrrrr
            fffff fffff fffff
            fffff fffff fffff

            fffff fffff fffff
            fffff fffff fffff
            ffkff ff0ff ffkff
            fffff fffff fffff
            fffff fffff fffff

            fffff fffff .....
            fffff fffff .....
            ffkff ffkff .....
            fffff fffff .....
            fffff fffff .....
            """,
        draws="B",
    )
    seen = carcassonne.view(state, None)
    [cloister] = [feature for feature in seen.features if feature.counts == (1, 0)]
    gap = state.board.grid.numbers[1, 2]
    fitting = [
        tile
        for tile, four in state.setup.catalogue.turned.items()
        if any(state.board.room_for(turned) >> gap & 1 for turned in four)
    ]
    assert "B" in fitting
    assert "C" not in fitting
    assert cloister.closing == sum(seen.unseen[tile] for tile in fitting)


def test_a_cell_on_which_nothing_fits_is_dead() -> None:
    """Towards the end, compared with a look at every remaining tile."""
    for state in POSITIONS[40:-1:7]:
        seen = carcassonne.view(state, None)
        left = [*seen.unseen, str(state.drawn)]
        fits = {
            placement.cell for tile in left for placement in placements(state._replace(drawn=tile))
        }
        cells = state.board.grid.cells
        beside = {cells[number] for number in bits(state.board.frontier)}
        assert set(seen.dead) == beside - fits
    assert any(carcassonne.view(state, None).dead for state in POSITIONS)
