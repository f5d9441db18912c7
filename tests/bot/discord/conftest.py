"""The world: a bot in a simulated Discord, and friends in a channel."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
import simcord
from discord.app_commands import AppCommand, Group
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

from bot.discord import client
from bot.discord.answering import visit
from bot.discord.answering.desk import Desk
from bot.discord.client import Commands, TableBot
from bot.discord.features.registry import groups
from bot.games.face import AnyFace
from bot.games.faces import FACES
from bot.presentation.studio import Studio
from bot.process.shards import ALL
from bot.store.connection.database import Database
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.discord.kit.sketching import Sketchbook
from tests.bot.discord.kit.trouble import Unpainted
from tests.bot.discord.kit.world import SEED, World, world_in
from tests.bot.kit import TurnedClock
from tests.bot.painting import studio_here


@pytest.fixture(scope="session")
def faces() -> Mapping[str, AnyFace]:
    return FACES


@pytest.fixture
def table(database: Database, clock: TurnedClock) -> Table:
    return Table(database, clock=clock, seeds=lambda: SEED)


@pytest.fixture
def studio(request: pytest.FixtureRequest) -> Iterator[Studio]:
    """The content of a picture is its alt text, unless a test is marked as `painted`, or as
    `sketched`: then a few pictures are painted."""
    studio: Studio = Unpainted()
    if request.node.get_closest_marker("painted"):
        studio = studio_here()
    elif request.node.get_closest_marker("sketched"):
        studio = Sketchbook()
    yield studio
    studio.close()


# How many seconds a click may take, pictures included, on a machine that is busy.
PATIENCE = 120.0


def copy_json(value: Any) -> Any:
    if type(value) is dict:
        return {key: copy_json(part) for key, part in value.items()}
    if type(value) is list:
        return [copy_json(part) for part in value]
    return value if isinstance(value, str | int | float | None) else deepcopy(value)


@pytest.fixture(scope="session", autouse=True)
def quick_copies() -> Iterator[None]:
    """The simulated Discord copies all JSON that it sends and receives, which takes a tenth of a
    test's time with a copy that is made for any value."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (gateway, router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_json))
        for module in (components, results, serializers):
            patch.setattr(module, "deepcopy", copy_json)
        yield


@cache
def command_groups(kinds: tuple[str, ...]) -> tuple[Group, ...]:
    """Those of these games, built once: that takes as long as a short test."""
    return tuple(groups())


async def set_no_translator(tree: Commands, translator: object) -> None:
    """Registers the commands in English alone, for the same reason."""


payloads: dict[tuple[str, ...], list[Any]] = {}


async def sync_at_once(tree: Commands) -> list[AppCommand]:
    """What is sent is the same for all bots with these games. No ids are returned, so that texts
    name commands as they are written."""
    kinds = tuple(GAMES)
    if kinds not in payloads:
        payloads[kinds] = [command.to_dict(tree) for command in tree._get_all_commands()]
    application = tree.client.application_id
    assert application is not None
    await tree._http.bulk_upsert_global_commands(application, payload=payloads[kinds])
    return []


@pytest.fixture
def translated() -> bool:
    """Whether the commands are registered in every language."""
    return False


@pytest.fixture(autouse=True)
def quick_commands(monkeypatch: pytest.MonkeyPatch, translated: bool) -> None:
    monkeypatch.setattr(client, "groups", lambda: command_groups(tuple(GAMES)))
    if not translated:
        monkeypatch.setattr(Commands, "set_translator", set_no_translator)
        monkeypatch.setattr(Commands, "sync", sync_at_once)


@pytest.fixture(autouse=True)
def patient_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form may take as long to open as a busy machine needs."""
    monkeypatch.setattr(visit, "FORM_WITHIN", PATIENCE)


@pytest.fixture
def simcord_bot(table: Table, faces: Mapping[str, AnyFace], studio: Studio) -> TableBot:
    return TableBot(Desk(table, faces, studio), shards=ALL)


@pytest.fixture
def friends(
    simcord_env: simcord.Env, simcord_bot: TableBot, database: Database, clock: TurnedClock
) -> World:
    """A server with a channel that Anna, Ben and Carla can see."""
    simcord_env.settle_timeout = PATIENCE
    return world_in(simcord_env, simcord_bot, database, clock)


@pytest.fixture
def mona(friends: World) -> simcord.MemberActor:
    """A moderator."""
    return friends.new_moderator("Mona")
