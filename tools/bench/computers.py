"""Measures many games against the computer at once: how long people wait for an answer to their
clicks, and how long the computer takes to move in every game.

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
# The seconds between two clicks.
CLICK_INTERVAL = 0.1


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder) / "bot.db"))


async def _measure(path: Path) -> list[Row]:
    thinkers = WorkerProcesses(1, prepare_thinking, niceness=10)
    try:
        with sampled() as sampling:
            async with town(path, sampling.now, thinkers) as simulation:
                return await _play_many(simulation)
    finally:
        thinkers.close()


async def _play_many(simulation: Town) -> list[Row]:
    places = [simulation.solo_channel(f"game {number}") for number in range(GAMES)]
    start = now()
    games = [await _open_game(simulation, place) for place in places]
    clicks = []
    for place in places[:CLICKS]:
        clicks.append(asyncio.create_task(_look(simulation, place)))
        await asyncio.sleep(CLICK_INTERVAL)
    acknowledged = list(await asyncio.gather(*clicks))
    while not all([(await simulation.table.games.get(game)).ply for game in games]):
        await asyncio.sleep(CLICK_INTERVAL)
    measure = f"{GAMES} games against the computer ({LEVEL})"
    return [
        time_row(f"{measure}: acknowledgement, p50 of {CLICKS}", acknowledged, "ms"),
        time_row(f"{measure}: acknowledgement, p99", acknowledged, "ms", "at most 500", 0.99),
        time_row(f"{measure}: until it has moved in each", [now() - start], "s"),
    ]


async def _open_game(simulation: Town, place: Solo) -> int:
    """Open a game in which the computer moves first."""
    new_game = NewGame(
        "castle", simulation.guild.id, place.channel, computers=(LEVEL,), first=1, rated=False
    )
    opener = Actor(f"open {place.channel}", place.person, "Anna", frozenset({"start"}))
    return (await simulation.table.open(opener, new_game)).game_id


async def _look(simulation: Town, place: Solo) -> Time:
    command = simulation.clicks.slash(place.person, place.channel, "castle log")
    return await simulation.clicks.acknowledgement(simulation.clicks.emit(command))
