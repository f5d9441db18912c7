"""Measures how long others and a public post wait while one person asks for everything at once.

Played in a simulated Discord with the real art. The flood is far more than Discord lets anybody
send, and the person has the usual allowance.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.process.allowance import Allowance
from tests.bot.choices import legal_choices
from tests.town.clicks import Click, Prepared, ids_of
from tests.town.clocks import Time
from tests.town.town import Seated, Town, town
from tools.bench import painters
from tools.bench.row import Row, time_row
from tools.bench.sampling import sampled
from tools.bench.table import filled, template_of

REPLAYS = 30
LOGS = 120
BOARDS = 1000
ROUNDS = 3
# The seconds after the start of the flood at which somebody else looks.
LOOK_TIMES = (0.0, 0.3, 0.6, 1.0)


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    path = folder / "bot.db"
    database = await filled(path, [template_of(number) for number in range(2)], 2)
    await database.close()
    measure = f"{REPLAYS} replays, {LOGS} logs and {BOARDS:,} boards at one moment"
    looks = []
    posts = []
    with sampled() as sampling:
        async with town(path, sampling.now) as simulation:
            games = await simulation.take_over([1, 2])
            painting_before = await painters.processor_time(simulation.painters)
            for _ in range(ROUNDS):
                simulation.bot.desk = replace(simulation.bot.desk, allowance=Allowance())
                look, post = await _flood(simulation, *games)
                looks.append(look)
                posts.append(post)
            painter_rows = await painters.rows(
                f"{ROUNDS} times {measure}", simulation.painters, painting_before
            )
    slowest = f"the slowest of {ROUNDS}"
    return [
        time_row(f"{measure}: somebody else's picture, {slowest}", looks, "s", "at most 2", 1.0),
        time_row(f"{measure}: a public post, {slowest}", posts, "s", "at most 3", 1.0),
        *painter_rows,
    ]


async def _flood(simulation: Town, flooded_game: Seated, other_game: Seated) -> tuple[Time, Time]:
    """Let somebody flood the bot in one channel while somebody else looks, and another person move
    in the other channel. Return the slowest look and the time of the move's post."""
    vandal, reader = flooded_game.people
    mover = other_game.people[(await simulation.table.games.get(other_game.game)).to_act or 0]
    move = (await legal_choices(simulation.table, other_game.game, mover))[0].text
    posts_before = simulation.clicks.requests.count(("posted", str(other_game.channel)))
    board = simulation.clicks.last_board(flooded_game.channel)
    flood = [
        *_commands(simulation, vandal, flooded_game, "castle replay", REPLAYS),
        *_commands(simulation, vandal, flooded_game, "castle log", LOGS),
    ]
    for _ in range(BOARDS):
        flood.append(simulation.clicks.press(vandal, board, *next(ids_of(board, "board"))))
    play = simulation.clicks.slash(mover, other_game.channel, "castle move", move=move)
    flood_clicks = [simulation.clicks.emit(prepared) for prepared in flood]
    play_click = simulation.clicks.emit(play)
    looks = await asyncio.gather(
        *(_look(simulation, reader, flooded_game, moment) for moment in LOOK_TIMES)
    )
    slowest_look = max(looks, key=lambda time: time.wall)
    posted_at = await simulation.clicks.requests.arrival(
        ("posted", str(other_game.channel)), posts_before
    )
    await _wait_for_answers(simulation, flood_clicks)
    return slowest_look, posted_at - play_click.emitted


async def _look(simulation: Town, person: int, place: Seated, delay: float) -> Time:
    await asyncio.sleep(delay)
    command = simulation.clicks.slash(person, place.channel, "castle tiles")
    return await simulation.clicks.answer(simulation.clicks.emit(command))


def _commands(
    simulation: Town, person: int, place: Seated, name: str, count: int
) -> Iterator[Prepared]:
    return (simulation.clicks.slash(person, place.channel, name) for _ in range(count))


async def _wait_for_answers(simulation: Town, clicks: list[Click]) -> None:
    """Wait for every answer, so that none of it counts in the next round."""
    for click in clicks:
        await simulation.clicks.answer(click)
    await simulation.clicks.requests.quiet()
