"""Export and import: single games as records, whole channels as archives."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.host.__main__ import main
from bot.host.data.archive import export_channel, import_channel
from bot.host.data.records import import_record
from bot.host.data.verify import verify
from bot.match.actions import Accept, Propose, Resign
from bot.match.errors import StoreRefused
from bot.match.game import Status
from bot.store.people import set_channel
from bot.table.table import Table
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, NOON, OTHER_CHANNEL, Seated


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
    imported = await elsewhere.table.games.position(second, None)
    original = await seated.table.games.position(running.id, None)
    assert imported.view == original.view
    await elsewhere.play(second, 2)
    assert (await elsewhere.table.games.get(third)).parent_id == CHANNEL
    assert await elsewhere.table.games.open_in(30) is None
    assert await clean(elsewhere)


async def test_an_archive_is_not_imported_twice(seated: Seated, elsewhere: Seated) -> None:
    game = await seated.start()
    await seated.act(ANNA, game.id, Resign())
    archive = await export_channel(seated.database, CHANNEL)
    await import_channel(elsewhere.database, archive, NOON)
    with pytest.raises(StoreRefused, match="here already"):
        await import_channel(elsewhere.database, archive, NOON)


@pytest.mark.parametrize(
    ("change", "pattern"),
    [
        (lambda data: data.update(format="table-archive/9"), "format"),
        (lambda data: data.pop("games"), "games"),
        (lambda data: data["games"][0]["game"].pop("kind"), "kind"),
        (lambda data: data["games"][0]["moves"][0].update(color="red"), "color"),
        (lambda data: data["games"][0]["moves"][1].update(notation="A1 r0"), "rules"),
        (lambda data: data["games"][0]["game"].update(secret="another"), "commitment"),
        (lambda data: data["games"][0]["game"].update(channel_id=2**63), "a wrong channel_id"),
        (lambda data: data["games"][0]["game"].update(ply=2**31), "a wrong ply"),
        (lambda data: data["games"][0]["seats"].clear(), "seats"),
        (lambda data: data["games"][0]["seats"][1].pop("hints"), "lacks hints"),
        (lambda data: data["games"][0]["game"].update(status=None), "wrong status"),
        (lambda data: data["games"][0]["game"].update(ply="4"), "wrong ply"),
        (lambda data: data.update(settings={"channel_id": CHANNEL}), "channels lacks"),
    ],
)
async def test_an_archive_that_was_changed_is_refused_as_a_whole(
    seated: Seated, elsewhere: Seated, change: object, pattern: str
) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    data = json.loads(await export_channel(seated.database, CHANNEL))
    change(data)  # type: ignore[operator]
    with pytest.raises(StoreRefused, match=pattern):
        await import_channel(elsewhere.database, json.dumps(data), NOON)
    assert await elsewhere.table.games.open_in(CHANNEL) is None


@pytest.mark.parametrize(
    ("change", "pattern"),
    [
        (lambda data: data.update(format="table-archive/2"), "format"),
        (lambda data: data.update(extra=[]), "extra"),
        (lambda data: data["games"][0].update(extra=[]), "extra"),
        (lambda data: data["games"][0]["game"].update(extra=1), "a row of games has extra"),
        (lambda data: data["games"][0]["seats"][0].update(extra=1), "a row of seats has extra"),
        (lambda data: data["settings"].update(extra=1), "a row of channels has extra"),
        (lambda data: data["games"][0]["game"].update(status="new"), "'new'"),
        (lambda data: data["games"][0]["game"].update(told='{"new": 1}'), "'new'"),
        (lambda data: data["games"][0]["game"].update(kind="chess"), "unknown_kind.*chess"),
        (lambda data: data["games"][0]["game"].update(options='{"new": "on"}'), "new"),
    ],
)
async def test_an_archive_of_a_newer_version_is_refused_with_advice(
    seated: Seated, elsewhere: Seated, change: Callable[[Any], None], pattern: str
) -> None:
    await seated.start()
    async with seated.database.writing() as connection:
        await set_channel(connection, GUILD, CHANNEL, {"preset": "site"}, NOON)
    data = json.loads(await export_channel(seated.database, CHANNEL))
    change(data)
    with pytest.raises(StoreRefused, match=f"{pattern}.*with a newer one"):
        await import_channel(elsewhere.database, json.dumps(data), NOON)
    assert await elsewhere.table.games.open_in(CHANNEL) is None


async def test_newer_archive_formats_are_not_mistaken_for_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "archive.json").write_text('{"format": "table-archive/2"}')
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}")
    assert await asyncio.to_thread(main, ["import", str(file)]) == 1
    assert "with a newer one" in capsys.readouterr().err


async def test_a_channel_without_games_is_named(seated: Seated) -> None:
    with pytest.raises(StoreRefused, match="channel 99"):
        await export_channel(seated.database, 99)


async def test_a_finished_game_comes_back_from_its_record(seated: Seated) -> None:
    game = await seated.start()
    ended = await seated.play_to_the_end(game.id)
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, OTHER_CHANNEL, now=NOON)
    imported = await seated.table.games.get(number)
    assert (imported.status, imported.winners) == (ended.status, ended.winners)
    assert [seat.name for seat in imported.seats] == ["Anna", "Ben"]
    assert await seated.table.games.record(number) == record
    assert await clean(seated)


async def test_a_record_is_not_imported_twice_into_a_channel(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 5)
    await seated.act(ANNA, game.id, Resign())
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, OTHER_CHANNEL, now=NOON)
    for channel, game_id in ((CHANNEL, game.id), (OTHER_CHANNEL, number)):
        already = f"the record is in channel {channel} already, as game {game_id}"
        with pytest.raises(StoreRefused, match=already):
            await import_record(seated.database, record, GUILD, channel, now=NOON)


async def test_a_record_is_known_by_its_moves(seated: Seated) -> None:
    """Not by its shuffle alone, which another may begin with."""
    table = Table(seated.database, clock=seated.clock, seeds=lambda: "the same")
    shuffled = Seated(table, seated.database, seated.clock)
    short = await shuffled.start()
    long = await shuffled.start(OTHER_CHANNEL)
    assert short.commitment == long.commitment
    for game, moves in ((short, 4), (long, 5)):
        await shuffled.play(game.id, moves)
        await shuffled.act(ANNA, game.id, Resign())
    record = await table.games.record(long.id)
    number = await import_record(seated.database, record, GUILD, CHANNEL, now=NOON)
    assert await table.games.record(number) == record


async def test_a_record_can_be_imported_beside_an_open_game(seated: Seated) -> None:
    game = await seated.start()
    await seated.play_to_the_end(game.id)
    record = await seated.table.games.record(game.id)
    still_open = await seated.start(OTHER_CHANNEL)
    number = await import_record(seated.database, record, GUILD, OTHER_CHANNEL, now=NOON)
    assert (await seated.table.games.get(number)).status is Status.FINISHED
    assert (await seated.table.games.open_in(OTHER_CHANNEL)) == still_open
    assert await clean(seated)


@pytest.mark.parametrize("end", ["resigned", "agreed"])
async def test_a_game_that_ended_early_comes_back_from_its_record(seated: Seated, end: str) -> None:
    game = await seated.start()
    await seated.play(game.id, 5)
    if end == "resigned":
        await seated.act(ANNA, game.id, Resign())
    else:
        await seated.act(ANNA, game.id, Propose("end"))
        await seated.act(BEN, game.id, Accept("end", 5))
    record = await seated.table.games.record(game.id)
    number = await import_record(seated.database, record, GUILD, OTHER_CHANNEL, now=NOON)
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
