"""What is drawn for a position, told as the list of things to draw."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.castle.moves import Posting, Turn
from engine.castle.notation import parse_cell
from engine.castle.view import view
from render.art.layout import Layout
from render.art.standing import follower_spot
from render.camera import DISCORD
from render.castle import Look, board_scene
from render.palette import SEATS
from render.scene import (
    Badge,
    BoardPicture,
    Box,
    FollowerPicture,
    Inset,
    Item,
    KeepPicture,
    MarkerPicture,
    Point,
    Scene,
    Text,
    TilePicture,
    WallTilePicture,
)
from tests.boards import game
from tests.render.games import NAMES, moments, seen

T = TypeVar("T")
CELL = 92
BARE = Look(panel=False)
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
    return Layout(state.setup.catalogue.wall, CELL).cell_origin(parse_cell(name))


def test_the_board_lies_below_everything() -> None:
    items = board_items(board_scene(view(game(), None), NAMES, look=BARE))
    assert items[0] == BoardPicture((0, 0), "light", CELL)
    assert of(BoardPicture, items) == [items[0]]


def test_every_tile_knows_what_lies_beyond_its_sides() -> None:
    state = game(TWO_TILES)
    west, east = of(TilePicture, board_items(board_scene(view(state, None), NAMES, look=BARE)))
    assert west == TilePicture(
        ("d5", 0), origin("D5"), CELL, ("empty", ("e5", 0), "empty", "empty")
    )
    assert east == TilePicture(
        ("e5", 0), origin("E5"), CELL, ("empty", "empty", "empty", ("d5", 0))
    )


def test_beyond_a_side_can_be_the_wall_or_a_start_space() -> None:
    catalogue = game().setup.catalogue
    south = next(start for start in catalogue.start_spaces if start.side == 2)
    for moment in moments("beyond"):
        for tile in of(TilePicture, board_items(board_scene(moment.view, NAMES, look=BARE))):
            corner = Layout(catalogue.wall, CELL).cell_origin(south.cell)
            if tile.at == corner and tile.near is not None:
                assert tile.near[2] == (south.tile.id, 0)
                return
    raise AssertionError("nothing was ever laid against that start space")


def test_followers_stand_on_their_segment() -> None:
    state = game(TWO_TILES, followers="0 knight E5.W")
    shown = of(FollowerPicture, board_items(board_scene(view(state, None), NAMES, look=BARE)))
    x, y = follower_spot(state.setup.catalogue.turned["e5"][0], 9)
    left, top = origin("E5")
    middle = (left + round(x * CELL), top + round(y * CELL))
    assert [(one.seat, one.role, one.centre) for one in shown] == [(0, "knight", middle)]


def test_markers_stand_on_their_spaces_and_tell_who_is_past_99() -> None:
    state = game(scores=(7, 123))
    layout = Layout(state.setup.catalogue.wall, CELL)
    shown = of(MarkerPicture, board_items(board_scene(view(state, None), NAMES, look=BARE)))
    assert [(one.seat, one.lapped, one.centre) for one in shown] == [
        (0, False, layout.space_centre(7)),
        (1, True, layout.space_centre(23)),
    ]


def test_markers_on_one_space_stand_side_by_side() -> None:
    shown = of(
        MarkerPicture,
        board_items(board_scene(view(game(scores=(5, 105)), None), NAMES, look=BARE)),
    )
    first, second = (one.centre for one in shown)
    assert first != second
    assert abs(first[0] - second[0]) < CELL / 2


def test_wall_tiles_lie_face_down_on_their_towers() -> None:
    state = game(wall={12: 3, 42: 1})
    shown = of(WallTilePicture, board_items(board_scene(view(state, None), NAMES, look=BARE)))
    ring, half = state.setup.catalogue.wall.ring, CELL // 2
    layout = Layout(state.setup.catalogue.wall, CELL)
    corners = [layout.cell_origin(ring[space // 2]) for space in (12, 42)]
    assert [(one.kind, one.centre) for one in shown] == [
        (None, (x + half, y + half)) for x, y in corners
    ]


def test_keeps_stand_on_a_house_of_their_cell() -> None:
    state = game(TWO_TILES, keeps=((2, "D5"), (1, "E5")))
    shown = of(KeepPicture, board_items(board_scene(view(state, None), NAMES, look=BARE)))
    assert [one.seat for one in shown] == [0, 1]
    for one, cell in zip(shown, ("D5", "E5"), strict=True):
        left, top = origin(cell)
        assert left < one.centre[0] < left + CELL
        assert top < one.centre[1] < top + CELL


def test_the_last_tile_is_outlined_in_the_colour_of_who_laid_it() -> None:
    position, events = seen("outline", 20)
    mover = 1 - (position.to_act or 0)
    items = board_items(board_scene(position, NAMES, events=events, look=BARE))
    layout = Layout(position.catalogue.wall, CELL)
    left, top = layout.cell_origin(position.laid[-1].cell)
    around = [box for box in of(Box, items) if box.rect[0] == left - 3 and box.rect[1] == top - 3]
    assert [box.outline for box in around] == [SEATS[mover].main]


def test_a_preview_shows_the_tile_the_follower_and_that_nothing_is_settled() -> None:
    position, events = seen("preview", 9)
    assert position.drawn is not None
    assert position.to_act is not None
    placement = position.placements[0]
    turned = position.catalogue.turned[position.drawn][placement.rotation]
    port = next(s.ports[0] for s in turned.segments if s.kind == "court")
    turn = Turn(placement, Posting("merchant", port))
    items = board_items(board_scene(position, NAMES, events=events, preview=turn, look=BARE))
    last = of(TilePicture, items)[-1]
    assert last.tile == (position.drawn, placement.rotation)
    assert of(FollowerPicture, items)[-1].role == "merchant"
    assert of(FollowerPicture, items)[-1].seat == position.to_act
    assert "?" in [badge.text for badge in of(Badge, items)]


def test_the_panel_tells_what_each_player_has() -> None:
    state = game(
        scores=(31, 8),
        supply=(4, 6),
        held=((2, 2, 9), ()),
        keeps=((3, "E5"), None),
        board=TWO_TILES,
    )
    items = board_scene(view(state, None), NAMES).items
    texts = [text.text for text in of(Text, items)]
    assert [text for text in texts if text in NAMES] == list(NAMES)
    for shown in ("31", "8", "3", "–", "no wall tiles", "57 left"):
        assert shown in texts
    faint = [one.opacity < 1 for one in of(FollowerPicture, items) if one.role == "knight"]
    assert faint.count(True) == 2
    assert [one.kind for one in of(WallTilePicture, items)] == [2, 9]
    assert [badge.text for badge in of(Badge, items)] == ["×2", "to play"]


def test_the_panel_says_whose_turn_it_is_and_who_won() -> None:
    for moment in moments("status"):
        position = moment.view
        badges = [badge.text for badge in of(Badge, board_scene(position, NAMES).items)]
        (last,) = [text for text in badges if not text.startswith("×")] or [""]
        if position.phase == "over":
            assert last == "winner"
        elif position.phase == "again":
            assert last == "another turn?"
        else:
            assert last == ("extra turn" if position.extra else "to play")


def test_a_board_is_as_wide_as_discord_shows_it_well() -> None:
    width = board_scene(view(game(), None), NAMES).size[0]
    assert DISCORD.least <= width <= DISCORD.most


def test_a_compact_picture_shows_every_cell_that_matters() -> None:
    for moment in moments("compact")[:-1]:
        position = moment.view
        scene = board_scene(position, NAMES, look=Look(compact=True, panel=False))
        inset = scene.items[0]
        assert isinstance(inset, Inset)
        left, top, right, bottom = inset.source
        assert scene.size == (right - left, bottom - top)
        layout = Layout(position.catalogue.wall, CELL)
        matters = [tile.cell for tile in position.laid]
        matters += [cell for cell, _ in position.placements]
        for cell in matters:
            x, y = layout.cell_origin(cell)
            assert left <= x <= right - CELL
            assert top <= y <= bottom - CELL


def test_a_compact_picture_carries_its_own_coordinates() -> None:
    position, _ = seen("compact", 2)
    scene = board_scene(position, NAMES, look=Look(compact=True, panel=False))
    letters = "".join(text.text for text in of(Text, scene.items))
    assert any(letter in letters for letter in "ABCDEFGHIJKL")
    assert any(number in letters for number in "123456789")


def test_the_same_view_gives_the_same_scene() -> None:
    position, events = seen("same", 33)
    again = replace(position)
    assert board_scene(position, NAMES, events=events) == board_scene(again, NAMES, events=events)
