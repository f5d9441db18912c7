"""Labels on a board stand where they belong, cover no other, and are covered by nothing."""

from itertools import combinations
from math import dist

import pytest

from engine.carcassonne.events import FarmersScored
from engine.carcassonne.moves import Turn, parts
from engine.carcassonne.turn import apply
from engine.carcassonne.view import View, view
from render.carcassonne.art.land import land
from render.carcassonne.art.spots import landmark_spots
from render.carcassonne.art.sprites import FollowerSprite
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.fields import fields_by_city, is_relevant, numbered_fields
from render.carcassonne.board.layout import TableLayout, laid_tiles, pieces_of, whole_layout
from render.carcassonne.board.overlays import Overlay
from render.picture.palette import CREAM, INK
from render.picture.scene import Box, Inset, Point, SpritePicture
from render.subject import Subject
from render.tiles.board.features import PlacedSegment
from tests.render.carcassonne.games import NAMES, frames, states
from tests.render.carcassonne.test_overlays import GAMES, badges, board_of, items_added
from tests.render.lettered import apart, plate


def test_points_leave_the_question_mark_of_a_preview_free() -> None:
    """They used to cover it where the completed feature ends next to its corner."""
    apart = []
    for state, _ in states("goldens", 2, "classic")[::2]:
        position = view(state, None)
        for placement in position.placements:
            turn = Turn(placement)
            _, events = apply(state, state.seat, turn)
            look = Look(overlays=(Overlay.SCORED,), footer=False)
            scene = board_scene(Subject(position, NAMES[:2], events, parts=parts(turn)), look)
            (inset,) = [item for item in scene.items if isinstance(item, Inset)]
            badge_by_text = {badge.text: badge for badge in badges([*inset.scene.items])}
            mark = badge_by_text.pop("?")
            apart += [
                dist(mark.centre, badge.centre) > 1.5 * mark.size
                for badge in badge_by_text.values()
            ]
    assert len(apart) > 20
    assert all(apart)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("overlay", Overlay)
def test_no_label_lies_on_another_on_a_crowded_board(overlay: Overlay, compact: bool) -> None:
    for game in (*GAMES, ("crowded", 5, "current")):
        for frame in frames(*game)[40::15]:
            look = Look(overlays=(overlay,), footer=False, compact=compact)
            names = NAMES[: len(frame.view.scores)]
            scene = board_scene(Subject(frame.view, names, frame.events), look)
            plates = [plate(badge) for badge in badges([*board_of(scene)])]
            assert all(apart(label_plate, other) for label_plate, other in combinations(plates, 2))


@pytest.mark.parametrize("compact", [False, True])
def test_a_label_of_a_field_or_city_stands_on_it(compact: bool) -> None:
    """The number of a field used to stand across the road, in another one."""
    checked = 0
    for game in (*GAMES, ("fields", 3, "classic"), ("f0", 5, "classic"), ("f3", 5, "current")):
        for frame in frames(*game)[4::7]:
            position = frame.view
            names = NAMES[: len(frame.view.scores)]
            look = Look(overlays=(Overlay.FIELDS,), footer=False, compact=compact)
            scene = board_scene(Subject(position, names), look)
            layout = whole_layout(position)
            labels = badges([*board_of(scene)])
            for number, field in numbered_fields(position):
                if is_relevant(field):
                    [at] = [
                        badge.centre
                        for badge in labels
                        if badge.text == str(number) and badge.fill not in (CREAM, INK)
                    ]
                    assert lies_on(position, layout, at) in pieces_of(field)
                    checked += 1
            for city, numbers in fields_by_city(position).items():
                text = "·".join(map(str, numbers))
                places = [badge.centre for badge in labels if badge.text == text]
                cities = {lies_on(position, layout, at) for at in places}
                assert any(piece and piece.cell in city for piece in cities)
                assert len(numbers) == len({*numbers})
    assert checked > 250


@pytest.mark.parametrize("game", GAMES)
def test_a_farm_is_numbered_where_it_is(game: tuple[str, int, str]) -> None:
    last = frames(*game)[-1]
    layout = whole_layout(last.view)
    centres = {
        badge.text: badge.centre for badge in badges(items_added(last.view, Overlay.FINAL, last))
    }
    farms = [event for event in last.events if isinstance(event, FarmersScored)]
    for number, farm in enumerate(farms, 1):
        piece = lies_on(last.view, layout, centres[str(number)])
        assert piece is not None
        kind = laid_tiles(last.view)[piece.cell].segments[piece.segment].kind
        if game[2] == "classic":
            assert kind == "city"
            assert piece.cell in farm.cities[0]
        else:
            assert kind == "field"
            assert piece.cell in farm.fields[0]


def lies_on(position: View, layout: TableLayout, at: Point) -> PlacedSegment | None:
    """The segment that a pixel of the board shows."""
    for cell, turned in laid_tiles(position).items():
        left, top = layout.cell_origin(cell)
        x = at[0] - left
        y = at[1] - top
        if 0 <= x < layout.cell and 0 <= y < layout.cell:
            for segment, mask in enumerate(land(turned, layout.cell)):
                if mask.crop((x, y, x + 1, y + 1)).tobytes()[0] > 127:
                    return PlacedSegment(cell, segment)
    return None


@pytest.mark.parametrize("overlay", [Overlay.LEADS, Overlay.SCORED])
def test_a_label_covers_no_follower_and_no_pennant(overlay: Overlay) -> None:
    seen = 0
    for game in (*GAMES, ("crowded", 5, "current")):
        for frame in frames(*game)[10 :: 10 if overlay is Overlay.LEADS else 1]:
            look = Look(overlays=(overlay,), footer=False)
            scene = board_scene(Subject(frame.view, NAMES[: game[1]], frame.events), look)
            layout = whole_layout(frame.view)
            kept_off = [
                item.at
                for item in board_of(scene)
                if isinstance(item, SpritePicture) and isinstance(item.name, FollowerSprite)
            ]
            for cell, tile in laid_tiles(frame.view).items():
                left, top = layout.cell_origin(cell)
                kept_off += [
                    (left + round(x * layout.cell), top + round(y * layout.cell))
                    for (x, y), _ in landmark_spots(tile)
                ]
            for badge in badges([*board_of(scene)]):
                left, top, right, bottom = plate(badge)
                assert not [p for p in kept_off if left < p[0] < right and top < p[1] < bottom]
                seen += 1
    assert seen > 30


@pytest.mark.parametrize("overlay", [Overlay.FINAL, Overlay.LEADS, Overlay.FIELDS])
def test_no_coordinates_cover_a_label(overlay: Overlay) -> None:
    """At the end nothing is shown around the tiles, and a `+3` used to be cut off at the top."""
    for game in (*GAMES, ("f0", 5, "classic"), ("f3", 5, "current"), ("top", 4, "classic")):
        last = frames(*game)[-1 if overlay is Overlay.FINAL else -2]
        names = NAMES[: game[1]]
        look = Look(overlays=(overlay,), footer=False)
        scene = board_scene(Subject(last.view, names, last.events), look)
        beside, above = (item.rect for item in scene.items if isinstance(item, Box))
        for badge in badges([*board_of(scene)]):
            assert apart(plate(badge), beside)
            assert apart(plate(badge), above)
