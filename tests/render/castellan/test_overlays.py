"""What overlays point out is true: each is compared with what the engine itself says."""

from collections import Counter
from functools import cache

import pytest

from engine.castellan.events import TurnScored
from engine.castellan.imagining import closings
from engine.castellan.places import places
from engine.castellan.view import view
from render.castellan.art.sprites import KeepSprite, TowerSprite, WallSprite
from render.castellan.board.board import Look, board_scene
from render.castellan.board.castle import courtyard_letters
from render.castellan.board.layout import PlanLayout, PointSpan, whole_layout
from render.castellan.board.overlays import (
    LEGAL,
    OVERLAYS,
    Overlay,
    offered_pieces,
)
from render.castellan.words import place_alias
from render.picture.palette import GOLD, SEATS
from render.picture.scene import Badge, Box, Colour, Disc, Item
from render.subject import Subject
from tests.engine.castellan.kit.tables import play, table
from tests.render.castellan.boards import board_items, items_added, items_on_board, texts
from tests.render.castellan.games import NAMES, states
from tests.render.lettered import apart, check_that_no_badge_covers_another, plate
from tests.render.sprites import sprites_of

POSITIONS = [
    (view(state, None), events)
    for seats in (2, 4)
    for state, events in (*states("overlays", seats)[::7], states("overlays", seats)[-1])
]
CROWDED = [
    (view(state, None), events)
    for seats in (3, 4)
    for state, events in states("goldens", seats)[20::5]
]
SHOWN = [*POSITIONS, *CROWDED]
OWNED = """
    O-------O---O
    | b   b | A |
    O-------O---O
"""


@pytest.mark.parametrize("overlay", LEGAL)
def test_ghosts_mark_every_legal_place_named_where_there_is_room(
    overlay: Overlay,
) -> None:
    named = 0
    for position, events in POSITIONS:
        if position.to_act is None:
            assert items_added(position, overlay, events) == []
            continue
        legal = places(position.plan, LEGAL[overlay], position.to_act)
        items = items_added(position, overlay, events)
        ghosts = [*sprites_of(TowerSprite, items), *sprites_of(WallSprite, items)]
        assert len([ghost for ghost, _ in ghosts if ghost.opacity < 1]) == len(legal)
        names = [text.split()[0] for text in texts(items)]
        assert set(names) <= {place_alias(piece) for piece in legal}
        assert len(names) == len(set(names))
        named += len(names)
    assert named > 50


def test_every_legal_place_is_seen() -> None:
    for position, _ in POSITIONS:
        for overlay in LEGAL:
            offers = offered_pieces(position, [overlay])
            span = whole_layout(position.plan, offers).span
            for piece in offers:
                for x, y in (piece.at, piece.to if piece.heading else piece.at):
                    assert span.west <= x <= span.east
                    assert span.south <= y <= span.north


def test_closing_overlay_shows_pieces_needed_and_points_gained() -> None:
    count = 0
    for position, events in POSITIONS:
        expected = () if position.to_act is None else closings(position.plan)
        items = items_added(position, Overlay.CLOSING, events)
        assert Counter(texts(items)) == Counter(
            f"{len(closing.pieces)} for {closing.towers}" for closing in expected
        )
        boxes = [item for item in items if isinstance(item, Box) and item.fill == GOLD]
        tints = [box.rect for box in boxes if not box.width]
        tinted = sum((right - left) * (bottom - top) for left, top, right, bottom in tints)
        stretch = whole_layout(position.plan, ()).stretch
        assert tinted == stretch**2 * sum(len(closing.cells) for closing in expected)
        count += len(expected)
    assert count


def test_counting_towers_have_a_bead_in_their_courtyards_colour() -> None:
    for position, events in POSITIONS:
        items = items_added(position, Overlay.VALUES, events)
        beads = Counter(item.fill for item in items if isinstance(item, Disc))
        towers = Counter(
            SEATS[courtyard.seat].main
            for courtyard in position.plan.courtyards
            for _ in range(position.plan.towers_of(courtyard))
        )
        assert beads == towers


@pytest.mark.parametrize("overlay", [None, Overlay.VALUES, Overlay.FINAL])
def test_the_shields_of_courtyards_add_up_to_the_score(overlay: Overlay | None) -> None:
    for number, (position, _) in enumerate(SHOWN):
        totals = Counter[Colour]()
        for item in board_with(number, overlay, turn=False):
            if isinstance(item, Badge) and item.backing == "shield":
                totals[item.fill] += int(item.text)
        scores = {SEATS[seat].main: score for seat, score in enumerate(position.scores) if score}
        assert totals == scores


def test_courtyards_show_what_the_last_turn_gained() -> None:
    brought = 0
    for position, events in POSITIONS:
        labels = texts(items_added(position, Overlay.SCORED, events))
        changed = [event.points for event in events if isinstance(event, TurnScored)]
        assert sum(map(int, labels)) == sum(changed)
        brought += len(labels)
    assert brought


def test_dividing_shows_what_it_brought_in_all() -> None:
    state = table(
        """
        O-------O
        | a   a |
        O       O
        | a   a |
        O-------O
        """,
        ("W5 W6", "T2"),
    )
    after, events = play(state, "W5: l0,1E; t")
    assert texts(items_added(view(after, None), Overlay.SCORED, events)) == ["+2"]


def test_a_tower_inside_a_courtyard_is_told_as_a_gain() -> None:
    state = table(
        """
        O-------O
        | a   a |
        O---.   |
        | a   a |
        O-------O
        """,
        ("T1 W1", "T2"),
    )
    after, events = play(state, "T1: t1,1; t")
    assert texts(items_added(view(after, None), Overlay.SCORED, events)) == ["+1"]


def test_the_final_board_has_letters_in_the_places_of_keeps() -> None:
    position, events = POSITIONS[-1]
    items = items_added(position, Overlay.FINAL, events)
    assert {*texts(items)} == {*courtyard_letters(position.plan).values()}
    assert not sprites_of(KeepSprite, board_with(len(POSITIONS) - 1, Overlay.FINAL))


def test_the_values_of_a_board_are_told_once() -> None:
    position = view(table(OWNED), None)
    assert texts(items_on_board(position)) == ["4", "8"]


@pytest.mark.parametrize("overlay", Overlay)
def test_an_overlay_that_adds_nothing_says_so(overlay: Overlay) -> None:
    outcomes = set()
    for position, events in POSITIONS:
        nothing = OVERLAYS.adds_nothing(position, events, overlay)
        assert nothing == (not items_added(position, overlay, events))
        outcomes.add(nothing)
    assert outcomes == {True, False}


@cache
def board_with(
    number: int, overlay: Overlay | None, *, compact: bool = False, turn: bool = True
) -> tuple[Item, ...]:
    """The board of a position with an overlay, and with what the last turn did."""
    position, events = SHOWN[number]
    overlays = () if overlay is None else (overlay,)
    look = Look(overlays=overlays, compact=compact, footer=False)
    names = NAMES[: len(position.scores)]
    return board_items(board_scene(Subject(position, names, events if turn else ()), look))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("overlay", [None, *Overlay])
def test_no_badge_covers_another(overlay: Overlay | None, compact: bool) -> None:
    """What a turn brought used to cover a piece's number, or what the courtyard is worth."""
    for number in range(len(SHOWN)):
        check_that_no_badge_covers_another(board_with(number, overlay, compact=compact))


@pytest.mark.parametrize("overlay", [None, Overlay.VALUES, Overlay.SCORED, Overlay.FINAL])
def test_no_label_is_moved_into_a_picture_from_outside(overlay: Overlay | None) -> None:
    """They used to stand in a crowd along the edge, each with a line to its courtyard."""
    for position, events in SHOWN:
        cells = [cell for courtyard in position.plan.courtyards for cell in courtyard.cells]
        east = max((x + 1 for x, _ in cells), default=0)
        south = min((y for _, y in cells), default=0)
        beside = PlanLayout(PointSpan(east, south, east + 8, south + 5), 64)
        look = Look(overlays=() if overlay is None else (overlay,), layout=beside)
        subject = Subject(position, NAMES[: len(position.scores)], events)
        items = board_items(board_scene(subject, look))
        assert texts(items) == []


@pytest.mark.parametrize("overlay", Overlay)
def test_no_coordinates_cover_a_label(overlay: Overlay) -> None:
    for position, events in CROWDED:
        names = NAMES[: len(position.scores)]
        look = Look(overlays=(overlay,), footer=False)
        scene = board_scene(Subject(position, names, events), look)
        strips = [item.rect for item in scene.items if isinstance(item, Box)]
        for item in board_items(scene):
            if isinstance(item, Badge):
                assert all(apart(plate(item), strip) for strip in strips)


def test_a_shield_covers_no_keep_and_no_middle_of_a_tower() -> None:
    for number in range(len(SHOWN)):
        items = board_with(number, None)
        middles = [item.at for item, _ in sprites_of(TowerSprite, items)]
        middles += [item.at for item, _ in sprites_of(KeepSprite, items)]
        for shield in items:
            if isinstance(shield, Badge) and shield.backing == "shield":
                left, top, right, bottom = plate(shield)
                edge = (right - left) // 8
                assert not any(
                    left + edge < x < right - edge and top < y < bottom for x, y in middles
                )


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("overlay", [None, Overlay.VALUES, Overlay.SCORED, Overlay.FINAL])
def test_no_label_of_a_courtyard_covers_a_tower_or_keep(
    overlay: Overlay | None, compact: bool
) -> None:
    for number in range(len(SHOWN)):
        items = board_with(number, overlay, compact=compact)
        towers = [(tower.at, 0.24 * tower.size) for tower, _ in sprites_of(TowerSprite, items)]
        keeps = [
            (keep.at, (0.34 if name.double else 0.25) * keep.size)
            for keep, name in sprites_of(KeepSprite, items)
        ]
        labels = [item for item in items if isinstance(item, Badge) and item.backing != "shield"]
        for badge in labels:
            left, top, right, bottom = plate(badge)
            for (x, y), radius in (*towers, *keeps):
                across = x - min(max(x, left), right)
                down = y - min(max(y, top), bottom)
                assert across**2 + down**2 >= radius**2
