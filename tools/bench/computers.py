"""Many games against the computer at once: how long people wait for an answer to their clicks, and
how long the computer takes to move in every game.

It is the computer's turn in all of them at the same time, and a single process thinks.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.match.actions import Actor, NewGame
from bot.match.computers import prepare_thinking
from bot.process.worker_processes import WorkerProcesses
from tests.town.clocks import Time, now
from tests.town.town import Solo, Town, town
from tools.bench.row import Row, time_row
from tools.bench.sampling import sampled

GAMES = 200
LEVEL = "easy"
CLICKS = 100
# How many seconds pass between two clicks.
EVERY = 0.1


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder) / "bot.db"))


async def _measured(path: Path) -> list[Row]:
    thinkers = WorkerProcesses(1, prepare_thinking, niceness=10)
    try:
        with sampled() as sampling:
            async with town(path, sampling.now, thinkers) as there:
                return await _flooded(there)
    finally:
        thinkers.close()


async def _flooded(there: Town) -> list[Row]:
    places = [there.solo_place(f"game {number}") for number in range(GAMES)]
    began = now()
    games = [await _opened(there, place) for place in places]
    clicks = []
    for place in places[:CLICKS]:
        clicks.append(asyncio.create_task(_click(there, place)))
        await asyncio.sleep(EVERY)
    acknowledged = list(await asyncio.gather(*clicks))
    while not all([(await there.table.games.get(game)).ply for game in games]):
        await asyncio.sleep(EVERY)
    about = f"{GAMES} games against the computer ({LEVEL})"
    return [
        time_row(f"{about}: acknowledgement, p50 of {CLICKS}", acknowledged, "ms"),
        time_row(f"{about}: acknowledgement, p99", acknowledged, "ms", "at most 500", 0.99),
        time_row(f"{about}: until it has moved in each", [now() - began], "s"),
    ]


async def _opened(there: Town, place: Solo) -> int:
    """A game in which the computer moves first."""
    asked = NewGame(
        "castle", there.guild.id, place.channel, computers=(LEVEL,), first=1, rated=False
    )
    opener = Actor(f"open {place.channel}", place.person, "Anna", frozenset({"start"}))
    return (await there.table.open(opener, asked)).game_id


async def _click(there: Town, place: Solo) -> Time:
    look = there.clicks.slash(place.person, place.channel, "castle log")
    return await there.clicks.acknowledgement(there.clicks.emit(look))
