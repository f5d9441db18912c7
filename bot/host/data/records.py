"""Importing one ended game from its public record. The game defines the record's format. Who played
is unknown here, so the seats have names but no people."""

from dataclasses import replace
from itertools import pairwise
from secrets import token_hex

from bot.match.actions import Answer, Done, NewGame
from bot.match.errors import StoreRefused
from bot.match.game import Seat, Status
from bot.match.rules import STATUSES, replay, rules_of
from bot.process.clock import Millis
from bot.store.connection.database import AsyncConnection, Database
from bot.store.games import change_game, games_of_channel, insert_game, load_game, save_secret
from bot.store.log import NOT_UNDONE, LoggedMove, append_move, log_action, recorded_of
from bot.store.snapshots import save_snapshot
from engine.errors import RecordError
from engine.games import GAMES
from engine.recorded import Recorded, leaving_seat


async def import_record(
    database: Database, record: str, guild_id: int, channel_id: int, now: Millis
) -> int:
    """Import an ended game into a channel; returns the number of the new game."""
    kind, recorded = read_any_record(record)
    rules = rules_of(kind)
    course = list(replay(rules, recorded))
    first = course[0]
    last = course[-1]
    new_game = NewGame(kind, guild_id, channel_id, first=recorded.first)
    left = {leaving_seat(move) for move in recorded.moves}
    seats = [
        Seat(None, name, taken=True, left=number in left)
        for number, name in enumerate(recorded.players)
    ]
    commitment = rules.commitment(first.state)
    async with database.writing() as connection:
        await _refuse_twice(connection, channel_id, commitment, recorded)
        game = await insert_game(
            connection,
            new_game,
            recorded.options,
            seats,
            opener_id=None,
            now=now,
            status=Status.FINISHED,
        )
        await save_secret(connection, game.id, recorded.seed, now)
        steps = zip(recorded.moves, pairwise(course), strict=True)
        for ply, (notation, (before, after)) in enumerate(steps, 1):
            leaver = leaving_seat(notation)
            seat = rules.to_act(before.state) if leaver is None else leaver
            assert seat is not None, "no move comes after the end"
            events = rules.event_log.text(after.events)
            interaction = f"import {token_hex(16)}"
            move = LoggedMove(ply, NOT_UNDONE, seat, None, notation, events, now, interaction)
            await append_move(connection, game.id, move)
        if recorded.ended is None:
            status = Status.FINISHED
            winners = rules.winners(last.state)
        else:
            status = STATUSES[recorded.ended]
            winners = recorded.winners
        ended = replace(
            game,
            commitment=commitment,
            ply=len(recorded.moves),
            status=status,
            winners=winners,
        )
        await change_game(connection, game, ended, now)
        await save_snapshot(
            connection, ended, rules.rules_version, rules.snapshots.encode(last.state)
        )
        await log_action(connection, Answer(game.id, Done.IMPORTED, ended.ply), by=None, now=now)
    return game.id


async def _refuse_twice(
    connection: AsyncConnection, channel_id: int, commitment: str, recorded: Recorded
) -> None:
    for game_id in await games_of_channel(connection, channel_id, commitment):
        game = await load_game(connection, game_id)
        if game and (await recorded_of(connection, game)).moves == recorded.moves:
            already = f"the record is in channel {channel_id} already, as game {game_id}"
            raise StoreRefused(already, "there is nothing to do")


def read_any_record(record: str) -> tuple[str, Recorded]:
    """Find the game that can read the record, and parse it. Raises StoreRefused if none can."""
    problems = []
    for kind, rules in GAMES.items():
        try:
            return kind, rules.records.read_record(record)
        except RecordError as error:
            problems.append(f"{kind}: {error}")
    raise StoreRefused(f"the record cannot be taken ({'; '.join(problems)})", "check the file")
