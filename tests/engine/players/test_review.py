"""The figures of a review, and its text."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SnapshotError
from engine.players.review import JudgedMove, Review, read_review, write_review

ANNA = 0
BEN = 1
CHANCES = st.tuples(st.floats(0, 1), st.floats(0, 1))
POINTS = st.floats(-50, 50)
SCORES = st.tuples(*[st.integers(0, 150)] * 4)


def judged_move(
    ply: int, seat: int, chances: tuple[float, float], lost: float = 0, luck: float = 0
) -> JudgedMove:
    before, after = chances
    best = "a1" if before == after else "b2"
    return JudgedMove(
        ply, seat, "a1", best, lost, before, after, forced=False, luck=luck, confirmed=True
    )


REVIEW = Review(
    kind="castle",
    rules="1",
    version=1,
    positions=100,
    fits=True,
    scores=(40, 33),
    moves=(
        judged_move(1, ANNA, (0.5, 0.5), luck=6.4),
        judged_move(2, BEN, (0.5, 0.35), lost=5.4, luck=-2.6),
        judged_move(3, ANNA, (0.7, 0.62), lost=7.2),
        judged_move(4, BEN, (0.4, 0.29), lost=4.6),
        judged_move(5, ANNA, (0.8, 0.86), lost=5.0),
        judged_move(6, BEN, (0.2, 0.16), lost=0.5),
    ),
    chances=((0.5, 0.5), (0.5, 0.5), (0.65, 0.35), (0.6, 0.4), (0.7, 0.3), (0.8, 0.2), (1, 0)),
)


@pytest.mark.parametrize(
    ("given_away", "mark"),
    [
        (0.049, None),
        (0.05, "inaccuracy"),
        (0.099, "inaccuracy"),
        (0.10, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
    ],
)
def test_marks_grade_the_winning_chance_given_away(given_away: float, mark: str | None) -> None:
    assert judged_move(1, ANNA, (0.6, 0.6 - given_away)).mark == mark


def test_a_move_that_wins_more_often_has_no_mark() -> None:
    assert judged_move(1, ANNA, (0.8, 0.86), lost=5.0).mark is None


def test_the_marks_of_each_player_are_counted() -> None:
    assert REVIEW.marks(ANNA) == {"inaccuracy": 1}
    assert REVIEW.marks(BEN) == {"blunder": 1, "mistake": 1}


def test_a_better_move_that_was_not_confirmed_makes_no_mark() -> None:
    assert judged_move(1, ANNA, (0.6, 0.3), lost=9.0)._replace(confirmed=False).mark is None


def test_what_is_left_on_the_table_is_the_average_loss_of_a_move() -> None:
    assert REVIEW.left_on_table(ANNA) == pytest.approx((0 + 7.2 + 5.0) / 3)


def test_a_player_whose_moves_were_the_best_is_accurate() -> None:
    perfect = replace(REVIEW, moves=(judged_move(1, ANNA, (0.5, 0.5)),))
    assert perfect.accuracy(ANNA) == 100


def test_a_point_counts_alike_in_a_decided_game() -> None:
    """One game is open, the other is lost, and hardly anything can be gained or given away."""
    accuracies = [
        replace(REVIEW, moves=(judged_move(1, ANNA, chances, lost=2.0),), halved_at=2.0).accuracy(
            ANNA
        )
        for chances in ((0.6, 0.4), (0.001, 0.0))
    ]
    assert accuracies == [50, 50]


def test_forced_moves_do_not_count_towards_accuracy() -> None:
    forced = judged_move(1, ANNA, (0.5, 0.5))._replace(forced=True)
    review = Review("castle", "1", 1, 100, True, (0, 0), (forced,), ())
    assert review.left_on_table(ANNA) is None
    assert review.accuracy(ANNA) is None


def test_luck_errors_and_the_rest_add_up_to_the_margin() -> None:
    """Anna won by 7: luck +9, errors −12 against −10, rest 0."""
    account = REVIEW.account(ANNA)
    assert (account.margin, account.luck, account.rest) == (7, 9, 0)
    assert (account.errors, account.errors_of_rival) == (12, 10)


def test_luck_that_is_no_number_is_part_of_the_rest() -> None:
    account = replace(REVIEW, luck_explains=0.2).account(ANNA)
    assert (account.margin, account.luck, account.rest) == (7, 0, 9)


def test_errors_count_together_for_less_than_one_by_one() -> None:
    """Half of −12 and −10: the rest is what they seemed to explain."""
    account = replace(REVIEW, errors_together=0.5).account(ANNA)
    assert (account.errors, account.errors_of_rival, account.rest) == (6, 5, -1)


def test_the_margin_of_the_loser_is_made_of_the_same() -> None:
    account = REVIEW.account(BEN)
    assert (account.margin, account.luck, account.rest) == (-7, -9, 0)
    assert (account.errors, account.errors_of_rival) == (10, 12)


@given(
    st.lists(st.builds(judged_move, st.just(1), st.integers(0, 3), CHANCES, POINTS, POINTS)), SCORES
)
def test_every_margin_adds_up(moves: list[JudgedMove], scores: tuple[int, ...]) -> None:
    review = replace(REVIEW, moves=tuple(moves), scores=scores)
    for seat in range(len(scores)):
        account = review.account(seat)
        best = max(score for other, score in enumerate(scores) if other != seat)
        assert account.margin == scores[seat] - best
        assert (
            account.margin == account.luck - account.errors + account.errors_of_rival + account.rest
        )


def test_turning_points_gave_away_the_most_winning_chance() -> None:
    assert [move.ply for move in REVIEW.turning_points()] == [2, 4, 3]


def test_a_review_is_the_same_after_it_was_stored() -> None:
    assert read_review(write_review(REVIEW)) == REVIEW


@pytest.mark.parametrize("text", ["", "{}", "[1]", write_review(REVIEW).replace("0.5", '"x"')])
def test_a_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(SnapshotError):
        read_review(text)
