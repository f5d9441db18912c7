"""Anna, Ben and Carla, who play a game in a channel, and Dora, who watches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from bot.match.actions import Action, Answer, Join
from bot.match.game import Game
from tests.bot.discord.kit.seen import answer_of
from tests.bot.discord.kit.world import World


@dataclass
class Party:
    """The world, and the game that is played in its channel."""

    kind: str
    world: World
    dora: simcord.MemberActor
    game_id: int = 0
    further: Sequence[simcord.MemberActor] = ()
    """Who else takes a seat, if four are not enough."""

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
        return self.anna, self.ben, self.carla, self.dora, *self.further

    async def open(self, people: Sequence[simcord.MemberActor], **asked: Any) -> None:
        """Anna invites these people, without a click, and begins."""
        self.game_id = await self.world.open(self.kind, people, **asked)

    async def sit_down(self, seats: int = 3, **asked: Any) -> Game:
        """Start a game with this many people, Anna first, without a click."""
        others = self.everybody[1:seats]
        await self.open(others, **asked)
        for person in others:
            await self.act(person, Join())
        await self.world.deliver()
        return await self.game()

    async def act(self, person: simcord.MemberActor, action: Action) -> Answer:
        """Act at the table, without a click; nothing is posted before `deliver`."""
        return await self.world.table.act(self.world.by(person), self.game_id, action)

    async def game(self) -> Game:
        return await self.world.table.games.get(self.game_id)

    async def state(self) -> Any:
        async with self.world.database.viewing() as connection:
            return await self.world.table._positions.current(connection, await self.game())

    async def to_act(self) -> simcord.MemberActor:
        game = await self.game()
        assert game.to_act is not None
        seat = game.seats[game.to_act]
        return next(person for person in self.everybody if person.id == seat.user_id)

    async def play(self, person: simcord.MemberActor, move: str) -> Any:
        """Play by the command, and deliver the posts."""
        answer = answer_of(
            await person.slash(self.world.channel, f"{self.kind} move", now=True, move=move)
        )
        await self.world.deliver()
        return answer

    async def panel(self, person: simcord.MemberActor) -> Any:
        """The private page that Play shows this person."""
        return answer_of(await person.click(self.world.last_post, label="Play"))

    async def tap(self, person: simcord.MemberActor, page: Any, *labels: str) -> Any:
        """Press buttons in turn; returns the last page."""
        for label in labels:
            page = answer_of(await person.click(page, label=label))
        return page
