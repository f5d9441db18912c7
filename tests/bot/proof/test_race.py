"""Many writers at once: exactly one wins each ply, and the others learn the current position."""

import asyncio
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.match.actions import Answer, Done, Join, NewGame, Play, Resign, Undo
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Status
from bot.store.connection.database import Database
from bot.store.snapshots import drop_snapshot
from bot.table.positions import Positions
from bot.table.table import Table
from tests.bot.meanwhile import meanwhile
from tests.bot.proof import ledger
from tests.bot.proof.ledger import Acknowledged
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, started, to_act
from tests.bot.proof.racer import Outcome, Race

ROOT = Path(__file__).parent.parent.parent.parent
WRITERS = 50
GAMES = 60


def one_winner_a_ply(acknowledged: Iterable[Acknowledged]) -> None:
    """Copies of a click share their answer; two different clicks never won the same ply."""
    winners: dict[tuple[int, int], set[Acknowledged]] = defaultdict(set)
    for action in acknowledged:
        winners[action.game, action.ply].add(action)
    assert {ply: names for ply, names in winners.items() if len(names) != 1} == {}


async def all_is_well(database: Database, acknowledged: Sequence[Acknowledged]) -> None:
    contents = await ledger.read_database(database)
    one_winner_a_ply(acknowledged)
    ledger.every_acknowledged_action_is_there_once(contents, set(acknowledged))
    ledger.no_ply_is_there_twice(contents)
    ledger.nothing_is_half_applied(contents)
    ledger.the_moves_give_the_games(contents)


def test_of_fifty_writers_one_wins_each_ply(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            table = Table(database)
            game_id = await started(table, 1)
            race = Race(table, Players(database, Random(1)), "r", WRITERS)
            outcome = Outcome()
            for ply in range(5):
                game = await table.games.get(game_id)
                assert game.ply == ply
                results = await race.for_one_ply(game)
                assert results.counts["stale"] >= WRITERS - 5
                assert sum(results.counts.values()) == WRITERS + 1
                outcome.add(results)
            assert outcome.counts["won"] == 5 * 5, "each copy of the winning click gets its answer"
            await all_is_well(database, outcome.acknowledged)

    asyncio.run(run())


def test_who_comes_too_late_is_told_the_current_position(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            table = Table(database)
            game_id = await started(table, 1)
            game = await table.games.get(game_id)
            moves = await Players(database, Random(1)).some_moves(game)
            user = to_act(game)
            await table.act(clicked("first", user), game_id, Play(moves[0], 0))
            with pytest.raises(StaleMove) as late:
                await table.act(clicked("second", user), game_id, Play(moves[1], 0))
            now = await table.games.position(game_id, user)
            assert (late.value.game_id, late.value.ply) == (game_id, 1)
            assert now.ply == 1
            assert now.last_move is not None
            assert now.last_move.notation == moves[0]

    asyncio.run(run())


def test_a_click_delivered_fifty_times_counts_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            table = Table(database)
            asked = NewGame("castle", guild_id=1, channel_id=1)
            opening = [table.open(clicked("open", ALICE), asked) for _ in range(WRITERS)]
            answers = set(await asyncio.gather(*opening))
            game = await table.games.open_in(1)
            assert game is not None
            assert answers == {Answer(game.id, Done.OPENED, 0)}
            joining = [table.act(clicked("join", BOB), game.id, Join()) for _ in range(WRITERS)]
            assert set(await asyncio.gather(*joining)) == {Answer(game.id, Done.STARTED, 0)}
            contents = await ledger.read_database(database)
            assert [note["done"] for note in contents.audit] == ["opened", "started"]

    asyncio.run(run())


def test_of_fifty_simultaneous_openings_in_a_channel_one_wins(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            asked = NewGame("castle", guild_id=1, channel_id=1)
            answers = await asyncio.gather(
                *(
                    tables[number % 2].open(clicked(f"open-{number}", 1000 + number), asked)
                    for number in range(WRITERS)
                ),
                return_exceptions=True,
            )
            won = [answer for answer in answers if isinstance(answer, Answer)]
            busy = [answer for answer in answers if isinstance(answer, Refused)]
            assert len(won) == 1
            assert [refusal.why for refusal in busy] == [Why.CHANNEL_BUSY] * (WRITERS - 1)
            assert {refusal.facts["game"] for refusal in busy} == {won[0].game_id}

    asyncio.run(run())


def test_of_fifty_people_who_take_the_last_seat_one_gets_it(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            asked = NewGame("castle", guild_id=1, channel_id=1)
            game_id = (await tables[0].open(clicked("open", ALICE), asked)).game_id
            answers = await asyncio.gather(
                *(
                    tables[number % 2].act(
                        clicked(f"join-{number}", 1000 + number), game_id, Join()
                    )
                    for number in range(WRITERS)
                ),
                return_exceptions=True,
            )
            assert Counter(type(answer).__name__ for answer in answers) == {
                "Answer": 1,
                "Refused": 49,
            }
            game = await tables[1].games.get(game_id)
            seed = [row["secret"] for row in (await ledger.read_database(database)).games]
            assert game.status is Status.RUNNING
            assert len(seed) == 1
            ledger.the_moves_give_the_games(await ledger.read_database(database))

    asyncio.run(run())


def test_a_game_ends_once_however_many_end_it(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            game_id = await started(tables[0], 1)
            answers = await asyncio.gather(
                *(
                    tables[number % 2].act(
                        clicked(f"resign-{number}", (ALICE, BOB)[number // 2 % 2]),
                        game_id,
                        Resign(),
                    )
                    for number in range(WRITERS)
                ),
                return_exceptions=True,
            )
            assert Counter(type(answer).__name__ for answer in answers) == {
                "Answer": 1,
                "Refused": 49,
            }
            assert (await tables[0].games.get(game_id)).status is Status.RESIGNED
            ledger.nothing_is_half_applied(await ledger.read_database(database))

    asyncio.run(run())


def test_fifty_games_at_once_on_two_tables(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as database, opened(sqlite_url) as second:
            tables = Table(database), Table(second)
            games = [await started(tables[0], n) for n in range(50)]
            assert len(set(games)) == 50
            races = [
                Race(table, Players(database, Random(number)), f"t{number}", 1)
                for number, table in enumerate(tables)
            ]
            outcomes = await asyncio.gather(
                *(race.up_to(game_id, 2) for race in races for game_id in games)
            )
            acknowledged = [action for outcome in outcomes for action in outcome.acknowledged]
            assert len(acknowledged) == 2 * 50
            await all_is_well(database, acknowledged)

    asyncio.run(run())


def test_two_processes_share_one_game_and_many_others(url: str) -> None:
    async def prepare() -> list[int]:
        async with opened(url) as database:
            table = Table(database)
            return [await started(table, n) for n in range(GAMES)]

    async def check(outcomes: Sequence[Outcome]) -> None:
        async with opened(url) as database:
            acknowledged = [action for outcome in outcomes for action in outcome.acknowledged]
            await all_is_well(database, acknowledged)
            first, *others = [await Table(database).games.get(game) for game in games]
            assert first.ply == 5
            assert {game.ply for game in others} == {1}

    games = asyncio.run(prepare())
    asyncio.run(check(outcomes := race_in_processes(url, games)))
    counts = Counter(outcomes[0].counts) + Counter(outcomes[1].counts)
    assert counts.keys() <= {"won", "stale", "not_your_turn"}
    assert counts["won"] == 5 * 5 + (GAMES - 1), "each copy of the winning click gets its answer"
    assert counts["stale"] >= 2 * WRITERS - 5 + (GAMES - 1), "both play the first ply of every game"


def race_in_processes(url: str, games: Sequence[int]) -> list[Outcome]:
    """Both processes play the first game with 50 writers for each ply, and one ply of all the
    others."""
    command = [sys.executable, "-m", "tests.bot.proof.racer"]
    first, *others = games
    races = [
        {"games": [first], "ply": 5, "writers": WRITERS},
        {"games": others, "ply": 1, "writers": 1},
    ]
    processes = [
        subprocess.Popen(
            [*command, json.dumps({"url": url, "name": name, "races": races})],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    for process in processes:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"ready": True}
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    outcomes = []
    for process in processes:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        said = json.loads(out)
        acknowledged = [Acknowledged(**entry) for entry in said["acknowledged"]]
        outcomes.append(Outcome(acknowledged, said["counts"]))
    return outcomes


def test_a_click_on_a_board_that_was_taken_back_is_too_late(url: str) -> None:
    """Even if as many moves have been played again, and the move would be legal there."""

    async def run() -> None:
        async with opened(url) as database:
            table = Table(database)
            players = Players(database, Random(1))
            game_id = await started(table, 1)
            game = await table.games.get(game_id)
            first = to_act(game)
            chosen, another = await players.some_moves(game, 2)
            await table.act(clicked("one", first), game_id, Play(chosen, 0, 0))
            seen, move = await players.a_look(game_id)
            await table.act(clicked("undo", first), game_id, Undo())
            await table.act(clicked("another", first), game_id, Play(another, 0, 1))
            again = await table.games.get(game_id)
            assert (again.ply, again.to_act) == (seen.ply, seen.to_act)
            old = Play(move, seen.ply, seen.branch)
            with pytest.raises(StaleMove):
                await table.act(clicked("old", to_act(seen)), game_id, old)

    asyncio.run(run())


def test_a_move_after_an_unseen_undo_is_stale_not_illegal(
    url: str,
) -> None:
    """The other process takes a move back after this one has read the game and its state."""

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            other = Table(second)
            players = Players(database, Random(1))
            game_id, last = await three_moves_made(table, table, players)
            seen, move = await players.a_look(game_id)
            undone = await other.act(clicked("undo", last), game_id, Undo())
            assert undone.done is Done.TAKEN_BACK
            late = Play(move, 3)
            with pytest.raises(StaleMove):
                await table.act(clicked("late", to_act(seen)), game_id, late, game_as_read=seen)

    asyncio.run(run())


def test_a_move_that_loses_to_an_undo_is_stale_not_illegal(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no snapshot; the other process takes a move back after this one has read the game
    and before it reads the log."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            other = Table(second)
            players = Players(database, Random(1))
            original = Positions.current
            game_id, last = await three_moves_made(table, other, players)
            game, move = await players.a_look(game_id)
            async with database.writing() as connection:
                await drop_snapshot(connection, game_id)

            async def undo_first(*asked: Any) -> Any:
                monkeypatch.undo()
                undo = other.act(clicked("undo", last), game_id, Undo())
                taken = await meanwhile(undo, loop)
                assert taken.done is Done.TAKEN_BACK
                return await original(*asked)

            monkeypatch.setattr(Positions, "current", undo_first)
            with pytest.raises(StaleMove):
                await table.act(clicked("late", to_act(game)), game_id, Play(move, 3))

    asyncio.run(run())


async def three_moves_made(table: Table, mover: Table, players: Players) -> tuple[int, int]:
    """A game opened at one table whose moves were made at another; also returns who made the
    last."""
    game_id = await started(table, 1)
    for ply in range(3):
        game = await table.games.get(game_id)
        last = to_act(game)
        move = await players.a_move(game)
        await mover.act(clicked(f"p{ply}", last), game_id, Play(move, ply))
    return game_id, last


def test_a_call_that_is_abandoned_leaves_nothing_half_done(url: str) -> None:
    """If it is cancelled at any moment, it was either applied or not; the next call works
    immediately."""

    async def run() -> None:
        chance = Random(1)
        async with opened(url) as database:
            table = Table(database)
            players = Players(database, Random(1))
            game_id = await started(table, 1)
            finished = 0
            longest = 0.03  # adapted to how fast this machine is
            for number in range(60):
                game = await table.games.get(game_id)
                move = await players.a_move(game)
                play = table.act(clicked(f"c{number}", to_act(game)), game_id, Play(move, game.ply))
                task = asyncio.create_task(play)
                await asyncio.sleep(chance.random() * longest)
                task.cancel()
                (answer,) = await asyncio.gather(task, return_exceptions=True)
                assert isinstance(answer, Answer | asyncio.CancelledError)
                finished += isinstance(answer, Answer)
                longest *= 0.9 if isinstance(answer, Answer) else 1.1
                if (await table.games.get(game_id)).to_act is None:
                    break
            assert 0 < finished < 60
            contents = await ledger.read_database(database)
            ledger.no_ply_is_there_twice(contents)
            ledger.nothing_is_half_applied(contents)
            ledger.the_moves_give_the_games(contents)

    asyncio.run(run())
