"""The event loop stays free: whatever takes long runs in another thread.

Measured in function calls, so that it does not matter how fast the machine is.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import simcord

from bot.games.face import AnyFace
from bot.match.actions import Play
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import texts
from tests.bot.proof.playing import Players, clicked, to_act
from tests.town.playing import Times, play_to_the_end
from tests.town.town import Seated, Town, town
from tests.town.watch import Watch, function_calls, watching

# The most function calls in one callback, including those of the simulated Discord: it takes up
# to 20,000 to receive a page with a picture. Painting a board takes as many again, replaying a
# game far more.
MOST = 30_000
# How many seconds a click may take, including pictures, on a busy machine.
PATIENCE = 120.0
# How many moves of a game, of about 65, are made without clicks.
EARLY = 50
LOOKS = ("board", "tiles", "log", "score", "replay", "text", "games", "verify")


@pytest.mark.usefixtures("unsettled")
async def test_no_callback_on_the_event_loop_takes_long(
    tmp_path: Path, faces: Mapping[str, AnyFace]
) -> None:
    async with town(tmp_path / "bot.db") as running_town:
        running_town.clicks.requests.quiet_for = 0.0
        running_town.env.settle_timeout = PATIENCE
        async with watch_calls() as opening:
            seated = await running_town.new_game("a game")
        await _play_early_moves(running_town, seated)
        async with watch_calls() as later:
            await _play_and_look(running_town, seated, faces["castle"].pictures.overlays)
    slowest = max(opening.slowest[0], later.slowest[0], key=lambda work: work.own)
    assert slowest.own <= MOST, f"the event loop is blocked by {slowest}"


@asynccontextmanager
async def watch_calls() -> AsyncIterator[Watch]:
    with function_calls() as gauge:
        async with watching(gauge) as watch:
            yield watch


async def _play_and_look(running_town: Town, seated: Seated, overlays: Sequence[str]) -> None:
    carla = running_town.guild.add_member(running_town.env.create_user("Carla"))
    await play_to_the_end(running_town, seated, Times())
    for look in LOOKS:
        await _look(carla, seated, look)
    for overlay in overlays:
        await _look(carla, seated, "board", overlay=overlay)
    record = await (await _look(carla, seated, "export")).attachments[0].read()
    replay = await _look(carla, seated, "replay", record=("record.json", record))
    assert len(replay.attachments) == 2, texts(replay)


async def _play_early_moves(running_town: Town, seated: Seated) -> None:
    """Without clicks, and unwatched: it is the full board of later moves that takes long."""
    players = Players(running_town.opened.database, running_town.chance)
    post = ("posted", str(seated.channel))
    for ply in range(EARLY):
        game = await running_town.table.games.get(seated.game)
        posted = running_town.clicks.requests.count(post)
        move = Play(await players.a_move(game), ply)
        await running_town.table.act(
            clicked(f"{seated.game} {ply}", to_act(game)), seated.game, move
        )
        await running_town.clicks.requests.arrival(post, posted)


async def _look(
    carla: simcord.MemberActor, seated: Seated, name: str, **options: object
) -> simcord.ResponseMessage:
    answer = await carla.slash(seated.place, in_group(name), **options)
    assert answer.response is not None, name
    return answer.response
