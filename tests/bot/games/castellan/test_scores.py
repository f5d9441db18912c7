"""Where everybody's points come from, in words."""

from bot.games.castellan import CASTELLAN_FACE
from engine.castellan.game import castellan
from tests.bot.games.castellan.kit import ends, events_of, games
from tests.bot.games.kit import ENGLISH, NAMES

describe_scores = CASTELLAN_FACE.texts.describe_scores


def test_the_sources_add_up_to_the_scores() -> None:
    for game, end in zip(games(), ends(), strict=True):
        lines = describe_scores(ENGLISH, game[0].names, events_of(game)).splitlines()
        for line, name, score in zip(lines, game[0].names, castellan.scores(end), strict=True):
            points = ENGLISH("words.points", count=score)
            assert line.startswith(f"**{name}**: {points}")


def test_the_double_keep_is_a_source_of_its_own() -> None:
    for game, end in zip(games(), ends(), strict=True):
        lines = describe_scores(ENGLISH, game[0].names, events_of(game)).splitlines()
        for courtyard in end.plan.courtyards:
            if courtyard.double:
                worth = end.plan.worth(courtyard)
                assert f"double keep {worth}" in lines[courtyard.seat]


def test_nobody_has_points_before_the_first_courtyard() -> None:
    assert describe_scores(ENGLISH, NAMES[:2], []) == "**Anna**: 0 points\n**Ben**: 0 points"
