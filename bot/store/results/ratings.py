"""Ratings of players, by server and kind of game. What changes them is not known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, insert, select, update

from bot.match.results.rating import Skill, shown
from bot.match.results.statistics import Ranked
from bot.process.clock import Millis
from bot.store.connection.database import Connected
from bot.store.schema import ratings


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating, with what led to it."""

    user_id: int
    name: str
    skill: Skill
    played: int
    won: int
    shared: int


async def locked_ratings(
    connection: Connected, kind: str, guild_id: int, users: Sequence[int]
) -> dict[int, Rated]:
    """The existing ratings of these people. Nobody else changes them until the transaction ends;
    everybody locks them in the same order, so that there is no deadlock."""
    here = _here(kind, guild_id) & ratings.c.user_id.in_(users)
    found = select(ratings).where(here).order_by(ratings.c.user_id).with_for_update()
    return {
        row.user_id: Rated(
            row.user_id, row.name, Skill(row.mu, row.sigma), row.played, row.won, row.shared
        )
        for row in await connection.execute(found)
    }


async def keep_rating(
    connection: Connected, kind: str, guild_id: int, rated: Rated, now: Millis
) -> None:
    """For a person whose rating is locked; storing a first one is a Clash if another was first."""
    values = _values(rated, now)
    if rated.played == 1:
        key = {"kind": kind, "guild_id": guild_id, "user_id": rated.user_id}
        await connection.execute(insert(ratings).values(**key, **values))
    else:
        mine = _here(kind, guild_id) & (ratings.c.user_id == rated.user_id)
        await connection.execute(update(ratings).where(mine).values(**values))


async def ranking(
    connection: Connected, kind: str, guild_id: int, first: int, limit: int
) -> tuple[Ranked, ...]:
    """The lines of the leaderboard from this one on."""
    here = _here(kind, guild_id)
    order = (ratings.c.rating.desc(), ratings.c.user_id)
    found = select(ratings).where(here).order_by(*order).limit(limit).offset(first - 1)
    rows = (await connection.execute(found)).all()
    if not rows:
        return ()
    place = await _place(connection, kind, guild_id, rows[0].rating)
    ranked = []
    for number, row in enumerate(rows):
        if number and row.rating != rows[number - 1].rating:
            place = first + number
        ranked.append(_ranked(row, place))
    return tuple(ranked)


async def rank_of(connection: Connected, kind: str, guild_id: int, user_id: int) -> Ranked | None:
    mine = _here(kind, guild_id) & (ratings.c.user_id == user_id)
    row = (await connection.execute(select(ratings).where(mine))).one_or_none()
    if row is None:
        return None
    return _ranked(row, await _place(connection, kind, guild_id, row.rating))


async def count_ranked(connection: Connected, kind: str, guild_id: int) -> int:
    found = select(func.count()).select_from(ratings).where(_here(kind, guild_id))
    return int((await connection.execute(found)).scalar_one())


async def _place(connection: Connected, kind: str, guild_id: int, rating: float) -> int:
    better = _here(kind, guild_id) & (ratings.c.rating > rating)
    found = select(func.count()).select_from(ratings).where(better)
    return 1 + int((await connection.execute(found)).scalar_one())


def _here(kind: str, guild_id: int) -> ColumnElement[bool]:
    return (ratings.c.guild_id == guild_id) & (ratings.c.kind == kind)


def _values(rated: Rated, now: Millis) -> Mapping[str, Any]:
    """The rating is stored as people see it, so that ties are ties."""
    return {
        "name": rated.name,
        "mu": rated.skill.mu,
        "sigma": rated.skill.sigma,
        "rating": float(shown(rated.skill)),
        "played": rated.played,
        "won": rated.won,
        "shared": rated.shared,
        "changed_at": now,
    }


def _ranked(row: Any, place: int) -> Ranked:
    return Ranked(place, row.user_id, row.name, round(row.rating), row.played, row.won, row.shared)
