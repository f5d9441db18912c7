"""Plans are drawn and read consistently, and a drawing with a mistake is refused."""

import pytest

from engine.castellan.pieces import Piece
from tests.engine.castellan.kit.plans import drawn, plan
from tests.engine.castellan.kit.playing import games


def test_every_plan_reads_back_from_its_drawing() -> None:
    for step in games(2):
        shown = step.after.plan
        points = [*shown.towers, *shown.ends]
        corner = min(x for x, _ in points), min(y for _, y in points)
        assert plan(drawn(shown), corner) == shown


def test_a_drawing_shows_towers_walls_open_ends_and_owners() -> None:
    shown = plan(
        """
        .
        |
        O---O-------O
        | b |       |
        O---O       |
                    |
                    .
        """,
        corner=(-1, 4),
    )
    assert shown.towers == {(-1, 5), (-1, 6), (0, 5), (0, 6), (2, 6)}
    assert Piece("long", (2, 4), "N") in shown.walls
    assert Piece("long", (0, 6), "E") in shown.walls
    assert len(shown.walls) == 7
    assert sorted(shown.open_ends) == [(-1, 7), (2, 4)]
    assert [(one.seat, one.cells) for one in shown.courtyards] == [(1, frozenset({(-1, 5)}))]


@pytest.mark.parametrize(
    "picture",
    [
        "O---",
        "O--O",
        "O----O",
        "O-------O---",
        "O-----------O",
        "O---O\n| a |\nO---.",
        "O---O\n|   |\nO---O",
        "O---O---O\n| a     |\nO---O---O",
        "O---O---O\n| a   b |\nO---O---O",
        "O---O\n| x |\nO---O",
        "O\n  a",
    ],
)
def test_a_drawing_with_a_mistake_is_refused(picture: str) -> None:
    with pytest.raises(AssertionError):
        plan(picture)
