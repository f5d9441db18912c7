"""Two players compared: who finished ahead, in games of any size."""

import pytest

from bot.match.results import HeadToHead, Outcome, Result, head_to_head
from tests.bot.kit import ANNA, BEN, CARLA, GUILD, NOON


def result(user_id: int, outcome: Outcome, place: int | None) -> Result:
    return Result(
        game_id=1,
        seat=0,
        user_id=user_id,
        guild_id=GUILD,
        kind="castle",
        outcome=outcome,
        place=place,
        points=0,
        moves=1,
        thought=0,
        rated=False,
        change=None,
        tally={},
        ended_at=NOON,
    )


WON_BY_CARLA = [
    result(ANNA, "lost", 3),
    result(BEN, "lost", 2),
    result(CARLA, "won", 1),
]
LEVEL_BEHIND_CARLA = [
    result(ANNA, "lost", 2),
    result(BEN, "lost", 2),
    result(CARLA, "won", 1),
]
WON_BY_ANNA = [result(ANNA, "won", None), result(BEN, "lost", None)]
SHARED = [result(BEN, "shared", 1), result(ANNA, "shared", 1)]
NOBODYS = [result(ANNA, "nobody", None), result(BEN, "nobody", None)]


@pytest.mark.parametrize(
    ("games", "compared"),
    [
        ([], HeadToHead()),
        ([WON_BY_CARLA], HeadToHead(1, 0, 1, 0, of_two=False)),
        ([LEVEL_BEHIND_CARLA], HeadToHead(1, 0, 0, 1, of_two=False)),
        ([WON_BY_ANNA, SHARED, NOBODYS], HeadToHead(3, 1, 0, 1)),
        ([WON_BY_ANNA, WON_BY_CARLA], HeadToHead(2, 1, 1, 0, of_two=False)),
    ],
)
def test_it_counts_who_came_in_before_the_other(
    games: list[list[Result]], compared: HeadToHead
) -> None:
    assert head_to_head(games, ANNA, BEN) == compared
