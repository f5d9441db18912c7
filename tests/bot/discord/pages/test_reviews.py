"""The review of a finished game: how well everybody played, and where the lead came from."""

from collections.abc import Sequence
from dataclasses import replace

from bot.discord.features.reviews import describe_comparison, describe_progress
from bot.games.faces import FACES
from bot.locale import ENGLISH, words_of
from bot.match.reviews import ComparedMoves, TriedMove
from bot.presentation.reviews import review_lines
from bot.table.reviews import Progress
from engine.games import GAMES
from engine.players.expert import Reason
from engine.players.review import JudgedMove, Review
from tests.bot.discord.kit.world import SEED

WORDS = words_of(ENGLISH)
ANNA = 0
BEN = 1
NAMES = ("Anna", "Ben")


def judged_move(
    ply: int, seat: int, given_away: float, lost: float, luck: float = 0.0
) -> JudgedMove:
    best = "C4 r1" if given_away else "C3 r0"
    return JudgedMove(
        ply,
        seat,
        "C3 r0",
        best,
        lost,
        before=0.7,
        after=0.7 - given_away,
        forced=False,
        luck=luck,
        confirmed=True,
    )


REVIEW = Review(
    kind="castle",
    rules="1",
    version=1,
    positions=50_000,
    fits=True,
    scores=(40, 33),
    moves=(
        judged_move(1, ANNA, 0.0, 0.0, luck=6.4),
        judged_move(2, BEN, 0.16, 5.4, luck=-2.6),
        judged_move(3, ANNA, 0.08, 12.2),
        judged_move(4, BEN, 0.12, 4.6),
    ),
    chances=((0.5, 0.5),) * 5,
)


def lines_of(review: Review) -> list[str]:
    return list(review_lines(WORDS, NAMES, review))


def test_the_whole_of_a_review() -> None:
    assert lines_of(REVIEW) == [
        "**Anna**: 30% accuracy (6.10 points left on the table a turn), 1 inaccuracy",
        "**Ben**: 33% accuracy (5.00 points left on the table a turn), 1 mistake, 1 blunder",
        "**Anna** is 7 points ahead of Ben: "
        "luck about +9, own errors −12, Ben's errors +10, everything else 0.",
        "The seal holds: the shuffle was not changed.",
        "-# Each move is judged by what its player could know then, from 50,000 positions. "
        "It is marked only if the better move also holds when the game is played on from both.",
    ]


def test_luck_that_explains_little_is_told_as_a_share() -> None:
    lines = lines_of(replace(REVIEW, luck_explains=0.16))
    assert lines[2:4] == [
        "**Anna** is 7 points ahead of Ben: "
        "own errors −12, Ben's errors +10, luck and everything else +9.",
        "-# The luck of the draw explains only about 16% of how leads differ from game to game "
        "here, too little to say how many points it was.",
    ]


def test_a_level_game_is_told_as_one() -> None:
    level = lines_of(replace(REVIEW, scores=(40, 40)))
    assert (
        "**Anna** and Ben have the same points. For Anna: "
        "luck about +9, own errors −12, Ben's errors +10, everything else −7."
    ) in level


def test_the_lead_is_that_of_whoever_has_the_most_points() -> None:
    behind = lines_of(replace(REVIEW, scores=(32, 33)))
    assert (
        "**Ben** is 1 point ahead of Anna: "
        "luck about −9, own errors −10, Anna's errors +12, everything else +8."
    ) in behind


def test_only_moves_with_a_mark_are_turning_points() -> None:
    barely = judged_move(5, ANNA, 0.04, 1.0)
    points = replace(REVIEW, moves=(*REVIEW.moves, barely)).turning_points(9)
    assert [(point.ply, point.mark) for point in points] == [
        (2, "blunder"),
        (4, "mistake"),
        (3, "inaccuracy"),
    ]


COMPLETES = Reason("scores", -1.2, {"kind": "tower", "points": 2}, scored=2)
TRADES = Reason("trades", 6.6, {"markets": 2, "points": 6})
SPENDS = Reason("last-follower", -3.0)
TRADE = "extends the court of Ben to 2 markets: 6 points at the end"


def compare(played: Sequence[Reason], best: Sequence[Reason]) -> str:
    view = GAMES["castle"].view(GAMES["castle"].begin(SEED, {})[0], None)
    moves = ComparedMoves(
        judged_move(2, BEN, 0.16, 5.4),
        view,
        TriedMove([("cell", "C3")], (), played),
        TriedMove([("cell", "C4")], (), best),
    )
    return describe_comparison(WORDS, FACES["castle"], NAMES, moves)


def test_a_move_is_compared_in_a_sentence_with_names() -> None:
    assert compare([COMPLETES], [TRADES]) == (
        "**Ben's move 2**, a blunder (−5.4 points, −16% winning chance), "
        "completes the tower of Ben: 2 points; "
        f"the better one {TRADE}."
    )


def test_whose_feature_it_is_is_said_with_a_name() -> None:
    texts = FACES["carcassonne"].texts
    fields: dict[str, str | int] = {"yours": 3, "theirs": 6, "seat": ANNA}
    reasons = [
        Reason("completes-own", 8.0, {"kind": "city", "place": "0,0", "points": 8}, scored=8),
        Reason("loses", -4.0, {"kind": "road", "place": "0,0", "seat": ANNA}),
        Reason("feeds", 3.0, {"cities": 1, **fields}),
    ]
    told_reasons = texts.reasons_of_other(reasons, BEN)
    assert [texts.explain(WORDS, NAMES, reason) for reason in told_reasons] == [
        "completes the city of Ben on M50: 8 points",
        "lets Anna take over the road of Ben on M50",
        "completes 1 city for the fields of Ben (fields: Ben 3, Anna 6)",
    ]


def test_a_completion_speaks_for_a_move_even_if_more_was_promised() -> None:
    text = compare([TRADES], [COMPLETES])
    assert text.endswith("; the better one completes the tower of Ben: 2 points.")


def test_a_move_without_reasons_is_said_to_change_little() -> None:
    assert ", changes little; the better one " in compare([], [TRADES])


def test_what_both_moves_do_is_told_once() -> None:
    text = compare([SPENDS, COMPLETES], [COMPLETES, TRADES])
    assert text.endswith(f"; the better one {TRADE}.")


def test_only_what_speaks_for_the_better_move_is_told_of_it() -> None:
    assert compare([COMPLETES], [TRADES, SPENDS]).endswith(f"{TRADE}.")
    assert compare([COMPLETES], [SPENDS]).endswith("uses the last follower.")


def test_progress_is_a_bar_with_the_time_left() -> None:
    assert describe_progress(WORDS, Progress(15, 60, left=42_000)).splitlines() == [
        "Reviewing the game: every move is weighed again.",
        "▰▰▰▱▱▱▱▱▱▱▱▱ 15 of 60 moves",
        "About 40 seconds left.",
    ]


def test_progress_says_nothing_of_time_before_there_is_a_pace() -> None:
    assert len(describe_progress(WORDS, Progress(0, 60)).splitlines()) == 2


def test_a_long_wait_is_told_in_minutes() -> None:
    assert describe_progress(WORDS, Progress(4, 60, left=200_000)).endswith("About 3 minutes left.")


def test_players_with_only_forced_moves_have_no_accuracy_label() -> None:
    forced = judged_move(1, ANNA, 0.0, 0.0)._replace(forced=True)
    assert lines_of(replace(REVIEW, moves=(forced,)))[0] == "**Anna**: nothing to choose"


def test_a_broken_seal_is_said_to_be_broken() -> None:
    broken = lines_of(replace(REVIEW, fits=False))
    assert "The seal does **not** hold: the shuffle was changed." in broken


def test_nothing_is_said_of_a_seal_that_nobody_knows() -> None:
    assert not any("seal" in line for line in lines_of(replace(REVIEW, fits=None)))
