"""What is drawn for a position, as the list of things to draw."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.carcassonne.events import TilePlaced
from engine.carcassonne.moves import Deployment, Turn, parts
from engine.carcassonne.view import View, view
from engine.tiles.board import LaidTile
from engine.tiles.grid import Placement
from render.board.aliases import column_alias, row_alias
from render.carcassonne.art.ground import OAK
from render.carcassonne.art.spots import follower_spot
from render.carcassonne.art.sprites import FollowerSprite, MarkerSprite
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.layout import (
    CELLS,
    HIGHEST,
    PHONE,
    SEEN,
    WIDEST,
    largest_layout,
    span_of,
    whole_layout,
)
from render.picture.palette import CREAM, INK, SEATS
from render.picture.scene import Badge, Box, Inset, Item, Line, Scene, Text
from render.subject import Mark, Subject
from render.tiles.sprites import TileSprite
from tests.engine.carcassonne.kit.boards import table
from tests.render.carcassonne.games import NAMES, PICTURES, SIX, frames, seen
from tests.render.lettered import check_that_no_badge_covers_another
from tests.render.sprites import sprites_of

BARE = Look(footer=False)
# The coordinates are within this many pixels of the edge.
EDGE = 30
ROAD = """
    fcccf ffrff
    fffff ffrff
    rrr1r rrrff
    fffff fffff
    fffff fffff
"""


def board_items(scene: Scene) -> tuple[Item, ...]:
    """The things on the board, in its own pixels."""
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def in_a_row(position: View, tiles: int) -> View:
    """The same, this many tiles further east."""
    laid = tuple(LaidTile((x, 0), "U", 1) for x in range(tiles))
    return replace(position, laid=laid, followers=(), placements=(), dead=(), features=())


def test_every_tile_lies_in_its_cell_as_it_was_turned() -> None:
    position, _ = seen("goldens", 40)
    scene = board_scene(Subject(position, NAMES[:2]), BARE)
    layout = largest_layout(span_of([tile.cell for tile in position.laid], 1))
    painted_tiles = [
        (name.tile, item.at) for item, name in sprites_of(TileSprite, board_items(scene))
    ]
    assert painted_tiles == [
        ((tile.tile, tile.rotation), layout.cell_origin(tile.cell)) for tile in position.laid
    ]


def test_a_follower_stands_on_its_segment_and_a_farmer_lies() -> None:
    position, _ = seen("goldens", 60, seats=4)
    scene = board_scene(Subject(position, NAMES[:4]), BARE)
    layout = largest_layout(span_of([tile.cell for tile in position.laid], 1))
    sprites = sprites_of(FollowerSprite, board_items(scene))
    assert len(sprites) == len(position.followers)
    assert {name.farmer for _, name in sprites} == {True, False}
    lying = {tile.cell: tile for tile in position.laid}
    for (item, name), follower in zip(sprites, position.followers, strict=True):
        laid = lying[follower.spot.cell]
        turned = position.catalogue.turned[laid.tile][laid.rotation]
        x, y = follower_spot(turned, follower.segment)
        left, top = layout.cell_origin(follower.spot.cell)
        assert name == FollowerSprite(follower.seat, follower.role == "farmer")
        assert item.at == (left + round(x * layout.cell), top + round(y * layout.cell))


def with_large_followers(position: View) -> View:
    followers = tuple(replace(follower, large=True) for follower in position.followers)
    return replace(position, followers=followers)


def test_a_large_follower_is_larger_than_a_small_one() -> None:
    position, _ = seen("goldens", 60, seats=4)
    small, large = (
        sprites_of(FollowerSprite, board_items(board_scene(Subject(some, NAMES[:4]), BARE)))
        for some in (position, with_large_followers(position))
    )
    assert small
    for (item, name), (larger, large_name) in zip(small, large, strict=True):
        assert large_name == replace(name, large=True)
        assert larger.size > 1.25 * item.size


@pytest.mark.parametrize(
    ("token", "figure"),
    [
        ("farmer@ENE", FollowerSprite(0, farmer=True)),
        ("farmer!@ENE", FollowerSprite(0, farmer=True, large=True)),
    ],
)
def test_ghosts_show_which_follower_is_offered(token: str, figure: FollowerSprite) -> None:
    position = view(table(ROAD, draws="V"), None)
    placement = next(placement for placement in position.placements if placement.cell == (0, 1))
    chosen = parts(Turn(placement))[:2]
    marks = (Mark("1", (("follower", token),)),)
    look = Look(compact=True, footer=False)
    scene = board_scene(Subject(position, NAMES[:2], parts=chosen, marks=marks), look)
    ghosts = [
        name for item, name in sprites_of(FollowerSprite, board_items(scene)) if item.opacity < 1
    ]
    assert ghosts == [figure]


def test_the_last_tile_has_brackets_in_its_players_colour() -> None:
    position, events = seen("goldens", 20, seats=3)
    mover = next(event.seat for event in events if isinstance(event, TilePlaced))
    items = board_items(board_scene(Subject(position, NAMES[:3], events), BARE))
    colours = [line.colour for line in items if isinstance(line, Line)]
    assert colours == [*4 * [INK], *4 * [CREAM], *4 * [SEATS[mover].main]]


def test_the_start_tile_lies_in_a_meadow_of_three_by_three_cells() -> None:
    position, _ = seen("goldens", 0)
    scene = board_scene(Subject(position, NAMES[:2]), BARE)
    layout = whole_layout(position)
    assert (layout.span.columns, layout.span.rows) == (3, 3)
    meadow = [
        item for item in board_items(scene) if isinstance(item, Box) and item.fill == OAK.meadow
    ]
    assert len(meadow) == 8


def test_the_start_tile_has_no_brackets() -> None:
    items = board_items(board_scene(Subject(seen("goldens", 0)[0], NAMES[:2]), BARE))
    assert not [line for line in items if isinstance(line, Line)]


def test_a_preview_shows_tile_and_follower_as_unconfirmed() -> None:
    position = view(table(ROAD, draws="V"), None)
    placement = next(placement for placement in position.placements if placement.cell == (0, 1))
    turn = Turn(placement, Deployment("farmer", 0))
    items = board_items(board_scene(Subject(position, NAMES[:2], parts=parts(turn)), BARE))
    _, tile = sprites_of(TileSprite, items)[-1]
    assert tile.tile == ("V", placement.rotation)
    _, follower = sprites_of(FollowerSprite, items)[-1]
    assert follower == FollowerSprite(0, farmer=True)
    assert "?" in [badge.text for badge in items if isinstance(badge, Badge)]


def test_a_compact_preview_is_a_close_up_of_the_tile() -> None:
    position, events = seen("goldens", 30)
    look = Look(compact=True)
    for placement in position.placements:
        turn = Turn(placement)
        scene = board_scene(Subject(position, NAMES[:2], events, parts=parts(turn)), look)
        inset = scene.items[0]
        assert isinstance(inset, Inset)
        item, _ = sprites_of(TileSprite, inset.scene.items)[-1]
        left, top, right, bottom = inset.source
        assert item.size * PHONE / scene.size[0] >= 110
        assert left <= item.at[0] <= right - item.size
        assert top <= item.at[1] <= bottom - item.size


def test_compact_pictures_show_the_fitting_cells_and_last_tile() -> None:
    for frame in frames("goldens")[:-1:9]:
        position = frame.view
        scene = board_scene(Subject(position, NAMES[:2]), Look(compact=True, footer=False))
        inset = scene.items[0]
        assert isinstance(inset, Inset)
        layout = largest_layout(span_of([tile.cell for tile in position.laid], 1))
        left, top, right, bottom = inset.source
        for cell in [position.laid[-1].cell, *(place for place, _ in position.placements)]:
            x, y = layout.cell_origin(cell)
            assert left <= x <= right - layout.cell
            assert top <= y <= bottom - layout.cell


@pytest.mark.parametrize("tiles", [1, 4, 8, 14, 20, 30])
def test_cells_are_as_large_as_the_picture_may_be(tiles: int) -> None:
    layout = largest_layout(span_of([(x, 0) for x in range(tiles)], 1))
    larger = [cell for cell in CELLS if cell > layout.cell]
    assert layout.cell * layout.span.columns <= WIDEST
    assert layout.cell * layout.span.rows <= HIGHEST
    assert all(
        cell * layout.span.columns > WIDEST or cell * layout.span.rows > HIGHEST for cell in larger
    )


def test_pictures_of_few_tiles_are_square_and_show_them_large() -> None:
    for frame in frames("goldens")[:6]:
        layout = whole_layout(frame.view)
        assert layout.span.columns == layout.span.rows
        assert layout.cell * PHONE >= 50 * layout.size[0]


def test_wide_boards_use_the_smallest_cells() -> None:
    layout = largest_layout(span_of([(0, 0), (71, 0)], 1))
    assert layout.cell == CELLS[-1]
    assert layout.size[0] < 3600


def test_no_board_has_wide_empty_margins() -> None:
    """One cell around the land is empty, and more only if a picture would be a strip."""
    for ply in range(0, 72, 4):
        position, _ = seen("goldens", ply)
        xs = [tile.cell[0] for tile in position.laid]
        ys = [tile.cell[1] for tile in position.laid]
        span = whole_layout(position).span
        needed = (max(xs) - min(xs) + 3, max(ys) - min(ys) + 3)
        assert (
            (span.columns, span.rows) == needed
            or 2 * span.rows <= span.columns + 1
            or (span.columns <= span.rows)
        )


def test_the_panel_of_the_light_theme_is_of_the_wood_of_the_table() -> None:
    position, _ = seen("goldens", 0)
    scene = board_scene(Subject(position, NAMES[:2]))
    assert scene.paper == OAK.panel


def test_coordinates_go_on_to_the_east_and_the_north() -> None:
    position = in_a_row(seen("goldens", 0)[0], 4)
    scene = board_scene(Subject(position, NAMES[:2]), BARE)
    texts = [text for text in scene.items if isinstance(text, Text)]
    columns = {text.text: text.at[0] for text in texts if text.at[1] < EDGE}
    rows = {text.text: text.at[1] for text in texts if text.at[0] < EDGE}
    layout = largest_layout(span_of([tile.cell for tile in position.laid], 1))
    half = layout.cell // 2
    origins = {column_alias(x): layout.cell_origin((x, 0))[0] + half for x in range(-4, 9)}
    assert columns.items() <= origins.items()
    assert rows == {row_alias(-y): layout.cell_origin((0, y))[1] + half for y in range(-1, 2)}
    assert {"L", "M", "Q"} < columns.keys()


def test_coordinates_that_would_touch_are_left_out() -> None:
    position = in_a_row(seen("goldens", 0)[0], 60)
    scene = board_scene(Subject(position, NAMES[:2]), BARE)
    columns = [text for text in scene.items if isinstance(text, Text) and text.at[1] < EDGE]
    columns.sort(key=lambda text: text.at[0])
    assert 5 < len(columns) < 60
    for left, right in pairwise(columns):
        assert right.at[0] - left.at[0] > 1.2 * left.size


def insets(position: View) -> list[Inset]:
    scene = board_scene(Subject(position, NAMES[:2]))
    return [item for item in scene.items if isinstance(item, Inset) and not item.cached]


def test_the_last_move_gets_a_close_up_where_cells_are_small() -> None:
    small = in_a_row(seen("goldens", 0)[0], 18)
    large = in_a_row(seen("goldens", 0)[0], 4)
    assert len(insets(large)) == 1
    board, near = insets(small)
    (tile, _), *_ = sprites_of(TileSprite, board.scene.items)
    width = board_scene(Subject(small, NAMES[:2])).size[0]
    assert tile.size * PHONE / width < SEEN
    closely, _ = sprites_of(TileSprite, near.scene.items)[-1]
    assert closely.size * PHONE / width > SEEN
    left, top, right, bottom = near.source
    assert left <= closely.at[0] <= right - closely.size
    assert top <= closely.at[1] <= bottom - closely.size


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_footer_tells_what_each_player_has(seats: int) -> None:
    position, _ = seen("goldens", 30, seats)
    scene = board_scene(Subject(position, NAMES[:seats]))
    texts = [text.text for text in scene.items if isinstance(text, Text)]
    named = [text for text in texts if text in NAMES]
    assert named[-seats:] == list(NAMES[:seats])
    assert f"{position.tiles_left} left" in texts
    for score in position.scores:
        assert str(score) in texts
    supply = [item for item, name in sprites_of(FollowerSprite, scene.items) if item.opacity < 1]
    assert len(supply) == sum(7 - left for left in position.supply)
    assert [badge.text for badge in scene.items if isinstance(badge, Badge)] == ["to play"]


@pytest.mark.parametrize("seats", [2, 6])
def test_the_footer_shows_seven_small_followers_and_a_large_one(seats: int) -> None:
    position, _ = seen("goldens", 60, seats, "big")
    items = board_scene(Subject(position, SIX[:seats]), Look(near=False)).items
    for seat in range(seats):
        supply = [
            (name.large, item.opacity == 1)
            for item, name in sprites_of(FollowerSprite, items)
            if name.seat == seat
        ]
        small = position.supply[seat]
        large = position.large_supply[seat]
        assert supply.count((True, True)) == large
        assert supply.count((True, False)) == 1 - large
        assert supply.count((False, False)) == 7 - small


def test_the_footer_says_how_much_of_the_river_is_left() -> None:
    texts = [
        [
            item.text
            for item in board_scene(Subject(seen("goldens", ply, 2, "big")[0], NAMES[:2])).items
            if isinstance(item, Text)
        ]
        for ply in (3, 40)
    ]
    left = seen("goldens", 3, 2, "big")[0].river_left
    assert f"river first: {left}" in texts[0]
    assert not [text for text in texts[1] if "river" in text]


@pytest.mark.parametrize("ply", [101, -1])
def test_a_board_of_all_tiles_is_within_the_limits(ply: int) -> None:
    position, events = seen("goldens", ply, 6, "big")
    scene = board_scene(Subject(position, SIX, events))
    layout = whole_layout(position)
    assert len(position.laid) > 95
    assert layout.cell == CELLS[-1] or max(layout.size) <= 1.1 * WIDEST
    assert len(PICTURES.painter_of(scene).png(scene)) < 600_000


def test_a_footer_with_little_room_counts_followers() -> None:
    position = in_a_row(seen("goldens", 30)[0], 18)
    texts = [
        text.text
        for text in board_scene(Subject(position, NAMES[:2])).items
        if isinstance(text, Text)
    ]
    for left in position.supply:
        assert f"×{left}" in texts


def test_whoever_left_is_marked() -> None:
    position = replace(seen("goldens", 30, 3)[0], gone=(1,))
    scene = board_scene(Subject(position, NAMES[:3]))
    assert "left" in [badge.text for badge in scene.items if isinstance(badge, Badge)]


def test_the_winners_are_marked() -> None:
    for seats in (2, 5):
        last, _ = seen("goldens", -1, seats)
        assert badge_texts(last) == ["winner"]
    shared = replace(last, scores=(40, 12, 40, 3, 39), leaders=(0, 2))
    assert badge_texts(shared) == ["shared win"] * 2
    left = replace(shared, gone=(0,), leaders=(2,))
    assert badge_texts(left) == ["left", "winner"]


def badge_texts(position: View) -> list[str]:
    """What the badges of the players say."""
    items = board_scene(Subject(position, NAMES[: len(position.scores)])).items
    return [item.text for item in items if isinstance(item, Badge) and item.text[0] != "+"]


def markers(scores: tuple[int, ...]) -> dict[int, tuple[MarkerSprite, tuple[int, int]]]:
    position = replace(seen("goldens", 30, 5)[0], scores=scores)
    scene = board_scene(Subject(position, NAMES))
    return {name.seat: (name, item.at) for item, name in sprites_of(MarkerSprite, scene.items)}


def test_markers_stand_on_the_track_and_show_their_laps() -> None:
    placed = markers((0, 49, 50, 123, 25))
    assert [placed[seat][0].laps for seat in range(5)] == [0, 0, 1, 2, 0]
    x = [placed[seat][1][0] for seat in range(5)]
    assert x[0] == x[2] < x[3] < x[1]
    assert x[3] - x[0] == pytest.approx((x[1] - x[0]) * 23 / 49, abs=1.5)
    assert x[4] - x[0] == pytest.approx((x[1] - x[0]) * 25 / 49, abs=1.5)


def test_a_marker_says_how_many_points_are_behind_it() -> None:
    position = replace(seen("goldens", 30, 5)[0], scores=(0, 49, 50, 123, 73))
    items = board_scene(Subject(position, NAMES)).items
    laps = [item for item in items if isinstance(item, Badge) and item.text[0] == "+"]
    assert [(item.text, item.fill) for item in laps] == [
        ("+50", SEATS[2].main),
        ("+100", SEATS[3].main),
        ("+50", SEATS[4].main),
    ]
    check_that_no_badge_covers_another(items)


@pytest.mark.parametrize("scores", [(50, 51, 52, 53, 104), (149, 49, 99, 98, 97), (50,) * 5])
def test_what_markers_say_stays_legible_where_they_meet(scores: tuple[int, ...]) -> None:
    position = replace(seen("goldens", 30, 5)[0], scores=scores)
    check_that_no_badge_covers_another(board_scene(Subject(position, NAMES)).items)


def test_no_marker_hides_another() -> None:
    for scores in ((0, 0, 0, 0, 0), (7, 7, 8, 8, 57), (10, 12, 14, 16, 18)):
        places = [at for _, at in markers(scores).values()]
        assert len(set(places)) == 5


def test_the_drawn_tile_is_turned_as_chosen() -> None:
    position, _ = seen("goldens", 12)
    placement = Placement(position.placements[0].cell, 3)
    [(_, beside)] = sprites_of(
        TileSprite, board_scene(Subject(position, NAMES[:2], parts=parts(Turn(placement)))).items
    )
    assert beside.tile == (position.drawn, 3)


def test_the_same_view_gives_the_same_scene() -> None:
    position, events = seen("goldens", 33)
    again = replace(position)
    assert board_scene(Subject(position, NAMES[:2], events)) == board_scene(
        Subject(again, NAMES[:2], events)
    )
