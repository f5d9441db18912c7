"""A person is shown all that is kept about them, and is erased without a trace; the games stay."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Table as SqlTable
from sqlalchemy import insert, select, update

from bot.host.data.verify import verify
from bot.match.actions import (
    Accept,
    Actor,
    Done,
    HandOver,
    Join,
    NewGame,
    Play,
    Propose,
    Rematch,
    Resign,
)
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status
from bot.match.league.actions import SignUp
from bot.match.league.new_league import NewLeague
from bot.match.league.season import Terms
from bot.match.messages import Notice
from bot.match.requests import GameRequest
from bot.match.rules import rules_of
from bot.store.connection.database import Database
from bot.store.message_queue import enqueue
from bot.store.people import prefer
from bot.store.schema import (
    drafts,
    judged_seats,
    metadata,
    orders,
    own_notes,
    predictions,
    ratings,
    requests,
    results,
    seat_calls,
    seat_passes,
    seats,
)
from bot.table.delivery import Delivery
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    NOON,
    OTHER_CHANNEL,
    FakePoster,
    Seated,
    by,
)
from tests.town.watch import largest_callback

# An id as long as Discord's, so that it is found wherever it occurs.
DORA = 900_000_000_000_000_004
NAME = "Dora Quitterie"
# Rows about one person. If each of them took a call, the event loop would be held too long.
MANY = 4_000
# By table.
Rows = dict[str, list[dict[str, Any]]]


def as_dora(number: str) -> Actor:
    return Actor(number, DORA, NAME, frozenset({"start", "league"}))


async def game_of_dora(seated: Seated, channel: int = CHANNEL) -> Game:
    """A game of Dora, who begins, against Ben, after two moves."""
    table = seated.table
    asked = NewGame("castle", GUILD, channel, first=0)
    game_id = (await table.open(as_dora(f"open{channel}"), asked)).game_id
    await table.act(by(BEN), game_id, Join())
    first = await seated.legal_move(await table.games.get(game_id))
    await table.act(as_dora(f"play{channel}"), game_id, Play(first))
    await seated.play(game_id)
    return await table.games.get(game_id)


@pytest.fixture
async def life(seated: Seated, outbox: Delivery, poster: FakePoster) -> Game:
    """Put Dora everywhere somebody can be: in a finished game, next to a running game of others, in
    what was posted and in what waits."""
    game = await game_of_dora(seated)
    await seated.act(BEN, game.id, Propose("end"))
    await lead_a_league(seated)
    await outbox.drain()
    await seated.table.act(as_dora("accept"), game.id, Accept("end", game.ply))
    running = await seated.start(OTHER_CHANNEL)
    await seated.table.watch(running.id, DORA, "turns")
    await seated.table.watch(running.id, CARLA, "turns")
    await seated.play(running.id)
    async with seated.database.writing() as connection:
        await prefer(connection, DORA, {"reminders": "off"}, NOON)
        await prefer(connection, BEN, {"reminders": "off"}, NOON)
        for table, rows in rows_of(game.id, running.id).items():
            await connection.execute(insert(table), rows)
    return game


async def lead_a_league(seated: Seated) -> None:
    """Dora announces a league and signs up with Ben."""
    asked = NewLeague("castle", GUILD, CHANNEL, "The League", Terms())
    leagues = seated.table.leagues
    season_id = (await leagues.open(as_dora("league"), asked)).season_id
    await leagues.act(as_dora("sign up"), season_id, SignUp())
    await leagues.act(by(BEN), season_id, SignUp())


def rows_of(ended: int, running: int) -> dict[SqlTable, list[dict[str, Any]]]:
    """Rows for Dora and Ben which are written by rules that are tested elsewhere."""
    people = {DORA: NAME, BEN: "Ben"}
    rating = {"guild_id": GUILD, "kind": "castle", "mu": 25.0, "sigma": 8.0, "rating": 1000.0}
    counts = {"played": 1, "won": 0, "shared": 0, "changed_at": NOON}
    result = {"game_id": ended, "guild_id": GUILD, "kind": "castle", "outcome": "nobody"}
    sums = {"points": 0, "moves": 1, "thought": 0, "rated": False, "tally": "{}", "ended_at": NOON}
    guess = {"game_id": running, "branch": 0, "ply": 1, "guess": "x", "made_at": NOON}
    note = {"game_id": ended, "ply": 1, "text": "x", "opened": False, "changed_at": NOON}
    admits = {"game_id": running, "is_link": False, "made_at": NOON, "good_until": NOON}
    order = {"game_id": ended, "tile": "lane", "notation": "x", "branch": 0, "created_at": NOON}
    kept = {"revision": 1, "changed_at": NOON}
    draft = {"game_id": ended, "branch": 0, "ply": 2, "kind": "", "chosen": "[]", "changed_at": 0}
    return {
        ratings: [
            {**rating, **counts, "user_id": user_id, "name": name}
            for user_id, name in people.items()
        ],
        results: [
            {**result, **sums, "user_id": user_id, "seat": seat}
            for seat, user_id in enumerate(people)
        ],
        predictions: [
            {**guess, "user_id": user_id, "name": name} for user_id, name in people.items()
        ],
        requests: [
            {"user_id": user_id, "request": f'{{"opponents": [{opponent}]}}', **kept}
            for user_id, opponent in ((DORA, BEN), (BEN, CARLA))
        ],
        seat_calls: [
            {"guild_id": GUILD, "kind": "castle", "user_id": user_id, "called_at": NOON}
            for user_id in people
        ],
        seat_passes: [
            {**admits, "token_digest": f"digest {seat}", "seat": seat, "user_id": user_id}
            for seat, user_id in enumerate(people)
        ],
        own_notes: [{**note, "user_id": user_id} for user_id in people],
        orders: [{**order, "seat": seat} for seat in (0, 1)],
        drafts: [{**draft, "seat": seat} for seat in (0, 1)],
        judged_seats: [
            {"game_id": ended, "seat": seat, "accuracy": 90.5, "luck": 1.5, "version": 8}
            for seat in (0, 1)
        ],
    }


async def rows(database: Database) -> Rows:
    async with database.viewing() as connection:
        return {
            table.name: [dict(row) for row in (await connection.execute(select(table))).mappings()]
            for table in metadata.sorted_tables
        }


def occurrences(stored: Rows, *wanted: str) -> Iterator[tuple[str, str, Any]]:
    """Where one of these words occurs: table, column, row."""
    word = re.compile("|".join(map(re.escape, wanted)))
    for table, its_rows in stored.items():
        for row in its_rows:
            for column, value in row.items():
                if word.search(str(value)):
                    yield table, column, row


ABOUT = {
    "audit",
    "drafts",
    "games",
    "judged_seats",
    "moves",
    "orders",
    "outbox",
    "players",
    "own_notes",
    "predictions",
    "ratings",
    "results",
    "seat_calls",
    "seat_passes",
    "seats",
    "watchers",
    "requests",
    "entrants",
    "season_log",
    "seasons",
}
OF_A_SEAT = {"drafts", "judged_seats", "orders"}
# Tables in which nothing is about one person.
OF_NOBODY = {
    "channels",
    "commands",
    "emojis",
    "fixtures",
    "leases",
    "page_keys",
    "replays",
    "snapshots",
    "reviews",
    "season_page_keys",
}


# What everybody knows by its number.
NUMBERED = ("games", "seasons")
# What identifies a row whose number is not shown.
KNOWN_BY = {
    "audit": ["game_id", "done", "at"],
    "moves": ["game_id", "ply", "undone"],
    "outbox": ["game_id", "kind", "created_at"],
    "results": ["game_id", "seat"],
    "seat_passes": ["game_id", "seat", "made_at"],
    "season_log": ["season_id", "done", "at"],
}


@pytest.mark.usefixtures("life")
async def test_a_person_is_shown_every_row_in_which_they_stand(seated: Seated) -> None:
    kept = await seated.table.people.personal_data(DORA)
    assert set(kept) == ABOUT
    everywhere = list(occurrences(await rows(seated.database), str(DORA), NAME))
    assert {table for table, _, _ in everywhere} == ABOUT - OF_A_SEAT
    for table, _, row in everywhere:
        keys = [column.name for column in metadata.tables[table].primary_key]
        keys = KNOWN_BY.get(table, keys)
        kept_keys = [[entry[key] for key in keys] for entry in kept[table]]
        assert [row[key] for key in keys] in kept_keys


def test_every_table_is_about_a_person_or_nobody() -> None:
    assert metadata.tables.keys() == ABOUT | OF_NOBODY


@pytest.mark.usefixtures("life")
async def test_personal_data_contains_nothing_of_others_and_no_secrets(seated: Seated) -> None:
    kept = await seated.table.people.personal_data(DORA)
    columns = {column for its_rows in kept.values() for row in its_rows for column in row}
    assert "snapshots" not in kept
    assert not columns & {"secret", "events", "nonce"}
    assert [row["user_id"] for row in kept["seats"]] == [DORA]
    assert [row["seat"] for table in OF_A_SEAT for row in kept[table]] == [0, 0, 0]
    assert {row["user_id"] for row in kept["moves"]} == {DORA}


async def test_however_much_is_kept_the_event_loop_stays_free(seated: Seated) -> None:
    game = await game_of_dora(seated)
    personal_data = seated.table.people.personal_data
    await personal_data(DORA)
    note = {"game_id": game.id, "user_id": DORA, "text": "x", "changed_at": NOON}
    message = {"kind": "direct", "place_id": DORA, "payload": "{}", "state": "delivered"}
    message |= {"game_id": game.id, "ply": 0, "branch": 0, "attempts": 0}
    message |= {"created_at": NOON, "due_at": NOON}
    async with seated.database.writing() as connection:
        notes = [{**note, "ply": ply} for ply in range(MANY)]
        messages = [{**message, "nonce": f"many {number}"} for number in range(MANY)]
        await connection.execute(insert(own_notes), notes)
        await connection.execute(insert(metadata.tables["outbox"]), messages)
    callback = await largest_callback(personal_data(DORA))
    assert callback.own < MANY, callback
    kept = await personal_data(DORA)
    assert len(kept["own_notes"]) == MANY
    assert len(kept["outbox"]) >= MANY


@pytest.mark.usefixtures("life")
async def test_nothing_leads_to_a_person_who_was_erased(seated: Seated) -> None:
    await seated.table.people.erase(DORA)
    remaining = occurrences(await rows(seated.database), str(DORA), NAME)
    assert [(table, column) for table, column, _ in remaining] == []
    assert await seated.table.people.personal_data(DORA) == {}


async def test_the_games_of_somebody_erased_still_replay(seated: Seated, life: Game) -> None:
    rewritten = [problem async for problem in verify(seated.database, repair=True)]
    assert [problem.repaired for problem in rewritten] == [True], "its results count nothing yet"
    await seated.table.people.erase(DORA)
    assert [problem async for problem in verify(seated.database)] == []
    game = await seated.table.games.get(life.id)
    assert [(seat.user_id, seat.name) for seat in game.seats] == [(None, ""), (BEN, "Ben")]
    assert len((await seated.table.games.story(life.id)).moves) == 2


async def test_in_a_record_somebody_erased_is_a_player(seated: Seated, life: Game) -> None:
    await seated.table.people.erase(DORA)
    recorded = rules_of("castle").records.read_record(await seated.table.games.record(life.id))
    assert recorded.players == ("a player", "Ben")


@pytest.mark.usefixtures("life")
async def test_what_is_kept_about_others_stays_as_it_was(seated: Seated) -> None:
    before = await rows(seated.database)
    await seated.table.people.erase(DORA)
    after = await rows(seated.database)
    theirs = {DORA, NAME, str(DORA)}
    for table in before.keys() - {"games", "outbox", "orders", "drafts"}:
        others = [row for row in before[table] if not theirs & set(row.values())]
        assert [row for row in after[table] if row in others] == others
    for person in (BEN, CARLA):
        kept = [row for row in before["outbox"] if row["place_id"] == person]
        assert [row for row in after["outbox"] if row["place_id"] == person] == kept
    assert [row["seat"] for table in ("orders", "drafts") for row in after[table]] == [1, 1]


async def test_nobody_asks_for_a_game_with_a_person_who_was_erased(seated: Seated) -> None:
    for asker, named in ((BEN, DORA), (CARLA, BEN)):
        asked = NewGame("castle", 0, 0, opponents=((named, ""),))
        await seated.table.requests.keep(asker, GameRequest(asked))
    await seated.table.people.erase(DORA)
    kept = [await seated.table.requests.last(asker, GameRequest) for asker in (BEN, CARLA)]
    assert [request is None for request, _ in kept] == [True, False]


@pytest.mark.usefixtures("life")
async def test_a_game_that_was_watched_goes_on(seated: Seated) -> None:
    await seated.table.people.erase(DORA)
    game = await seated.table.games.open_in(OTHER_CHANNEL)
    assert game is not None
    assert game.watched == 1
    await seated.play(game.id)


@pytest.mark.usefixtures("life")
async def test_waiting_posts_no_longer_ping_an_erased_user(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    await seated.table.people.erase(DORA)
    poster.posted.clear()
    await outbox.drain()
    assert poster.kinds(CHANNEL) == ["agreed"]
    assert not any(DORA in getattr(message, "mention", ()) for _, message, _ in poster.posted)
    assert poster.kinds(DORA) == []


async def test_erasing_also_finds_users_who_handed_over_their_seat(
    seated: Seated, outbox: Delivery
) -> None:
    game = await game_of_dora(seated)
    async with seated.database.writing() as connection:
        carla = update(seats).where(seats.c.user_id == DORA)
        await connection.execute(carla.values(user_id=CARLA, name="Carla"))
        notice = Notice(game.id, Done.STARTED, 0, facts={"before": NAME})
        await enqueue(connection, CHANNEL, [notice], NOON)
    await outbox.drain()
    kept = await seated.table.people.personal_data(DORA)
    assert len(kept["moves"]) == 1
    await seated.table.people.erase(DORA)
    remaining = occurrences(await rows(seated.database), str(DORA), NAME)
    assert [(table, column) for table, column, _ in remaining] == []
    await seated.play(game.id)


@pytest.mark.parametrize("posted", [False, True])
@pytest.mark.parametrize("taken", [False, True])
async def test_erasing_removes_a_name_from_the_hand_over_notice(
    seated: Seated, outbox: Delivery, taken: bool, posted: bool
) -> None:
    """Somebody who was only invited is nowhere else."""
    if taken:
        game_id = (await game_of_dora(seated)).id
    else:
        game_id = await seated.open(opponents=((DORA, NAME),))
    moderator = by(ANNA, "seat", rights=("end",))
    await seated.table.act(moderator, game_id, HandOver(DORA, CARLA, "Carla"))
    if posted:
        await outbox.drain()
    assert NAME in str(await seated.table.people.personal_data(DORA))
    await seated.table.people.erase(DORA)
    remaining = occurrences(await rows(seated.database), str(DORA), NAME)
    assert [(table, column) for table, column, _ in remaining] == []
    await outbox.drain()


async def test_erasing_also_finds_users_who_played_for_a_while(seated: Seated) -> None:
    """A moderator gave them the seat and took it away again: they did nothing but play."""
    game = await seated.start()
    for number, action in enumerate([HandOver(ANNA, DORA, NAME), HandOver(DORA, CARLA, "Carla")]):
        moderator = by(BEN, f"seat{number}", rights=("end",))
        await seated.table.act(moderator, game.id, action)
        if number == 0:
            move = await seated.legal_move(await seated.table.games.get(game.id))
            await seated.table.act(as_dora("play"), game.id, Play(move))
    assert len((await seated.table.people.personal_data(DORA))["moves"]) == 1
    await seated.table.people.erase(DORA)
    remaining = occurrences(await rows(seated.database), str(DORA), NAME)
    assert [(table, column) for table, column, _ in remaining] == []


async def test_who_stays_can_ask_for_a_rematch_with_anybody(seated: Seated, life: Game) -> None:
    await seated.table.people.erase(DORA)
    answer = await seated.act(BEN, life.id, Rematch(CHANNEL))
    again = await seated.table.games.get(answer.game_id)
    assert {seat.user_id for seat in again.seats} == {BEN, None}
    await seated.act(CARLA, again.id, Join())
    assert (await seated.table.games.get(again.id)).status is Status.RUNNING


async def test_who_plays_is_not_erased(seated: Seated) -> None:
    game = await game_of_dora(seated, 30)
    before = await rows(seated.database)
    with pytest.raises(Refused) as refused:
        await seated.table.people.erase(DORA)
    assert refused.value.why is Why.STILL_PLAYING
    assert await rows(seated.database) == before
    await seated.table.act(as_dora("resign"), game.id, Resign())
    await seated.table.people.erase(DORA)


async def test_who_is_invited_is_not_erased(seated: Seated) -> None:
    await seated.open(opponents=((DORA, NAME),))
    with pytest.raises(Refused):
        await seated.table.people.erase(DORA)


@pytest.mark.usefixtures("life")
async def test_erasing_twice_is_as_good_as_once(seated: Seated) -> None:
    await seated.table.people.erase(DORA)
    once = await rows(seated.database)
    await seated.table.people.erase(DORA)
    assert await rows(seated.database) == once


@pytest.mark.usefixtures("life")
async def test_somebody_erased_can_play_again(seated: Seated) -> None:
    await seated.table.people.erase(DORA)
    game = await game_of_dora(seated, 40)
    assert game.seats[0].user_id == DORA


@pytest.mark.usefixtures("life")
async def test_no_number_that_counts_across_people_is_exported(seated: Seated) -> None:
    kept = await seated.table.people.personal_data(DORA)
    assert kept.keys() >= KNOWN_BY.keys()
    assert [name for name, rows in kept.items() if name not in NUMBERED and "id" in rows[0]] == []
