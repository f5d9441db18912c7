"""What is shown of counted games: statistics, the history, the leaderboard."""

from sqlalchemy import text

from bot.process.clock import DAY
from bot.store.results import GamesOf
from tests.bot.kit import ANNA, BEN, CARLA, GUILD, Seated
from tests.bot.table.reading.ending import KIND, resigned, results, started

RANKED = """
INSERT INTO ratings VALUES (1, 'castle', :user, 'Somebody', 25, 8, :rating, 1, 0, 0, 0)
"""


async def test_statistics_sum_up_and_tell_the_greatest(seated: Seated) -> None:
    for other in (BEN, CARLA):
        game = await started(seated, other=other)
        await seated.play_to_the_end(game.id)
        await seated.look()
    mine = [result for pair in await results(seated) for result in pair if result.user_id == ANNA]
    stats = (await seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every
    assert stats.games == len(mine) == 2
    assert stats.points == sum(result.points for result in mine)
    assert stats.most_points == max(result.points for result in mine)
    assert stats.tally["wall_tiles"] == sum(result.tally["wall_tiles"] for result in mine)
    assert stats.tally["most.tower"] == max(result.tally["most.tower"] for result in mine)
    assert sum(n for what, n in stats.tally.items() if what.startswith("points.")) == stats.points


async def test_head_to_head_counts_only_games_against_the_other_player(seated: Seated) -> None:
    await resigned(seated, other=BEN)
    await resigned(seated, other=CARLA)
    await resigned(seated, other=CARLA)
    await seated.look()
    assert (
        await seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA, against=CARLA))
    ).every.lost == 2
    assert await seated.table.statistics.count_games(GamesOf(KIND, GUILD, ANNA, against=BEN)) == 1
    ((game, _),) = await seated.table.statistics.games_of(GamesOf(KIND, GUILD, ANNA, against=BEN))
    assert [seat.user_id for seat in game.seats] == [ANNA, BEN]


async def test_another_server_remembers_nothing(seated: Seated) -> None:
    await resigned(seated)
    await seated.look()
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD + 1, ANNA))).every.games == 0
    assert await seated.table.statistics.leaderboard(KIND, GUILD + 1) == ()
    assert await seated.table.statistics.rank_of(KIND, GUILD + 1, ANNA) is None
    assert await seated.table.statistics.count_games(GamesOf("another", GUILD, ANNA)) == 0


async def test_history_pages_start_with_the_latest_game(
    seated: Seated,
) -> None:
    ids = []
    for _ in range(4):
        ids.append((await resigned(seated)).id)
        seated.clock.turn(DAY)
    await seated.look()
    pages = [
        [
            game.id
            for game, _ in await seated.table.statistics.games_of(
                GamesOf(KIND, GUILD, BEN), first=n, limit=2
            )
        ]
        for n in (1, 3, 5)
    ]
    assert pages == [ids[:1:-1], ids[1::-1], []]


async def test_players_with_the_same_rating_share_a_place(seated: Seated) -> None:
    async with seated.database.writing() as connection:
        for user, rating in enumerate((1200, 1300, 1200, 1100, 1300), 1):
            row = {"user": user, "rating": rating}
            await connection.execute(text(RANKED), row)
    lines = await seated.table.statistics.leaderboard(KIND, GUILD)
    assert [(line.place, line.user_id) for line in lines] == [
        (1, 2),
        (1, 5),
        (3, 1),
        (3, 3),
        (5, 4),
    ]
    page = await seated.table.statistics.leaderboard(KIND, GUILD, first=2, limit=3)
    assert page == lines[1:4]
    assert [
        await seated.table.statistics.rank_of(KIND, GUILD, line.user_id) for line in lines
    ] == list(lines)
    assert await seated.table.statistics.count_rated_players(KIND, GUILD) == 5
