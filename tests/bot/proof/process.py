"""The process that the crash test kills: the real table, the real outbox, and random players.

    python -m tests.bot.proof.process JSON      plays, as the JSON says, until it is killed
    python -m tests.bot.proof.process           starts such processes when it is told to, by forking
                                                itself, so that none waits for Python's imports

Whatever happens is written to standard output, one line at a time, each with one `write`:

    {"ask": ID, "by": USER, "game": N, "action": {…}}     before the table is asked
    {"ack": ID, "game": N, "done": …, "ply": N}           after the table answered, and only then
    {"refused": ID, "why": …}
    {"wrong": ID, "why": …}                               a move that the rules allow was refused
"""

import asyncio
import json
import logging
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import text

from bot.match import actions
from bot.match.actions import (
    Accept,
    Action,
    Actor,
    Join,
    NewGame,
    Play,
    Propose,
    Refuse,
    Rematch,
    Resign,
    Stop,
    Undo,
)
from bot.match.errors import StoreLocked, TableError
from bot.match.game import Game, Status
from bot.store.connection.database import Database
from bot.store.digests import plan_digest
from bot.store.migration import migrate
from bot.table.delivery import Delivery, Outbox, Pace
from bot.table.table import Table
from engine.errors import EngineError
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, numbered, to_act
from tests.bot.proof.posting import FilePoster

# A claim left behind by a killed process soon expires.
PACE = Pace(lease=0.2, first_retry=0.02, longest_retry=0.1, look_again=0.05)
CALM = Pace(lease=10.0, first_retry=0.02, longest_retry=0.1)


def say(**facts: object) -> None:
    """Write one line, completely or not at all: it is shorter than what a pipe takes at once."""
    line = json.dumps({"pid": os.getpid(), **facts}) + "\n"
    assert len(line) < 4096
    os.write(1, line.encode())


def action_data(action: Action | NewGame) -> dict[str, Any]:
    return {"type": type(action).__name__, **asdict(action)}


def action_of(data: Mapping[str, Any]) -> Action | NewGame:
    fields = {name: value for name, value in data.items() if name != "type"}
    if "opponents" in fields:
        fields["opponents"] = tuple((user, name) for user, name in fields["opponents"])
    made: Action | NewGame = getattr(actions, data["type"])(**fields)
    return made


class Channel:
    """One channel in which Alice and Bob play game after game."""

    def __init__(
        self, table: Table, players: Players, channel: int, name: str, chance: Random
    ) -> None:
        self._table = table
        self._players = players
        self._channel = channel
        self._ids = numbered(f"{name}-{channel}")
        self._chance = chance
        self._last: int | None = None

    async def play(self) -> None:
        while True:
            game = await self._table.games.open_in(self._channel)
            user, action = await self._next(game)
            game_id = self._last if game is None else game.id
            times = 2 if self._chance.random() < 0.1 else 1
            await ask(self._table, clicked(next(self._ids), user), game_id, action, times)
            self._last = game_id

    async def _next(self, game: Game | None) -> tuple[int, Action | NewGame]:
        if game is None:
            if self._last is not None and self._chance.random() < 0.5:
                return self._anyone(), Rematch(self._channel)
            opponents = ((BOB, "Bob"),) if self._chance.random() < 0.5 else ()
            return ALICE, NewGame("castle", 1, self._channel, opponents=opponents)
        if game.status is Status.LOBBY:
            present = {seat.user_id for seat in game.seats if seat.taken}
            return (BOB if ALICE in present else ALICE), Join()
        if game.offer is not None:
            asker = game.seats[game.offer.seat].user_id
            answer = BOB if asker == ALICE else ALICE
            if self._chance.random() < 0.5:
                return answer, Accept(game.offer.request, game.offer.ply)
            return answer, Refuse(game.offer.request)
        return await self._turn(game)

    async def _turn(self, game: Game) -> tuple[int, Action]:
        roll = self._chance.random()
        if roll < 0.10:
            return self._anyone(), Undo()
        if roll < 0.11:
            return self._anyone(), Propose("end")
        if roll < 0.115:
            return self._anyone(), self._chance.choice((Resign(), Stop()))
        seen, move = await self._players.a_look(game.id)
        if seen.to_act is None:
            return self._anyone(), Undo()
        return to_act(seen), Play(move, seen.ply, seen.branch)

    def _anyone(self) -> int:
        return self._chance.choice((ALICE, BOB))


async def ask(
    table: Table, by: Actor, game_id: int | None, action: Action | NewGame, times: int
) -> None:
    """Ask the table, now and then twice as Discord does; log what is asked and answered."""
    say(ask=by.interaction_id, by=by.user_id, game=game_id, action=action_data(action))
    for _ in range(times):
        try:
            if isinstance(action, NewGame):
                answer = await table.open(by, action)
            else:
                answer = await table.act(by, game_id or 0, action)
        except (TableError, StoreLocked) as error:
            say(refused=by.interaction_id, why=repr(error))
        except EngineError as error:
            say(wrong=by.interaction_id, why=repr(error))
        else:
            say(ack=by.interaction_id, game=answer.game_id, done=str(answer.done), ply=answer.ply)


async def live(command: Mapping[str, Any]) -> None:
    """Play until killed; with `finish`, answer what was left open, deliver everything, and end."""
    chance = Random(command["seed"])
    database = Database(command["url"])
    await migrate(database)
    poster = FilePoster(Path(command["posts"]), chance, unreliable=not command["finish"])
    pace = CALM if command["finish"] else PACE
    written = Outbox()
    outbox = Delivery(database, poster, pace=pace, outbox=written)
    table = Table(database, outbox=written)
    say(ready=True)
    for left in command["unanswered"]:
        by = clicked(left["ask"], left["by"])
        await ask(table, by, left["game"], action_of(left["action"]), times=1)
    if command["finish"]:
        await deliver_all(database, outbox)
        await database.close()
        say(finished=True)
        return
    players = Players(database, chance)
    channels = [
        Channel(table, players, channel, command["name"], chance) for channel in command["channels"]
    ]
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(outbox.worker.run())
        tasks.create_task(tell_of_the_day(database, table, command["channels"], chance))
        for channel in channels:
            tasks.create_task(channel.play())


async def tell_of_the_day(
    database: Database, table: Table, numbers: Sequence[int], chance: Random
) -> None:
    """Let days pass in moments, each with the digest that is due then."""
    for channel in numbers:
        await table.channels.set(1, channel, {"digest": "9"})
    while True:
        await asyncio.sleep(chance.random() * 0.1)
        channel = chance.choice(numbers)
        try:
            async with database.writing() as connection:
                await plan_digest(connection, channel, 0)
            await table.digests.look_after(channel)
        except StoreLocked:
            continue


async def deliver_all(database: Database, outbox: Delivery) -> None:
    """Including what dead processes have claimed, as soon as their claims expire."""
    waiting = text("SELECT count(*) FROM outbox WHERE state = 'waiting'")
    while True:
        await outbox.drain()
        async with database.reading() as connection:
            if (await connection.execute(waiting)).scalar() == 0:
                return
        await asyncio.sleep(0.05)


def main() -> None:
    logging.disable()
    if sys.argv[1:]:
        asyncio.run(live(json.loads(sys.argv[1])))
        return
    for line in sys.stdin:
        command = json.loads(line)
        if "reap" in command:
            _, status = os.waitpid(command["reap"], 0)
            say(ended=command["reap"], status=os.waitstatus_to_exitcode(status))
        elif (child := os.fork()) == 0:
            status = 1
            try:
                asyncio.run(live(command))
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        else:
            say(started=child, name=command["name"])


if __name__ == "__main__":
    main()
