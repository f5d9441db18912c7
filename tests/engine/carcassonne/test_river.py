"""The River (RV1 to RV8)."""

from collections import Counter

import pytest

from engine.bag import shuffle
from engine.carcassonne.catalogue import EDGE_LABELS_WITH_RIVER, read_catalogue
from engine.carcassonne.moves import Reason
from engine.carcassonne.placing import legal_moves, placements
from engine.carcassonne.river import RIVER
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State, unseen_tiles
from engine.tiles.draws import TileDiscarded, TileDrawn
from engine.tiles.grid import Cell
from tests.engine.carcassonne.kit.boards import legal, play, refusal, table

WITH_RIVER = {"river": "on"}
SPRING = """
    fffff
    fffff
    ffwww
    fffff
    fffff
    """
# The river comes back to the south of the city beside the spring, where it has to go on.
COMING_BACK = """
    fffff fcccf fffff fffff
    fffff fffff fffff fffff
    ffwww wwwww wwwww wwwff
    fffff fffff fffff ffwff
    fffff fcccf fffff ffwff

    ..... ..... ..... ffwff
    ..... ..... ..... ffwff
    ..... ..... ..... ffwff
    ..... ..... ..... ffwff
    ..... ..... ..... ffwff

    ..... ..... fffff ffwff
    ..... ..... fffff ffwff
    ..... ..... wwwww wwwff
    ..... ..... fffff fffff
    ..... ..... fffff fffff
    """


def placed(state: State) -> set[str]:
    """Every way to lay the drawn tile."""
    return {move for move in legal(state) if len(move.split()) == 2}


def river_game() -> list[State]:
    """Its positions until the lake is laid."""
    state, _ = carcassonne.begin("a river", WITH_RIVER, 0, 3)
    states = [state]
    while carcassonne.view(state, None).river_left or state.drawn == "river-2":
        *_, move = legal_moves(state)
        state, _ = carcassonne.apply(state, state.seat, move)
        states.append(state)
    return states


def test_rv1_the_spring_is_the_first_tile_and_the_lake_the_last_of_the_river() -> None:
    states = river_game()
    [spring] = carcassonne.view(states[0], None).laid
    assert (spring.tile, spring.cell, spring.rotation) == ("river-1", (0, 0), 0)
    drawn = [state.drawn or "" for state in states]
    assert [tile.startswith("river") for tile in drawn] == [True] * 11 + [False]
    assert drawn[-2] == "river-2"


@pytest.mark.parametrize(("inns", "tiles"), [("off", 84), ("on", 102)])
def test_rv2_the_start_tile_of_the_base_game_is_a_land_tile(inns: str, tiles: int) -> None:
    state, _ = carcassonne.begin("seed", {**WITH_RIVER, "inns": inns})
    assert 1 + len(state.setup.deck) == tiles
    assert Counter(state.setup.deck)["D"] == 4


def test_rv3_a_river_tile_is_laid_at_the_open_end() -> None:
    state = table(SPRING, draws="river-7", options=WITH_RIVER)
    assert placed(state) == {"1,0 r0"}
    assert refusal(state, "0,1 r0").reason == Reason.RIVER_ELSEWHERE


def test_rv3_a_side_with_a_river_fits_a_river_alone() -> None:
    """A land tile may be laid beside the river, not at its end."""
    assert placed(table(SPRING, draws="B", options=WITH_RIVER)) == {"0,1 r0", "0,-1 r0", "-1,0 r0"}
    refused = refusal(table(SPRING, draws="B", options=WITH_RIVER), "1,0 r0")
    assert (refused.facts["kind"], refused.facts["beside"]) == ("field", "river")


def test_rv4_a_bend_does_not_turn_as_the_bend_before_it() -> None:
    state = table(
        """
            fffff fffff
            fffff fffff
            ffwww wwwff
            fffff ffwff
            fffff ffwff
            """,
        draws="river-10",
        options=WITH_RIVER,
    )
    assert placed(state) == {"1,-1 r2"}
    assert refusal(state, "1,-1 r1").reason == Reason.RIVER_TURNS_BACK


def test_rv4_a_straight_piece_between_two_bends_allows_it() -> None:
    state = table(
        """
            fffff fffff
            fffff fffff
            ffwww wwwff
            fffff ffwff
            fffff ffwff

            ..... ffwff
            ..... ffwff
            ..... ffwff
            ..... ffwff
            ..... ffwff
            """,
        draws="river-10",
        options=WITH_RIVER,
    )
    assert placed(state) == {"1,-2 r1", "1,-2 r2"}


def test_rv5_a_river_that_is_walled_in_ends_there() -> None:
    """Neither the straight river nor the lake can lie below the city."""
    rest = ("river-7", "river-5", "river-2")
    state = table(COMING_BACK, draws="river-10", then=(*rest, "U"), options=WITH_RIVER)
    after, events = play(state, "1,-2 r2")
    discarded = [event.tile for event in events if isinstance(event, TileDiscarded)]
    assert discarded == list(rest)
    assert (after.drawn, after.discarded) == ("U", rest)


def test_rv5_a_river_goes_on_as_long_as_a_tile_fits() -> None:
    rest = ("river-7", "river-8", "river-2")
    state = table(COMING_BACK, draws="river-10", then=(*rest, "U"), options=WITH_RIVER)
    after, _ = play(state, "1,-2 r2")
    assert (after.drawn, after.discarded) == ("river-8", ("river-7",))
    assert placed(after) == {"1,-1 r1"}
    after, events = play(after, "1,-1 r1")
    assert TileDrawn(after.seat, "river-2", 1) in events


def test_rv6_nobody_stands_on_the_river() -> None:
    state = table(SPRING, draws="river-6", options=WITH_RIVER)
    assert legal(state, "1,0 r1") == {
        "",
        "highwayman@N",
        *("farmer@NNW", "farmer@NNE", "farmer@ESE", "farmer@SSW"),
    }
    refused = refusal(state, "1,0 r1 highwayman@E")
    assert refused.reason == Reason.NO_SUCH_SEGMENT
    assert "highwayman@N" in str(refused.facts["followers"])


def test_rv6_around_the_spring_and_the_lake_the_field_is_one() -> None:
    straight = table(SPRING, draws="river-7", then=("river-2", "U"), options=WITH_RIVER)
    after, _ = play(straight, "1,0 r0")
    assert len(carcassonne.view(after, None).fields) == 1
    after, _ = play(after, "2,0 r0")
    assert len(carcassonne.view(after, None).fields) == 1


def test_rv6_the_river_parts_fields_as_a_road_does() -> None:
    """Where it bends around a corner that the road beside it closes off."""
    state = table(SPRING, draws="river-4", options=WITH_RIVER)
    after, _ = play(state, "1,0 r0")
    cells = sorted(field.cells for field in carcassonne.view(after, None).fields)
    assert cells == [((0, 0), (1, 0)), ((1, 0),), ((1, 0),)]


def test_rv7_orders_name_land_tiles_alone() -> None:
    for state in river_game():
        land = [tile for tile in unseen_tiles(state) if not tile.startswith("river")]
        assert set(carcassonne.orders.kinds(state)) == {tile.lower() for tile in land}


def test_rv7_no_order_for_a_tile_of_the_river_could_be_carried_out() -> None:
    """Each of them lies where the river ends, which is elsewhere after every turn."""
    cells = [{placement.cell for placement in placements(state)} for state in river_game()[:-1]]
    assert [len(at_the_end) for at_the_end in cells] == [1] * 11
    assert len(set[Cell]().union(*cells)) == 11


def test_rv7_the_counts_tell_river_and_land_apart() -> None:
    states = river_game()
    seen = [carcassonne.view(state, None) for state in states]
    assert [view.river_left for view in seen] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert [view.tiles_left for view in seen][:2] == [82, 81]


def test_rv8_the_seed_shuffles_the_river_and_then_the_land() -> None:
    state, _ = carcassonne.begin("seed", {**WITH_RIVER, "inns": "on"})
    counts = read_catalogue("inns", "river").counts
    every = [name for name, count in counts.items() for _ in range(count)]
    river = [name for name in every if name.startswith("river")]
    land = [name for name in every if not name.startswith("river")]
    assert state.setup.deck == (
        *shuffle(river[2:], "seed", "river tiles"),
        "river-2",
        *shuffle(land, "seed", "land tiles"),
    )


def test_rv8_what_a_player_imagines_keeps_the_river_before_the_land() -> None:
    state = river_game()[4]
    imagined = carcassonne.resample(state, 0, "another seed").setup.deck
    assert imagined != state.setup.deck
    assert Counter(imagined[:10]) == Counter(state.setup.deck[:10])
    assert imagined[10] == "river-2"


def test_the_label_of_a_river_is_its_place_among_the_labels() -> None:
    assert EDGE_LABELS_WITH_RIVER[RIVER] == "river"
