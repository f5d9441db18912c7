"""A finished game of several is counted: places, ratings, and players who left."""

from bot.match.actions import Resign
from bot.match.results import NEWCOMER, Result, rate_game, shown_rating
from bot.process.clock import HOUR
from bot.store.results import results_of_games
from tests.bot.company import Company
from tests.bot.kit import ANNA, BEN, CARLA, DORA, GUILD
from tests.bot.rounds import KIND


async def results_of(company: Company) -> tuple[Result, ...]:
    await company.seated.look()
    async with company.seated.database.reading() as connection:
        return (await results_of_games(connection, [company.game_id]))[company.game_id]


async def test_a_finished_game_ranks_everybody_and_shares_places(company: Company) -> None:
    await company.start(4)
    await company.play(*(1, 3, 1, 2) * 3)
    results = await results_of(company)
    assert [result.place for result in results] == [3, 1, 3, 2]
    assert [result.outcome for result in results] == ["lost", "won", "lost", "lost"]
    skills = rate_game([NEWCOMER] * 4, [3, 1, 3, 2])
    assert [result.change for result in results] == [shown_rating(skill) - 1000 for skill in skills]


async def test_who_left_is_rated_behind_all_whatever_they_had(company: Company) -> None:
    await company.start()
    await company.play(3, 1, 2, 3, 1, 2)
    await company.act(ANNA, Resign())
    while (await company.game()).to_act is not None:
        await company.play(1)
    results = await results_of(company)
    assert [result.place for result in results] == [3, 2, 1]
    assert [result.moves for result in results] == [2, 5, 4]
    table = company.seated.table.statistics
    assert [row.name for row in await table.leaderboard(KIND, GUILD)] == ["Carla", "Ben", "Anna"]


async def test_another_players_leaving_does_not_reset_thinking_time(
    company: Company,
) -> None:
    await company.start(4)
    await company.play(1, 1, 1, 1)
    company.seated.clock.turn(100 * HOUR)
    await company.act(CARLA, Resign())
    company.seated.clock.turn(HOUR)
    await company.play(1)
    company.seated.clock.turn(HOUR)
    await company.act(BEN, Resign())
    await company.act(DORA, Resign())
    assert [result.thought for result in await results_of(company)] == [101 * HOUR, 0, 0, 0]


async def test_a_game_left_by_all_but_one_has_one_winner(company: Company) -> None:
    await company.start()
    await company.play(1, 1, 1)
    await company.act(BEN, Resign())
    await company.act(CARLA, Resign())
    results = await results_of(company)
    assert [(result.outcome, result.place) for result in results] == [
        ("won", 1),
        ("lost", 2),
        ("lost", 2),
    ]
    assert all(result.rated for result in results)


async def test_games_left_by_a_player_before_moving_are_unrated(
    company: Company,
) -> None:
    await company.start()
    await company.play(1)
    await company.act(BEN, Resign())
    await company.act(CARLA, Resign())
    assert not any(result.rated for result in await results_of(company))
