"""A game that has been over for a week needs neither its snapshot nor the events of its moves."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from bot.host.data.archive import export_channel, import_channel
from bot.host.data.verify import verify
from bot.match.actions import Accept, Resign, Undo
from bot.match.messages import BoardPost
from bot.process.clock import DAY
from bot.store.cleanup import GAMES
from bot.store.schema import games, moves, snapshots
from bot.table.housekeeping import KEEP_FOR, Cleanup
from tests.bot.kit import ANNA, BEN, CHANNEL, Seated


@pytest.fixture
def cleanup(seated: Seated) -> Cleanup:
    return Cleanup(seated.database, seated.clock, GAMES)


async def end_game(seated: Seated, channel: int = CHANNEL) -> int:
    """A finished game with moves taken back, which has been counted."""
    game = await seated.start(channel)
    await seated.play(game.id, 4)
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 4))
    await seated.play(game.id, 3)
    await seated.act(ANNA, game.id, Resign())
    await seated.table.look_after(game.id)
    return game.id


async def read_stored(seated: Seated) -> tuple[int, list[str]]:
    """How many snapshots there are, and the events of all moves."""
    async with seated.database.reading() as connection:
        count = await connection.execute(select(func.count()).select_from(snapshots))
        events = await connection.execute(select(moves.c.events).order_by(moves.c.id))
        return int(count.scalar_one()), list(events.scalars())


async def differences(seated: Seated) -> list[str]:
    return [str(line) async for line in verify(seated.database)]


async def test_shortened_games_keep_their_log_without_events(
    seated: Seated, cleanup: Cleanup
) -> None:
    await end_game(seated)
    seated.clock.turn(KEEP_FOR + 1)
    assert await cleanup.round() == 1
    count, events = await read_stored(seated)
    assert count == 0
    assert {(event[:7], len(event)) for event in events} == {("sha256:", 23)}
    assert await differences(seated) == []


async def test_it_is_looked_at_told_and_recorded_as_before(
    seated: Seated, cleanup: Cleanup
) -> None:
    game_id = await end_game(seated)

    async def looks() -> list[object]:
        """From a process that has nothing in memory."""
        table = seated.in_another_process().table
        games = table.games
        game = await table.games.get(game_id)
        positions = [await games.position(game_id, ANNA, ply) for ply in (0, 1, game.ply)]
        old = await table.boards.read_superseded(BoardPost(game_id, game.ply, game.branch))
        played = [await games.public_moves(game), await games.since_last_turn(game_id, ANNA)]
        return [*positions, old, *played, await games.story(game_id), await games.record(game_id)]

    before = await looks()
    seated.clock.turn(KEEP_FOR + 1)
    assert await cleanup.round() == 1
    assert await looks() == before


async def test_running_recent_or_uncounted_games_are_not_shortened(
    seated: Seated, cleanup: Cleanup
) -> None:
    running, late, uncounted = [await seated.start(channel) for channel in (11, 12, 13)]
    for game in (running, late, uncounted):
        await seated.play(game.id, 2)
    await seated.act(ANNA, uncounted.id, Resign())
    seated.clock.turn(KEEP_FOR + 1)
    await seated.act(ANNA, late.id, Resign())
    await seated.table.look_after(late.id)
    before = await read_stored(seated)
    assert await cleanup.round() == 0
    assert await read_stored(seated) == before


async def test_verify_still_finds_what_the_rules_no_longer_give(
    seated: Seated, cleanup: Cleanup
) -> None:
    game_id = await end_game(seated)
    seated.clock.turn(KEEP_FOR + 1)
    await cleanup.round()
    async with seated.database.writing() as connection:
        wrong = update(moves).where(moves.c.ply == 2)
        await connection.execute(wrong.values(events="sha256:0123456789abcdef"))
    assert await differences(seated) == [
        f"game {game_id}: ply 2 gives other events than the stored ones"
    ]


async def test_shortened_archives_import_and_are_shortened_again(
    seated: Seated, cleanup: Cleanup
) -> None:
    game_id = await end_game(seated)
    seated.clock.turn(KEEP_FOR + 1)
    await cleanup.round()
    archive = await export_channel(seated.database, CHANNEL)
    async with seated.database.writing() as connection:
        await connection.execute(games.delete().where(games.c.id == game_id))
    await import_channel(seated.database, archive, seated.clock())
    assert await differences(seated) == []
    seated.clock.turn(DAY)
    assert await cleanup.round() == 1
    assert (await read_stored(seated))[0] == 0


async def test_a_few_at_a_time_are_shortened(seated: Seated) -> None:
    for channel in range(11, 16):
        await end_game(seated, channel)
    await seated.start(16)
    seated.clock.turn(KEEP_FOR + 1)
    cleanup = Cleanup(seated.database, seated.clock, replace(GAMES, batch=2, at_once=1))
    assert [await cleanup.step() for _ in range(4)] == [2, 2, 1, 0]
    assert (await read_stored(seated))[0] == 1
