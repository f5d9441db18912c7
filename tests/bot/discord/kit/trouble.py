"""Ways in which Discord, people and our own code go wrong, for the tests of failures."""

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Any

import discord
import pytest
import simcord
from aiohttp import ServerDisconnectedError
from discord import ui
from simcord.http import router

from bot.discord.answering.visit import AnsweredElsewhere
from bot.discord.pages.page import page
from bot.locale import ENGLISH, refusals, words_of
from bot.match.game import Game
from bot.presentation.studio import Studio
from render.pictures import Drawing
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.world import World, texts
from tests.bot.painting import PAINTERS, paint_here

ACKNOWLEDGEMENT = ("POST", "/interactions/*/callback")
ANSWER = ("PATCH", "/webhooks/*/messages/@original")
FOLLOW_UP = ("POST", "/webhooks/*")
EDIT = ("PATCH", "/channels/*/messages/*")
DIRECT = ("POST", "/users/@me/channels")
THREAD = ("POST", "/channels/*/threads")

TRACE = re.compile(r"Traceback|Error\b|Exception|\.py\b")
INCIDENT = re.compile(r"`([0-9a-f]{8})`")


def post_in(channel: simcord.ChannelHandle) -> tuple[str, str]:
    """The request that posts in this channel, as a method and a path."""
    return ("POST", f"/channels/{channel.id}/messages")


def text_of(result: simcord.InteractionResult) -> str:
    """Everything that the person who clicked is told, line by line."""
    messages = [result.response, *result.followups]
    return "\n".join(texts(message) for message in messages if message is not None)


def refusal(why: str, **facts: object) -> str:
    """The full text of the table's refusal for this reason."""
    return str(refusals.refusal(words_of(ENGLISH), f"refused.{why}", kind="castle", **facts))


def direct(person: simcord.MemberActor) -> list[str]:
    """The direct messages that a person received."""
    if person._env.backend.dm_channels.get(person.id) is None:
        return []
    return [texts(message) for message in person.user.dm_channel.history()]


def public(world: World, channel: simcord.ChannelHandle | None = None) -> list[str]:
    """The messages in the channel that everybody sees."""
    history = (channel or world.channel).history()
    return [texts(message) for message in history if not message.flags.ephemeral]


async def legal_move(world: World, game: Game) -> str:
    """A move of the player to act that lays a tile."""
    player = await world.to_act()
    return (await legal_choices(world.table, game.id, player.id))[0].text


async def move_on(world: World, game: Game, moves: int = 1) -> Game:
    """Play this many moves by the command, and deliver the posts of each."""
    for _ in range(moves):
        player = await world.to_act()
        await player.slash(
            world.channel, "castle move", now=True, move=await legal_move(world, game)
        )
        await world.deliver()
    return await world.table.games.get(game.id)


async def confirm_page(world: World, player: simcord.MemberActor) -> simcord.ResponseMessage:
    """Open the panel and choose a move that can be confirmed."""
    opened = await player.click(world.last_post, label="Play")
    assert opened.response is not None
    cell = cells(opened.response)[0]
    looked = await player.click(opened.response, label=cell)
    assert looked.response is not None
    return looked.response


def cells(panel: Any) -> list[str]:
    """The cells that the first page of a panel offers."""
    raw = [part for row in panel.components for part in _all(row)]
    return [
        part["label"] for part in raw if str(part.get("custom_id", "")).startswith("try:0:")
    ] or [part["label"] for part in raw if str(part.get("custom_id", "")).startswith("try:")]


def _all(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for inner in part.get("components", ()):
        yield from _all(inner)


async def forge_post(world: World, custom_id: str, values: tuple[str, ...] = ()) -> discord.Message:
    """Post a button, or a menu, that has this id."""
    item: ui.Item[Any] = ui.Button(label="Press", custom_id=custom_id)
    if values:
        options = [discord.SelectOption(label=value) for value in values]
        item = ui.Select(custom_id=custom_id, options=options)
    channel = world.bot.get_partial_messageable(world.channel.id)
    content = page("something", [item])
    sent = await channel.send(view=content.view)
    content.view.stop()
    return sent


@contextmanager
def deliver_twice(world: World) -> Iterator[None]:
    """Deliver every click in here to the bot twice, with the same id."""
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any, *args: Any, **more: Any) -> None:
        emit(event, payload, *args, **more)
        if event == "INTERACTION_CREATE":
            emit(event, payload, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backend, "emit", twice)
        yield
    causes = {type(error.__cause__) for error in world.env.errors}
    assert causes <= {AnsweredElsewhere}, "of a command, the second one is left to the first"


@contextmanager
def drop_request(
    request: tuple[str, str],
    times: int = 1,
    error: Callable[[], BaseException] = ServerDisconnectedError,
) -> Iterator[list[str]]:
    """Break the connection at this request, this many times. Yields the paths at which it broke."""
    method, pattern = request
    dispatch = router.dispatch
    paths = list[str]()

    def breaking(backend: Any, asked: str, path: str, **more: Any) -> Any:
        if asked == method and fnmatch(path, pattern) and len(paths) < times:
            paths.append(path)
            raise error()
        return dispatch(backend, asked, path, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", breaking)
        yield paths
        assert len(paths) == times, f"{method} {pattern} was asked for {len(paths)} times"


class Unpainted(Studio):
    """Pictures for tests that do not look at them: their content is their alt text."""

    def __init__(self) -> None:
        super().__init__(PAINTERS, paint_here)

    async def paint(
        self, drawing: Drawing, key: Hashable = None, person: int | None = None
    ) -> bytes:
        return drawing.alt.encode()
