"""The position in sentences, for a screen reader."""

from bot.games.castellan import CASTELLAN_FACE
from engine.castellan.rules import castellan
from tests.bot.games.castellan.kit import table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES

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
