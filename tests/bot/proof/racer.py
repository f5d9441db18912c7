"""A process that races against others for every ply: `python -m tests.bot.proof.racer JSON`.

It looks at the games it was given, says `{"ready": true}`, waits for a line on standard input,
plays them up to a ply, with this many writers at once for every ply, and reports the result.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from bot.match.actions import Play
from bot.match.errors import Refused, StaleMove
from bot.match.game import Game
from bot.store.connection.database import Database
from bot.table.table import Table
from tests.bot.proof.ledger import Acknowledged
from tests.bot.proof.playing import ALICE, BOB, Players, clicked, numbered, to_act


@dataclass
class Outcome:
    """The answers that many writers received."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    """Every answer, including repeated ones."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often each result occurred."""

    def count(self, what: str, times: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + times

    def add(self, other: "Outcome") -> None:
        self.acknowledged += other.acknowledged
        for what, times in other.counts.items():
            self.count(what, times)


class Race:
    """Many writers for every ply: several clicks, each sent several times at the same moment."""

    def __init__(self, table: Table, players: Players, name: str, writers: int) -> None:
        self._table = table
        self._players = players
        self._ids = numbered(name)
        self._copies = min(5, writers)
        self._clicks = writers // self._copies

    async def from_here_to(self, game: Game, ply: int) -> Outcome:
        """Play the next ply of the game as it was seen, even if others have played it since, and
        then continue."""
        outcome = await self.for_one_ply(game)
        outcome.add(await self.up_to(game.id, ply))
        return outcome

    async def up_to(self, game_id: int, ply: int) -> Outcome:
        """Continue until the game has this many plies, whoever plays them."""
        outcome = Outcome()
        while (game := await self._table.games.get(game_id)).ply < ply and game.to_act is not None:
            outcome.add(await self.for_one_ply(game))
        return outcome

    async def for_one_ply(self, game: Game) -> Outcome:
        outcome = Outcome()
        clicks = zip(await self._moves(game), self._ids, strict=False)
        await asyncio.gather(
            *(
                self._write(game, move, name, outcome)
                for move, name in clicks
                for _ in range(self._copies)
            ),
            self._write(game, "", f"{next(self._ids)}-other", outcome, out_of_turn=True),
        )
        return outcome

    async def _moves(self, game: Game) -> Iterator[str]:
        """One move per click; some are the same if the position has too few."""
        moves = await self._players.some_moves(game, self._clicks)
        return (moves[number % len(moves)] for number in range(self._clicks))

    async def _write(
        self, game: Game, move: str, name: str, outcome: Outcome, *, out_of_turn: bool = False
    ) -> None:
        user = to_act(game)
        if out_of_turn:
            user = ALICE if user == BOB else BOB
        try:
            answer = await self._table.act(clicked(name, user), game.id, Play(move, game.ply))
        except StaleMove as stale:
            outcome.count("stale" if stale.ply > game.ply else "stale in its own position")
        except Refused as refused:
            outcome.count(str(refused.why))
        else:
            done = Acknowledged(name, answer.game_id, str(answer.done), answer.ply, move)
            outcome.acknowledged.append(done)
            outcome.count("won")


def say(what: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def race(asked: Mapping[str, Any]) -> Outcome:
    database = Database(asked["url"], busy_timeout=60.0)
    table = Table(database)
    players = Players(database, Random(asked["name"]))
    running = [
        Race(table, players, f"{asked['name']}-{game_id}", race["writers"]).from_here_to(
            await table.games.get(game_id), race["ply"]
        )
        for race in asked["races"]
        for game_id in race["games"]
    ]
    say({"ready": True})
    await asyncio.to_thread(sys.stdin.readline)
    total = Outcome()
    for outcome in await asyncio.gather(*running):
        total.add(outcome)
    await database.close()
    return total


if __name__ == "__main__":
    say(asdict(asyncio.run(race(json.loads(sys.argv[1])))))
