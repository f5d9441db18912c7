"""Export and import: single games as records, whole channels as archives."""

import json
from pathlib import Path

import pytest

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.importing import import_record
from bot.host.data.verify import verify
from bot.match.actions import Accept, OfferEnd, Resign
from bot.match.errors import StoreRefused
from bot.match.game import Status
from bot.store.connection.database import Database
from bot.store.migration.migrating import migrate
from bot.table.table import Table
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, NOON, OTHER_CHANNEL, Seated
from tests.bot.table.timed import look


@pytest.fixture
async def elsewhere(tmp_path: Path, seated: Seated) -> Seated:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.db'}")
    await migrate(database)
    return Seated(Table(database, clock=seated.clock), database, seated.clock)


async def clean(seated: Seated) -> bool:
    return [line async for line in verify(seated.database)] == []


async def test_a_channel_with_its_threads_moves_and_goes_on(
    seated: Seated, elsewhere: Seated
) -> None:
    ended = await seated.start()
    await seated.play(ended.id, 4)
    await seated.act(ANNA, ended.id, Resign())
    running = await seated.start()
    await seated.play(running.id, 7)
    await seated.open(OTHER_CHANNEL, parent_id=CHANNEL)
    await seated.open(30)
    archive = await export_channel(seated.database, CHANNEL)
    first, second, third = await import_channel(elsewhere.database, archive, NOON)
    assert await elsewhere.table.games.record(first) == await seated.table.games.record(ended.id)
    there, here = (
        await elsewhere.table.games.position(second, None),
        await seated.table.games.position(running.id, None),
    )
    assert there.view == here.view
    await elsewhere.play(second, 2)
    assert (await elsewhere.table.games.get(third)).parent_id == CHANNEL
    assert await elsewhere.table.games.open_in(30) is None
    assert await clean(elsewhere)
    await elsewhere.database.close()


async def test_an_archive_of_before_there_were_games_of_several_is_taken(
    seated: Seated, elsewhere: Seated
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await seated.act(ANNA, game.id, Resign())
    await look(seated)
    data = json.loads(await export_channel(seated.database, CHANNEL))
    [archived] = data["games"]
    del archived["drafts"]
    for table, columns in {"seats": ("has_left", "computer"), "results": ("place",)}.items():
        for row in archived[table]:
            for column in columns:
                del row[column]
    [number] = await import_channel(elsewhere.database, json.dumps(data), NOON)
    assert (await elsewhere.table.games.get(number)).seats == game.seats
    assert await clean(elsewhere)
    await elsewhere.database.close()


async def test_an_archive_is_not_imported_twice(seated: Seated, elsewhere: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    archive = await export_channel(seated.database, CHANNEL)
    await import_channel(elsewhere.database, archive, NOON)
    with pytest.raises(StoreRefused, match="here already"):
        await import_channel(elsewhere.database, archive, NOON)
    await elsewhere.database.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(format="table-archive/9"), "format"),
        (lambda data: data.pop("games"), "games"),
        (lambda data: data["games"][0]["game"].pop("kind"), "kind"),
        (lambda data: data["games"][0]["moves"][0].update(color="red"), "color"),
        (lambda data: data["games"][0]["moves"][1].update(notation="A1 r0"), "rules"),
        (lambda data: data["games"][0]["game"].update(secret="another"), "commitment"),
        (lambda data: data["games"][0]["seats"].clear(), "seats"),
    ],
)
async def test_an_archive_that_was_changed_is_refused_as_a_whole(
    seated: Seated, elsewhere: Seated, change: object, told: str
) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    data = json.loads(await export_channel(seated.database, CHANNEL))
    change(data)  # type: ignore[operator]
    with pytest.raises(StoreRefused, match=told):
        await import_channel(elsewhere.database, json.dumps(data), NOON)
    assert await elsewhere.table.games.open_in(CHANNEL) is None
    await elsewhere.database.close()


async def test_a_channel_without_games_is_named(seated: Seated) -> None:
    with pytest.raises(StoreRefused, match="channel 99"):
        await export_channel(seated.database, 99)


async def test_a_finished_game_comes_back_from_its_record(seated: Seated) -> None:
    game = await seated.start()
    ended = await seated.play_to_the_end(game.id)
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, CHANNEL, now=NOON)
    imported = await seated.table.games.get(number)
    assert (imported.status, imported.winners) == (ended.status, ended.winners)
    assert [seat.name for seat in imported.seats] == ["Anna", "Ben"]
    assert await seated.table.games.record(number) == record
    assert await clean(seated)


async def test_a_record_is_taken_into_a_channel_in_which_a_game_is_open(seated: Seated) -> None:
    game = await seated.start()
    await seated.play_to_the_end(game.id)
    record = await seated.table.games.record(game.id)
    still_open = await seated.start()
    number = await import_record(seated.database, record, GUILD, CHANNEL, now=NOON)
    assert (await seated.table.games.get(number)).status is Status.FINISHED
    assert (await seated.table.games.open_in(CHANNEL)) == still_open
    assert await clean(seated)


@pytest.mark.parametrize("end", ["resigned", "agreed"])
async def test_a_game_that_ended_early_comes_back_from_its_record(seated: Seated, end: str) -> None:
    game = await seated.start()
    await seated.play(game.id, 5)
    if end == "resigned":
        await seated.act(ANNA, game.id, Resign())
    else:
        await seated.act(ANNA, game.id, OfferEnd())
        await seated.act(BEN, game.id, Accept("end", 5))
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, CHANNEL, now=NOON)
    assert (await seated.table.games.get(number)).status is Status(end)
    assert await seated.table.games.record(number) == record
    assert await clean(seated)


async def test_the_record_of_a_running_game_is_not_taken(seated: Seated) -> None:
    game = await seated.start()
    record = await seated.table.games.record(game.id)
    with pytest.raises(StoreRefused, match="still runs"):
        await import_record(seated.database, record, GUILD, OTHER_CHANNEL, now=NOON)


async def test_what_is_no_record_is_refused(seated: Seated) -> None:
    with pytest.raises(StoreRefused, match="cannot be taken"):
        await import_record(seated.database, "{}", GUILD, CHANNEL, now=NOON)
