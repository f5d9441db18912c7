"""A leaving in the log, the record and the archive of a game: it is replayed like a move, but is
none."""

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.records import import_record
from bot.host.data.verify import verify
from bot.match.actions import (
    Resign,
)
from bot.store.log import course_of, every_move
from tests.bot.company import Company
from tests.bot.kit import ANNA, CARLA, CHANNEL, DORA, GUILD, NOON, OTHER_CHANNEL, by


async def test_a_leaving_is_replayed_like_a_move(company: Company) -> None:
    await company.start()
    await company.play(1, 2)
    await company.act(CARLA, Resign())
    await company.play(1, 1)
    assert [line async for line in verify(company.seated.database)] == []
    fresh = company.seated.in_another_process().table
    assert (await fresh.games.position(company.game_id, None)).scores == (2, 3, 0)
    async with company.seated.database.reading() as connection:
        log = await every_move(connection, company.game_id)
    assert [(move.seat, move.leaves) for move in log] == [
        (0, False),
        (1, False),
        (2, True),
        (0, False),
        (1, False),
    ]


async def test_a_leaving_is_no_move_to_be_counted_or_predicted(company: Company) -> None:
    game = await company.start()
    await company.seated.table.predictions.predict(by(DORA), game.id, 0, 0, [("points", "1")])
    await company.act(ANNA, Resign())
    assert await company.seated.table.predictions.table(game) == ()
    await company.play(1)
    await company.act(CARLA, Resign())
    async with company.seated.database.reading() as connection:
        course = await course_of(connection, game.id)
    assert [move.seat for move in course.moves] == [1]


async def test_a_game_with_a_leaver_survives_a_channel_archive(company: Company) -> None:
    await company.start()
    await company.act(ANNA, Resign())
    archive = await export_channel(company.seated.database, CHANNEL)
    async with company.seated.database.writing() as connection:
        await connection.exec_driver_sql("DELETE FROM games")
    [company.game_id] = await import_channel(company.seated.database, archive, NOON)
    assert [seat.left for seat in (await company.game()).seats] == [True, False, False]
    assert (await company.play(1)).ply == 2


async def test_a_leaver_and_two_winners_survive_a_records_round_trip(
    company: Company,
) -> None:
    game = await company.start(4)
    await company.play(1, 1)
    await company.act(CARLA, Resign())
    while (now := await company.game()).to_act is not None:
        await company.play(1)
    record = await company.seated.table.games.record(game.id)
    number = await import_record(company.seated.database, record, GUILD, OTHER_CHANNEL, NOON)
    imported = await company.seated.table.games.get(number)
    assert imported.winners == now.winners
    assert [seat.left for seat in imported.seats] == [False, False, True, False]
    assert [line async for line in verify(company.seated.database)] == []
