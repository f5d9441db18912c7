"""Games played through a real table, by players who know the rules but not the store."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count, islice
from random import Random
from typing import Any, get_args

from bot.match.actions import Actor, Join, NewGame, Right
from bot.match.game import Game
from bot.store.connection.database import Database
from bot.store.games import load_game
from bot.store.migration import migrate
from bot.table.positions import Positions
from bot.table.table import Table
from engine.castle.choices import legal_moves
from engine.games import GAMES
from tests.bot import turns

to_act = turns.to_act
RULES: Any = GAMES["castle"]
ALICE = 101
BOB = 102
RIGHTS: frozenset[Right] = frozenset(get_args(Right))
# How many legal moves a player considers before choosing one at random.
LOOKED_AT = 40


def numbered(prefix: str) -> Iterator[str]:
    """Ids of interactions, all different."""
    return (f"{prefix}-{number}" for number in count())


def clicked(interaction_id: str, user_id: int) -> Actor:
    """A click by a moderator, who may do everything."""
    return Actor(interaction_id, user_id, f"player {user_id}", RIGHTS)


@asynccontextmanager
async def opened(url: str, busy_timeout: float = 60.0) -> AsyncIterator[Database]:
    """A database with the newest schema, closed at the end."""
    database = Database(url, busy_timeout=busy_timeout)
    try:
        await migrate(database)
        yield database
    finally:
        await database.close()


async def started(table: Table, channel: int) -> int:
    """A game between Alice and Bob in this channel."""
    asked = NewGame("castle", guild_id=1, channel_id=channel, opponents=((BOB, "Bob"),))
    answer = await table.open(clicked(f"open-{channel}", ALICE), asked)
    await table.act(clicked(f"join-{channel}", BOB), answer.game_id, Join())
    return answer.game_id


class Players:
    """Chooses legal moves in a game as it is in the database."""

    def __init__(self, database: Database, chance: Random) -> None:
        self._database = database
        self._positions = Positions(1000)
        self._chance = chance

    async def some_moves(self, game: Game, at_most: int = LOOKED_AT) -> list[str]:
        """Different legal moves of the player to act, in random order."""
        async with self._database.reading() as connection:
            state = await self._positions.current(connection, game)
        moves = [RULES.move_text(move) for move in islice(legal_moves(state), at_most)]
        self._chance.shuffle(moves)
        return moves

    async def a_look(self, game_id: int) -> tuple[Game, str]:
        """A game at one moment, and a legal move in it."""
        async with self._database.viewing() as connection:
            game = await load_game(connection, game_id)
            assert game is not None
            state = await self._positions.current(connection, game)
        moves = list(islice(legal_moves(state), LOOKED_AT))
        return game, RULES.move_text(self._chance.choice(moves)) if moves else ""

    async def a_move(self, game: Game) -> str:
        return (await self.some_moves(game))[0]
