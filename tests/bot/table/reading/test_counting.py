"""A finished game is counted: its results, its ratings, exactly once."""

import asyncio

import pytest
from sqlalchemy import text

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.records import import_record
from bot.host.data.verify import verify
from bot.match.actions import Accept, Claim, Join, Propose, Rematch, Resign, Stop
from bot.match.game import Status
from bot.match.results import NEWCOMER, rate_game, shown_rating
from bot.process.clock import DAY
from bot.store.results import GamesOf
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, OTHER_CHANNEL, Seated, by
from tests.bot.table.reading.ending import KIND, resigned, results, started


async def test_a_finished_game_is_counted_once_the_timers_look(seated: Seated) -> None:
    game = await seated.start()
    ended = await seated.play_to_the_end(game.id)
    assert await results(seated) == []
    assert await seated.look() == 1
    ((first, second),) = await results(seated)
    position = await seated.table.games.position(game.id, None)
    assert (first.points, second.points) == position.scores
    won = ["won" if seat in ended.winners else "lost" for seat in (0, 1)]
    assert [first.outcome, second.outcome] == (won if len(ended.winners) == 1 else ["shared"] * 2)
    assert first.moves + second.moves == ended.ply
    assert (await seated.table.games.get(game.id)).settled
    assert await seated.look() == 0


async def test_games_are_counted_though_the_clock_was_set_back(
    seated: Seated,
) -> None:
    game = await resigned(seated)
    seated.clock.turn(-2 * DAY)
    assert await seated.look() == 1
    assert (await seated.table.games.get(game.id)).settled


async def test_ratings_change_and_results_record_by_how_much(
    seated: Seated,
) -> None:
    await resigned(seated)
    await seated.look()
    lost, won = rate_game([NEWCOMER, NEWCOMER], [2, 1])
    best, worst = await seated.table.statistics.leaderboard(KIND, GUILD)
    assert (best.place, best.name, best.rating, best.played, best.won) == (
        1,
        "Ben",
        shown_rating(won),
        1,
        1,
    )
    assert (worst.place, worst.name, worst.rating, worst.played, worst.won) == (
        2,
        "Anna",
        shown_rating(lost),
        1,
        0,
    )
    ((anna, ben),) = await results(seated)
    assert (anna.rated, anna.change, ben.change) == (
        True,
        shown_rating(lost) - shown_rating(NEWCOMER),
        shown_rating(won) - shown_rating(NEWCOMER),
    )


async def test_unrated_games_count_in_the_statistics_only(
    seated: Seated,
) -> None:
    await resigned(seated, rated=False)
    await seated.look()
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, BEN))).every.won == 1
    assert await seated.table.statistics.count_rated_players(KIND, GUILD) == 0
    ((anna, _),) = await results(seated)
    assert (anna.rated, anna.change) == (False, None)


async def test_a_rematch_is_rated_as_the_game_before_it(seated: Seated) -> None:
    for rated in (True, False):
        game = await resigned(seated, rated=rated)
        answer = await seated.act(ANNA, game.id, Rematch(CHANNEL))
        again = await seated.table.games.get(answer.game_id)
        assert again.rated is rated
        await seated.act(BEN, again.id, Join())
        await seated.act(BEN, again.id, Resign())


async def test_games_in_which_a_player_never_moved_are_unrated(seated: Seated) -> None:
    await resigned(seated, moves=1)
    await seated.look()
    assert await seated.table.statistics.count_rated_players(KIND, GUILD) == 0
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, BEN))).every.won == 1


async def test_games_ended_by_agreement_have_no_winner_and_no_rating(
    seated: Seated,
) -> None:
    game = await started(seated)
    await seated.play(game.id, 4)
    await seated.act(ANNA, game.id, Propose("end"))
    await seated.act(BEN, game.id, Accept("end", 4))
    await seated.look()
    statistics = (await seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every
    assert (statistics.games, statistics.won, statistics.shared, statistics.lost) == (1, 0, 0, 0)
    assert await seated.table.statistics.rank_of(KIND, GUILD, ANNA) is None


async def test_claimed_games_are_rated_but_stopped_games_are_not(
    seated: Seated,
) -> None:
    claimed = await started(seated)
    await seated.play(claimed.id, 2)
    seated.clock.turn(7 * DAY)
    await seated.act(BEN, claimed.id, Claim())
    stopped = await started(seated, other=CARLA)
    await seated.play(stopped.id, 2)
    await seated.table.act(by(BEN, rights=["end"]), stopped.id, Stop())
    await seated.look()
    names = [ranked.name for ranked in await seated.table.statistics.leaderboard(KIND, GUILD)]
    assert names == ["Ben", "Anna"]


async def test_a_game_that_runs_out_is_counted_at_the_same_look(seated: Seated) -> None:
    game = await started(seated)
    seated.clock.turn(60 * DAY)
    await seated.look()
    ended = await seated.table.games.get(game.id)
    assert (ended.status, ended.settled) == (Status.ABANDONED, True)


async def test_an_invitation_that_comes_to_nothing_is_not_counted(seated: Seated) -> None:
    await seated.open()
    seated.clock.turn(2 * DAY)
    await seated.look()
    assert await seated.look() == 0
    assert await results(seated) == []


async def test_two_processes_count_a_game_once(seated: Seated) -> None:
    game = await resigned(seated)
    other = seated.in_another_process().table
    await asyncio.gather(*(table.look_after(game.id) for table in (seated.table, other) * 3))
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every.games == 1
    ranked = await seated.table.statistics.rank_of(KIND, GUILD, ANNA)
    assert ranked is not None
    assert ranked.played == 1


async def test_a_game_that_cannot_be_replayed_holds_up_no_other(
    seated: Seated, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await resigned(seated)
    async with seated.database.writing() as connection:
        change = text("UPDATE moves SET notation = 'A1 r0' WHERE game_id = :game")
        await connection.execute(change, {"game": broken.id})
    await resigned(seated, other=CARLA)
    await seated.look()
    assert f"cannot process what is due in game {broken.id}" in caplog.text
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, CARLA))).every.games == 1
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, BEN))).every.games == 0


async def test_erased_players_have_results_but_make_the_game_unrated(
    seated: Seated,
) -> None:
    game = await resigned(seated)
    async with seated.database.writing() as connection:
        erase = text("UPDATE seats SET user_id = NULL WHERE game_id = :game AND seat = 1")
        await connection.execute(erase, {"game": game.id})
    await seated.look()
    ((anna, ben),) = await results(seated)
    assert (anna.outcome, ben.outcome, ben.user_id) == ("lost", "won", None)
    assert await seated.table.statistics.count_rated_players(KIND, GUILD) == 0


async def test_a_game_from_before_is_counted_without_a_rating(seated: Seated) -> None:
    """As the migration leaves such games: due, and not rated."""
    await resigned(seated)
    async with seated.database.writing() as connection:
        await connection.execute(text("UPDATE games SET rated = false, due_at = ended_at"))
    await seated.look()
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, BEN))).every.won == 1
    assert await seated.table.statistics.count_rated_players(KIND, GUILD) == 0


async def test_a_moves_time_is_how_long_the_others_waited_for_it(seated: Seated) -> None:
    game = await started(seated)
    for hours in (1, 2, 3):
        seated.clock.turn(hours * 1000)
        await seated.play(game.id)
    await seated.act(BEN, game.id, Resign())
    await seated.look()
    ((anna, ben),) = await results(seated)
    assert (anna.thought, anna.moves, ben.thought, ben.moves) == (4000, 2, 2000, 1)


async def test_an_archive_brings_results_and_leaves_ratings(
    seated: Seated, elsewhere: Seated
) -> None:
    game = await resigned(seated)
    await seated.look()
    unsettled = await resigned(seated, loser=BEN)
    archive = await export_channel(seated.database, CHANNEL)
    await import_channel(elsewhere.database, archive, seated.clock())
    assert await elsewhere.table.statistics.count_rated_players(KIND, GUILD) == 0
    assert (await elsewhere.table.statistics.of(GamesOf(KIND, GUILD, BEN))).every.won == 1
    assert await elsewhere.look() == 1
    statistics = (await elsewhere.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every
    assert (statistics.games, statistics.won) == (2, 1)
    assert await elsewhere.table.statistics.count_rated_players(KIND, GUILD) == 2
    assert [line async for line in verify(elsewhere.database)] == []
    assert (game.id, unsettled.id) == (1, 2)


async def test_a_game_that_came_from_its_record_counts_for_nobody(seated: Seated) -> None:
    game = await resigned(seated)
    await seated.look()
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, OTHER_CHANNEL, seated.clock())
    assert await seated.look() == 0
    await seated.table.look_after(number)
    assert (await seated.table.statistics.of(GamesOf(KIND, GUILD, ANNA))).every.games == 1
    assert [line async for line in verify(seated.database)] == []


async def test_verify_finds_results_that_contradict_the_log(seated: Seated) -> None:
    changed = await resigned(seated)
    lost = await resigned(seated)
    await seated.look()
    async with seated.database.writing() as connection:
        where = {"game": changed.id}
        change = text("UPDATE results SET points = 77 WHERE game_id = :game AND seat = 0")
        await connection.execute(change, where)
        gone = text("DELETE FROM results WHERE game_id = :game")
        await connection.execute(gone, {"game": lost.id})
    assert [str(line) async for line in verify(seated.database)] == [
        f"game {changed.id}: the results tell other points than the moves",
        f"game {lost.id}: it was counted, and its results are missing",
    ]
