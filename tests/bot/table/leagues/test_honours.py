"""The ratings before the games of a season, from which its biggest upset is found; and their
reviews, from which it is known who was luckiest."""

from sqlalchemy import select

from bot.match.league.honours import Luckiest
from bot.store.results import SeatReview, ratings_before, save_review
from bot.store.schema import ratings, results
from engine.players.review import VERSION, JudgedMove, Review, write_review
from tests.bot.rounds import KIND, ROUNDS
from tests.bot.table.leagues.kit import LeagueTable


async def test_ratings_are_counted_back_to_each_game(league: LeagueTable) -> None:
    season = await league.play_a_season(4)
    ids = [fixture.game_id or 0 for fixture in season.fixtures]
    guild_id = season.guild_id
    kind = season.kind
    async with league.seated.database.viewing() as connection:
        before = await ratings_before(connection, kind, guild_id, ids)
        last = await ratings_before(connection, kind, guild_id, ids[-1:])
        query = select(results).where(results.c.change.is_not(None)).order_by(results.c.id)
        rows = (await connection.execute(query)).all()
        stored = select(ratings.c.user_id, ratings.c.rating)
        now = {row.user_id: row.rating for row in await connection.execute(stored)}
    assert last == {ids[-1]: before[ids[-1]]}
    rating_of: dict[int, float] = {}
    for row in rows:
        ratings_then = before[row.game_id]
        if row.user_id not in rating_of:
            assert row.user_id not in ratings_then, "nobody has a rating before their first game"
            rating_of[row.user_id] = now[row.user_id] - sum(
                result.change for result in rows if result.user_id == row.user_id
            )
        else:
            assert ratings_then[row.user_id] == rating_of[row.user_id]
        rating_of[row.user_id] += row.change
    assert rating_of == now


async def test_a_season_has_its_honours(league: LeagueTable) -> None:
    season = await league.play_a_season(4)
    honours = await league.seated.table.leagues.honours(season)
    assert honours.best is not None
    assert honours.best.game_id in {fixture.game_id for fixture in season.fixtures}


async def test_the_luckiest_is_found_in_current_reviews(league: LeagueTable) -> None:
    season = await league.play_a_season(4)
    current, outdated, *_ = season.fixtures
    async with league.seated.database.writing() as connection:
        for fixture, version in ((current, VERSION), (outdated, VERSION - 1)):
            review = Review(
                KIND,
                ROUNDS.rules_version,
                version,
                1,
                None,
                (0, 0),
                moves=(
                    JudgedMove(
                        1, 1, "1", "1", 0.0, 0.5, 0.5, forced=True, luck=12.0, confirmed=False
                    ),
                ),
                chances=(),
            )
            judged = [SeatReview(None, 0.0), SeatReview(None, 12.0)]
            await save_review(connection, fixture.game_id or 0, write_review(review), judged, 0)
    luckiest = (await league.seated.table.leagues.honours(season)).luckiest
    assert luckiest == Luckiest(current.players[1], 12, 1)
