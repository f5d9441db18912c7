"""The application's emojis are kept complete, politely and once for all processes."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

import bot.start
from bot.discord.answering.sending import KnownEmojis
from bot.discord.emojis import FULL, MOST, OURS, ApplicationEmojis, wanted_emojis
from bot.discord.pages.emojis import LONGEST_NAME
from bot.games.faces import FACES
from bot.presentation.studio import Studio
from bot.process.clock import DAY, HOUR, SECOND
from bot.start import _with_emojis
from bot.store.connection.database import Database
from bot.table.emojis import LEASE, EmojiUse
from render.picture.emojis import EmojiName
from render.pictures import Drawing
from tests.bot.kit import TurnedClock
from tests.bot.painting import studio_here

# Longer than discord.py waits by itself.
RETRY_AFTER = 40.0


@dataclass
class Made:
    """An emoji in the fake application."""

    name: str
    id: int
    application: "Application"

    async def delete(self) -> None:
        self.application.requests["delete"] += 1
        del self.application.emojis[self.id]


@dataclass
class Application:
    """Discord's side of it, as a client sees it."""

    clock: TurnedClock
    emojis: dict[int, Made] = field(default_factory=dict)
    requests: Counter[str] = field(default_factory=Counter)
    limited_every: int = 0
    """Every this many uploads, Discord wants to be left alone."""
    limited_until: int = 0
    too_early: int = 0
    """The uploads that did not wait as long as they should."""
    failing: Callable[[str], None] | None = None
    """Called with the name of each upload before it has any effect."""
    answering: Callable[[str], None] | None = None
    """Called with it after that."""

    def is_ready(self) -> bool:
        return True

    @property
    def names(self) -> list[str]:
        return [emoji.name for emoji in self.emojis.values()]

    def add(self, name: str) -> Made:
        made = Made(name, 10**18 + self.requests.total() + len(self.emojis), self)
        self.emojis[made.id] = made
        return made

    async def fetch_application_emojis(self) -> list[Made]:
        self.requests["list"] += 1
        return list(self.emojis.values())

    async def create_application_emoji(self, *, name: str, image: bytes) -> Made:
        assert image
        self.requests["create"] += 1
        self.too_early += self.clock.now < self.limited_until
        if self.failing is not None:
            self.failing(name)
        if self.limited_every and self.requests["create"] % self.limited_every == 0:
            self.limited_until = self.clock.now + round(RETRY_AFTER * SECOND)
            raise discord.RateLimited(RETRY_AFTER)
        if len(self.emojis) >= MOST:
            raise refusal(FULL)
        made = self.add(name)
        if self.answering is not None:
            self.answering(name)
        return made


def refusal(code: int, status: int = 400) -> discord.HTTPException:
    response = cast(Any, SimpleNamespace(status=status, reason="refused"))
    return discord.HTTPException(response, {"code": code, "message": "refused"})


def drawings(count: int, version: str = "0") -> dict[EmojiName, Drawing]:
    names = [EmojiName(f"tile_{number}") for number in range(count)]
    return {name: Drawing(f"ccs_{name}_{version * 8}", "", partial(bytes, 8)) for name in names}


@pytest.fixture
def application(clock: TurnedClock) -> Application:
    return Application(clock)


@pytest.fixture
def painted() -> Iterator[Studio]:
    studio = studio_here()
    yield studio
    studio.close()


@dataclass
class Process:
    """One process of the bot."""

    emojis: ApplicationEmojis
    known_emojis: KnownEmojis


Start = Callable[..., Process]


@pytest.fixture
def start(
    application: Application, painted: Studio, database: Database, clock: TurnedClock
) -> Start:
    def start(
        count: int = 5, version: str = "0", *, wanted: dict[EmojiName, Drawing] | None = None
    ) -> Process:
        known_emojis = KnownEmojis()
        use = EmojiUse(database, clock)
        client = cast(Any, application)
        wanted = wanted or drawings(count, version)
        emojis = ApplicationEmojis(
            client, wanted, painted, known_emojis, use, clock=clock, jitter=lambda: 0.0
        )
        return Process(emojis, known_emojis)

    return start


async def go_on(clock: TurnedClock, *processes: Process, seconds: int = 60) -> None:
    """Simulated time passes."""
    for _ in range(seconds):
        for process in processes:
            await process.emojis._round()
        clock.now += SECOND


async def finish(clock: TurnedClock, *processes: Process, wanted: int) -> None:
    while any(len(process.known_emojis.available) < wanted for process in processes):
        await go_on(clock, *processes, seconds=1)


async def test_what_is_missing_is_uploaded(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    application.add("ccs_tile_3_00000000")
    process = start(5)
    await go_on(clock, process)
    assert sorted(application.names) == [f"ccs_tile_{number}_00000000" for number in range(5)]
    assert len(process.known_emojis.available) == 5
    assert application.requests == {"list": 2, "create": 4}


async def test_many_are_uploaded_although_discord_limits_the_rate(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    application.limited_every = 40
    process = start(300)
    await finish(clock, process, wanted=300)
    assert Counter(application.names) == dict.fromkeys(application.names, 1)
    assert len(application.names) == 300
    assert application.too_early == 0


async def test_there_is_a_pause_after_each_upload(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    times: list[int] = []
    application.answering = lambda name: times.append(clock.now)
    await go_on(clock, start(5))
    assert {later - earlier for earlier, later in pairwise(times)} == {2 * SECOND}


async def test_three_processes_upload_nothing_twice(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    processes = [start(50) for _ in range(3)]
    await finish(clock, *processes, wanted=50)
    assert len(application.names) == len(set(application.names)) == 50
    assert application.requests["create"] == 50


async def test_processes_at_the_same_moment_upload_nothing_twice(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    processes = [start(20) for _ in range(3)]
    while len(application.names) < 20:
        await asyncio.gather(*(process.emojis._round() for process in processes))
        clock.now += SECOND
    assert application.requests["create"] == 20


async def test_a_killed_process_is_gone_on_with_after_its_lease(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    killed = start(20)
    other = start(20)
    await go_on(clock, killed, seconds=15)
    uploaded = len(application.names)
    assert 0 < uploaded < 20
    await go_on(clock, other, seconds=60)
    assert len(application.names) == uploaded
    await finish(clock, other, wanted=20)
    assert application.requests["create"] == 20


async def test_a_process_held_up_until_its_lease_ends_uploads_nothing(
    start: Start, application: Application, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_up = start(3)
    paint = Studio.paint

    async def slow(*asked: Any) -> bytes:
        clock.now += LEASE
        return await paint(*asked)

    await go_on(clock, held_up, seconds=3)
    monkeypatch.setattr(Studio, "paint", slow)
    await go_on(clock, held_up)
    assert application.names == []
    monkeypatch.undo()
    await finish(clock, held_up, wanted=3)
    assert application.requests["create"] == 3


async def test_one_whose_answer_was_lost_is_not_uploaded_again(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    """The process is killed after Discord has made the emoji."""

    def killed(name: str) -> None:
        raise asyncio.CancelledError

    application.answering = killed
    first = start(3)
    with pytest.raises(asyncio.CancelledError):
        await go_on(clock, first)
    application.answering = None
    await finish(clock, start(3), wanted=3)
    assert len(application.names) == len(set(application.names)) == 3


async def test_a_stopped_process_lets_others_go_on_at_once(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    stopped = start(20)
    other = start(20)
    await go_on(clock, stopped, seconds=15)
    await stopped.emojis.stop()
    uploaded = len(application.names)
    await go_on(clock, other, seconds=10)
    assert len(application.names) > uploaded


async def test_failures_are_retried_ever_more_slowly(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    times: list[int] = []

    def failing(name: str) -> None:
        times.append(clock.now)
        raise OSError

    application.failing = failing
    await go_on(clock, start(1), seconds=400)
    assert [later - earlier for earlier, later in pairwise(times)] == [
        pause * SECOND for pause in (5, 10, 20, 40, 80, 160)
    ]


async def test_emojis_of_the_host_stay(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    own = ["party", "ccs", "ccs_party", "CCS_tile_1_00000000", "ccs_tile_1_0000000g"]
    for name in own:
        application.add(name)
    process = start(2)
    await go_on(clock, process)
    clock.now += 40 * DAY
    await go_on(clock, process)
    clock.now += 40 * DAY
    await go_on(clock, process)
    assert [name for name in application.names if name in own] == own


async def test_old_drawings_are_removed_after_30_days(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    old = start(3, "a")
    await go_on(clock, old)
    new = start(3, "b")
    await go_on(clock, new)
    for _ in range(29):
        clock.now += DAY
        await go_on(clock, new, seconds=20)
        assert len(application.names) == 6
    clock.now += 2 * DAY
    await go_on(clock, new, seconds=60)
    assert sorted(application.names) == [f"ccs_tile_{number}_bbbbbbbb" for number in range(3)]


async def test_an_older_version_beside_a_newer_one_keeps_its_own(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    processes = [start(3, "a"), start(3, "b")]
    for _ in range(40):
        await go_on(clock, *processes, seconds=20)
        clock.now += DAY
    assert len(application.names) == 6


async def test_unknown_ones_of_ours_are_kept_for_30_days(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    """As after the database was lost."""
    application.add("ccs_tile_7_cccccccc")
    process = start(1)
    await go_on(clock, process)
    clock.now += 29 * DAY
    await go_on(clock, process)
    assert "ccs_tile_7_cccccccc" in application.names


async def test_the_most_important_fit_beside_those_of_the_host(
    start: Start, application: Application, clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(MOST - 3):
        application.add(f"own_{number}")
    process = start(5)
    for _ in range(3):
        await go_on(clock, process)
        clock.now += DAY
    assert list(process.known_emojis.available) == ["tile_0", "tile_1", "tile_2"]
    assert len([message for message in caplog.messages if "room for 3 of 5" in message]) == 1


async def test_one_that_discord_does_not_take_holds_up_no_other(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    def failing(name: str) -> None:
        if "tile_1" in name:
            raise refusal(50035)

    application.failing = failing
    process = start(4)
    await go_on(clock, process)
    assert list(process.known_emojis.available) == ["tile_0", "tile_2", "tile_3"]
    assert application.requests["create"] == 4


async def test_after_a_doubt_discord_is_asked_again_but_not_at_once(
    start: Start, application: Application, clock: TurnedClock
) -> None:
    process = start(2)
    await go_on(clock, process)
    clock.now += HOUR
    application.emojis.popitem()
    process.known_emojis.outdated = True
    assert process.known_emojis.available == {}
    await go_on(clock, process, seconds=1)
    assert list(process.known_emojis.available) == ["tile_0"]
    await go_on(clock, process, seconds=20)
    listed = application.requests["list"]
    process.known_emojis.outdated = True
    await go_on(clock, process, seconds=60)
    assert application.requests["list"] == listed
    await go_on(clock, process, seconds=60)
    assert application.requests["list"] == listed + 1


async def test_nothing_is_asked_before_the_client_is_ready(
    start: Start, application: Application, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Application, "is_ready", lambda _: False)
    await go_on(clock, start(2))
    assert not application.requests


async def test_a_host_can_turn_them_off(painted: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(
        bot.start, "ApplicationEmojis", lambda *arguments, **_: made.append(arguments)
    )
    settings = cast(Any, SimpleNamespace(emojis=False))
    untouched = cast(Any, None)
    async with _with_emojis(untouched, settings, painted):
        assert made == []


async def test_names_of_emojis_are_as_discord_wants_them() -> None:
    wanted = wanted_emojis(FACES.values())
    assert sum(len(face.pictures.emojis()) for face in FACES.values()) == len(wanted) <= MOST
    for drawing in wanted.values():
        assert OURS.fullmatch(drawing.filename)
        assert len(drawing.filename) <= LONGEST_NAME
