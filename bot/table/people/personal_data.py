"""What is stored about a person, and how it is erased. Knows no SQL and no words."""

from dataclasses import dataclass
from json import dumps

from bot.match.errors import Refused, Why
from bot.store import erasure, games
from bot.store.connection.database import Database
from bot.store.connection.faults import retry_on_conflict
from bot.store.erasure import PersonalRows

FORMAT = "kept-about/1"


def dump_personal_data(user_id: int, kept: PersonalRows) -> str:
    """For the person: rows by table, as JSON."""
    told = {"format": FORMAT, "user_id": user_id, **kept}
    return dumps(told, ensure_ascii=False, indent=1)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Everybody's data. One per table."""

    database: Database

    async def of(self, user_id: int) -> PersonalRows:
        """Everything in which this person appears."""
        async with self.database.viewing() as connection:
            return await erasure.personal_rows(connection, user_id)

    async def erase(self, user_id: int) -> None:
        """Forget this person: their settings, ratings and messages are gone, and in their games,
        which stay, they have neither name nor id. Refused while one of their games is open."""
        await retry_on_conflict(lambda: self._erase(user_id))

    async def _erase(self, user_id: int) -> None:
        async with self.database.writing() as connection:
            await erasure.hold_games(connection, user_id)
            still = await games.open_games_of(connection, user_id, None, 1)
            if still:
                raise Refused(Why.STILL_PLAYING)
            await erasure.erase(connection, user_id)
