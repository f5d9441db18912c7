"""Three or more people at a table who play the game of rounds."""

from dataclasses import dataclass
from typing import Any

from bot.match.actions import Action, Answer, Done, Join, NewGame, Play
from bot.match.errors import Refused
from bot.match.game import Game
from bot.match.messages import Message
from bot.table.delivery import Delivery
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    DORA,
    GUILD,
    NAMES,
    FakePoster,
    Seated,
    by,
    refusal_of,
)
from tests.bot.rounds import KIND
from tests.bot.turns import to_act

# In the order in which they take their seats.
PEOPLE = (ANNA, BEN, CARLA, DORA)


@dataclass
class Company:
    seated: Seated
    game_id: int = 0
    """The game opened last."""

    async def open(
        self, *invited: int, seats: int = 3, first: int | None = 0, **asked: Any
    ) -> Game:
        """Anna opens a game; seats that are reserved for nobody are open."""
        opponents = tuple((user, NAMES[user]) for user in invited)
        request = NewGame(
            KIND,
            GUILD,
            CHANNEL,
            opponents=opponents,
            seats=seats,
            first=first,
            **asked,
        )
        self.game_id = (await self.seated.table.open(by(ANNA), request)).game_id
        return await self.game()

    async def start(self, players: int = 3, **asked: Any) -> Game:
        """Start a game with this many players; Anna, in seat 0, begins."""
        await self.open(seats=players, **asked)
        for user in PEOPLE[1:players]:
            await self.act(user, Join())
        return await self.game()

    async def game(self) -> Game:
        return await self.seated.table.games.get(self.game_id)

    async def act(self, user: int, action: Action) -> Answer:
        return await self.seated.act(user, self.game_id, action)

    async def done(self, user: int, action: Action) -> Done:
        return (await self.act(user, action)).done

    async def refused(self, user: int, action: Action) -> Refused:
        return await refusal_of(self.act(user, action))

    async def play(self, *moves: int) -> Game:
        """Play moves, each by the player to act."""
        for points in moves:
            game = await self.game()
            await self.act(to_act(game), Play(str(points), game.ply, game.branch))
        return await self.game()

    async def posts(self, outbox: Delivery, poster: FakePoster) -> list[Message]:
        """What has been posted since the last call."""
        earlier = len(poster.posted)
        await outbox.drain()
        return [message for _, message, _ in poster.posted[earlier:]]
