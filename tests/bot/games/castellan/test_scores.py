"""Where everybody's points come from, in words."""

from bot.games.castellan import CASTELLAN_FACE
from tests.bot.games.castellan.kit import ends, events_of, games
from tests.bot.games.kit import ENGLISH

describe_scores = CASTELLAN_FACE.texts.describe_scores


def test_the_double_keep_is_a_source_of_its_own() -> None:
    for game, end in zip(games(), ends(), strict=True):
        lines = describe_scores(ENGLISH, game[0].names, events_of(game)).splitlines()
        for courtyard in end.plan.courtyards:
            if courtyard.double:
                worth = end.plan.worth(courtyard)
                assert f"double keep {worth}" in lines[courtyard.seat]
