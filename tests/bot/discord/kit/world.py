"""A server with a channel, two players, a spectator, and the bot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import discord
import simcord
from simcord.backend.models import Message
from simcord.builders import UserHandle
from simcord.components import walk_components
from simcord.results import to_discord_message

from bot.discord.answering.desk import Desk
from bot.discord.channel_poster import ChannelPoster
from bot.discord.client import TableBot
from bot.discord.pages.page import page
from bot.match.actions import Actor, Join, NewGame, Play
from bot.match.game import Game
from bot.process.shards import ALL
from bot.store.connection.database import Database
from bot.table.delivery import Delivery
from bot.table.table import Table
from tests.bot.kit import TurnedClock

SEED = "5" * 64
MODERATOR = discord.Permissions(manage_channels=True)
_numbers = count(1)
# The labels of the buttons for looking back at an ended game.
LOOKING_BACK = ("Points", "Review", "Replay")


@dataclass
class World:
    """The simulated server. `deliver` posts what the outbox holds."""

    env: simcord.Env
    bot: TableBot
    database: Database
    outbox: Delivery
    poster: ChannelPoster
    clock: TurnedClock
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    anna: simcord.MemberActor
    ben: simcord.MemberActor
    carla: simcord.MemberActor
    _scratch: Message | None = None

    async def scratch(self) -> Message:
        """A post on which any button can be pressed, in a channel of its own."""
        if self._scratch is None:
            channel = self.guild.create_text_channel("scratch")
            sent = await self.bot.get_partial_messageable(channel.id).send(view=page("x").view)
            self._scratch = self.env.backend.get_message(channel.id, sent.id)
        return self._scratch

    @property
    def table(self) -> Table:
        return self.desk.table

    @property
    def desk(self) -> Desk:
        return self.bot.desk

    def equip(self, **parts: Any) -> None:
        """Replace some parts of the desk."""
        self.bot.desk = replace(self.desk, **parts)

    async def deliver(self) -> None:
        await self.outbox.drain()
        await self.env.settle()

    def by(self, person: simcord.MemberActor) -> Actor:
        """Somebody who acts at the table, without a click."""
        name = person.user.global_name or ""
        return Actor(f"without a click/{next(_numbers)}", person.id, name, frozenset({"start"}))

    async def open(self, kind: str, people: Sequence[simcord.MemberActor], **asked: Any) -> int:
        """Anna invites these people, without a click, and begins; the id of the game."""
        request = NewGame(
            kind,
            self.guild.id,
            self.channel.id,
            opponents=tuple((person.id, person.user.global_name or "") for person in people),
            first=0,
            **asked,
        )
        opened = await self.table.open(self.by(self.anna), request)
        await self.deliver()
        return opened.game_id

    async def start(self, *, rated: bool = True, **options: Any) -> Game:
        """Anna starts a game against Ben, and moves first. Clicks are made only if something is
        asked for in words."""
        if options:
            await self.anna.slash(
                self.channel, "castle new", opponent=self.ben, first="me", rated=rated, **options
            )
            await self.deliver()
            await self.ben.click(self.last_post, label="Accept")
        else:
            game_id = await self.open("castle", [self.ben], rated=rated)
            await self.table.act(self.by(self.ben), game_id, Join())
        await self.deliver()
        game = await self.table.games.open_in(self.channel.id)
        assert game is not None
        return game

    async def offer_threads(self) -> None:
        """Have threads offered where the channel is busy, instead of made unasked."""
        settings = {"threads": "never"}
        await self.table.channels.set(self.guild.id, self.channel.id, settings)

    async def step_through(self, person: simcord.MemberActor) -> simcord.ResponseMessage:
        """Somebody opens the moves of a game from its last post."""
        points = await person.click(self.last_post, label="Points")
        assert points.response is not None
        steps = await person.click(points.response, label="Move by move")
        assert steps.response is not None
        return steps.response

    @property
    def last_post(self) -> discord.Message:
        return self.post(self.post_ids[-1])

    @property
    def post_ids(self) -> list[int]:
        """The public posts of the channel, the oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {})
        return sorted(post_id for post_id, message in stored.items() if message.visible_to(None))

    def post(self, post_id: int) -> discord.Message:
        """A post in its current form."""
        return to_discord_message(self.env, self.env.backend.get_message(self.channel.id, post_id))

    @property
    def posts(self) -> list[discord.Message]:
        return [self.post(post_id) for post_id in self.post_ids]

    async def to_act(self) -> simcord.MemberActor:
        game = await self.table.games.open_in(self.channel.id)
        assert game is not None
        assert game.to_act is not None
        people = {actor.id: actor for actor in (self.anna, self.ben)}
        return people[game.seats[game.to_act].user_id or 0]

    async def play_on(self, game: Game, moves: Iterable[str]) -> None:
        """Play these moves at the table, without a click; nothing is posted before `deliver`."""
        for move in moves:
            now = await self.table.games.get(game.id)
            assert now.to_act is not None
            user_id = now.seats[now.to_act].user_id
            assert user_id is not None
            click = Actor(f"{game.id}/{now.revision}", user_id, now.seats[now.to_act].name)
            await self.table.act(click, game.id, Play(move))

    def new_person(
        self, name: str, roles: Sequence[simcord.RoleHandle] = ()
    ) -> simcord.MemberActor:
        """Somebody who comes to the server, by any name."""
        user = self.env.create_user(f"user{len(self.env.backend.users)}", global_name=name)
        return self.guild.add_member(user, roles=roles)

    def new_moderator(self, name: str) -> simcord.MemberActor:
        return self.new_person(name, [self.guild.create_role("moderators", permissions=MODERATOR)])

    def new_bot(self) -> simcord.MemberActor:
        """Another one."""
        return self.guild.add_member(self.env.create_user("machine", bot=True))

    async def restart(self) -> None:
        """Replace the bot by a new process, which keeps nothing that the old one held in memory."""
        table = Table(self.database, clock=self.clock, seeds=lambda: SEED)
        self.bot = TableBot(Desk(table, self.desk.faces, self.desk.studio), shards=ALL)
        self.poster = ChannelPoster(self.bot)
        self.outbox = Delivery(self.database, self.poster, clock=self.clock)
        await self.env.restart_bot(self.bot)


def world_in(env: simcord.Env, bot: TableBot, database: Database, clock: TurnedClock) -> World:
    """A server with a channel that Anna, Ben and Carla can see."""
    poster = ChannelPoster(bot)
    guild = env.create_guild("Friends")
    anna, ben, carla = (
        guild.add_member(env.create_user(name.lower(), global_name=name))
        for name in ("Anna", "Ben", "Carla")
    )
    return World(
        env=env,
        bot=bot,
        database=database,
        outbox=Delivery(database, poster, clock=clock, jitter=lambda: 1.0),
        poster=poster,
        clock=clock,
        guild=guild,
        channel=guild.create_text_channel("castle"),
        anna=anna,
        ben=ben,
        carla=carla,
    )


def the_bot(world: World) -> simcord.MemberActor:
    """The bot, to be named like a person."""
    assert world.bot.user is not None
    user = world.env.backend.users[world.bot.user.id]
    return simcord.MemberActor(world.env, world.guild, UserHandle(world.env, user))


def texts(message: Any) -> str:
    """All texts of a message, including nested ones."""
    components = message.components
    raw = [part if isinstance(part, dict) else part.to_dict() for part in components]
    return "\n".join(part["content"] for part in walk_components(raw) if "content" in part)


def labels(message: Any) -> list[str]:
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return [part["label"] for part in walk_components(raw) if part.get("type") == 2]


def alts(message: Any) -> list[str]:
    """The alt texts of its pictures."""
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return [
        item.get("description") or ""
        for part in walk_components(raw)
        if part.get("type") == 12
        for item in part["items"]
    ]
