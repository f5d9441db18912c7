"""What is counted over a whole game, for statistics."""

import pytest

from engine.castle.catalogue import castle_wall
from engine.castle.events import FollowerPlaced
from engine.castle.moves import Role, Spot
from engine.castle.rules import castle
from engine.castle.state import State
from tests.engine.castle.kit.boards import game, play
from tests.engine.castle.test_completing import ONE_TOWER

COURT = "ccccc"
TOWER = "ttttt"
# Fits nowhere next to tiles without paths.
CROSSING = (".cpc.", "ccpcc", "pp+pp", "ccpcc", ".cpc.")
MINE = "0 knight E5.N"


def row(*pictures: str | tuple[str, ...]) -> str:
    """Tiles to come, each of one letter or a picture."""
    lines = [(picture,) * 5 if isinstance(picture, str) else picture for picture in pictures]
    return "\n".join(" ".join(line) for line in zip(*lines, strict=True))


def luck(state: State) -> tuple[int, int]:
    first, second = castle.tally([(state, ())])
    return first["luck"], second["luck"]


def test_a_tower_is_tallied_for_its_scorer_with_tiles_and_points() -> None:
    state, events = play(game(ONE_TOWER, starts={}, followers="1 knight E5.N"), "E4 r0")
    first, second = castle.tally([(state, events)])
    assert (second["most.tower"], second["points.tower"]) == (1, 2)
    assert (first["most.tower"], first["points.tower"]) == (0, 0)


def test_a_wall_tile_counts_for_who_takes_it() -> None:
    tower = next(space for space in castle_wall().corner_towers if space)
    state = game(ONE_TOWER, starts={}, followers=MINE, scores=(tower - 2, 0), wall={tower: 9})
    state, events = play(state, "E4 r0")
    first, second = castle.tally([(state, events)])
    assert (first["wall_tiles"], second["wall_tiles"]) == (1, 0)


def test_followers_count_by_their_roles() -> None:
    state = game(ONE_TOWER, starts={}, followers=MINE)
    roles: tuple[Role, ...] = ("squire", "squire", "herald")
    placed = [FollowerPlaced(0, role, Spot((0, 0), 0)) for role in roles]
    first, second = castle.tally([(state, placed)])
    counted = {name: count for name, count in first.items() if name.startswith("role.")}
    assert counted == {"role.herald": 1, "role.knight": 0, "role.squire": 2, "role.merchant": 0}
    assert second["role.squire"] == 0


def test_points_at_the_end_count_by_what_they_are_for() -> None:
    state = game(ONE_TOWER, starts={}, followers=MINE, left=0, held=([9], []))
    state, events = play(state, "E4 r0")
    first, _ = castle.tally([(state, events)])
    assert first["points.wall9"] == 5
    assert (
        sum(count for name, count in first.items() if name.startswith("points."))
        == (state.scores[0])
    )


@pytest.mark.parametrize(
    ("coming", "expected"),
    [
        ((COURT, TOWER, COURT, COURT), 50),
        ((TOWER, COURT, COURT, COURT), -150),
        ((COURT, COURT, COURT, COURT), 0),
    ],
)
def test_luck_is_a_tiles_best_score_above_the_average_draw(
    coming: tuple[str, ...], expected: int
) -> None:
    """A court closes the tower for 2 points; a tower tile leaves it open."""
    state = game(ONE_TOWER, starts={}, followers=MINE, draw=row(*coming), left=3)
    assert luck(state) == (expected, 0)


def test_a_tile_that_fits_nowhere_could_not_come() -> None:
    draw = row(TOWER, CROSSING, COURT)
    assert luck(game(ONE_TOWER, starts={}, followers=MINE, draw=draw, left=2)) == (-100, 0)


def test_the_points_of_the_other_player_are_no_luck() -> None:
    draw = row(COURT, TOWER)
    assert luck(game(ONE_TOWER, starts={}, followers="1 knight E5.N", draw=draw)) == (0, 0)


def test_there_is_no_luck_where_no_tile_is_drawn() -> None:
    state, _ = play(game(ONE_TOWER, starts={}, followers=MINE, left=0), "E4 r0")
    assert luck(state) == (0, 0)
