"""Puzzles for oneself, from the stock that ships, on positions that belong to no stored game.
Nothing that is chosen in them is kept, and anybody can try them at any time."""

from asyncio import to_thread
from collections.abc import Sequence
from functools import lru_cache
from random import Random, randrange
from typing import NamedTuple

from bot.match.reviews import TriedMove, try_move
from bot.table.choosing import Questions
from bot.table.exercises import ask_in_exercise
from bot.table.positions import State
from engine.games import GAMES
from engine.puzzles.finding import Solution, score_move, weigh_further_move
from engine.puzzles.stock import Puzzle, position_of, stock_of


class JudgedTry(NamedTuple):
    """The one try of a puzzle, next to the best move."""

    score: int
    """From 0 to 100."""
    lost: float
    """The points that the try loses."""
    played: TriedMove
    best: TriedMove

    @property
    def is_solution(self) -> bool:
        return self.score == 100


def kinds_with_puzzles() -> Sequence[str]:
    return [kind for kind in GAMES if stock_of(kind)]


def find_puzzle(kind: str, number: int) -> Puzzle | None:
    """Find a puzzle by its number, counted from 0."""
    stock = stock_of(kind)
    return stock[number] if number < len(stock) else None


def pick_puzzle(kind: str) -> int:
    """Pick a puzzle of a game that has some, at random."""
    return randrange(len(stock_of(kind)))


def next_puzzle(kind: str, number: int) -> int:
    """Find the puzzle that follows: in an order that mixes the games from which they come, so that
    all of them pass before one comes again."""
    numbers = list(range(len(stock_of(kind))))
    Random(kind).shuffle(numbers)
    return numbers[(numbers.index(number) + 1) % len(numbers)]


async def ask(kind: str, number: int, names: Sequence[str]) -> Questions:
    """Ask for the move of a puzzle, between players with these names."""
    state = await to_thread(_position, kind, number)
    return ask_in_exercise(kind, state, names, f"puzzle {kind} {number}")


async def judge(kind: str, number: int, move: str) -> JudgedTry:
    """Judge a legal move."""
    return await to_thread(_judge, kind, number, move)


async def try_best(kind: str, number: int) -> TriedMove:
    return await to_thread(_try, kind, number, _solution(kind, number).best[0])


@lru_cache(maxsize=64)
def _position(kind: str, number: int) -> State:
    return position_of(kind, stock_of(kind)[number])


def _solution(kind: str, number: int) -> Solution:
    return stock_of(kind)[number].solution


def _try(kind: str, number: int, move: str) -> TriedMove:
    return try_move(kind, _position(kind, number), _solution(kind, number).seat, move)


def _judge(kind: str, number: int, move: str) -> JudgedTry:
    state = _position(kind, number)
    solution = weigh_further_move(kind, state, _solution(kind, number), move)
    return JudgedTry(
        score=score_move(kind, solution, move),
        lost=solution.lost[move],
        played=_try(kind, number, move),
        best=_try(kind, number, solution.best[0]),
    )
