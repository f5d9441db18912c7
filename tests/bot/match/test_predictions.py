"""What a prediction is worth, and how those who predict are ranked."""

import pytest

from bot.match.predictions import Prediction, guess_of, rank_forecasters, score_prediction

STEPS = ("cell", "rotation", "follower")
MOVE = (("cell", "E5"), ("rotation", "r1"), ("follower", "knight@N"), ("order", "none"))


@pytest.mark.parametrize(
    ("guess", "points"),
    [
        (("E5", "r1", "knight@N"), 5),
        (("E5", "r1", "none"), 4),
        (("E5", "r2", "knight@N"), 3),
        (("E6", "r1", "knight@N"), 0),
    ],
)
def test_predictions_score_3_for_the_cell_and_1_per_further_step(
    guess: tuple[str, ...], points: int
) -> None:
    assert score_prediction(Prediction(1, "Carla", guess), MOVE, STEPS).points == points


def test_the_answer_to_a_question_is_no_placement() -> None:
    assert guess_of((("again", "again"),), STEPS) == ()
    assert (
        score_prediction(Prediction(1, "Carla", ("E5",)), (("again", "again"),), STEPS).points == 0
    )


def test_predictions_concern_the_first_of_a_repeated_step() -> None:
    parts = (("field", "north"), ("card", "3"), ("field", "south"), ("card", "7"))
    assert guess_of(parts, ("field",)) == ("north",)


def test_forecasters_rank_by_points_under_their_latest_names() -> None:
    said = [
        (1, "Carla", ("E5", "r1", "knight@N")),
        (2, "Dora", ("E6", "r1", "none")),
        (1, "Carla K.", ("E6", "r1", "none")),
        (2, "Dora", ("E5", "r2", "none")),
    ]
    forecasters = rank_forecasters(
        score_prediction(Prediction(*prediction), MOVE, STEPS) for prediction in said
    )
    assert [
        (forecaster.name, forecaster.predicted, forecaster.right, forecaster.points)
        for forecaster in forecasters
    ] == [
        ("Carla K.", 2, 1, 5),
        ("Dora", 2, 1, 3),
    ]
