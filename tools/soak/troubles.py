"""What goes wrong in a simulated year, each a function and a line in TROUBLES: how often per game,
and what happens."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from tools.soak.channels import Channels
from tools.soak.loop import WallClock
from tools.soak.people import DAY, HOUR, Person, Place
from tools.soak.process import Host

MINUTE = 60.0


class Scene(Protocol):
    """Everything that can go wrong here."""

    chance: Random
    host: Host
    channels: Channels
    clock: WallClock
    people: Sequence[Person]
    places: Sequence[Place]

    async def sleep(self, seconds: float) -> None: ...

    def clock_was_set(self) -> None: ...


Happens = Callable[[Scene], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Trouble:
    name: str
    per_game: float
    happen: Happens


async def killed(scene: Scene) -> None:
    """A process is killed, and the service restarts it soon."""
    await scene.host.kill()
    await scene.sleep(scene.chance.uniform(0, 20))
    await scene.host.start()


async def restarted(scene: Scene) -> None:
    await scene.host.stop()
    await scene.host.start()


async def restarted_side_by_side(scene: Scene) -> None:
    """The new process is up before the old one is down."""
    await scene.host.start()
    await scene.sleep(scene.chance.uniform(0, 3 * HOUR))
    await scene.host.stop()


async def down_for_hours(scene: Scene) -> None:
    await scene.host.stop()
    await scene.sleep(scene.chance.uniform(0.5, 12) * HOUR)
    await scene.host.start()


async def down_for_days(scene: Scene) -> None:
    await scene.host.kill()
    await scene.sleep(scene.chance.uniform(1, 4) * DAY)
    await scene.host.start()


async def discord_is_out(scene: Scene) -> None:
    scene.channels.out = True
    await scene.sleep(scene.chance.lognormvariate(0, 1.5) * 20 * MINUTE)
    scene.channels.out = False


async def clock_is_set(scene: Scene) -> None:
    """The clock is set wrong for some hours, and then right again."""
    by = scene.chance.choice((MINUTE, 10 * MINUTE, HOUR, 3 * HOUR)) * scene.chance.uniform(-1, 1)
    scene.clock.wrong_by += round(by * 1000)
    scene.clock_was_set()
    await scene.sleep(scene.chance.uniform(0, 12) * HOUR)
    scene.clock.wrong_by -= round(by * 1000)
    scene.clock_was_set()


async def channel_is_lost(scene: Scene) -> None:
    place = scene.chance.choice(scene.places).id
    scene.channels.lost[place] = scene.chance.choice(("gone", "forbidden"))
    await scene.sleep(scene.chance.uniform(0.01, 8) * DAY)
    scene.channels.lost.pop(place, None)


async def takes_no_direct_messages(scene: Scene) -> None:
    person = scene.chance.choice(scene.people).id
    scene.channels.lost[person] = "forbidden"
    await scene.sleep(scene.chance.uniform(1, 20) * DAY)
    scene.channels.lost.pop(person, None)


TROUBLES: Sequence[Trouble] = (
    Trouble("killed", 0.25, killed),
    Trouble("restarted", 0.15, restarted),
    Trouble("restarted side by side", 0.15, restarted_side_by_side),
    Trouble("down for hours", 0.06, down_for_hours),
    Trouble("down for days", 0.02, down_for_days),
    Trouble("Discord is out", 0.1, discord_is_out),
    Trouble("the clock is set", 0.15, clock_is_set),
    Trouble("a channel is lost", 0.2, channel_is_lost),
    Trouble("no direct messages", 0.1, takes_no_direct_messages),
)
