"""Anna, Ben and Carla, who play Harvest in a channel, and Dora, who watches them."""

from dataclasses import dataclass
from itertools import count
from typing import Any

import simcord

from bot.discord.gateway.client import TableBot
from bot.match.actions import Action, Answer, Interaction, Join, NewGame
from bot.match.game import Game
from bot.store.connection.database import Database
from engine.questions import Part
from tests.bot.discord.kit.seen import answered
from tests.bot.discord.kit.world import World, world_in
from tests.bot.kit import TurnedClock
from tests.harvest import rules
from tests.harvest.rules.moves import DONE
from tests.harvest.rules.state import State

_numbers = count(1)


@dataclass
class Party:
    """The world, and the game that is played in its channel."""

    world: World
    dora: simcord.MemberActor
    game_id: int = 0

    @property
    def anna(self) -> simcord.MemberActor:
        return self.world.anna

    @property
    def ben(self) -> simcord.MemberActor:
        return self.world.ben

    @property
    def carla(self) -> simcord.MemberActor:
        return self.world.carla

    @property
    def everybody(self) -> tuple[simcord.MemberActor, ...]:
        return self.anna, self.ben, self.carla, self.dora

    async def sit_down(self, **asked: Any) -> Game:
        """The three at the table, Anna first, without a click."""
        others = ((self.ben.id, "Ben"), (self.carla.id, "Carla"))
        opened = await self.world.table.open(
            self._by(self.anna),
            NewGame(
                kind="harvest",
                guild_id=self.world.guild.id,
                channel_id=self.world.channel.id,
                opponents=others,
                first=0,
                **asked,
            ),
        )
        self.game_id = opened.game_id
        for person in (self.ben, self.carla):
            await self.act(person, Join())
        await self.world.deliver()
        return await self.game()

    async def act(self, person: simcord.MemberActor, action: Action) -> Answer:
        """At the table, without a click; nothing is posted before `deliver`."""
        return await self.world.table.act(self._by(person), self.game_id, action)

    def _by(self, person: simcord.MemberActor) -> Interaction:
        name = person.user.global_name or ""
        return Interaction(f"party/{next(_numbers)}", person.id, name, frozenset({"start"}))

    async def game(self) -> Game:
        return await self.world.table.games.get(self.game_id)

    async def state(self) -> State:
        async with self.world.database.viewing() as connection:
            state: State = await self.world.table._positions.current(connection, await self.game())
        return state

    async def to_act(self) -> simcord.MemberActor:
        game = await self.game()
        assert game.to_act is not None
        seat = game.seats[game.to_act]
        return next(person for person in self.everybody if person.id == seat.user_id)

    async def play(self, person: simcord.MemberActor, move: str) -> Any:
        """By the command, and its posts."""
        answer = answered(await person.slash(self.world.channel, "harvest move", move=move))
        await self.world.deliver()
        return answer

    async def play_on(self, turns: int = 100, cards: int = 1) -> None:
        """So many turns, or to the end, without a click; nothing is posted before `deliver`."""
        for _ in range(turns):
            if (await self.game()).to_act is None:
                return
            await self.world.play_on(await self.game(), [a_turn(await self.state(), cards)])

    async def panel(self, person: simcord.MemberActor) -> Any:
        """What Play shows this person alone."""
        return answered(await person.click(self.world.last_post, label="Play"))

    async def tap(self, person: simcord.MemberActor, page: Any, *labels: str) -> Any:
        """The page to which buttons lead, pressed one after the other."""
        for label in labels:
            page = answered(await person.click(page, label=label))
        return page

    async def play_by_panel(self, person: simcord.MemberActor, move: str) -> Any:
        """From Play to Confirm, and the posts."""
        page = await self.tap(person, await self.panel(person), *taps(move), "Confirm")
        await self.world.deliver()
        return page


def taps(move: str) -> list[str]:
    """What the buttons of the panel are called on the way to a move."""
    words = move.split()
    fields = [f"{number}. {field}" for number, field in enumerate(words[::2], 1)]
    fields[0] = words[0]
    return [label for pair in zip(fields, words[1::2], strict=True) for label in pair]


def a_turn(state: State, cards: int = 1) -> str:
    """A turn of so many cards, or of as many as there can be. Each turn begins on another field."""
    parts: list[Part] = []
    while (asked := rules.question(state, parts)) is not None:
        free = [token for token in asked.choices if token != DONE]
        done = not free or len(parts) == 2 * cards
        parts.append((asked.step, DONE if done else free[state.turn % len(free)]))
    return rules.move_text(rules.assembled(parts))


def party_in(env: simcord.Env, bot: TableBot, database: Database, clock: TurnedClock) -> Party:
    world = world_in(env, bot, database, clock)
    dora = world.guild.add_member(env.create_user("dora", global_name="Dora"))
    return Party(world, dora)
