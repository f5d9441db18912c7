"""Troubles of a simulated year, each a function and a line in TROUBLES: how often it happens per
game, and what happens."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from tools.soak.channels import Channels
from tools.soak.loop import WallClock
from tools.soak.people import DAY, HOUR, Person, SoakChannel
from tools.soak.process import Host

MINUTE = 60.0


class Scene(Protocol):
    """Parts of a simulation that can go wrong."""

    chance: Random
    host: Host
    channels: Channels
    clock: WallClock
    people: Sequence[Person]
    game_channels: Sequence[SoakChannel]

    async def sleep(self, seconds: float) -> None: ...

    def clock_was_set(self) -> None: ...


TroubleFunction = Callable[[Scene], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Trouble:
    name: str
    per_game: float
    """The mean number of times in a game."""
    happen: TroubleFunction


async def kill(scene: Scene) -> None:
    """Kill a process, which the service restarts soon."""
    await scene.host.kill()
    await scene.sleep(scene.chance.uniform(0, 20))
    await scene.host.start()


async def restart(scene: Scene) -> None:
    await scene.host.stop()
    await scene.host.start()


async def restart_side_by_side(scene: Scene) -> None:
    """Restart a process; the new one is up before the old one is down."""
    await scene.host.start()
    await scene.sleep(scene.chance.uniform(0, 3 * HOUR))
    await scene.host.stop()


async def stop_for_hours(scene: Scene) -> None:
    await scene.host.stop()
    await scene.sleep(scene.chance.uniform(0.5, 12) * HOUR)
    await scene.host.start()


async def stop_for_days(scene: Scene) -> None:
    await scene.host.kill()
    await scene.sleep(scene.chance.uniform(1, 4) * DAY)
    await scene.host.start()


async def interrupt_discord(scene: Scene) -> None:
    scene.channels.has_outage = True
    await scene.sleep(scene.chance.lognormvariate(0, 1.5) * 20 * MINUTE)
    scene.channels.has_outage = False


async def set_clock(scene: Scene) -> None:
    """Set the clock wrong for some hours, and then right again."""
    error = scene.chance.choice((MINUTE, 10 * MINUTE, HOUR, 3 * HOUR)) * scene.chance.uniform(-1, 1)
    scene.clock.wrong_by += round(error * 1000)
    scene.clock_was_set()
    await scene.sleep(scene.chance.uniform(0, 12) * HOUR)
    scene.clock.wrong_by -= round(error * 1000)
    scene.clock_was_set()


async def lose_channel(scene: Scene) -> None:
    channel_id = scene.chance.choice(scene.game_channels).id
    scene.channels.lost_channels[channel_id] = scene.chance.choice(("gone", "forbidden"))
    await scene.sleep(scene.chance.uniform(0.01, 8) * DAY)
    scene.channels.lost_channels.pop(channel_id, None)


async def refuse_direct_messages(scene: Scene) -> None:
    person = scene.chance.choice(scene.people).id
    scene.channels.lost_channels[person] = "forbidden"
    await scene.sleep(scene.chance.uniform(1, 20) * DAY)
    scene.channels.lost_channels.pop(person, None)


# Everything that goes wrong in a simulated year.
TROUBLES: Sequence[Trouble] = (
    Trouble("killed", 0.25, kill),
    Trouble("restarted", 0.15, restart),
    Trouble("restarted side by side", 0.15, restart_side_by_side),
    Trouble("down for hours", 0.06, stop_for_hours),
    Trouble("down for days", 0.02, stop_for_days),
    Trouble("Discord is out", 0.1, interrupt_discord),
    Trouble("the clock is set", 0.15, set_clock),
    Trouble("a channel is lost", 0.2, lose_channel),
    Trouble("no direct messages", 0.1, refuse_direct_messages),
)
