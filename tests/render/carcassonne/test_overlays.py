"""What overlays point out is true: each is compared with what the engine itself says."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from engine.carcassonne.events import Event, FarmersScored, FeatureScored, FinalScored
from engine.carcassonne.scoring import score_incomplete
from engine.carcassonne.view import Feature, View, view
from render.carcassonne.alt_text import board_alt
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.fields import fields_by_city, is_relevant, numbered_fields
from render.carcassonne.board.layout import pieces_of
from render.carcassonne.board.overlays import (
    OVERLAYS,
    Overlay,
    occupied_features,
)
from render.carcassonne.tiles import cell_alias
from render.picture.palette import CREAM, INK, NEUTRAL, SEATS
from render.picture.scene import Badge, Box, Inset, Item, Line, Scene, Text
from render.subject import Subject
from render.tables.replay import Frame
from render.tiles.board.features import PlacedSegment
from render.tiles.board.marking import sole
from render.tiles.sprites import BorderShape, PatternShape, SegmentsShape
from tests.engine.carcassonne.kit.boards import table
from tests.render.carcassonne.games import ENGLISH, NAMES, SIX, frames, states
from tests.render.sprites import shapes_of

GAMES = (("goldens", 2, "classic"), ("overlays", 5, "current"))
FED = """
    fffff fcccf
    fffff fffff
    f0fff fffff
    fffff fffff
    fcccf fffff
    fcccf .....
    fffff .....
    rrrrr .....
    fffff .....
    fffff .....
"""
CITY = """
    fcccf
    fc0cf
    fcPcf
    fcccf
    fcccf
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""
NO_CITY = """
    fcccf
    fffff
    rrrrr
    ff0ff
    fffff
"""


def several() -> list[Frame[View, Event]]:
    return [frame for game in GAMES for frame in frames(*game)[::9]]


def items_added(
    position: View, overlay: Overlay, frame: Frame[View, Event] | None = None
) -> list[Item]:
    """What an overlay adds to the board."""
    events = () if frame is None else frame.events
    names = NAMES[: len(position.scores)]
    subject = Subject(position, names, events)
    plain = board_scene(subject, Look(footer=False))
    overlaid = board_scene(subject, Look(overlays=(overlay,), footer=False))
    bare = set(board_of(plain))
    return [item for item in board_of(overlaid) if item not in bare]


def board_of(scene: Scene) -> tuple[Item, ...]:
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def badges(items: list[Item]) -> list[Badge]:
    return [item for item in items if isinstance(item, Badge)]


def test_the_legal_cells_are_those_of_the_placements() -> None:
    for frame in several():
        position = frame.view
        labels = [
            item.text for item in items_added(position, Overlay.LEGAL) if isinstance(item, Text)
        ]
        assert sorted(labels) == sorted({cell_alias(cell) for cell, _ in position.placements})


def test_every_dead_cell_is_crossed_out() -> None:
    crossed = 0
    for frame in several():
        items = items_added(frame.view, Overlay.DEAD)
        kinds = Counter(type(item) for item in items)
        count = len(frame.view.dead)
        assert kinds == ({Box: count, Line: 2 * count} if count else {})
        crossed += count
    assert crossed


def test_leads_label_occupied_features_with_value_and_open_cells() -> None:
    for frame in several():
        position = frame.view
        expected = [
            f"{feature.gives} / {len(feature.missing)} open"
            for feature in position.features
            if any(feature.counts)
        ]
        labels = [badge.text for badge in badges(items_added(position, Overlay.LEADS))]
        assert sorted(labels) == sorted(expected)


def test_the_legend_of_leads_explains_grey_only_if_a_lead_is_shared() -> None:
    outcomes = set()
    for frame in several():
        tied = any(len(feature.leaders) > 1 for feature in occupied_features(frame.view))
        note = OVERLAYS.note(ENGLISH, frame.view, (), Overlay.LEADS)
        assert (ENGLISH("carcassonne.legend.leads_tied") in note) == tied
        outcomes.add(tied)
    assert outcomes == {True, False}


def test_features_with_tied_leaders_have_a_neutral_colour() -> None:
    tied = [
        (frame.view, feature)
        for frame in several()
        for feature in frame.view.features
        if len(feature.leaders) > 1
    ]
    assert tied
    for position, feature in tied:
        colours = {badge.fill for badge in badges(items_added(position, Overlay.LEADS))}
        assert NEUTRAL in colours, feature


def test_a_features_current_value_matches_the_engines_at_the_end() -> None:
    compared = 0
    for game in GAMES:
        for state, _ in states(*game):
            if state.phase == "over":
                continue
            scored = {
                (entry.kind, frozenset(entry.cells), entry.followers): (entry.points, entry.seats)
                for entry in score_incomplete(state)
            }
            occupied = occupied_features(view(state, None))
            assert scored == {
                (feature.kind, frozenset(feature.cells), feature.counts): (
                    feature.gives,
                    feature.leaders,
                )
                for feature in occupied
            }
            compared += len(occupied)
    assert compared > 500


def test_completed_features_score_as_promised_or_more_if_grown() -> None:
    closed = 0
    for game in GAMES:
        course = frames(*game)
        for number, after in enumerate(course):
            for event in after.events:
                if not isinstance(event, FeatureScored) or not event.points:
                    continue
                [whole] = [
                    {*feature.segments}
                    for feature in after.view.features
                    if feature.complete
                    and (feature.kind, sorted(feature.cells)) == (event.kind, sorted(event.cells))
                ]
                for before in course[max(0, number - 12) : number]:
                    for part in before.view.features:
                        if part.kind == event.kind and whole.issuperset(part.segments):
                            promised = part.gives_complete
                            added = {*event.cells} - {*part.cells}
                            missing = {*part.missing}
                            assert promised <= event.points
                            if added <= missing and event.pennants == part.pennants:
                                assert promised == event.points
                                closed += 1
    assert closed > 50


@pytest.mark.parametrize("options", ["classic", "current"])
def test_an_open_city_of_two_tiles_is_no_small_city(options: str) -> None:
    """Open, it gives a point for each tile and pennant; and whatever completes it is a third
    tile."""
    position = view(table(CITY, options=options), None)
    labels = [badge.text for badge in badges(items_added(position, Overlay.LEADS))]
    assert labels == ["3 / 1 open"]
    alt = board_alt(ENGLISH, Subject(position, NAMES[:2]), overlays=[Overlay.LEADS])
    assert "(now 3; 1 open, then at least 8)" in alt


def test_open_features_show_cells_needed_and_the_closing_tiles() -> None:
    """Features of one player, or of nobody, that need the same cell and equally many tiles say so
    once."""
    closing = 0
    for frame in several():
        position = frame.view
        expected = Counter[str]()
        lasts = set()
        for feature in position.features:
            if not feature.complete:
                missing = feature.missing
                expected[str(len(missing))] += 1
                if len(missing) == 1:
                    held = any(feature.counts)
                    lasts.add((*missing, feature.closing, held, sole(feature.leaders)))
        expected.update(f"×{count}" for _, count, *_ in lasts)
        closing += len(lasts)
        items = items_added(position, Overlay.OPEN)
        assert Counter(badge.text for badge in badges(items)) == expected
        arrows = {item.points for item in items if isinstance(item, Line)}
        sides = {
            (cell, port // 3)
            for feature in position.features
            for cell, port in feature.open
            if port is not None
        }
        assert len(arrows) == len(sides)
    assert closing


def test_a_cloister_needs_the_cells_around_it() -> None:
    for frame in several():
        laid = {tile.cell for tile in frame.view.laid}
        for feature in frame.view.features:
            if feature.kind == "cloister":
                missing = {*feature.missing}
                ((x, y),) = feature.cells
                assert not missing & laid
                assert all(max(abs(x - u), abs(y - v)) == 1 for u, v in missing)
                assert feature.complete == (not missing)


def test_fields_are_numbered_with_their_current_value() -> None:
    total = 0
    for frame in several():
        position = frame.view
        fields = numbered_fields(position)
        expected = Counter[str]()
        for number, field in fields:
            if is_relevant(field):
                expected[str(number)] += 1
                expected.update(f"+{points}" for points in field.gives if points)
                total += sum(field.gives)
        for numbers in fields_by_city(position).values():
            expected["·".join(map(str, numbers))] += 1
        assert (
            Counter(badge.text for badge in badges(items_added(position, Overlay.FIELDS)))
            == expected
        )
        assert [number for number, _ in fields] == list(range(1, len(position.fields) + 1))
    assert total


def test_every_field_is_outlined_as_far_as_it_extends() -> None:
    for frame in several():
        position = frame.view
        items = items_added(position, Overlay.FIELDS)
        cells = sum(len(field.cells) for field in position.fields)
        assert len(shapes_of(BorderShape, items)) == 2 * cells


def test_a_field_has_the_pattern_of_its_only_owner() -> None:
    patterned = 0
    for frame in several():
        owned = [field for field in frame.view.fields if sole(field.owners) is not None]
        shapes = shapes_of(PatternShape, items_added(frame.view, Overlay.FIELDS))
        patterns = Counter(shape.pattern for _, shape in shapes if not shape.rim)
        expected = Counter[str]()
        for field in owned:
            expected[SEATS[field.owners[0]].pattern] += len(field.cells)
        assert patterns == expected
        patterned += len(owned)
    assert patterned


@pytest.mark.parametrize("overlay", Overlay)
def test_no_overlay_tints_what_is_drawn_on_tiles(overlay: Overlay) -> None:
    """Blue over red roofs was the violet of the fifth player."""
    for frame in (*several(), *(frames(*game)[-1] for game in GAMES)):
        assert not shapes_of(SegmentsShape, items_added(frame.view, overlay, frame))


def test_a_field_has_the_colour_of_its_farmer_majority() -> None:
    for frame in several():
        position = frame.view
        labels = badges(items_added(position, Overlay.FIELDS))
        for number, field in numbered_fields(position):
            if is_relevant(field):
                owner = sole(field.owners)
                fill = NEUTRAL if owner is None else SEATS[owner].main
                assert any(label.text == str(number) and label.fill == fill for label in labels)


def test_cities_carry_the_numbers_of_the_fields_feeding_them() -> None:
    position = view(table(FED), None)
    [(_, field), *_] = numbered_fields(position)
    assert (len(field.feeds), len(field.incomplete)) == (1, 1)
    labels = badges(items_added(position, Overlay.FIELDS))
    complete = [badge for badge in labels if badge.fill == CREAM]
    growing = [badge for badge in labels if badge.fill == INK]
    assert "1" in complete[0].text.split("·")
    assert len(complete) == 1
    assert any("1" in badge.text.split("·") for badge in growing)
    assert "+4" in [badge.text for badge in labels if badge.fill == SEATS[0].main]


def test_scored_overlay_shows_the_points_of_each_scorer() -> None:
    completed = 0
    for game in GAMES:
        for frame in frames(*game):
            events = [event for event in frame.events if isinstance(event, FeatureScored)]
            if not events:
                continue
            items = items_added(frame.view, Overlay.SCORED, frame)
            expected = [f"+{event.points}" for event in events for _ in event.seats]
            assert [badge.text for badge in badges(items)] == expected
            cells = sum(len(event.cells) for event in events)
            assert len(shapes_of(BorderShape, items)) == 2 * cells
            completed += 1
    assert completed


@pytest.mark.parametrize("game", GAMES)
def test_final_points_of_features_are_shown_and_farms_numbered(
    game: tuple[str, int, str],
) -> None:
    last = frames(*game)[-1]
    labels = [badge.text for badge in badges(items_added(last.view, Overlay.FINAL, last))]
    entries = [event for event in last.events if isinstance(event, FinalScored)]
    farms = [event for event in last.events if isinstance(event, FarmersScored)]
    expected = [f"+{event.points}" for event in entries for _ in event.seats]
    assert labels == [*expected, *map(str, range(1, len(farms) + 1))]
    assert farms


@pytest.mark.parametrize("overlay", Overlay)
def test_an_overlay_that_adds_nothing_says_so(overlay: Overlay) -> None:
    outcomes = set()
    for frame in (*several(), *(frames(*game)[-1] for game in GAMES)):
        position = frame.view
        events = frame.events
        note = OVERLAYS.note(ENGLISH, position, events, overlay)
        nothing = not items_added(position, overlay, frame)
        lacking = ENGLISH(f"carcassonne.alt.nothing.{overlay}")
        assert (note == lacking) == nothing
        names = NAMES[: len(position.scores)]
        alt = board_alt(ENGLISH, Subject(position, names, events), overlays=[overlay])
        assert note in alt
        outcomes.add(nothing)
    assert outcomes == {True, False} or overlay in (Overlay.FIELDS, Overlay.OPEN)


def alt_of(drawn: str, draws: str, overlay: Overlay) -> str:
    return board_alt(
        ENGLISH, Subject(view(table(drawn, draws), None), NAMES[:2]), overlays=[overlay]
    )


def test_an_overlay_is_told_before_what_every_board_tells() -> None:
    text = alt_of(FED, "U", Overlay.FIELDS)
    assert text.index("1 · field") < text.index(f"{NAMES[0]}: ") < text.index("It fits on")


def test_a_field_is_described_with_the_cities_it_touches_only() -> None:
    text = alt_of(FED, "U", Overlay.FIELDS)
    assert (
        "1 · field on M51: Anna has it; feeds 1 city; 1 city not complete yet; "
        "now 4 points for Anna. 2 · field on M50: no farmers; feeds 1 city. "
    ) in text


def test_a_field_that_touches_no_city_is_told_so() -> None:
    text = alt_of(NO_CITY, "U", Overlay.FIELDS)
    assert "1 · field on M50: Anna has it; no points now." in text


def test_a_last_cell_that_no_tile_left_fills_is_told_so() -> None:
    alts = {
        board_alt(
            ENGLISH, Subject(frame.view, NAMES[: len(frame.view.scores)]), overlays=[Overlay.OPEN]
        )
        for game in GAMES
        for frame in frames(*game)
    }
    assert any("(no tile left completes it)" in alt for alt in alts)
    assert not any("(0 tiles" in alt for alt in alts)


def test_the_segments_of_a_feature_are_those_of_the_view() -> None:
    for frame in several()[::3]:
        for feature in frame.view.features:
            pieces = pieces_of(feature)
            assert pieces == {PlacedSegment(cell, segment) for cell, segment in feature.segments}
            assert {piece.cell for piece in pieces} == set(feature.cells)


def at_stake() -> Iterator[tuple[View, Feature]]:
    """Incomplete features with an inn or a cathedral and followers, in a game."""
    for frame in frames("goldens", 6, "big")[::7]:
        for feature in occupied_features(frame.view):
            if feature.thing and not feature.complete:
                yield frame.view, feature


def test_with_inn_or_cathedral_a_label_shows_nothing_or_all() -> None:
    seen = set()
    for position, feature in at_stake():
        each = {"inn": 2, "cathedral": 3}[feature.thing]  # type: ignore[index]
        counted = len(feature.cells) + len(feature.missing) + feature.pennants
        label = f"0–{each * counted} / {len(feature.missing)} open"
        scene = board_scene(Subject(position, SIX), Look(overlays=(Overlay.LEADS,)))
        board = scene.items[0]
        assert isinstance(board, Inset)
        assert label in [item.text for item in board.scene.items if isinstance(item, Badge)]
        seen.add(feature.thing)
    assert seen == {"inn", "cathedral"}


def test_a_large_follower_leads_as_two() -> None:
    seen = 0
    for frame in frames("goldens", 6, "big")[::3]:
        for feature in occupied_features(frame.view):
            weights = [
                sum(pair) for pair in zip_longest(feature.counts, feature.large, fillvalue=0)
            ]
            assert feature.leaders == tuple(
                seat for seat, weight in enumerate(weights) if weight == max(weights)
            )
            seen += any(feature.large)
    assert seen


def test_what_is_at_stake_is_said_to_who_cannot_see_it() -> None:
    position, _ = next(at_stake())
    text = board_alt(ENGLISH, Subject(position, SIX), (Overlay.LEADS,))
    assert "nothing unless completed" in text


def test_a_river_parts_fields() -> None:
    position = frames("goldens", 2, "big")[9].view
    river = {
        (tile.cell, index)
        for tile in position.laid
        for index, segment in enumerate(
            position.catalogue.turned[tile.tile][tile.rotation].segments
        )
        if segment.kind == "river"
    }
    assert river
    assert not river & {segment for field in position.fields for segment in field.segments}
