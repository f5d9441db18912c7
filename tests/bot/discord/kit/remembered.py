"""Finished games, with results and ratings as they are stored when a game is settled."""

from collections.abc import Mapping

import discord
import simcord
from msgspec.json import encode
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import insert, update

from bot.match.game import Game, Status
from bot.match.results import Outcome, Result, Tally
from bot.process.clock import DAY
from bot.store.games import load_games
from bot.store.results import add_results
from bot.store.schema import games, ratings
from bot.store.schema import results as stored_results
from tests.bot.discord.kit.world import World

TALLY = {
    "points.path": 30,
    "points.tower": 20,
    "role.knight": 3,
    "role.squire": 1,
    "wall_tiles": 3,
    "most.tower": 7,
    "luck": 250,
}
HOUR = 3_600_000


async def end_game(
    world: World, *, won: int | None = 0, points: tuple[int, int] = (84, 61), rated: bool = True
) -> Game:
    """Play a game of Anna against Ben in the world's channel, resigned and counted."""
    game = await world.start()
    loser = (world.anna, world.ben)[1 - (won or 0)]
    asked = await loser.slash(world.channel, "castle resign")
    assert asked.response is not None
    await loser.click(asked.response, label="Yes, resign")
    await world.deliver()
    world.clock.turn(DAY)
    async with world.database.writing() as connection:
        await add_results(connection, results(world, game, won, points, rated=rated))
    async with world.database.reading() as connection:
        [over] = await load_games(connection, [game.id])
    assert over.status is Status.RESIGNED
    return over


def results(
    world: World, game: Game, won: int | None, points: tuple[int, int], *, rated: bool = True
) -> list[Result]:
    made = []
    for seat, player in enumerate(game.seats):
        outcome: Outcome = "won" if seat == won else "lost"
        if won is None:
            outcome = "shared"
        result = Result(
            game_id=game.id,
            seat=seat,
            user_id=player.user_id,
            guild_id=world.guild.id,
            kind="castle",
            outcome=outcome,
            place=1 if won in (None, seat) else 2,
            points=points[seat],
            moves=10,
            thought=10 * 5 * HOUR,
            rated=rated,
            change=(12.0 if seat == won else -12.0) if rated else None,
            tally=TALLY,
            ended_at=world.clock(),
        )
        made.append(result)
    return made


async def store_rating(
    world: World, user_id: int, name: str, rating: int, kind: str = "castle"
) -> None:
    """Store a rating for somebody with three rated games, two of them won and one shared."""
    row = {"guild_id": world.guild.id, "kind": kind, "user_id": user_id, "name": name}
    skill = {"mu": 25.0, "sigma": 2.0, "rating": float(rating), "changed_at": world.clock()}
    counts = {"played": 3, "won": 2, "shared": 1}
    async with world.database.writing() as connection:
        await connection.execute(insert(ratings), [{**row, **skill, **counts}])


async def as_game_of(
    world: World,
    game: Game,
    kind: str,
    tally: Tally,
    options: Mapping[str, str] | None = None,
) -> None:
    """Pretend that it was a game of another kind."""
    stored_options = encode(options or {}).decode()
    as_kind = update(games).where(games.c.id == game.id)
    of_game = update(stored_results).where(stored_results.c.game_id == game.id)
    async with world.database.writing() as connection:
        await connection.execute(as_kind.values(kind=kind, options=stored_options))
        await connection.execute(of_game.values(kind=kind, tally=encode(tally).decode()))


async def move_to(world: World, game: Game, channel_id: int, parent_id: int | None = None) -> None:
    """Pretend that the game was played there."""
    place = {"channel_id": channel_id, "parent_id": parent_id}
    async with world.database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(**place))


def hide(world: World) -> simcord.ChannelHandle:
    """A channel that only the bot can see."""
    channel = world.guild.create_text_channel("secret")
    deny = discord.Permissions(view_channel=True).value
    everyone = Overwrite(world.guild.id, OverwriteType.ROLE, deny=deny)
    world.env.backend.set_overwrite(channel.id, everyone)
    return channel
