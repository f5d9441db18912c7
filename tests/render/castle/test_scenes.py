"""What is drawn for a position, as the list of things to draw."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.castle.catalogue import SPACES
from engine.castle.moves import Deployment, Turn, parse_cell, parts
from engine.castle.view import view
from engine.tiles.grid import Placement
from render.board.labels import CLAIM, LABEL, SMALL
from render.castle.art.drawing.castle_wall import COORDINATE, FIFTH
from render.castle.art.layout import CastleLayout
from render.castle.art.spots import follower_spot
from render.castle.art.sprites import (
    BoardSprite,
    FollowerSprite,
    KeepSprite,
    MarkerSprite,
    WallTileSprite,
)
from render.castle.board.board import Look, board_scene
from render.castle.board.cells import COURT, laid_tiles
from render.picture.palette import CREAM, INK, SEATS
from render.picture.scene import (
    TOP_LEFT,
    Badge,
    Inset,
    Item,
    Line,
    Point,
    Rect,
    Scene,
    SpritePicture,
    Text,
)
from render.subject import Subject
from render.tiles.board.features import complete_segments
from render.tiles.sprites import TileSprite, edge_picture, tile_picture
from tests.engine.castle.kit.boards import game
from tests.render.castle.games import NAMES, frames, seen
from tests.render.lettered import apart, check_that_no_badge_covers_another, plate
from tests.render.sprites import sprites_of

T = TypeVar("T")
CELL = 92
BARE = Look(footer=False)
# Between these widths, Discord shows a whole board without enlarging it or shrinking it much.
UNSCALED = range(1100, 1601)
# How wide a phone shows a picture, in pixels.
PHONE = 400
TWO_TILES = """
     D     E
   ccctt tthhh
   ccctt tthhh
 5 cc+tt tt+hh
   hh+tt tt+hh
   hhhtt tthhh
"""


def board_items(scene: Scene) -> tuple[Item, ...]:
    """The things on the board, in its own pixels."""
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def of(kind: type[T], items: Sequence[object]) -> list[T]:
    return [item for item in items if isinstance(item, kind)]


def origin(name: str) -> Point:
    state = game()
    return CastleLayout(state.setup.catalogue.wall, CELL).cell_origin(parse_cell(name))


def test_the_board_lies_below_everything() -> None:
    items = board_items(board_scene(Subject(view(game(), None), NAMES), BARE))
    assert items[0] == SpritePicture(BoardSprite("light"), (0, 0), CELL, anchor=TOP_LEFT)
    assert [item for item, _ in sprites_of(BoardSprite, items)] == [items[0]]


def test_every_tile_knows_what_lies_beyond_its_sides() -> None:
    state = game(TWO_TILES)
    items = board_items(board_scene(Subject(view(state, None), NAMES), BARE))
    assert [item for item, _ in sprites_of(TileSprite, items)] == [
        tile_picture(("d5", 0), origin("D5"), CELL, ("empty", ("e5", 0), "empty", "empty")),
        tile_picture(("e5", 0), origin("E5"), CELL, ("empty", "empty", "empty", ("d5", 0))),
    ]


def test_beyond_a_side_can_be_the_wall_or_a_start_space() -> None:
    catalogue = game().setup.catalogue
    south = next(start for start in catalogue.start_spaces if start.side == 2)
    for frame in frames("goldens"):
        items = board_items(board_scene(Subject(frame.view, NAMES), BARE))
        for item, name in sprites_of(TileSprite, items):
            corner = CastleLayout(catalogue.wall, CELL).cell_origin(south.cell)
            if item.at == corner and name.near is not None:
                beyond = (south.tile.id, 0)
                assert name.near[2] == beyond
                assert edge_picture(name.tile, 2, beyond, corner, CELL) in items
                return
    raise AssertionError("nothing was ever laid against that start space")


def test_features_are_lined_once_the_view_stops_them_growing() -> None:
    for frame in frames("goldens")[::6]:
        tiles = laid_tiles(frame.view)
        complete = complete_segments(tiles, frame.view.catalogue.grid.numbers, {COURT})
        unlined = {
            (segment.kind, tile.cell)
            for tile in frame.view.laid
            for number, segment in enumerate(tiles[tile.cell].segments)
            if segment.kind != "court" and number not in complete.get(tile.cell, ())
        }
        growing = {
            (feature.kind, cell)
            for feature in frame.view.features
            if feature.kind != "court"
            for cell in feature.cells
        }
        assert unlined == growing


def test_courts_are_never_lined() -> None:
    tiles = laid_tiles(seen("goldens", -1)[0])
    lined = complete_segments(tiles, (), {COURT})
    assert {tiles[cell].segments[n].kind for cell, segments in lined.items() for n in segments} == {
        "path",
        "tower",
        "house",
    }


def test_tile_sprites_know_which_of_their_features_are_complete() -> None:
    view_, _ = seen("goldens", -1)
    tiles = sprites_of(TileSprite, board_items(board_scene(Subject(view_, NAMES))))
    complete = complete_segments(laid_tiles(view_), view_.catalogue.grid.numbers, {COURT})
    assert any(complete.values())
    assert [name.complete for _, name in tiles] == [
        complete.get(tile.cell, ()) for tile in view_.laid
    ]


def test_followers_stand_on_their_segment() -> None:
    state = game(TWO_TILES, followers="0 knight E5.W")
    items = board_items(board_scene(Subject(view(state, None), NAMES), BARE))
    x, y = follower_spot(state.setup.catalogue.turned["e5"][0], 9)
    left, top = origin("E5")
    middle = (left + round(x * CELL), top + round(y * CELL))
    [(sprite, name)] = sprites_of(FollowerSprite, items)
    assert (name, sprite.at) == (FollowerSprite(0, "knight"), middle)


def test_markers_stand_on_their_spaces_and_show_laps_past_99() -> None:
    state = game(scores=(7, 123))
    layout = CastleLayout(state.setup.catalogue.wall, CELL)
    items = board_items(board_scene(Subject(view(state, None), NAMES), BARE))
    assert [(name, item.at) for item, name in sprites_of(MarkerSprite, items)] == [
        (MarkerSprite(0, lapped=False), layout.space_centre(7)),
        (MarkerSprite(1, lapped=True), layout.space_centre(23)),
    ]


@pytest.mark.parametrize("scores", [(0, 20), (30, 57), (7, 123)])
def test_each_marker_says_the_number_of_the_space_it_covers(scores: tuple[int, int]) -> None:
    items = board_items(board_scene(Subject(view(game(scores=scores), None), NAMES), BARE))
    for (marker, _), score in zip(sprites_of(MarkerSprite, items), scores, strict=True):
        (x, y) = marker.at
        number = str(score % SPACES)
        places = [item.at for item in items if isinstance(item, Text) and item.text == number]
        assert any(abs(x - u) + abs(y - v) < marker.size / 4 for u, v in places)


def test_markers_on_one_space_stand_side_by_side() -> None:
    items = board_items(board_scene(Subject(view(game(scores=(5, 105)), None), NAMES), BARE))
    first, second = (item.at for item, _ in sprites_of(MarkerSprite, items))
    assert first != second
    assert abs(first[0] - second[0]) < CELL / 2


def test_wall_tiles_lie_face_down_on_their_towers() -> None:
    state = game(wall={12: 3, 42: 1})
    items = board_items(board_scene(Subject(view(state, None), NAMES), BARE))
    ring = state.setup.catalogue.wall.ring
    half = CELL // 2
    layout = CastleLayout(state.setup.catalogue.wall, CELL)
    corners = [layout.cell_origin(ring[space // 2]) for space in (12, 42)]
    assert [(name.kind, item.at) for item, name in sprites_of(WallTileSprite, items)] == [
        (None, (x + half, y + half)) for x, y in corners
    ]


def test_keeps_stand_on_a_house_of_their_cell() -> None:
    state = game(TWO_TILES, keeps=((2, "D5"), (1, "E5")))
    items = board_items(board_scene(Subject(view(state, None), NAMES), BARE))
    keeps = sprites_of(KeepSprite, items)
    assert [name.seat for _, name in keeps] == [0, 1]
    for (keep, _), cell in zip(keeps, ("D5", "E5"), strict=True):
        left, top = origin(cell)
        assert left < keep.at[0] < left + CELL
        assert top < keep.at[1] < top + CELL


def test_brackets_in_its_players_colour_leave_the_seams_of_the_last_tile_visible() -> None:
    position, events = seen("goldens", 20)
    mover = 1 - (position.to_act or 0)
    items = board_items(board_scene(Subject(position, NAMES, events), BARE))
    layout = CastleLayout(position.catalogue.wall, CELL)
    left, top = layout.cell_origin(position.laid[-1].cell)
    lines = of(Line, items)
    assert [line.colour for line in lines] == [*4 * [INK], *4 * [CREAM], *4 * [SEATS[mover].main]]
    for line in lines:
        xs, ys = zip(*line.points, strict=True)
        assert max(xs) < left + CELL / 3 or min(xs) > left + 2 * CELL / 3
        assert max(ys) < top + CELL / 3 or min(ys) > top + 2 * CELL / 3


def test_the_brackets_of_the_last_tile_are_seen_on_a_phone() -> None:
    position, events = seen("goldens", 20)
    scene = board_scene(Subject(position, NAMES, events), BARE)
    *_, bracket = of(Line, board_items(scene))
    assert bracket.width * PHONE / scene.size[0] >= 2.5


def test_a_preview_shows_tile_and_follower_as_unconfirmed() -> None:
    position, events = seen("goldens", 9)
    assert position.drawn is not None
    assert position.to_act is not None
    placement = position.placements[0]
    turned = position.catalogue.turned[position.drawn][placement.rotation]
    port = next(s.ports[0] for s in turned.segments if s.kind == "court")
    turn = Turn(placement, Deployment("merchant", port))
    items = board_items(board_scene(Subject(position, NAMES, events, parts=parts(turn)), BARE))
    _, last = sprites_of(TileSprite, items)[-1]
    assert last.tile == (position.drawn, placement.rotation)
    _, follower = sprites_of(FollowerSprite, items)[-1]
    assert follower == FollowerSprite(position.to_act, "merchant")
    assert "?" in [badge.text for badge in of(Badge, items)]


def test_what_is_written_on_the_board_is_read_on_a_phone() -> None:
    width = board_scene(Subject(view(game(), None), NAMES)).size[0]
    for high in (FIFTH, COORDINATE, LABEL, CLAIM, SMALL):
        assert high * CELL * PHONE / width >= 7


def test_a_partial_board_preview_is_a_close_up_of_the_tile() -> None:
    for placement in seen("goldens", 9)[0].placements:
        position, events = seen("goldens", 9)
        look = Look(compact=True)
        scene = board_scene(Subject(position, NAMES, events, parts=parts(Turn(placement))), look)
        inset = scene.items[0]
        assert isinstance(inset, Inset)
        left, top, right, bottom = inset.source
        tile = next(
            item
            for item, name in sprites_of(TileSprite, inset.scene.items)
            if name.tile == (position.drawn, placement.rotation)
        )
        assert tile.size * PHONE / scene.size[0] >= 120
        assert left <= tile.at[0] <= right - tile.size
        assert top <= tile.at[1] <= bottom - tile.size


def test_the_drawn_tile_beside_a_preview_is_rotated_as_chosen() -> None:
    position, _ = seen("goldens", 9)
    placement = next(place for place in position.placements if place.rotation)
    scene = board_scene(Subject(position, NAMES, parts=parts(Turn(placement))))
    [(_, beside)] = sprites_of(TileSprite, scene.items)
    assert beside.tile == (position.drawn, placement.rotation)
    [(_, before)] = sprites_of(TileSprite, board_scene(Subject(position, NAMES)).items)
    assert before.tile == (position.drawn, 0)


def test_pieces_hide_less_of_a_close_up() -> None:
    state = game(TWO_TILES, followers="0 knight E5.W")
    position = replace(view(state, None), drawn="e5")
    turn = Turn(Placement(parse_cell("E6"), 0))
    shares = []
    for look in (Look(compact=False), Look(compact=True)):
        items = board_items(board_scene(Subject(position, NAMES, parts=parts(turn)), look))
        follower, _ = sprites_of(FollowerSprite, items)[0]
        tile, _ = sprites_of(TileSprite, items)[0]
        shares.append(follower.size / tile.size)
    assert shares[1] < 0.7 * shares[0]


def test_the_footer_tells_what_each_player_has() -> None:
    state = game(
        scores=(31, 8),
        supply=(4, 6),
        held=((2, 2, 9), ()),
        keeps=((3, "E5"), None),
        board=TWO_TILES,
    )
    items = board_scene(Subject(view(state, None), NAMES)).items
    texts = [text.text for text in of(Text, items)]
    assert [text for text in texts if text in NAMES] == list(NAMES)
    for label in ("31", "8", "3", "–", "no wall tiles", "57 left"):
        assert label in texts
    followers = sprites_of(FollowerSprite, items)
    assert {name.role for _, name in followers} == {"knight"}
    faint = [item.opacity < 1 for item, _ in followers]
    assert faint.count(True) == 2
    assert [name.kind for _, name in sprites_of(WallTileSprite, items)] == [2, 2, 9]
    assert [badge.text for badge in of(Badge, items)] == ["to play"]


def test_every_wall_tile_of_a_player_is_seen_whole() -> None:
    """A number of them on the sign would hide which tile it is: a house twice, or an incomplete
    one."""
    held = ((3, 3, 6, 6), (1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9, 9))
    items = board_scene(Subject(view(game(held=held), None), NAMES)).items
    wall_tiles = sprites_of(WallTileSprite, items)
    assert [name.kind for _, name in wall_tiles] == [*held[0], *held[1]]
    covering = [plate(badge) for badge in of(Badge, items)]
    for number, (wall_tile, _) in enumerate(wall_tiles):
        tile = around(wall_tile)
        assert all(apart(tile, other) for other in covering)
        assert all(apart(tile, around(other)) for other, _ in wall_tiles[:number])


def around(sprite: SpritePicture) -> Rect:
    (x, y) = sprite.at
    half = sprite.size // 2
    return x - half, y - half, x + half, y + half


def test_the_footer_says_whose_turn_it_is_and_who_won() -> None:
    for frame in frames("goldens"):
        position = frame.view
        badges = [badge.text for badge in of(Badge, board_scene(Subject(position, NAMES)).items)]
        (last,) = [text for text in badges if not text.startswith("×")] or [""]
        if position.phase == "over":
            assert last == "winner"
        elif position.phase == "again":
            assert last == "another turn?"
        else:
            assert last == ("extra turn" if position.extra else "to play")


def test_a_board_is_as_wide_as_discord_shows_it_well() -> None:
    width = board_scene(Subject(view(game(), None), NAMES)).size[0]
    assert width in UNSCALED


def test_a_compact_picture_shows_every_cell_that_matters() -> None:
    for frame in frames("goldens")[:-1]:
        position = frame.view
        scene = board_scene(Subject(position, NAMES), Look(compact=True, footer=False))
        inset = scene.items[0]
        assert isinstance(inset, Inset)
        left, top, right, bottom = inset.source
        assert scene.size == (right - left, bottom - top)
        layout = CastleLayout(position.catalogue.wall, CELL)
        matters = [tile.cell for tile in position.laid]
        matters += [cell for cell, _ in position.placements]
        for cell in matters:
            x, y = layout.cell_origin(cell)
            assert left <= x <= right - CELL
            assert top <= y <= bottom - CELL


def test_a_compact_picture_carries_its_own_coordinates() -> None:
    position, _ = seen("goldens", 2)
    scene = board_scene(Subject(position, NAMES), Look(compact=True, footer=False))
    letters = "".join(text.text for text in of(Text, scene.items))
    assert any(letter in letters for letter in "ABCDEFGHIJKL")
    assert any(number in letters for number in "123456789")


def test_the_same_view_gives_the_same_scene() -> None:
    position, events = seen("goldens", 33)
    again = replace(position)
    assert board_scene(Subject(position, NAMES, events)) == board_scene(
        Subject(again, NAMES, events)
    )


def test_a_marker_past_the_end_of_the_track_says_so() -> None:
    for scores, expected in (
        ((99, 12), []),
        ((104, 12), ["+100"]),
        ((131, 231), ["+100", "+200"]),
        ((131, 132), ["+100", "+100"]),
    ):
        board = board_scene(Subject(view(game(scores=scores), None), NAMES)).items[0]
        assert isinstance(board, Inset)
        assert [badge.text for badge in of(Badge, board.scene.items)] == expected
        check_that_no_badge_covers_another(board.scene.items)
