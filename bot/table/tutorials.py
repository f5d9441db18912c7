"""Tutorials: exercises on positions that belong to no stored game. Nothing that is chosen in them
is kept, and anybody can take them at any time."""

from asyncio import to_thread
from collections.abc import Sequence
from functools import lru_cache

from bot.table.choosing import Questions
from bot.table.exercises import ask_in_exercise
from bot.table.positions import State
from engine.tutorial import Answer, Exercise
from engine.tutorials import TUTORIALS


def exercises_of(kind: str) -> Sequence[Exercise]:
    """List the exercises of a game; none for a game without a tutorial."""
    return TUTORIALS[kind].exercises if kind in TUTORIALS else ()


async def ask(kind: str, number: int, names: Sequence[str]) -> Questions:
    """Ask for the move of an exercise, between players with these names."""
    state = await to_thread(_position, kind, number)
    return ask_in_exercise(kind, state, names, f"tutorial {kind} {number}")


@lru_cache(maxsize=64)
def _position(kind: str, number: int) -> State:
    return TUTORIALS[kind].position(exercises_of(kind)[number])


async def judge(kind: str, number: int, move: str) -> Answer:
    """Find what a legal move is answered with."""
    return await to_thread(TUTORIALS[kind].answer, exercises_of(kind)[number], move)
