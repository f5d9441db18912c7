"""Statistics and ratings, compared with independent results from exported records and the raw log,
by code that shares nothing with the bot: `tests.engine.castle.oracle.tallying`, intervals, a plain
loop.

The luck of the draw is checked in one short game; with LUCK=1 in all games, which takes minutes.
"""

import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import permutations
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import text

from bot.match.actions import Accept, Join, NewGame, Play, Propose, Resign, Resume, Undo
from bot.match.game import Game
from bot.match.results import Result
from bot.match.rules import rules_of
from bot.process.clock import HOUR
from bot.store.connection.database import Database
from bot.store.results import GamesOf
from bot.table.table import Table
from engine.castle.choices import legal_moves
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, GUILD, Seated, TurnedClock, by, pauses_of
from tests.bot.table.reading.ending import KIND
from tests.engine.castle.oracle.tallying import Tally, tally_record

WITH_LUCK = os.environ.get("LUCK") == "1"
PEOPLE = (ANNA, BEN, CARLA)
LOOKED_AT = 12
WHOLE = 1000


class Evening:
    """Random games between three people, with everything that can happen in them."""

    def __init__(self, database: Database, clock: TurnedClock, seed: int) -> None:
        self.chance = Random(seed)
        self.seeds: list[str] = []
        self.seated = Seated(Table(database, clock=clock, seeds=self._new_seed), database, clock)

    def _new_seed(self) -> str:
        self.seeds.append(f"evening {len(self.seeds)}")
        return self.seeds[-1]

    async def play(self, longest: int) -> int:
        """Play a game of at most this many moves; returns its number."""
        table = self.seated.table
        users = self.chance.sample(PEOPLE, 2)
        asked = NewGame(KIND, GUILD, CHANNEL, first=0, rated=self.chance.random() < 0.8)
        game_id = (await table.open(by(users[0]), asked)).game_id
        self._wait()
        await table.act(by(users[1]), game_id, Join())
        game = await table.games.get(game_id)
        rules = rules_of(KIND)
        states = [rules.begin(self.seeds[-1], game.options, 0)[0]]
        while game.to_act is not None and game.ply < longest:
            self._wait()
            move = self._greedy(rules, states[game.ply], game.to_act)
            await table.act(by(users[game.to_act]), game_id, Play(rules.move_text(move), game.ply))
            del states[game.ply + 1 :]
            states.append(rules.apply(states[game.ply], game.to_act, move)[0])
            game = await self._trouble(await table.games.get(game_id), users, game.to_act)
        if game.to_act is not None:
            await self._end(game, users)
        return game_id

    def _wait(self) -> None:
        self.seated.clock.turn(self.chance.randrange(HOUR))

    def _greedy(self, rules: Any, state: Any, seat: int) -> Any:
        legal = list(legal_moves(state))
        some = self.chance.sample(legal, min(LOOKED_AT, len(legal)))

        def gain(move: Any) -> int:
            points = rules.points(rules.apply(state, seat, move)[1])
            return int(points[seat] - points[1 - seat])

        return max(some, key=gain)

    async def _trouble(self, game: Game, users: Sequence[int], mover: int) -> Game:
        """Now and then a pause, or a move that is taken back."""
        table = self.seated.table
        luck = self.chance.random()
        if game.to_act is None:
            return game
        if luck < 0.05:
            await pauses_of(table).pause(game.id, CHANNEL, "place_gone")
            self._wait()
            await table.act(by(users[0]), game.id, Resume(CHANNEL))
        elif luck < 0.12:
            self._wait()
            await table.act(by(users[mover]), game.id, Undo())
            self._wait()
            if (asked := (await table.games.get(game.id)).offer) is not None:
                await table.act(by(users[1 - mover]), game.id, Accept("undo", asked.ply))
        return await table.games.get(game.id)

    async def _end(self, game: Game, users: Sequence[int]) -> None:
        self._wait()
        if self.chance.random() < 0.3:
            await self.seated.act(users[0], game.id, Propose("end"))
            await self.seated.act(users[1], game.id, Accept("end", game.ply))
        else:
            await self.seated.act(self.chance.choice(users), game.id, Resign())


async def fetch(database: Database, query: str, **parameters: object) -> list[Mapping[str, Any]]:
    async with database.reading() as connection:
        return [dict(row) for row in (await connection.execute(text(query), parameters)).mappings()]


@pytest.fixture
def evening(database: Database, clock: TurnedClock) -> Evening:
    return Evening(database, clock, seed=5)


async def results_by_game(seated: Seated) -> dict[int, tuple[Result, ...]]:
    by_game = {}
    for user in PEOPLE:
        for game, results in await seated.table.statistics.games_of(
            GamesOf(KIND, GUILD, user), limit=100
        ):
            by_game[game.id] = results
    return by_game


def pick_counts(names: Mapping[str, int], *, luck: bool) -> dict[str, int]:
    return {name: count for name, count in names.items() if luck or name != "luck"}


def outcomes(record: Mapping[str, Any]) -> list[str]:
    if record["result"] == "shared":
        return ["shared", "shared"]
    if record["winner"] is None:
        return ["nobody", "nobody"]
    return ["won" if record["winner"] == seat else "lost" for seat in (0, 1)]


async def waits(database: Database, game_id: int) -> list[int]:
    """How long each seat's standing moves took: counted from what came before them, without
    pauses."""
    (game,) = await fetch(database, "SELECT started_at FROM games WHERE id = :id", id=game_id)
    moves = await fetch(database, "SELECT * FROM moves WHERE game_id = :id", id=game_id)
    notes = await fetch(database, "SELECT * FROM audit WHERE game_id = :id", id=game_id)
    begun = [game["started_at"], *(move["played_at"] for move in moves)]
    begun += [note["at"] for note in notes if note["done"] == "taken_back"]
    pauses = list(
        zip(
            sorted(note["at"] for note in notes if note["done"] == "paused"),
            sorted(note["at"] for note in notes if note["done"] == "resumed"),
            strict=True,
        )
    )
    seats = [0, 0]
    for move in moves:
        if not move["undone"]:
            end = move["played_at"]
            start = max(moment for moment in begun if moment < end)
            paused = sum(max(0, min(end, till) - max(start, since)) for since, till in pauses)
            seats[move["seat"]] += end - start - paused
    return seats


def statistics_of(results: Sequence[tuple[str, Tally, int, int]]) -> dict[str, Any]:
    """From the outcome, tally, moves and time of each game of a player."""
    points = [sum(tally.points.values()) for _, tally, _, _ in results]
    sums: dict[str, int] = defaultdict(int)
    for _, tally, _, _ in results:
        for name, count in pick_counts(tally.names, luck=WITH_LUCK).items():
            sums[name] = max(sums[name], count) if name == "most.tower" else sums[name] + count
    return {
        "games": len(results),
        **{
            what: [result[0] for result in results].count(what)
            for what in ("won", "shared", "lost")
        },
        "points": sum(points),
        "most_points": max(points, default=0),
        "moves": sum(moves for _, _, moves, _ in results),
        "thought": sum(thought for _, _, _, thought in results),
        "tally": dict(sums),
        "reviewed": 0,
        "accuracy": None,
        "luck": None,
    }


async def test_results_and_statistics_match_the_records_and_the_log(evening: Evening) -> None:
    seated = evening.seated
    database = evening.seated.database
    games = [await evening.play(longest) for longest in (WHOLE, 30, 12, 20)]
    await seated.look()
    stored = await results_by_game(seated)
    assert stored.keys() == set(games)
    done = {note["done"] for note in await fetch(database, "SELECT done FROM audit")}
    assert {"taken_back", "paused", "resigned", "agreed"} <= done
    expected: dict[tuple[int, int], list[tuple[str, Tally, int, int]]] = defaultdict(list)
    for game_id, results in stored.items():
        record = json.loads(await seated.table.games.record(game_id))
        times = await waits(database, game_id)
        how = outcomes(record)
        for seat, tally in enumerate(tally_record(record, luck=WITH_LUCK)):
            counts = "SELECT * FROM moves WHERE game_id = :id AND seat = :seat AND undone = 0"
            moves = len(await fetch(database, counts, id=game_id, seat=seat))
            mine = results[seat]
            other = results[1 - seat].user_id
            assert pick_counts(mine.tally, luck=WITH_LUCK) == pick_counts(
                tally.names, luck=WITH_LUCK
            )
            assert mine.points == sum(tally.points.values()) == record["scores"][seat]
            assert (mine.outcome, mine.moves, mine.thought) == (how[seat], moves, times[seat])
            assert mine.user_id is not None
            assert other is not None
            expected[mine.user_id, other].append((how[seat], tally, moves, times[seat]))
    for user, other in permutations(PEOPLE, 2):
        whose = GamesOf(KIND, GUILD, user, against=other)
        against = asdict((await seated.table.statistics.of(whose)).every)
        against["tally"] = pick_counts(against["tally"], luck=WITH_LUCK)
        assert against == statistics_of(expected[user, other])
    for user in PEOPLE:
        everything = asdict((await seated.table.statistics.of(GamesOf(KIND, GUILD, user))).every)
        everything["tally"] = pick_counts(everything["tally"], luck=WITH_LUCK)
        every = [
            result for pair, games_of in expected.items() if pair[0] == user for result in games_of
        ]
        assert everything == statistics_of(every)


async def test_luck_is_what_the_oracle_finds_in_the_record(evening: Evening) -> None:
    game_id = await evening.play(longest=6)
    await evening.seated.look()
    game = await evening.seated.table.games.get(game_id)
    whose = GamesOf(KIND, GUILD, game.seats[0].user_id or 0)
    ((_, results),) = await evening.seated.table.statistics.games_of(whose)
    record = json.loads(await evening.seated.table.games.record(game_id))
    expected = [tally.names["luck"] for tally in tally_record(record, luck=True)]
    assert [result.tally["luck"] for result in results] == expected
    assert any(expected)


async def test_ratings_match_a_plain_loop_over_the_results(evening: Evening) -> None:
    for number in range(12):
        await evening.play(longest=2 + number % 4)
        if number % 3 == 0:
            await evening.seated.look()
    await evening.seated.look()
    model = PlackettLuce()
    ratings = {user: model.rating() for user in PEOPLE}
    played = dict.fromkeys(PEOPLE, 0)
    rows = await fetch(evening.seated.database, "SELECT * FROM results ORDER BY id")
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        if first["rated"]:
            ranks = [1.0 if result["outcome"] == "won" else 2.0 for result in (first, second)]
            users = (first["user_id"], second["user_id"])
            new = model.rate([[ratings[user]] for user in users], ranks=ranks)
            for user, row, (rated,) in zip(users, (first, second), new, strict=True):
                assert row["change"] == _whole(rated) - _whole(ratings[user])
                ratings[user] = rated
                played[user] += 1
    assert sum(played.values()) > 8
    for line in await evening.seated.table.statistics.leaderboard(KIND, GUILD):
        assert line.rating == _whole(ratings[line.user_id])
        assert line.played == played[line.user_id]


def _whole(rating: Any) -> int:
    points: float = 1000 + 40 * (rating.mu - 3 * rating.sigma)
    return round(points)
