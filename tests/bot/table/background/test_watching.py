"""Watching a game: who gets a direct message for every turn, and who for the end."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.host.data.archive import export_channel, import_channel
from bot.match.actions import (
    Accept,
    Action,
    Claim,
    Decline,
    Done,
    Play,
    Propose,
    Resign,
    Stop,
    Undo,
    Watch,
    Withdraw,
)
from bot.match.errors import Refused, UnknownGame, Why
from bot.match.game import Status
from bot.match.messages import DirectMessage
from bot.process.clock import DAY
from bot.store.connection.database import WorkOn
from bot.store.schema import games
from bot.table.delivery import Delivery
from bot.table.posting import ChannelForbidden
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    NOON,
    FakePoster,
    Seated,
    by,
    pauses_of,
    refusal_of,
    statements,
)

DORA = 104


async def start_watched(seated: Seated, what: Watch = "turns", user: int = CARLA) -> int:
    """A game that somebody watches."""
    game = await seated.start()
    await seated.table.watch(game.id, user, what)
    return game.id


async def kinds(outbox: Delivery, poster: FakePoster, user: int = CARLA) -> list[str]:
    await outbox.drain()
    return poster.kinds(user)


async def count_of(seated: Seated, game_id: int) -> int:
    async with seated.database.reading() as connection:
        query = select(games.c.watched).where(games.c.id == game_id)
        return int((await connection.execute(query)).scalar_one())


async def test_who_watches_every_turn_is_told_of_each_move(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated)
    await seated.play(game_id, 2)
    await outbox.drain()
    notes = [message for place, message, _ in poster.posted if place == CARLA]
    assert notes == [
        DirectMessage(game_id, CARLA, Done.PLAYED, {"ply": 1}, 0),
        DirectMessage(game_id, CARLA, Done.PLAYED, {"ply": 2}, 1),
    ]


async def test_who_waits_for_the_end_is_told_nothing_of_a_move(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated, "end")
    await seated.play(game_id, 2)
    assert await kinds(outbox, poster) == []


async def test_who_stops_watching_is_told_nothing_more(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated)
    await seated.table.watch(game_id, CARLA, "off")
    await seated.play(game_id)
    await seated.act(ANNA, game_id, Resign())
    assert await kinds(outbox, poster) == []


async def test_the_last_move_is_told_as_the_end(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 10)
    await seated.table.watch(game.id, CARLA, "turns")
    await seated.table.watch(game.id, DORA, "end")
    ended = await seated.play_to_the_end(game.id)
    assert ended.status is Status.FINISHED
    assert await kinds(outbox, poster) == ["played"] * (ended.ply - 11) + ["finished"]
    assert await kinds(outbox, poster, DORA) == ["finished"]


@pytest.fixture
def delivered(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> tuple[Seated, Delivery, FakePoster]:
    return seated, outbox, poster


async def accept_the_end(seated: Seated, game_id: int) -> None:
    await seated.act(ANNA, game_id, Propose("end"))
    await seated.act(BEN, game_id, Accept("end", 0))


async def claim_it(seated: Seated, game_id: int) -> None:
    seated.clock.turn(7 * DAY)
    await seated.act(BEN, game_id, Claim())


async def stop_it(seated: Seated, game_id: int) -> None:
    await seated.table.act(by(BEN, rights=("end",)), game_id, Stop())


async def let_it_run_out(seated: Seated, game_id: int) -> None:
    seated.clock.turn(60 * DAY)
    await seated.table.look_after(game_id)


async def resign(seated: Seated, game_id: int) -> None:
    await seated.act(ANNA, game_id, Resign())


@pytest.mark.parametrize("what", ["turns", "end"])
@pytest.mark.parametrize(
    ("done", "end"),
    [
        ("resigned", resign),
        ("agreed", accept_the_end),
        ("claimed", claim_it),
        ("stopped", stop_it),
        ("expired", let_it_run_out),
    ],
)
async def test_whoever_watches_is_told_of_every_end_with_the_seed(
    delivered: tuple[Seated, Delivery, FakePoster], done: str, end: Any, what: Watch
) -> None:
    seated, outbox, poster = delivered
    game_id = await start_watched(seated, what)
    await end(seated, game_id)
    assert await kinds(outbox, poster) == [done]
    (note,) = [message for place, message, _ in poster.posted if place == CARLA]
    by = {"by", "by_id"} if done == "stopped" else set()
    assert set(note.facts) == {"seed", "commitment", *by}  # type: ignore[union-attr]


@pytest.mark.parametrize(("user", "action"), [(ANNA, Withdraw()), (BEN, Decline())])
async def test_watchers_of_a_lobby_learn_of_its_cancellation(
    seated: Seated, outbox: Delivery, poster: FakePoster, user: int, action: Action
) -> None:
    game_id = await seated.open(opponents=((BEN, "Ben"),))
    await seated.table.watch(game_id, CARLA, "end")
    answer = await seated.act(user, game_id, action)
    assert await kinds(outbox, poster) == [str(answer.done)]


async def test_players_are_not_told_twice(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated, "turns", ANNA)
    await seated.table.watch(game_id, BEN, "turns")
    await seated.play(game_id, 3)
    await seated.act(ANNA, game_id, Resign())
    assert await kinds(outbox, poster, ANNA) == await kinds(outbox, poster, BEN) == []


async def test_the_end_of_a_paused_game_is_told_once(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated)
    await seated.table.watch(game_id, BEN, "end")
    await outbox.drain()
    await pauses_of(seated.table).pause(game_id, CHANNEL, "place_gone")
    await seated.act(ANNA, game_id, Resign())
    assert await kinds(outbox, poster) == ["resigned"]
    assert poster.kinds(BEN) == ["paused", "resigned"]


async def test_moves_undone_before_reaching_watchers_are_not_sent(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated)
    await seated.play(game_id)
    assert (await seated.act(ANNA, game_id, Undo())).done is Done.TAKEN_BACK
    assert await kinds(outbox, poster) == []


async def test_watchers_miss_undelivered_moves_but_not_the_end(
    seated: Seated, outbox: Delivery, poster: FakePoster
) -> None:
    game_id = await start_watched(seated)
    poster.failures[CARLA] = [ChannelForbidden()] * 4
    await seated.play(game_id, 3)
    await seated.act(ANNA, game_id, Resign())
    await outbox.drain()
    ((_, missed),) = await seated.table.people.missed_notes(CARLA)
    assert isinstance(missed, DirectMessage)
    assert missed.done is Done.RESIGNED


# Who may.


async def test_what_somebody_watches_is_kept(seated: Seated) -> None:
    game_id = await start_watched(seated)
    assert await seated.table.games.watching(game_id, CARLA) == "turns"
    assert await seated.table.games.watching(game_id, BEN) == "off"
    await seated.table.watch(game_id, CARLA, "end")
    assert await seated.table.games.watching(game_id, CARLA) == "end"
    assert await count_of(seated, game_id) == 1
    await seated.table.watch(game_id, CARLA, "off")
    assert await seated.table.games.watching(game_id, CARLA) == "off"
    assert await count_of(seated, game_id) == 0


async def test_fifty_watch_a_game_and_no_more(seated: Seated) -> None:
    game_id = (await seated.start()).id
    for user in range(1000, 1050):
        await seated.table.watch(game_id, user, "end")
    with pytest.raises(Refused) as refused:
        await seated.table.watch(game_id, CARLA, "turns")
    assert (refused.value.why, refused.value.facts) == (Why.TOO_MANY_WATCHERS, {"most": 50})
    await seated.table.watch(game_id, 1000, "turns")
    await seated.table.watch(game_id, 1001, "off")
    await seated.table.watch(game_id, CARLA, "turns")
    assert await count_of(seated, game_id) == 50


async def test_a_game_that_is_over_can_no_longer_be_watched(seated: Seated) -> None:
    game_id = await start_watched(seated)
    await seated.act(ANNA, game_id, Resign())
    assert (await refusal_of(seated.table.watch(game_id, DORA, "end"))).why is Why.WRONG_STATUS
    await seated.table.watch(game_id, CARLA, "off")
    with pytest.raises(UnknownGame):
        await seated.table.watch(99, CARLA, "end")


# What it costs, and who came first.


async def test_watched_moves_cost_one_extra_statement_and_others_none(
    seated: Seated,
) -> None:
    """In addition to those that write its messages."""
    counts = []
    for channel, users in enumerate(((), (CARLA,), (CARLA, DORA))):
        game = await seated.start(channel)
        for user in users:
            await seated.table.watch(game.id, user, "turns")
        move = Play(await seated.legal_move(game))
        with statements(seated.database) as seen:
            await seated.act(ANNA, game.id, move)
        assert any("FROM watchers" in statement for statement, _ in seen) is bool(users)
        counts.append(sum("INTO outbox" not in statement for statement, _ in seen))
    alone, by_one, by_two = counts
    assert (by_one, by_two) == (alone + 1, alone + 1)


async def test_watchers_joining_as_a_game_ends_still_learn_of_the_end(
    seated: Seated, outbox: Delivery, poster: FakePoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()

    async def after_carla_came(work: WorkOn[..., Any], *arguments: Any) -> Any:
        monkeypatch.undo()
        await seated.table.watch(game.id, CARLA, "end")
        return await seated.database.write(work, *arguments)

    monkeypatch.setattr(seated.database, "write", after_carla_came)
    await seated.act(ANNA, game.id, Resign())
    assert await kinds(outbox, poster) == ["resigned"]


async def test_whoever_watches_moves_along_with_an_archive(seated: Seated) -> None:
    game_id = await start_watched(seated)
    archive = await export_channel(seated.database, CHANNEL)
    async with seated.database.writing() as connection:
        await connection.execute(games.delete())
    (number,) = await import_channel(seated.database, archive, NOON)
    assert await seated.table.games.watching(number, CARLA) == "turns"
    assert await count_of(seated, number) == 1
    assert number != game_id
