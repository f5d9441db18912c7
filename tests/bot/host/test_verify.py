"""The log is the truth: every difference from it is found, and a snapshot is only a cache."""

from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from bot.games.face import ROLE
from bot.host.data.verify import verify
from bot.match.actions import Accept, Resign, Undo
from bot.match.results import Tally
from bot.store.results import results_of_games, save_tallies
from bot.store.schema import games, moves, snapshots
from bot.store.snapshots import digest_of
from bot.table.table import Table
from tests.bot.kit import ANNA, BEN, Seated


async def differences(seated: Seated, *, repair: bool = False) -> list[str]:
    return [str(line) async for line in verify(seated.database, repair=repair)]


async def test_games_of_every_kind_of_end_are_clean(seated: Seated) -> None:
    played = await seated.start(10)
    await seated.play_to_the_end(played.id)
    resigned = await seated.start(11)
    await seated.play(resigned.id, 5)
    await seated.act(ANNA, resigned.id, Resign())
    taken_back = await seated.start(12)
    await seated.play(taken_back.id, 4)
    await seated.act(ANNA, taken_back.id, Undo())
    await seated.act(BEN, taken_back.id, Accept("undo", 4))
    await seated.play(taken_back.id, 3)
    await seated.open(13)
    assert await differences(seated) == []


CHANGES: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a seed": (games, {"secret": "another"}, "the commitment is not that of the seed"),
    "who starts": (games, {"first": 1}, "seat"),
    "whose turn it is": (games, {"to_act": 1}, "as to act"),
    "the status": (games, {"status": "finished"}, "stored as finished"),
    "the plies": (games, {"ply": 3}, "3 plies are stored"),
    "a move": (moves, {"notation": "A1 r0"}, "outside"),
    "what is no move": (moves, {"notation": "knight"}, "expected"),
    "a seat": (moves, {"seat": 1}, "by seat 1"),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_is_found_in(name: str, seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    table, change, expected = CHANGES[name]
    async with seated.database.writing() as connection:
        first = moves.c.ply == 1 if table is moves else games.c.id == game.id
        await connection.execute(update(table).where(first).values(**change))
    (line,) = await differences(seated)
    assert line.startswith(f"game {game.id}: ")
    assert expected in line


NESTED = "[" * 100_000
# Stored as text, but not valid UTF-8.
NO_TEXT = text("CAST(x'7bff7d' AS TEXT)")
BROKEN_SNAPSHOTS: dict[str, dict[str, Any]] = {
    "of another ply": {"ply": 1},
    "of other rules": {"rules_version": "castle/0"},
    "cut off": {"state": "{"},
    "cut off, with its digest": {"state": "{", "digest": digest_of("{")},
    "no game's, with its digest": {"state": "[]", "digest": digest_of("[]")},
    "nested deeply, with its digest": {"state": NESTED, "digest": digest_of(NESTED)},
    "a number": {"state": 7},
    "no text": {"state": NO_TEXT},
    "no text, with its digest": {"state": NO_TEXT, "digest": sha256(b"{\xff}").hexdigest()},
    "with a digest that is no text": {"digest": NO_TEXT},
    "with a version that is no text": {"rules_version": NO_TEXT},
    "with a ply that is no text": {"ply": NO_TEXT},
}


@pytest.mark.parametrize("name", BROKEN_SNAPSHOTS)
async def test_the_game_goes_on_from_the_log_with_a_snapshot(name: str, seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    async with seated.database.writing() as connection:
        await connection.execute(update(snapshots).values(**BROKEN_SNAPSHOTS[name]))
    fresh = Seated(Table(seated.database, clock=seated.clock), seated.database, seated.clock)
    assert await fresh.table.games.position(game.id, None) == await seated.table.games.position(
        game.id, None
    )
    assert len(await differences(seated)) == 1
    await fresh.play(game.id)
    assert await differences(seated) == []


async def test_the_game_goes_on_without_a_snapshot(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    async with seated.database.writing() as connection:
        await connection.execute(delete(snapshots))
    fresh = Seated(Table(seated.database, clock=seated.clock), seated.database, seated.clock)
    await fresh.play(game.id)
    assert await differences(seated) == []


async def test_the_snapshot_of_another_game_is_not_taken(seated: Seated) -> None:
    first = await seated.start(10)
    second = await seated.start(11)
    async with seated.database.writing() as connection:
        statement = select(snapshots.c.state, snapshots.c.digest).where(
            snapshots.c.game_id == first.id
        )
        state, digest = (await connection.execute(statement)).one()
        wrong = update(snapshots).where(snapshots.c.game_id == second.id)
        await connection.execute(wrong.values(state=state, digest=digest))
    fresh = Table(seated.database, clock=seated.clock)
    assert (await fresh.games.position(second.id, None)).view == (
        await seated.table.games.position(second.id, None)
    ).view


async def test_repair_rewrites_only_wrong_snapshots(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    async with seated.database.writing() as connection:
        await connection.execute(update(snapshots).values(state="{}"))
    (line,) = await differences(seated, repair=True)
    assert "rewritten" in line
    assert await differences(seated) == []


async def test_repair_counts_what_an_earlier_version_did_not(seated: Seated) -> None:
    game = await seated.start()
    await seated.play_to_the_end(game.id)
    await seated.look()
    counted = await tallies_of(seated, game.id)
    assert all("role.knight" in tally for tally in counted)
    fewer = [
        {name: count for name, count in tally.items() if not name.startswith(ROLE)}
        for tally in counted
    ]
    async with seated.database.writing() as connection:
        await save_tallies(connection, game.id, fewer)
    (line,) = await differences(seated)
    assert line == f"game {game.id}: the results lack what is counted today"
    (line,) = await differences(seated, repair=True)
    assert "rewritten" in line
    assert await tallies_of(seated, game.id) == counted
    assert await differences(seated) == []


async def tallies_of(seated: Seated, game_id: int) -> list[Tally]:
    async with seated.database.reading() as connection:
        return [result.tally for result in (await results_of_games(connection, [game_id]))[game_id]]


@pytest.mark.parametrize(
    ("column", "damage"), [("told", NO_TEXT), ("options", "{"), ("time_limit", "[]")]
)
async def test_repair_goes_on_after_a_game_that_cannot_be_read(
    seated: Seated, column: str, damage: Any
) -> None:
    unreadable = await seated.start(10)
    other = await seated.start(11)
    async with seated.database.writing() as connection:
        await connection.execute(update(snapshots).values(state="{}"))
        statement = update(games).where(games.c.id == unreadable.id)
        await connection.execute(statement.values({column: damage}))
    first, second = await differences(seated, repair=True)
    assert first.startswith(f"game {unreadable.id}: it cannot be read")
    assert second.startswith(f"game {other.id}: ")
    assert "rewritten" in second
