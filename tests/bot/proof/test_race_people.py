"""Two processes change the same people at the same moment: settings, ratings, erasing."""

import asyncio
from random import Random

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import text

import bot.table.table
from bot.match import own_notes
from bot.match.actions import NewGame, Play, Rematch, Resign, Withdraw
from bot.match.errors import Refused, Why
from bot.match.results import Skill, shown_rating
from bot.match.seat_calls import WantedCalls
from bot.store.connection.database import Database
from bot.store.erasure import personal_rows
from bot.store.games import lobby_of_rematch
from bot.store.results import GamesOf
from bot.table.table import Table
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, opened, started, to_act


def test_channel_settings_changed_at_once_are_all_kept(url: str) -> None:
    changes = {"start": "moderators", "cancel": "everyone", "end": "players", "language": "de"}

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for channel in range(1, 9):
                await asyncio.gather(
                    *(
                        tables[number % 2].channels.set(1, channel, {name: value})
                        for number, (name, value) in enumerate(changes.items())
                    )
                )
                kept = await tables[0].channels.settings(channel)
                assert {name: getattr(kept, name) for name in changes} == changes

    asyncio.run(run())


def test_preferences_changed_at_once_are_all_kept(url: str) -> None:
    changes = {"reminders": "24", "place": "direct", "quiet": "22-7", "zone": "Europe/Berlin"}

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for user in range(ALICE, ALICE + 8):
                await asyncio.gather(
                    *(
                        tables[number % 2].people.prefer(user, {name: value})
                        for number, (name, value) in enumerate(changes.items())
                    )
                )
                kept = await tables[0].people.prefer(user, {})
                assert (kept.reminders, kept.place, kept.zone) == ("24", "direct", "Europe/Berlin")
                assert kept.quiet == (22, 7)

    asyncio.run(run())


def test_what_is_learnt_and_preferred_at_once_is_all_kept(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for user in range(ALICE, ALICE + 8):
                asked = NewGame("castle", 1, user, computers=("easy",), seats=2, rated=False)
                answer = await tables[0].open(clicked(f"open-{user}", user), asked)
                game = await tables[0].games.get(answer.game_id)
                assert await tables[0].learning.is_explained(user, game)
                await asyncio.gather(
                    tables[0].learning.go_on_with(user, "castle", 3),
                    tables[1].learning.explain_no_more(user),
                    tables[0].people.prefer(user, {"zone": "Europe/Berlin"}),
                )
                assert await tables[1].learning.exercise_of(user, "castle") == 3
                assert not await tables[1].learning.is_explained(user, game)
                assert (await tables[1].people.preferences(user)).zone == "Europe/Berlin"

    asyncio.run(run())


def test_a_person_wanted_by_many_lobbies_is_called_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            await tables[0].people.prefer(BOB, {}, WantedCalls(1, ["castle"]))
            for channel in range(1, 9):
                asked = NewGame("castle", 1, channel)
                await tables[0].open(clicked(f"open-{channel}", ALICE), asked)
            lobbies = await tables[1].seat_calls.lobbies()
            assert len(lobbies) == 8
            assert await tables[1].seat_calls.people_for(lobbies[0], ()) == [BOB]
            await asyncio.gather(
                *(table.seat_calls.call(game.id, BOB) for game in lobbies for table in tables)
            )
            async with database.reading() as connection:
                calls = text("SELECT count(*) FROM outbox WHERE kind = 'direct'")
                assert await connection.scalar(calls) == 1
            assert await tables[0].seat_calls.people_for(lobbies[1], ()) == []

    asyncio.run(run())


def test_notes_written_and_opened_at_once_are_kept_once_each(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            players = Players(database, Random(1))
            [game_id, *_] = await ended_games(tables[0], players, 1)
            game = await tables[0].games.get(game_id)
            await asyncio.gather(
                *(
                    tables[number % 2].own_notes.write(game_id, user, ply, f"{user} at {ply}")
                    for number in range(4)
                    for user in (ALICE, BOB)
                    for ply in (0, 2)
                )
            )
            for user in (ALICE, BOB):
                notes = await tables[1].own_notes.of(game, user)
                assert [(note.ply, note.text) for note in notes] == [
                    (ply, f"{user} at {ply}") for ply in (0, 2)
                ]
            await asyncio.gather(*(table.own_notes.open(game_id, ALICE) for table in tables))
            await tables[0].own_notes.write(game_id, ALICE, 2, "")
            [opened_note, *_] = await tables[1].own_notes.of(game, BOB)
            assert (opened_note.user_id, opened_note.text) == (ALICE, f"{ALICE} at 0")
            await tables[0].people.erase(ALICE)
            assert [note.user_id for note in await tables[1].own_notes.of(game, BOB)] == [BOB, BOB]

    asyncio.run(run())


def test_of_notes_written_at_once_no_more_are_kept_than_there_is_room_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_notes, "MOST_NOTES", 1)

    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            for game_id in await ended_games(tables[0], Players(database, Random(1))):
                game = await tables[0].games.get(game_id)
                writes = (
                    table.own_notes.write(game_id, ALICE, ply, f"At {ply}.")
                    for ply, table in enumerate(tables)
                )
                answers = await asyncio.gather(*writes, return_exceptions=True)
                [refusal] = [answer for answer in answers if answer is not None]
                assert isinstance(refusal, Refused)
                assert refusal.why is Why.TOO_MANY_NOTES
                assert len(await tables[1].own_notes.of(game, ALICE)) == 1

    asyncio.run(run())


def test_a_profile_is_read_alike_from_both_databases(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database:
            table = Table(database)
            games = await ended_games(table, Players(database, Random(1)))
            for game_id in games:
                await table.look_after(game_id)
            played = await table.statistics.played_by(1, ALICE, BOB)
            assert [played_game.game_id for played_game in played] == games
            won = [played_game.game_id for played_game in played if played_game.outcome == "won"]
            assert len(won) == GAMES // 2
            assert all(
                played_game.with_reader and played_game.luck is None for played_game in played
            )
            assert {played_game.place for played_game in played} == {
                (n, None) for n in range(1, GAMES + 1)
            }
            assert not any(
                played_game.with_reader
                for played_game in await table.statistics.played_by(1, ALICE, 9)
            )
            assert await table.statistics.opponents_in(ALICE, games) == [
                (game_id, BOB) for game_id in games
            ]

    asyncio.run(run())


GAMES = 10


async def ended_games(table: Table, players: Players, count: int = GAMES) -> list[int]:
    """Each after a move by both; Alice and Bob resign alternately."""
    ids = []
    for channel in range(1, count + 1):
        game_id = await started(table, channel)
        for ply in range(2):
            game = await table.games.get(game_id)
            move = await players.a_move(game)
            await table.act(clicked(f"{channel}-{ply}", to_act(game)), game_id, Play(move, ply))
        loser = (ALICE, BOB)[channel % 2]
        await table.act(clicked(f"{channel}-end", loser), game_id, Resign())
        ids.append(game_id)
    return ids


async def rate_again(database: Database) -> dict[int, int]:
    """Rate the results once more, in the order in which they were stored."""
    model = PlackettLuce()
    ratings = {user: model.rating() for user in (ALICE, BOB)}
    async with database.reading() as connection:
        query = "SELECT user_id, outcome FROM results ORDER BY id"
        rows = (await connection.execute(text(query))).all()
    assert len(rows) == 2 * GAMES
    for pair in zip(rows[::2], rows[1::2], strict=True):
        ranks = [1.0 if outcome == "won" else 2.0 for _, outcome in pair]
        new = model.rate([[ratings[user]] for user, _ in pair], ranks=ranks)
        ratings |= {user: rated for (user, _), (rated,) in zip(pair, new, strict=True)}
    return {user: shown_rating(Skill(rated.mu, rated.sigma)) for user, rated in ratings.items()}


def test_games_settled_at_once_are_counted_once_in_order(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            tables = Table(database), Table(second)
            ids = await ended_games(tables[0], Players(database, Random(1)))
            await asyncio.gather(
                *(table.look_after(game_id) for game_id in ids for table in tables)
            )
            lines = await tables[0].statistics.leaderboard("castle", 1)
            assert {line.user_id: line.rating for line in lines} == await rate_again(database)
            assert [line.played for line in lines] == [GAMES, GAMES]
            assert sum(line.won for line in lines) == GAMES
            for user in (ALICE, BOB):
                assert (
                    await tables[0].statistics.of(GamesOf("castle", 1, user))
                ).every.games == GAMES

    asyncio.run(run())


ROUNDS = 12


async def ended_game(table: Table, channel: int) -> int:
    game_id = await started(table, channel)
    await table.act(clicked(f"end-{channel}", BOB), game_id, Resign())
    await table.look_after(game_id)
    return game_id


async def tables_with(database: Database, user_id: int) -> list[str]:
    async with database.reading() as connection:
        return list(await personal_rows(connection, user_id))


async def erase(table: Table, user_id: int) -> bool:
    try:
        await table.people.erase(user_id)
    except Refused as refused:
        return refused.why is not Why.STILL_PLAYING
    return True


def test_a_rematch_prepared_before_an_erasure_restores_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            other = Table(second)
            game_id = await ended_game(table, 7)
            worked_out = asyncio.Event()
            gone = asyncio.Event()

            async def and_wait(*asked: object) -> int | None:
                lobby_id = await lobby_of_rematch(*asked)  # type: ignore[arg-type]
                worked_out.set()
                await gone.wait()
                return lobby_id

            async def erase_meanwhile() -> None:
                await worked_out.wait()
                await other.people.erase(BOB)
                gone.set()

            monkeypatch.setattr(bot.table.table, "lobby_of_rematch", and_wait)
            again = table.act(clicked("again", ALICE), game_id, Rematch(7))
            answer, _ = await asyncio.gather(again, erase_meanwhile())
            assert await tables_with(database, BOB) == []
            lobby = await table.games.get(answer.game_id)
            assert {seat.user_id for seat in lobby.seats} == {ALICE, None}

    asyncio.run(run())


def test_a_person_is_erased_or_invited_never_half(url: str) -> None:
    async def run() -> None:
        async with opened(url) as database, opened(url) as second:
            table = Table(database)
            other = Table(second)
            for number in range(ROUNDS):
                game_id = await ended_game(table, 1000 + number)
                rematch = clicked(f"again-{number}", ALICE)
                answer, is_erased = await asyncio.gather(
                    table.act(rematch, game_id, Rematch(1000 + number)), erase(other, BOB)
                )
                lobby = await table.games.get(answer.game_id)
                invited = any(seat.user_id == BOB for seat in lobby.seats)
                assert invited is not is_erased
                if is_erased:
                    assert await tables_with(database, BOB) == []
                await table.act(clicked(f"close-{number}", ALICE), lobby.id, Withdraw())

    asyncio.run(run())
