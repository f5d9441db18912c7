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
    async with town(tmp_path / "bot.db") as there:
        there.clicks.requests.quiet_for = 0.0
        there.env.settle_timeout = PATIENCE
        async with watched() as opening:
            seated = await there.new_game("a game")
        await _play_early_moves(there, seated)
        async with watched() as later:
            await _play_and_look(there, seated, faces["castle"].pictures.overlays)
    slowest = max(opening.slowest[0], later.slowest[0], key=lambda work: work.own)
    assert slowest.own <= MOST, f"the event loop is blocked by {slowest}"


@asynccontextmanager
async def watched() -> AsyncIterator[Watch]:
    with function_calls() as gauge:
        async with watching(gauge) as watch:
            yield watch


async def _play_and_look(there: Town, seated: Seated, overlays: Sequence[str]) -> None:
    carla = there.guild.add_member(there.env.create_user("Carla"))
    await play_to_the_end(there, seated, Times())
    for look in LOOKS:
        await _look(carla, seated, look)
    for overlay in overlays:
        await _look(carla, seated, "board", overlay=overlay)
    record = await (await _look(carla, seated, "export")).attachments[0].read()
    shown = await _look(carla, seated, "replay", record=("record.json", record))
    assert len(shown.attachments) == 2, texts(shown)


async def _play_early_moves(there: Town, seated: Seated) -> None:
    """Without clicks, and unwatched: it is the full board of later moves that takes long."""
    players = Players(there.opened.database, there.chance)
    post = ("posted", str(seated.channel))
    for ply in range(EARLY):
        game = await there.table.games.get(seated.game)
        posted = there.clicks.requests.count(post)
        move = Play(await players.a_move(game), ply)
        await there.table.act(clicked(f"{seated.game} {ply}", to_act(game)), seated.game, move)
        await there.clicks.requests.arrival(post, posted)


async def _look(
    carla: simcord.MemberActor, seated: Seated, name: str, **options: object
) -> simcord.ResponseMessage:
    answer = await carla.slash(seated.place, in_group(name), **options)
    assert answer.response is not None, name
    return answer.response
