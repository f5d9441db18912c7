"""What overlays point out is true: each is compared with what the engine itself says."""

from itertools import combinations, pairwise
from math import dist

import pytest

from engine.castle.catalogue import SPACES
from engine.castle.events import FeatureScored, FinalScored
from engine.castle.moves import Spot, cell_name, parts
from engine.castle.record import Step
from engine.castle.view import View, view
from engine.recorded import Leaves
from engine.tiles.grid import Cell
from engine.tiles.tile import FACING
from render.castle.alt_text import board_alt, overlay_note
from render.castle.art.layout import CastleLayout
from render.castle.art.spots import market_spots
from render.castle.art.sprites import FINE, FollowerSprite, KeepSprite
from render.castle.board.board import Look, board_scene
from render.castle.board.cells import feature_at, laid_tiles
from render.castle.board.overlays import (
    OVERLAYS,
    REACH,
    Overlay,
    court_points,
    landings,
    occupied_features,
    points_complete,
)
from render.picture.palette import CREAM, INK, SEATS
from render.picture.scene import (
    Badge,
    Box,
    Disc,
    Inset,
    Item,
    Line,
    Point,
    Scene,
    SpritePicture,
    Text,
)
from render.subject import Subject
from render.tiles.board.board import CELL
from render.tiles.board.features import beyond
from render.tiles.sprites import BorderShape, SegmentsShape
from tests.engine.castle.kit.boards import game
from tests.render.castle.games import ENGLISH, NAMES, play_game
from tests.render.lettered import apart, check_that_no_badge_covers_another, plate
from tests.render.sprites import shapes_of

GAMES = [("overlays 1", True), ("overlays 3", False)]


def plies() -> list[Step]:
    return [ply for seed, greedy in GAMES for ply in play_game(seed, greedy=greedy)]


def items_added(position: View, overlay: Overlay, ply: Step | None = None) -> list[Item]:
    """What an overlay adds to the board."""
    events = () if ply is None else ply.events
    subject = Subject(position, NAMES, events)
    plain = board_scene(subject, Look(footer=False))
    overlaid = board_scene(subject, Look(overlays=(overlay,), footer=False))
    bare = set(board_of(plain))
    return [item for item in board_of(overlaid) if item not in bare]


def board_of(scene: Scene) -> tuple[Item, ...]:
    first = scene.items[0]
    assert isinstance(first, Inset)
    return first.scene.items


def test_the_legal_cells_are_those_of_the_placements() -> None:
    for ply in plies():
        position = view(ply.state, None)
        labels = [
            item.text for item in items_added(position, Overlay.LEGAL) if isinstance(item, Text)
        ]
        assert sorted(labels) == sorted({cell_name(cell) for cell, _ in position.placements})


def test_a_dead_cell_is_crossed_out() -> None:
    ply = next(p for p in plies() if len(view(p.state, None).dead) == 1)
    items = items_added(view(ply.state, None), Overlay.DEAD)
    assert [type(item) for item in items] == [Box, Line, Line]


def test_landings_go_round_the_track_and_know_the_towers() -> None:
    state = game(scores=(93, 0), wall={12: 4, 0: 1})
    by_points = {stop.points: stop for stop in landings(view(state, None), 0)}
    assert by_points[6].space == 99
    assert by_points[7].space == 0
    assert by_points[19].tower == 12
    assert by_points[20].tower == 12
    assert by_points[5].tower is None
    assert landings(view(game(scores=(93, 0)), None), 0)[18].tower is None


def test_the_landing_radar_shows_the_points_to_every_space_within_reach() -> None:
    state = game(scores=(9, 0), wall={12: 4, 16: 2})
    items = items_added(view(state, None), Overlay.LANDING)
    texts = [item.text for item in items if isinstance(item, Text)]
    assert texts == [str(points) for points in range(1, REACH + 1)]


@pytest.mark.parametrize("score", range(0, SPACES, 7))
def test_the_discs_of_the_landing_radar_are_apart(score: int) -> None:
    """Points to adjacent corner towers used to touch."""
    items = items_added(view(game(scores=(score, 0)), None), Overlay.LANDING)
    discs = [item for item in items if isinstance(item, Disc)]
    assert len(discs) == REACH
    for disc, other in combinations(discs, 2):
        assert dist(disc.centre, other.centre) >= 2 * disc.radius


def test_the_landing_radar_frames_every_tower_with_a_wall_tile() -> None:
    state = game(scores=(9, 0), wall={12: 4, 16: 2, 56: 1})
    items = items_added(view(state, None), Overlay.LANDING)
    frames = [item for item in items if isinstance(item, Box)]
    assert [frame.outline for frame in frames] == [
        INK,
        SEATS[0].main,
        INK,
        SEATS[0].main,
        INK,
        CREAM,
    ]


def test_leads_label_features_with_kind_value_and_open_cells() -> None:
    for ply in plies()[::7]:
        position = view(ply.state, None)
        items = items_added(position, Overlay.LEADS)
        labels = [item.text for item in items if isinstance(item, Badge)]
        expected = []
        for feature in occupied_features(position):
            empty = len({empty_beyond(position, spot) for spot in feature.open})
            is_court = feature.kind == "court"
            points = court_points(feature) if is_court else points_complete(feature)
            expected.append(f"{points} / {empty} open" if empty else str(points))
        assert sorted(labels) == sorted(expected)


def test_the_legend_of_leads_explains_only_what_is_there() -> None:
    notes = set()
    for ply in plies():
        position = view(ply.state, None)
        occupied = occupied_features(position)
        note = overlay_note(ENGLISH, position, (), Overlay.LEADS)
        has_court = any(feature.kind == "court" for feature in occupied)
        is_tied = any(feature.leader is None for feature in occupied)
        assert (ENGLISH("castle.legend.leads_court") in note) == has_court
        assert (ENGLISH("castle.legend.leads_tied") in note) == is_tied
        notes.add((has_court, is_tied))
    assert len(notes) > 1


@pytest.mark.parametrize("overlay", [Overlay.LEADS, Overlay.SCORED, Overlay.FINAL])
def test_a_label_covers_no_piece_no_market_and_nothing_of_the_track(overlay: Overlay) -> None:
    seen = 0
    last = [play_game(seed, greedy=greedy)[-1] for seed, greedy in GAMES]
    for ply in plies()[::5] if overlay is Overlay.LEADS else [*plies()[::2], *last]:
        position = view(ply.state, None)
        subject = Subject(position, NAMES, ply.events)
        board = board_scene(subject, Look(overlays=(overlay,), footer=False))
        layout = CastleLayout(position.catalogue.wall, CELL)
        kept_off = [
            item.at
            for item in board_of(board)
            if isinstance(item, SpritePicture)
            and isinstance(item.name, FollowerSprite | KeepSprite)
        ]
        for cell, tile in laid_tiles(position).items():
            left, top = layout.cell_origin(cell)
            for spots in market_spots(tile).values():
                kept_off += [(left + round(x * CELL), top + round(y * CELL)) for x, y in spots]
        track = [layout.cell_origin(cell) for cell in position.catalogue.wall.ring]
        for badge in board_of(board):
            if isinstance(badge, Badge) and ("open" in badge.text or len(badge.text) < 4):
                left, top, right, bottom = plate(badge)
                assert not [p for p in kept_off if left < p[0] < right and top < p[1] < bottom]
                assert all(apart(plate(badge), (x, y, x + CELL, y + CELL)) for x, y in track)
                seen += 1
    assert seen > 10


def empty_beyond(position: View, spot: Spot) -> Cell:
    cell = beyond(spot.cell, spot.port // 3)
    assert cell not in {tile.cell for tile in position.laid}
    assert cell in position.catalogue.wall.inside
    return cell


def test_leads_outline_each_feature_on_its_own() -> None:
    """Two features side by side have a line between them, one that spans two tiles has none."""
    for ply in plies()[::7]:
        position = view(ply.state, None)
        items = items_added(position, Overlay.LEADS)
        taken = [feature for feature in position.features if feature.followers]
        cells = sum(len(feature.cells) for feature in taken)
        outlines = shapes_of(BorderShape, items)
        assert len(outlines) == 2 * cells
        tiles = laid_tiles(position)
        for item, outline in outlines[::2]:
            cell = next(c for c in tiles if origin(position, c) == item.at)
            for port in outline.joined:
                other = tiles[beyond(cell, port // 3)]
                owner = other.owners[FACING[port]]
                assert owner is not None
                segment = tiles[cell].owners[port]
                assert segment in outline.segments
                assert other.segments[owner].kind == tiles[cell].segments[segment].kind


@pytest.mark.parametrize("overlay", Overlay)
def test_no_overlay_tints_what_is_drawn_on_tiles(overlay: Overlay) -> None:
    for ply in plies()[::7]:
        position = view(ply.state, None)
        assert not shapes_of(SegmentsShape, items_added(position, overlay, ply))


def origin(position: View, cell: Cell) -> Point:
    return CastleLayout(position.catalogue.wall, CELL).cell_origin(cell)


def test_completed_features_score_as_promised_or_more_if_grown() -> None:
    closed = 0
    for seed, greedy in GAMES:
        listed = [(view(ply.state, None), ply.events) for ply in play_game(seed, greedy=greedy)]
        for number, (after, events) in enumerate(listed):
            for event in events:
                if not isinstance(event, FeatureScored) or not event.points:
                    continue
                plain = event.points // (1 + event.wall_tiles)
                whole = feature_at(laid_tiles(after), event.spot)
                for before, _ in listed[max(0, number - 8) : number]:
                    for part in before.features:
                        if not any(
                            feature_at(laid_tiles(after), follower.spot) == whole
                            for follower in part.followers
                        ):
                            continue
                        promised = points_complete(part)
                        assert promised <= plain
                        added = {*event.cells} - {*part.cells}
                        more = {empty_beyond(before, spot) for spot in part.open}
                        grew = added - (more if part.kind == "path" else set())
                        marked = event.fountain and not part.marks
                        if not grew and not marked and part.starts == event.starts:
                            assert promised == plain
                            closed += 1
    assert closed > 20


def test_a_courts_current_value_matches_the_engines_at_the_end() -> None:
    compared = 0
    for seed, greedy in GAMES:
        last = play_game(seed, greedy=greedy)[-1]
        position = view(last.state, None)
        for event in last.events:
            if isinstance(event, FinalScored) and event.what == "court":
                worths = {
                    court_points(court)
                    for court in position.features
                    if (court.kind, court.cells, court.leader) == ("court", event.cells, event.seat)
                }
                assert event.points in worths
                compared += 1
    assert compared


def test_open_overlay_has_arrows_out_of_features_and_counts() -> None:
    for ply in plies()[::7]:
        position = view(ply.state, None)
        items = items_added(position, Overlay.OPEN)
        unfinished = [
            feature
            for feature in position.features
            if feature.kind != "court" and feature.cells and feature.open
        ]
        runs = [
            (cell, port)
            for feature in unfinished
            for cell, port in feature.open
            if port % 3 == 0 or (cell, port - 1) not in feature.open
        ]
        lines = [item for item in items if isinstance(item, Line)]
        assert len({line.points for line in lines}) == len(lines) / 2 == len(runs)
        counts = [item.text for item in items if isinstance(item, Badge)]
        assert counts == [
            str(len({empty_beyond(position, spot) for spot in feature.open}))
            for feature in unfinished
        ]


@pytest.mark.parametrize("overlay", Overlay)
def test_an_overlay_that_adds_nothing_says_so(overlay: Overlay) -> None:
    outcomes = set()
    for ply in (*plies()[::6], *(play_game(seed, greedy=greedy)[-1] for seed, greedy in GAMES)):
        position = view(ply.state, None)
        note = overlay_note(ENGLISH, position, ply.events, overlay)
        lacking = ENGLISH(f"castle.alt.nothing.{overlay}")
        nothing = not items_added(position, overlay, ply)
        assert OVERLAYS.adds_nothing(position, ply.events, overlay) is nothing
        if overlay is not Overlay.LANDING:
            assert (lacking in note) is nothing
        alt = board_alt(ENGLISH, Subject(position, NAMES, ply.events), overlays=[overlay])
        assert note in alt
        outcomes.add(lacking in note)
    assert outcomes == {True, False} or overlay is Overlay.EMPTY


def test_the_last_scoring_is_outlined() -> None:
    ply = next(p for p in plies() if any(isinstance(e, FeatureScored) for e in p.events))
    items = items_added(view(ply.state, None), Overlay.SCORED, ply)
    cells = sum(len(e.cells) for e in ply.events if isinstance(e, FeatureScored))
    assert len(shapes_of(BorderShape, items)) == 2 * cells


def test_features_found_by_segment_match_those_of_the_view() -> None:
    for ply in plies()[::5]:
        position = view(ply.state, None)
        tiles = laid_tiles(position)
        inside = position.catalogue.grid.numbers
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
            items = items_added(view(ply.state, None), Overlay.SCORED, ply)
            texts = [item.text for item in items if isinstance(item, Badge)]
            assert texts == [f"+{e.points}" for e in events if e.seat is not None]
            seen += 1
    assert seen


def test_final_points_of_features_add_up() -> None:
    for seed, greedy in GAMES:
        last = play_game(seed, greedy=greedy)[-1]
        entries = [event for event in last.events if isinstance(event, FinalScored)]
        total = sum(e.points for e in entries if e.what not in ("keep", "wall9"))
        items = items_added(view(last.state, None), Overlay.FINAL, last)
        assert sum(int(item.text) for item in items if isinstance(item, Badge)) == total


@pytest.mark.parametrize("overlay", Overlay)
def test_no_badge_covers_another(overlay: Overlay) -> None:
    for ply in [*plies()[::7], *(play_game(seed, greedy=greedy)[-1] for seed, greedy in GAMES)]:
        look = Look(overlays=(overlay,), footer=False)
        scene = board_scene(Subject(view(ply.state, None), NAMES, ply.events), look)
        check_that_no_badge_covers_another(board_of(scene))


def test_points_in_a_close_up_cover_no_number_of_the_track() -> None:
    look = Look(compact=True, footer=False, overlays=(Overlay.SCORED,))
    seen = 0
    for before, ply in pairwise(plies()):
        if ply.done is None or isinstance(ply.done, Leaves):
            continue
        position = view(before.state, before.state.seat)
        chosen = parts(ply.done)
        scene = board_scene(Subject(position, NAMES, ply.events, parts=chosen), look)
        layout = CastleLayout(position.catalogue.wall, FINE)
        spots = [spot for spot in map(layout.number_spot, range(SPACES)) if spot is not None]
        for badge in board_of(scene):
            if isinstance(badge, Badge):
                left, top, right, bottom = plate(badge)
                covered = [(x, y) for x, y in spots if left < x < right and top < y < bottom]
                assert not covered, (ply.done, badge)
                seen += 1
    assert seen
