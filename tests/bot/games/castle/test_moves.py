"""What players read after a move."""

from collections.abc import Sequence

import pytest

from bot.games.castle.texts import CastleTexts
from engine.castle.events import (
    Event,
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
from engine.tiles.draws import LastRoundBegan, TileDiscarded, TileDrawn
from tests.bot.games.castle.kit import NAMES, describe_move
from tests.bot.games.kit import ENGLISH

E5 = (4, 4)
D5 = (3, 4)
C5 = (2, 4)
LAID = TilePlaced(0, "lane", E5, 1)
KNIGHT = FollowerPlaced(0, "knight", Spot(E5, 2))
TOWER = FeatureScored(
    kind="tower",
    spot=Spot(E5, 2),
    cells=(E5, D5),
    starts=(1,),
    fountain=False,
    followers=(1, 0),
    seat=0,
    wall_tiles=0,
    points=6,
    space=31,
    tower=None,
    took=None,
    each=2,
)
NEXT = TileDrawn(1, "donjon", 40)


def score_event(kind: str, points: int, **facts: object) -> FeatureScored:
    shared: dict[str, object] = {
        "spot": Spot(E5, 2),
        "cells": (E5, D5),
        "starts": (),
        "fountain": False,
        "followers": (1, 0),
        "seat": 0,
        "wall_tiles": 0,
        "space": 31,
        "tower": None,
        "took": None,
        "each": 2 if kind == "tower" or facts.get("fountain") else 1,
    }
    return FeatureScored(kind=kind, points=points, **(shared | facts))  # type: ignore[arg-type]


def after_the_tile(*events: Event) -> str:
    """The text for these events, without the line about the tile."""
    return describe_move(ENGLISH, NAMES, (LAID, *events, NEXT)).partition("\n-# ")[2]


def news(*events: Event) -> Sequence[str]:
    return CastleTexts().report(ENGLISH, NAMES, (LAID, *events)).news


def test_a_game_can_begin_with_tiles_that_fit_nowhere() -> None:
    assert describe_move(ENGLISH, NAMES, (TileDiscarded("lane"), TileDrawn(1, "donjon", 58))) == (
        "**Ben** begins.\nThe tile “lane” fits nowhere and leaves the game."
    )


@pytest.mark.parametrize(
    ("role", "kind"),
    [("herald", "path"), ("knight", "tower"), ("squire", "house"), ("merchant", "court")],
)
def test_a_tile_with_a_follower(role: str, kind: str) -> None:
    posted = FollowerPlaced(0, role, Spot(E5, 2))  # type: ignore[arg-type]
    assert describe_move(ENGLISH, NAMES, (LAID, posted, NEXT)) == (
        f"**Anna** laid a tile on E5 and placed a {role} on its {kind}."
    )


def test_a_completed_tower_with_its_points_explained() -> None:
    returned = FollowersReturned((1, 0))
    assert describe_move(ENGLISH, NAMES, (LAID, KNIGHT, TOWER, returned, NEXT)) == (
        "**Anna** laid a tile on E5 and placed a knight on its tower. "
        "Complete: a tower (**6 points**).\n"
        "-# The tower on E5 and D5 is complete: **6 points for Anna** "
        "(2 tiles and a start space, 2 points each). Followers go back: 1 to **Anna**."
    )


def test_points_are_told_with_the_features_that_gave_them() -> None:
    """A follower on one feature says nothing about which one was completed."""
    herald = FollowerPlaced(0, "herald", Spot(E5, 2))
    own = score_event("tower", 6)
    others = score_event("house", 2, seat=1, followers=(0, 1), space=None)
    text = describe_move(ENGLISH, NAMES, (LAID, herald, own, others, others, NEXT))
    assert text.splitlines()[0] == (
        "**Anna** laid a tile on E5 and placed a herald on its path. "
        "Complete: a tower (**6 points for Anna**) and 2 houses (**4 points for Ben**)."
    )


def test_the_points_of_many_features_are_summed_up_by_player() -> None:
    own = [score_event("path", 2), score_event("tower", 6), score_event("house", 3)]
    others = [score_event(kind, 2, seat=1, followers=(0, 1)) for kind in ("house", "house", "path")]
    assert describe_move(ENGLISH, NAMES, (LAID, *own, *others, NEXT)).splitlines()[0] == (
        "**Anna** laid a tile on E5. Complete: a path, a tower and a house "
        "(**11 points for Anna**) and 2 houses and a path (**6 points for Ben**)."
    )


def test_a_marker_that_takes_a_wall_tile() -> None:
    taken = score_event("path", 2, seat=1, followers=(0, 1), space=33, tower=32, took=4)
    assert describe_move(ENGLISH, NAMES, (LAID, taken, NEXT)) == (
        "**Anna** laid a tile on E5. Complete: a path (**2 points for Ben**).\n"
        "**Ben** lands exactly on corner tower 33 and takes wall tile 4 there: "
        "an incomplete path counts at the end.\n"
        "-# The path on E5 and D5 is complete: **2 points for Ben** (2 tiles, 1 point each)."
    )


def test_features_that_change_hands() -> None:
    both = FeaturesJoined(0, "tower", (E5, D5), (1, 1), None)
    assert news(both) == [
        "The tower on E5 and D5 is contested: with equally many knights, nobody would score it."
    ]
    more = FeaturesJoined(0, "court", (E5, D5), (1, 2), 1)
    assert news(more) == ["**Ben** now has the most merchants on the court on E5 and D5."]


def test_a_new_lead_and_the_last_tiles() -> None:
    assert news(LeadChanged((1,), (0, 3)), TileDrawn(1, "lane", 1), LastRoundBegan(2)) == [
        "**Ben** takes the lead.",
        "**The last round begins:** with the tile just drawn, 2 are still to be laid.",
    ]
    assert news(LeadChanged((0, 1), (3, 3)), TileDrawn(0, "lane", 0)) == [
        "**Anna** and **Ben** share the lead.",
        "**The last tile has been drawn.**",
    ]
    assert news(TileDrawn(0, "lane", 0), LastRoundBegan(1)) == ["**The last tile has been drawn.**"]


def test_of_many_changes_the_first_few_are_told() -> None:
    taken = score_event("path", 2, space=33, tower=32, took=4)
    assert len(news(*[taken] * 9, LeadChanged((1,), (0, 3)))) == 5


def test_as_many_followers_of_both() -> None:
    even = score_event("path", 0, seat=None, followers=(1, 1), space=None)
    assert news(FeaturesJoined(0, "path", (D5, E5), (1, 1), None), even) == [
        "The path on E5 and D5 is complete, but nobody scores it: 1 herald each."
    ]
    assert after_the_tile(FollowersReturned((1, 1))) == (
        "Followers go back: 1 to **Anna** and 1 to **Ben**."
    )


def test_features_without_a_follower_are_told_together() -> None:
    plain = {"seat": None, "followers": (0, 0), "space": None}
    house = score_event("house", 0, **plain)
    path = score_event("path", 0, cells=(C5,), **plain)
    assert after_the_tile(house, path, path) == (
        "Complete without a follower, so no points: house on E5 and D5; path on C5 (×2)."
    )


def test_tiles_that_fit_nowhere_are_news() -> None:
    discarded = [TileDiscarded(f"bend-{number}") for number in range(1, 6)]
    assert news(*discarded) == [
        "5 tiles fit nowhere and leave the game: “bend 1”, “bend 2”, “bend 3” and 2 more."
    ]


def test_no_other_turn_when_no_tile_is_left_that_fits() -> None:
    ended = (TileDiscarded("lane"), GameEnded((40, 30), 0))
    assert describe_move(ENGLISH, NAMES, ended) == (
        "Nobody takes another turn.\nThe tile “lane” fits nowhere and leaves the game.\n"
        "**The game is over: Anna wins, 40 to 30.**"
    )


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([score_event("path", 4, fountain=True)], "(2 tiles, 2 points each with the fountain)."),
        ([score_event("house", 2, followers=(2, 1))], "(2 tiles, 1 point each, 2 squires to 1)."),
        ([score_event("house", 2), KeepMoved(0, D5, 2)], "each); the keep goes there."),
        (
            [WallTilePlayed(0, 2, Spot(E5, 2)), score_event("tower", 8, wall_tiles=1)],
            "(2 tiles, 2 points each, doubled by wall tile 2).",
        ),
        (
            [
                *[WallTilePlayed(0, 3, Spot(E5, 2))] * 2,
                score_event("house", 3, cells=(E5,), wall_tiles=2),
            ],
            "(1 tile, 1 point, tripled by both wall tiles 3).",
        ),
        (
            [score_event("path", 8, cells=tuple((x, 4) for x in range(8)))],
            "on A5, B5, C5, D5 and 4 more is complete: **8 points for Anna** (8 tiles,",
        ),
        (
            [WallTilePlayed(0, 3, None, spent_for_nothing=True)],
            "Wall tile 3 is spent for nothing: there is",
        ),
    ],
)
def test_what_a_tile_led_to_is_explained(events: Sequence[Event], why: str) -> None:
    assert why in after_the_tile(*events)


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([TileDrawn(1, "lane", 59)], "**Ben** begins."),
        ([LAID, NEXT], "**Anna** laid a tile on E5."),
        (
            [WallTilePlayed(0, 1, None), TileDrawn(0, "lane", 30)],
            "**Anna** played wall tile 1 and takes another turn.",
        ),
        (
            [WallTilePlayed(0, 1, None, spent_for_nothing=True), TileDrawn(1, "lane", 30)],
            "**Anna** does not take another turn. "
            "Wall tile 1 is spent for nothing: only one extra turn may follow a turn.",
        ),
        ([TileDrawn(1, "lane", 30)], "**Anna** does not take another turn."),
    ],
)
def test_a_move_without_consequences_is_a_line(events: Sequence[Event], text: str) -> None:
    assert describe_move(ENGLISH, NAMES, events) == text


FINAL = (
    FinalScored("keep", 0, 12, cells=tuple((x, 0) for x in range(11)), count=12, wall_tiles=1),
    FinalScored("court", 1, 6, cells=(E5,), starts=(5,), count=2, followers=(0, 1), each=3),
    FinalScored("wall4", 0, 6, cells=(E5, D5, C5), count=3, followers=(1, 0), wall_tiles=2),
    FinalScored(
        "wall4",
        1,
        4,
        cells=(E5,),
        starts=(0,),
        count=2,
        fountain=True,
        wall_tiles=1,
        each=2,
        fountain_counts=True,
    ),
    FinalScored("wall5", 1, 4, (E5, D5), count=2, followers=(0, 1), wall_tiles=1, each=2),
    FinalScored("wall6", 1, 1, cells=(E5,), count=1, followers=(0, 1), wall_tiles=1),
    FinalScored("wall7", 1, 2, cells=(E5,), starts=(5,), count=2, wall_tiles=1),
    FinalScored("wall7", 0, 5, cells=(D5,), count=1, wall_tiles=2, each=5),
    FinalScored("wall9", 0, 10, wall_tiles=2, each=5),
    FinalScored("wall9", 1, 5, wall_tiles=1, each=5),
)


EXPLAINED = [
    "12 points for Anna** (11 empty cells in the largest region and 1 empty start space; wall",
    "6 points for Ben** (2 markets, 3 points each)",
    "6 points for Anna** (3 tiles, 1 point each, scored twice)",
    "4 points for Ben** (1 tile and a start space, 2 points each with the fountain)",
    "4 points for Ben** (2 tiles, 2 points each)",
    "1 point for Ben** (1 tile, 1 point)",
    "2 points for Ben** (2 markets, 1 more each)",
    "5 points for Anna** (1 market, 5 more)",
    "10 points for Anna** (2 wall tiles, 5 points each)",
    "5 points for Ben** (1 wall tile, 5 points)",
]


def test_the_final_scoring_is_explained_line_by_line() -> None:
    text = describe_move(ENGLISH, NAMES, (LAID, *FINAL, GameEnded((70, 90), 1)))
    entries = [line for line in text.split("\n") if line.startswith("- ")]
    for entry, explained in zip(entries, EXPLAINED, strict=True):
        assert f"**{explained}" in entry
    assert "incomplete path on E5, D5 and C5" in entries[2]
    assert text.endswith("**The game is over: Ben wins, 90 to 70.**")


def test_a_shared_win() -> None:
    assert describe_move(ENGLISH, NAMES, (LAID, GameEnded((50, 50), None))).split("\n")[1:] == [
        "**The game is over: Anna and Ben share the win with 50 points each.**"
    ]


def test_names_stand_as_they_are_given() -> None:
    assert (
        describe_move(ENGLISH, (r"\*\_{x}", "Ben"), (LAID, NEXT))
        == r"**\*\_{x}** laid a tile on E5."
    )
