"""What overlays point out is true: each is held against what the engine itself says."""

from dataclasses import replace

import pytest

from engine.castle.events import FeatureScored, FinalScored
from engine.castle.final import keep_sizes, largest_empty_region
from engine.castle.notation import cell_name
from engine.castle.options import options_from
from engine.castle.record import Ply
from engine.castle.state import State
from engine.castle.view import View, view
from engine.tiles.grid import bits
from render import findings
from render.castle import Look, board_scene
from render.overlays import Overlay
from render.scene import Badge, Box, Disc, Inset, Item, Line, Scene, Text, Tint
from render.segments import feature_at, lying
from tests.boards import game
from tests.render.games import NAMES, played

GAMES = [("overlays 1", True), ("overlays 2", False)]


def plies() -> list[Ply]:
    return [ply for seed, greedy in GAMES for ply in played(seed, greedy=greedy)]


def added(position: View, overlay: Overlay, ply: Ply | None = None) -> list[Item]:
    """What an overlay adds to the board."""
    events = () if ply is None else ply.events
    plain, overlaid = (
        board_scene(position, NAMES, events=events, look=Look(overlays=chosen, panel=False))
        for chosen in ((), (overlay,))
    )
    bare = list(board_of(plain))
    return [item for item in board_of(overlaid) if item not in bare]


def board_of(scene: Scene) -> tuple[Item, ...]:
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def test_the_legal_cells_are_those_of_the_placements() -> None:
    for ply in plies():
        position = view(ply.state, None)
        told = [item.text for item in added(position, Overlay.LEGAL) if isinstance(item, Text)]
        assert sorted(told) == sorted({cell_name(cell) for cell, _ in position.placements})


def test_dead_cells_are_those_where_the_engine_finds_room_for_no_tile_left() -> None:
    found = 0
    for ply in plies():
        position = view(ply.state, None)
        dead = set(findings.dead_cells(position))
        assert dead == dead_by_trying(ply.state, position)
        found += len(dead)
    assert found


def dead_by_trying(state: State, position: View) -> set[tuple[int, int]]:
    left = [*position.unseen, *([position.drawn] if position.drawn else [])]
    room = 0
    for tile in left:
        for turned in position.catalogue.turned[tile]:
            room |= state.board.room_for(turned)
    cells = state.board.grid.cells
    return {cells[n] for n in bits(state.board.frontier & ~room)} if left else set()


def test_a_dead_cell_is_crossed_out() -> None:
    ply = next(p for p in plies() if len(findings.dead_cells(view(p.state, None))) == 1)
    items = added(view(ply.state, None), Overlay.DEAD)
    assert [type(item) for item in items] == [Box, Line, Line]


@pytest.mark.parametrize("counted", ["off", "on"])
def test_the_largest_empty_region_is_the_one_that_the_keep_would_score(counted: str) -> None:
    for ply in plies():
        options = options_from({"empty_starts_count": counted})
        setup = replace(ply.state.setup, options=options)
        state = ply.state._replace(setup=setup, held=((8,), (8, 8)))
        region = findings.largest_empty_region(view(state, None))
        cells, size = largest_empty_region(state)
        assert region.cells == tuple(state.board.grid.cells[n] for n in bits(cells))
        assert region.counted == size
        assert region.keeps == keep_sizes(state)


def test_the_empty_region_names_nobody_while_the_keeps_are_equal() -> None:
    assert findings.largest_empty_region(view(game(), None)).seat is None
    state = game(
        """
             E
           hhhhh
           hhhhh
         5 hhhhh
           hhhhh
           hhhhh
        """,
        keeps=((2, "E5"), (2, "E5")),
        held=((), (8,)),
    )
    assert findings.largest_empty_region(view(state, None)).seat == 1


def test_landings_go_round_the_track_and_know_the_towers() -> None:
    state = game(scores=(93, 0), wall={12: 4, 0: 1})
    told = {stop.points: stop for stop in findings.landings(view(state, None), 0)}
    assert told[6].space == 99
    assert told[7].space == 0
    assert told[19].tower == 12
    assert told[20].tower == 12
    assert told[5].tower is None
    assert findings.landings(view(game(scores=(93, 0)), None), 0)[18].tower is None


def test_the_landing_radar_shows_every_space_within_reach_once() -> None:
    state = game(scores=(9, 0), wall={12: 4, 16: 2})
    items = added(view(state, None), Overlay.LANDING)
    texts = [item.text for item in items if isinstance(item, Badge)]
    assert texts == ["3/4", "7/8"]
    assert sum(isinstance(item, Disc) for item in items) == findings.REACH - 4


def test_leads_tint_a_feature_on_all_its_cells_and_count_its_followers() -> None:
    for ply in plies()[::7]:
        position = view(ply.state, None)
        items = added(position, Overlay.LEADS)
        taken = [feature for feature in position.features if feature.followers]
        assert sum(isinstance(item, Badge) for item in items) == len(taken)
        assert sum(isinstance(item, Tint) for item in items) == sum(
            len(feature.cells) for feature in taken
        )


def test_a_feature_told_by_segments_is_the_feature_of_the_view() -> None:
    for ply in plies()[::5]:
        position = view(ply.state, None)
        tiles, inside = lying(position), position.catalogue.grid.numbers
        for feature in position.features:
            for follower in feature.followers:
                pieces = feature_at(tiles, follower.spot)
                cells = {piece.cell for piece in pieces}
                assert cells & inside.keys() == set(feature.cells)
                assert len(cells) == feature.tiles


def test_completed_features_carry_their_points() -> None:
    seen = 0
    for ply in plies():
        events = [event for event in ply.events if isinstance(event, FeatureScored)]
        if events:
            items = added(view(ply.state, None), Overlay.SCORED, ply)
            texts = [item.text for item in items if isinstance(item, Badge)]
            assert texts == [f"+{e.points}" if e.points else "0" for e in events]
            seen += 1
    assert seen


def test_final_points_of_features_add_up() -> None:
    for seed, greedy in GAMES:
        last = played(seed, greedy=greedy)[-1]
        entries = [event for event in last.events if isinstance(event, FinalScored)]
        given = sum(e.points for e in entries if e.what not in ("keep", "wall9"))
        items = added(view(last.state, None), Overlay.FINAL, last)
        assert sum(int(item.text) for item in items if isinstance(item, Badge)) == given
