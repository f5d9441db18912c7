"""Every event: it says what happened, so that every point is explained."""

from typing import get_args

import pytest

from engine.castle import events as kinds
from engine.castle.choices import legal_moves
from engine.castle.events import (
    FeatureScored,
    FeaturesJoined,
    FinalScored,
    FollowerPlaced,
    FollowersReturned,
    GameEnded,
    KeepMoved,
    LeadChanged,
    TilePlaced,
    WallTilePlayed,
)
from engine.castle.moves import Spot
from engine.castle.rules import castle
from engine.errors import SnapshotError
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from tests.engine.castle.kit.boards import game, play

STREET = """
         I     J
       ..... .ccc.
             ccccc
     3       cc+cc
             ccpcc
       ..... .cpc.
       .ccc. .....
       chhhh
     2 chhhh
       chhhh
       .ccc. .....
"""
CORNER = """
    .cpc.
    hhfcc
    hhfcc
    hhfcc
    .cpc.
"""


def test_a_turn_is_told_from_the_tile_to_the_next_draw() -> None:
    """A path with a fountain from the start space at J2, and a house with the opponent's squire."""
    state = game(
        STREET,
        draw=CORNER,
        left=5,
        followers="1 squire I2.E, 0 squire I2.E",
        scores=(10, 28),
        wall={16: 7, 32: 8},
        held=([2, 3], []),
        unusable_wall_tile="spent",
    )
    _, events = play(state, "J2 r0 herald@N 2@none")
    assert events == [
        TilePlaced(0, "draw-1", (9, 7), 0),
        FollowerPlaced(0, "herald", Spot((9, 7), 1)),
        WallTilePlayed(0, 2, None, True),
        FeatureScored(
            kind="path",
            spot=Spot((9, 7), 1),
            cells=((9, 6), (9, 7)),
            starts=(0,),
            fountain=True,
            followers=(1, 0),
            seat=0,
            wall_tiles=0,
            points=6,
            space=16,
            tower=16,
            took=7,
            each=2,
        ),
        FeatureScored(
            kind="house",
            spot=Spot((9, 7), 9),
            cells=((8, 7), (9, 7)),
            starts=(),
            fountain=False,
            followers=(1, 1),
            seat=None,
            wall_tiles=0,
            points=0,
            space=None,
            tower=None,
            took=None,
            each=1,
        ),
        FollowersReturned((2, 1)),
        TileDrawn(1, "filler-0", 4),
    ]


def test_a_house_and_its_keep_are_told_together() -> None:
    state = game(
        STREET, draw=CORNER, followers="1 squire I2.E", scores=(0, 30), seat=1, held=([], [3])
    )
    _, events = play(state, "J2 r0 3@J2.WSW")
    assert events[1:5] == [
        WallTilePlayed(1, 3, Spot((9, 7), 9), False),
        FeatureScored(
            kind="house",
            spot=Spot((9, 7), 9),
            cells=((8, 7), (9, 7)),
            starts=(),
            fountain=False,
            followers=(0, 1),
            seat=1,
            wall_tiles=1,
            points=4,
            space=34,
            tower=None,
            took=None,
            each=1,
        ),
        KeepMoved(1, (8, 7), 2),
        FeatureScored(
            kind="path",
            spot=Spot((9, 7), 1),
            cells=((9, 6), (9, 7)),
            starts=(0,),
            fountain=True,
            followers=(0, 0),
            seat=None,
            wall_tiles=0,
            points=0,
            space=None,
            tower=None,
            took=None,
            each=2,
        ),
    ]
    assert events[5] == FollowersReturned((0, 1))


BETWEEN = """
         D     E     F     G
       .hhh. ..... .hhh. .hhh.
       hhhhh       hhhhh hhhhh
     5 hhhhh       hhhhh hhhhh
       hhhhh       hhhhh hhhhh
       .hhh. ..... .hhh. .hhh.
"""
HALL = """
    .hhh.
    hhhhh
    hhhhh
    hhhhh
    .hhh.
"""


@pytest.mark.parametrize(
    ("followers", "counts", "owner"),
    [
        ("0 squire D5.E, 1 squire F5.W", (1, 1), None),
        ("0 squire D5.E, 1 squire F5.W, 1 squire G5.E", (1, 2), 1),
        ("1 squire D5.E, 0 squire F5.W, 0 squire G5.E", (2, 1), 0),
    ],
)
def test_features_of_both_players_becoming_one_are_told(
    followers: str, counts: tuple[int, int], owner: int | None
) -> None:
    _, events = play(game(BETWEEN, draw=HALL, followers=followers), "E5 r0")
    cells = ((3, 4), (4, 4), (5, 4), (6, 4))
    assert events[1] == FeaturesJoined(0, "house", cells, counts, owner)


def test_a_players_own_features_may_become_one_unnoticed() -> None:
    state = game(BETWEEN, draw=HALL, followers="0 squire D5.E, 0 squire F5.W")
    assert not any(isinstance(event, FeaturesJoined) for event in play(state, "E5 r0")[1])


@pytest.mark.parametrize(("theirs", "leaders"), [(0, (0,)), (6, (0, 1)), (7, None)])
def test_a_change_of_the_lead_is_told(theirs: int, leaders: tuple[int, ...] | None) -> None:
    state = game(STREET, draw=CORNER, scores=(0, theirs))
    after, events = play(state, "J2 r0 herald@N")
    changes = [event for event in events if isinstance(event, LeadChanged)]
    assert changes == ([] if leaders is None else [LeadChanged(leaders, after.scores)])


@pytest.mark.parametrize(("left", "begins"), [(3, False), (2, True), (1, False)])
def test_the_last_round_begins_when_each_has_one_tile(left: int, begins: bool) -> None:
    _, events = play(game(STREET, draw=CORNER, left=left), "J2 r0")
    assert (LastRoundBegan(2) in events) is begins


def test_the_end_of_a_game_is_told_to_the_last_point() -> None:
    state = game(
        STREET,
        draw="""
            .ccc.  .cpc.
            ccccc  ccpcc
            ccccc  ppppp
            ccccc  ccpcc
            .ccc.  .cpc.
        """,
        left=1,
        followers="1 squire I2.E, 0 merchant I2.W",
        starts={"A9.N": "ccc"},
        held=([8], [6, 9]),
        keeps=((3, "A9"), (4, "B9")),
    )
    state, events = play(state, "H2 r0")
    empty = tuple(cell for cell in state.board.grid.cells if cell not in ((7, 7), (8, 7), (9, 6)))
    assert events == [
        TilePlaced(0, "draw-1", (7, 7), 0),
        TileDiscarded("draw-2"),
        FinalScored("keep", 0, 73, empty, count=73, wall_tiles=1),
        FinalScored(
            "wall6", 1, 1, ((8, 7),), count=1, fountain=False, followers=(0, 1), wall_tiles=1
        ),
        FinalScored("wall9", 1, 5, wall_tiles=1, each=5),
        GameEnded((73, 6), 0),
    ]


def test_a_games_points_are_exactly_those_of_its_events() -> None:
    for seed in range(3):
        state, _ = castle.begin(f"seed {seed}", {"scoring_order": "automatic"})
        everything: list[kinds.Event] = []
        while castle.to_act(state) is not None:
            moves = list(legal_moves(state))
            state, events = castle.apply(
                state, state.seat, moves[(7 * len(everything)) % len(moves)]
            )
            everything += events
        assert castle.points(everything) == castle.scores(state) == state.scores
        assert isinstance(everything[-1], GameEnded)
        assert everything[-1].scores == state.scores
        assert state.scores != (0, 0)


def test_previews_stop_at_the_draw_and_hide_the_wall_tiles_kind() -> None:
    state = game(STREET, draw=CORNER, left=5, scores=(10, 28), wall={16: 7, 32: 8})
    _, events = play(state, "J2 r0 herald@N")
    foreseen = castle.known_in_advance(events)
    assert [type(event) for event in events] == [*map(type, foreseen), TileDrawn]
    (scoring,) = [e for e in foreseen if isinstance(e, FeatureScored) and e.seat is not None]
    assert (scoring.points, scoring.space, scoring.tower, scoring.took) == (6, 16, 16, None)


def test_previews_exclude_discards_and_the_final_scoring() -> None:
    ending: list[kinds.Event] = [
        TilePlaced(0, "draw-1", (7, 7), 0),
        TileDiscarded("draw-2"),
        FinalScored("wall9", 1, 5, wall_tiles=1, each=5),
        GameEnded((0, 5), 1),
    ]
    assert castle.known_in_advance(ending) == (ending[0],)
    assert castle.known_in_advance(ending[2:]) == ()


EVERY_KIND: list[kinds.Event] = [
    TileDiscarded("draw-2"),
    TileDrawn(1, "filler-0", 4),
    TilePlaced(0, "draw-1", (9, 7), 3),
    FollowerPlaced(0, "herald", Spot((9, 7), 1)),
    WallTilePlayed(0, 2, Spot((9, 7), 1)),
    WallTilePlayed(0, 1, None, True),
    FeatureScored("path", Spot((9, 7), 1), ((9, 6),), (0,), True, (1, 0), 0, 0, 6, 16, 16, 7, 2),
    FeatureScored("house", Spot((8, 7), 9), (), (), False, (1, 1), None, 0, 0, None, None, None, 1),
    FeaturesJoined(0, "tower", ((9, 6), (9, 7)), (1, 1), None),
    KeepMoved(1, (8, 7), 2),
    FollowersReturned((2, 1)),
    LeadChanged((0, 1), (5, 5)),
    LastRoundBegan(2),
    FinalScored("keep", 0, 73, ((0, 0), (1, 0)), (2,), count=73, followers=(0, 1), wall_tiles=1),
    GameEnded((73, 6), None),
]


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: type(event).__name__)
def test_an_event_is_the_same_after_being_stored(event: kinds.Event) -> None:
    (back,) = castle.event_log.parse(castle.event_log.text([event]))
    assert repr(back) == repr(event)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the text: Invalid JSON"),
        ('{"event":"TileDrawn"}', "the text: Input should be a valid array"),
        ('[{"event":"TileStolen"}]', "0: Input tag 'TileStolen'"),
        ('[{"event":"TileDiscarded"}]', "0, TileDiscarded, tile: Field required"),
        ('[{"event":"TileDiscarded","tile":7}]', "tile: Input should be a valid string"),
        ('[{"event":"TileDiscarded","tile":"a","left":1}]', "more or other things"),
    ],
)
def test_invalid_event_texts_are_refused_at_the_faulty_place(text: str, problem: str) -> None:
    with pytest.raises(SnapshotError, match=f"not the events of a move: .*{problem}"):
        castle.event_log.parse(text)


@pytest.mark.parametrize("event", get_args(kinds.Event))
def test_every_event_is_checked_here(event: type) -> None:
    """A new event has no test yet: write one, and import the event above."""
    assert globals().get(event.__name__) is event
