"""The position in sentences, for a screen reader."""

import pytest

from bot.games.castellan import CASTELLAN_FACE
from bot.games.texts import LONGEST_TEXT
from bot.locale import languages, words_of
from engine.castellan.game import castellan
from tests.bot.games.castellan.kit import ends, plies, table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES

for_screen_reader = CASTELLAN_FACE.texts.for_screen_reader


def test_the_castle_is_read_after_how_things_stand() -> None:
    stands, plan = for_screen_reader(ENGLISH, castellan.view(table(OPEN_SQUARE), None), NAMES[:2])
    assert "Anna" in stands
    for point in ("M50", "N50", "M51"):
        assert point in plan


def test_only_the_owner_of_a_hand_has_it_read() -> None:
    state = table(OPEN_SQUARE)
    own, other, all_see = (
        for_screen_reader(ENGLISH, castellan.view(state, seat), NAMES[:2])[0]
        for seat in (0, 1, None)
    )
    assert "T1 2 towers" in own
    assert "T1 2 towers" not in all_see
    assert all_see in other
    assert all_see in own


@pytest.mark.parametrize("language", languages())
def test_how_things_stand_fits_into_a_message(language: str) -> None:
    for ply in list(plies())[::5]:
        names = WIDE_NAMES[: ply.before.setup.seats]
        stands, plan = for_screen_reader(words_of(language), ply.seen, names)
        assert 0 < len(stands) <= LONGEST_TEXT
        assert plan
    for state in ends():
        names = WIDE_NAMES[: state.setup.seats]
        assert for_screen_reader(words_of(language), castellan.view(state, None), names)[0]
