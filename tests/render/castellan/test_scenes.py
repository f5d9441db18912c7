"""What is drawn for a position, as the list of things to draw."""

import pickle
from dataclasses import replace
from typing import TypeGuard

import pytest

from engine.castellan.events import CourtyardMade, PiecePlaced
from engine.castellan.pieces import Piece
from engine.castellan.plan import EMPTY, Plan, build_plan
from engine.castellan.state import Phase
from engine.castellan.view import View, view
from render.castellan.art.sprites import KeepSprite, TowerSprite, WallSprite
from render.castellan.board.board import Look, board_scene
from render.castellan.board.castle import LIGHT
from render.castellan.board.hearts import Heart, hearts
from render.castellan.board.layout import (
    NARROWEST,
    ROOM,
    STRETCHES,
    PlanLayout,
    coordinates,
    partial_layout,
    whole_layout,
)
from render.picture.palette import CREAM, SEATS, THEMES
from render.picture.scene import Badge, Box, Disc, Item, SpritePicture, Text
from render.subject import Subject
from tests.engine.castellan.kit.plans import plan
from tests.engine.castellan.kit.tables import play, table
from tests.render.castellan.boards import board_items, items_on_board, written_in
from tests.render.castellan.games import NAMES, seen
from tests.render.sprites import sprites_of

# How wide a phone shows a picture, in pixels.
PHONE = 400
TWO_COURTYARDS = """
    O-------O---O---.
    | b   b | A |
    O-------O---O
    |
    O---.
"""


def view_of(picture: str | Plan) -> View:
    return view(table(picture), None)


def far(stretches: int) -> Plan:
    """Short walls with towers, all in one line."""
    towers = [(x, 0) for x in range(stretches + 1)]
    return build_plan(towers, [Piece("short", (x, 0), "E") for x in range(stretches)], ())


def middles(layout: PlanLayout, pieces: list[Piece]) -> set[tuple[int, int]]:
    return {
        layout.at((piece.at[0] + piece.to[0]) / 2, (piece.at[1] + piece.to[1]) / 2)
        for piece in pieces
    }


def test_every_wall_and_tower_is_drawn_where_it_stands() -> None:
    position, _ = seen("goldens", 14)
    layout = whole_layout(position.plan, ())
    items = items_on_board(position)
    towers = {item.at for item, _ in sprites_of(TowerSprite, items)}
    walls = [(item.at, name.kind, name.heading) for item, name in sprites_of(WallSprite, items)]
    assert towers == {layout.at(*at) for at in position.plan.towers}
    assert len(walls) == len(position.plan.walls)
    assert {at for at, _, _ in walls} == middles(layout, list(position.plan.walls))
    assert sorted((kind, heading) for _, kind, heading in walls) == sorted(
        (wall.kind, wall.heading) for wall in position.plan.walls
    )


def test_north_is_up_and_east_is_right() -> None:
    layout = whole_layout(plan(TWO_COURTYARDS), ())
    x, y = layout.at(0, 0)
    assert layout.at(1, 0) == (x + layout.stretch, y)
    assert layout.at(0, 1) == (x, y - layout.stretch)


def test_towers_lie_above_walls_and_keeps_above_towers() -> None:
    items = items_on_board(view_of(TWO_COURTYARDS))
    order = [item.name for item in items if isinstance(item, SpritePicture)]
    kinds = [type(name) for name in order]
    last_wall = max(n for n, kind in enumerate(kinds) if kind is WallSprite)
    assert last_wall < kinds.index(TowerSprite)
    assert max(n for n, kind in enumerate(kinds) if kind is TowerSprite) < kinds.index(KeepSprite)


def test_a_piece_looks_the_same_however_the_castle_grows() -> None:
    small = view_of(far(3))
    large = view_of(far(9))
    looks = [
        [name.look for _, name in sprites_of(TowerSprite, items_on_board(position))]
        for position in (small, large)
    ]
    assert looks[1][:4] == looks[0]
    assert len(set(looks[1])) > 1


def test_the_whole_castle_is_seen_with_room_around_it() -> None:
    for ply in (0, 6, 12, -1):
        position, _ = seen("goldens", ply, 3)
        layout = whole_layout(position.plan, ())
        width, height = layout.size
        for x, y in (*position.plan.towers, *position.plan.ends):
            left, top = layout.at(x, y)
            assert layout.margin + layout.stretch <= left <= width - layout.stretch // 2
            assert layout.margin + layout.stretch <= top <= height - layout.stretch // 2


@pytest.mark.parametrize("stretches", [1, 8, 14, 20, 30, 45])
def test_stretches_are_as_long_as_the_picture_may_be(stretches: int) -> None:
    layout = whole_layout(far(stretches), ())
    across = layout.span.east - layout.span.west
    longer = [stretch for stretch in STRETCHES if stretch > layout.stretch]
    assert layout.stretch * across <= ROOM[0]
    assert all(stretch * across > ROOM[0] for stretch in longer)


def test_the_longest_castle_has_tiny_stretches_but_legible_names() -> None:
    layout = whole_layout(far(160), ())
    assert layout.stretch == STRETCHES[-1]
    names = [
        item
        for item in coordinates(layout).items((0, 0, *layout.size), THEMES["light"])
        if isinstance(item, Text)
    ]
    assert len(names) > 10
    assert all(name.size * PHONE / layout.size[0] >= 7 for name in names)


@pytest.mark.parametrize("ply", [0, 5, 15, -1])
def test_all_text_is_seven_pixels_high_on_a_phone(ply: int) -> None:
    position, events = seen("goldens", ply, 4)
    for compact in (False, True):
        look = Look(compact=compact)
        scene = board_scene(Subject(position, NAMES, events), look)
        written = [*scene.items, *board_items(scene)]
        for item in written:
            if isinstance(item, Text | Badge):
                assert item.size * PHONE / scene.size[0] >= 7, item


def test_a_tall_castle_has_meadow_beside_it() -> None:
    walls = [Piece("short", (0, y), "N") for y in range(20)]
    width, height = whole_layout(build_plan([(0, y) for y in range(21)], walls, ()), ()).size
    assert width >= NARROWEST * height * 0.95


def test_the_last_turns_pieces_have_rims() -> None:
    position, events = seen("goldens", 9, 3)
    placed = [event for event in events if isinstance(event, PiecePlaced)]
    items = items_on_board(position, events)
    main = SEATS[placed[0].seat].main
    rims = [
        item
        for item in items
        if isinstance(item, Box | Disc) and item.fill == main and item.outline is not None
    ]
    assert len(rims) == len(placed)


@pytest.mark.parametrize("legend", [False, True])
def test_pieces_are_numbered_only_where_somebody_asked_for_a_picture(legend: bool) -> None:
    position, events = seen("goldens", 9, 3)
    placed = [event for event in events if isinstance(event, PiecePlaced)]
    look = Look(footer=False, legend=legend)
    items = board_items(board_scene(Subject(position, NAMES[:3], events), look))
    assert written_in(items) == [str(number + 1) for number in range(len(placed) if legend else 0)]


def test_what_was_enclosed_just_now_is_lined_with_light() -> None:
    for ply in range(4, 20):
        position, events = seen("goldens", ply)
        lines = [item.rect for item in items_on_board(position, events) if is_light(item)]
        made = [event for event in events if isinstance(event, CourtyardMade)]
        sides = sum(len(borders(set(event.cells))) for event in made)
        stretch = whole_layout(position.plan, ()).stretch
        long = sum(max(right - left, bottom - top) for left, top, right, bottom in lines)
        assert long == sides * stretch


def is_light(item: Item) -> TypeGuard[Box]:
    return isinstance(item, Box) and item.fill == LIGHT


def borders(cells: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sides of cells that have another cell beyond them."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    beside = [(x + dx, y + dy) for x, y in cells for dx, dy in steps]
    return [cell for cell in beside if cell not in cells]


def test_a_courtyard_shows_its_owners_keep_and_its_value() -> None:
    items = items_on_board(view_of(TWO_COURTYARDS))
    assert [name for _, name in sprites_of(KeepSprite, items)] == [
        KeepSprite(1, double=False),
        KeepSprite(0, double=True),
    ]
    values = [item for item in items if isinstance(item, Badge)]
    assert [(item.text, item.fill, item.backing) for item in values] == [
        ("4", SEATS[1].main, "shield"),
        ("8", SEATS[0].main, "shield"),
    ]


def test_a_keep_stands_as_near_its_courtyards_centre_as_possible() -> None:
    around_a_wall = plan(
        """
        O---O---O---O
        | a   a   a |
        O   O---O   O
        | a   a   a |
        O---O---O---O
        """
    )
    [courtyard] = around_a_wall.courtyards
    assert hearts(around_a_wall, courtyard)[0] == Heart(1, 0.5, room=1.25)
    free = plan(
        """
        O-------O
        | a   a |
        |       |
        | a   a |
        O-------O
        """
    )
    [courtyard] = free.courtyards
    assert hearts(free, courtyard)[0] == Heart(1, 1, room=2)


def test_open_wall_ends_are_marked_while_the_game_lasts() -> None:
    position = view_of(TWO_COURTYARDS)
    ends = len(position.plan.open_ends)
    assert ends == 2
    phases: dict[Phase, int] = {"usual": ends, "last": ends, "over": 0}
    for phase, marks in phases.items():
        items = items_on_board(replace(position, phase=phase))
        rings = [item for item in items if isinstance(item, Disc) and item.outline == CREAM]
        assert len(rings) == marks


def test_an_empty_plan_is_a_meadow_around_the_first_point() -> None:
    position = view_of(EMPTY)
    assert sprites_of(TowerSprite, items_on_board(position)) == []
    span = whole_layout(EMPTY, ()).span
    assert span.west < 0 < span.east
    assert span.south < 0 < span.north


def test_a_compact_picture_closes_up_on_the_last_turns_pieces() -> None:
    position, events = seen("goldens", 16, 4)
    pieces = [event.piece for event in events if isinstance(event, PiecePlaced)]
    scene = board_scene(Subject(position, NAMES, events), Look(compact=True, footer=False))
    layout = partial_layout(position.plan, pieces)
    assert scene.size == layout.size
    assert layout.size[0] < whole_layout(position.plan, ()).size[0]
    for piece in pieces:
        assert layout.span.west < piece.at[0] < layout.span.east
        assert layout.span.south < piece.at[1] < layout.span.north


def test_equal_views_give_equal_scenes_that_can_be_pickled() -> None:
    position, events = seen("goldens", 12)
    scene = board_scene(Subject(position, NAMES[:2], events))
    assert board_scene(Subject(replace(position), NAMES[:2], events)) == scene
    assert pickle.loads(pickle.dumps(scene)) == scene


def test_a_played_turn_looks_like_its_preview() -> None:
    state = table("O---O\n|\nO---.", ("T1 W1", "T2 W2"))
    after, events = play(state, "T1: t1,0; t")
    parts = [("card", "T1"), ("card2", "build"), ("kind", "tower"), ("place", "1,0")]
    previewed = items_on_board(view(state, 0), parts=parts)
    names = [name for _, name in sprites_of(TowerSprite, previewed)]
    assert names == [
        name for _, name in sprites_of(TowerSprite, items_on_board(view(after, 0), events))
    ]
