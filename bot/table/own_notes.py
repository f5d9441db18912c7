"""Notes to oneself about a game: written and read at any time, opened once the game is over."""

from dataclasses import dataclass

from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import ENDED, Game
from bot.match.own_notes import LONGEST_NOTE, OwnNote, may_note, readable_by
from bot.process.clock import Clock
from bot.store.connection.database import Database
from bot.store.connection.faults import with_retries
from bot.store.games import lock_game, require_game
from bot.store.own_notes import noted_plies, notes_of, open_notes, write_note


@dataclass(frozen=True, slots=True)
class OwnNotes:
    """Notes at one table."""

    database: Database
    clock: Clock

    async def of(self, game: Game, user_id: int | None) -> tuple[OwnNote, ...]:
        """List the notes about a game that this person, or everybody, may read, in the order of its
        moves."""
        return readable_by(game, user_id, await self.database.read(notes_of, game.id, user_id))

    @with_retries
    async def write(self, game_id: int, user_id: int, ply: int, text: str) -> None:
        """Note something at a position, in place of what was noted there; an empty text removes
        it."""
        async with self.database.writing() as connection:
            game = await require_game(connection, game_id)
            if game.commitment is None:
                raise Refused(Why.WRONG_STATUS, status=game.status)
            if ply > game.ply:  # what it is about was taken back
                raise StaleMove(game.id, game.ply)
            note = OwnNote(user_id, ply, text.strip()[:LONGEST_NOTE])
            await lock_game(connection, game)  # two at once would both find the last place
            if note.text:
                may_note(await noted_plies(connection, game_id, user_id), ply)
            await write_note(connection, game_id, note, self.clock())

    @with_retries
    async def open(self, game_id: int, user_id: int, to_everybody: bool = True) -> None:
        """Open one's notes about a game that is over to everybody who can see it, or close them
        again."""
        async with self.database.writing() as connection:
            game = await require_game(connection, game_id)
            if game.status not in ENDED:
                raise Refused(Why.WRONG_STATUS, status=game.status)
            await open_notes(connection, game_id, user_id, to_everybody, self.clock())
