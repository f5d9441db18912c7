"""One person asks for everything at once: how long others and a public post wait.

Played in a simulated Discord with the real art. The flood is far more than Discord lets anybody
send, and the person has the usual allowance.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.discord.answering.desk import Allowance
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
# When somebody else looks, in seconds after the start of the flood.
MOMENTS = (0.0, 0.3, 0.6, 1.0)


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[Row]:
    path = folder / "bot.db"
    database = await filled(path, [template_of(number) for number in range(2)], 2)
    await database.close()
    about = f"{REPLAYS} replays, {LOGS} logs and {BOARDS:,} boards at one moment"
    looked = []
    posted = []
    with sampled() as sampling:
        async with town(path, sampling.now) as there:
            games = await there.take_over([1, 2])
            before = await painters.processor_time(there.painters)
            for _ in range(ROUNDS):
                there.bot.desk = replace(there.bot.desk, allowance=Allowance())
                look, post = await _flooded(there, *games)
                looked.append(look)
                posted.append(post)
            painted = await painters.rows(f"{ROUNDS} times {about}", there.painters, before)
    slowest = f"the slowest of {ROUNDS}"
    return [
        time_row(f"{about}: somebody else's picture, {slowest}", looked, "s", "at most 2", 1.0),
        time_row(f"{about}: a public post, {slowest}", posted, "s", "at most 3", 1.0),
        *painted,
    ]


async def _flooded(there: Town, spoiled: Seated, played: Seated) -> tuple[Time, Time]:
    """In one channel somebody floods the bot and somebody else looks; in the other somebody
    moves."""
    vandal, reader = spoiled.people
    mover = played.people[(await there.table.games.get(played.game)).to_act or 0]
    move = (await legal_choices(there.table, played.game, mover))[0].text
    before = there.clicks.requests.count(("posted", str(played.channel)))
    board = there.clicks.last_board(spoiled.channel)
    flood = [
        *_commands(there, vandal, spoiled, "castle replay", REPLAYS),
        *_commands(there, vandal, spoiled, "castle log", LOGS),
        *(there.clicks.press(vandal, board, *next(ids_of(board, "board"))) for _ in range(BOARDS)),
    ]
    play = there.clicks.slash(mover, played.channel, "castle move", move=move)
    sent = [there.clicks.emit(one) for one in flood]
    plays = there.clicks.emit(play)
    looks = await asyncio.gather(*(_look(there, reader, spoiled, when) for when in MOMENTS))
    seen = max(looks, key=lambda taken: taken.wall)
    post = await there.clicks.requests.arrival(("posted", str(played.channel)), before)
    await _answered(there, sent)
    return seen, post - plays.emitted


async def _look(there: Town, person: int, place: Seated, after: float) -> Time:
    await asyncio.sleep(after)
    look = there.clicks.slash(person, place.channel, "castle tiles")
    return await there.clicks.answer(there.clicks.emit(look))


def _commands(there: Town, person: int, place: Seated, name: str, count: int) -> Iterator[Prepared]:
    return (there.clicks.slash(person, place.channel, name) for _ in range(count))


async def _answered(there: Town, clicks: list[Click]) -> None:
    """Wait for every answer, so that none of it counts in the next round."""
    for click in clicks:
        await there.clicks.answer(click)
    await there.clicks.requests.quiet()
