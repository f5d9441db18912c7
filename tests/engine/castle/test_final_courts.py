"""R24 and R27: courts and their markets when the game ends, wall tile 7 included."""

import pytest

from engine.castle.events import FinalScored
from tests.engine.castle.kit.boards import final, game, only, play

TWO_COURTS = """
         E     F     G     H
       .cpc. .ccc. .ccc. .ccc.
       ccpcc ccccc ccccc ccccc
     8 cmpcc ccmcc ccmcc ccmcc
       ccpcc ccccc ccccc ccccc
       .cpc. .ccc. .ccc. .ccc.
"""
MARKET = """
    .ccc.
    ccccc
    ccmcc
    ccccc
    .ccc.
"""
STARTS = {"H8.N": "cmc"}
MERCHANTS = "0 merchant E8.WNW, 1 merchant F8.N, 1 merchant G8.N, 0 merchant H8.S"


def end(
    board: str = TWO_COURTS,
    followers: str = MERCHANTS,
    held: tuple[list[int], list[int]] = ([], []),
    **options: str,
) -> tuple[list[tuple[str, int, int]], list[FinalScored]]:
    """What the game gives when a tile with a market on I8 ends it."""
    state = game(
        board,
        draw=MARKET,
        left=0,
        followers=followers,
        held=held,
        starts=STARTS,
        supply=(0, 0),
        double_market=options.get("double_market", "eight"),
    )
    _, events = play(state, "I8 r0")
    return final(events), only(events, FinalScored)


def test_r27_the_majority_of_merchants_scores_3_a_market() -> None:
    """White scores 3 points for the small court. The large one has 5 markets, that on the start
    space included: black has the most merchants there and scores 15 points."""
    entries, (small, large) = end()
    assert entries == [("court", 0, 3), ("court", 1, 15)]
    assert (small.count, small.cells, small.starts) == (1, ((4, 1),), ())
    assert (small.followers, small.wall_tiles, small.fountain) == ((1, 0), 0, False)
    assert (large.count, large.starts, large.followers) == (5, (0,), (1, 2))
    assert large.cells == tuple((x, 1) for x in range(4, 9))


def test_r24_wall_tile_7_makes_each_market_of_one_court_worth_4() -> None:
    """5 markets are worth 20 points together: 15 for the court and 5 more for the wall tile."""
    entries, scorings = end(held=([], [7]))
    assert entries == [("court", 0, 3), ("court", 1, 15), ("wall7", 1, 5)]
    assert (scorings[2].count, scorings[2].wall_tiles, scorings[2].cells) == (
        5,
        1,
        scorings[1].cells,
    )
    assert (scorings[2].starts, scorings[2].followers) == ((0,), (1, 2))


@pytest.mark.parametrize(("value", "points"), [("eight", 25), ("five", 10)])
def test_r24_both_wall_tiles_7_make_each_market_worth_8_or_5(value: str, points: int) -> None:
    entries, scorings = end(held=([], [7, 7]), double_market=value)
    assert entries == [("court", 0, 3), ("court", 1, 15), ("wall7", 1, points)]
    assert scorings[2].wall_tiles == 2


@pytest.mark.parametrize("value", ["eight", "five"])
def test_r24_double_market_does_not_affect_a_single_wall_tile_7(value: str) -> None:
    assert end(held=([7], []), double_market=value)[0][2] == ("wall7", 0, 1)


def test_r20_wall_tile_7_needs_the_majority_on_the_court() -> None:
    entries, _ = end(followers="0 merchant E8.WNW", held=([], [7, 7]))
    assert entries == [("court", 0, 3)]
    entries, _ = end(followers="1 merchant F8.N, 0 merchant H8.N", held=([7], [7]))
    assert entries == []


def test_r24_the_best_court_is_picked() -> None:
    """The same player holds both courts: wall tile 7 goes to the one with 5 markets."""
    entries, _ = end(followers="1 merchant E8.WNW, 1 merchant F8.N", held=([], [7]))
    assert entries == [("court", 1, 3), ("court", 1, 15), ("wall7", 1, 5)]


def test_r24_of_courts_with_equal_markets_the_first_is_picked() -> None:
    board = TWO_COURTS.replace("ccmcc ccmcc ccmcc", "ccccc ccccc ccccc")
    state = game(
        board, left=0, followers="0 merchant E8.WNW, 0 merchant F8.N", held=([7], []), starts=STARTS
    )
    _, events = play(state, "I8 r0")
    assert final(events) == [("court", 0, 3), ("court", 0, 3), ("wall7", 0, 1)]
    assert only(events, FinalScored)[2].cells == ((4, 1),)
    assert only(events, FinalScored)[2].starts == ()


def test_r27_an_equal_number_of_merchants_scores_for_neither() -> None:
    entries, _ = end(followers="1 merchant F8.N, 0 merchant H8.N")
    assert entries == []


def test_r27_a_court_without_a_market_is_worth_nothing() -> None:
    entries, _ = end(TWO_COURTS.replace("cmpcc", "ccpcc"), "0 merchant E8.WNW", held=([7, 7], []))
    assert entries == []


def test_r27_nobody_scores_a_court_without_merchants() -> None:
    assert end(followers="", held=([7], [7]))[0] == []


def test_r27_several_markets_on_one_tile_all_count() -> None:
    board = TWO_COURTS.replace("8 cmpcc", "8 mmpcc")
    assert end(board, "0 merchant E8.WNW")[0] == [("court", 0, 6)]


CLOSED_COURT = """
         D     E
       ..... .ttt.
             ttttt
     6       ttttt
             ttttt
       ..... .ttt.
       ..... .ccc.
             ccccc
     5       ccmcc
             ccccc
       ..... .ccc.
       ..... .ttt.
             ttttt
     4       ttttt
             ttttt
       ..... .ttt.
"""


def test_r27_a_court_closed_long_before_counts_at_the_end() -> None:
    tower = "\n".join(" ".join(["ttttt"] * 3) for _ in range(5))
    state = game(
        CLOSED_COURT, draw=tower, left=2, followers="1 merchant E5.N", held=([], [7]), starts={}
    )
    state, _ = play(state, "D5 r0", "F5 r0")
    assert [court.kind for court in state.closed_courts] == ["court"]
    state, events = play(state, "F6 r0")
    assert final(events) == [("court", 1, 3), ("wall7", 1, 1)]


def test_r27_a_court_closed_by_the_last_tile_counts_too() -> None:
    """A court on the last tile, closed all around, with the merchant of that very turn."""
    state = game(
        """
             A     B
           ..... .ttt.
                 ttttt
         9       ttttt
                 ttttt
           ..... .ttt.
           .ttt. .....
           ttttt
         8 ttttt
           ttttt
           .ttt. .....
        """,
        draw=MARKET,
        left=0,
        starts={},
    )
    _, events = play(state, "A9 r0 merchant@NNW")
    assert final(events) == [("court", 0, 3)]


def test_r27_courts_are_scored_in_reading_order() -> None:
    _, scorings = end(followers="1 merchant F8.N, 0 merchant E8.WNW")
    assert [entry.cells[0] for entry in scorings] == [(4, 1), (4, 1)]
    assert [entry.seat for entry in scorings] == [0, 1]
