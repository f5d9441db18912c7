"""The moves that somebody can choose, for tests that need one: a random one of any game, or all of
The Castle."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot.table.choosing import Questions
from bot.table.table import Table
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from engine.questions import Part


class Choice(NamedTuple):
    """A legal move: its notation, and the steps that lead to it."""

    text: str
    parts: tuple[Part, ...]


async def legal_choices(table: Table, game_id: int, user_id: int) -> tuple[Choice, ...]:
    """The legal moves of the player to act."""
    return listed(await table.drafts.questions(game_id, user_id))


async def orderable(table: Table, game_id: int, user_id: int, kind: str) -> tuple[Choice, ...]:
    """The moves that a waiting player can order for this kind."""
    game = await table.games.get(game_id)
    return listed(await table.orders.suppose(game_id, user_id, game.ply, game.branch, kind))


def at_random(
    questions: Questions, chance: Random, begun: tuple[Part, ...] = ()
) -> tuple[Part, ...]:
    """A random move of any game that begins with these parts."""
    parts = begun
    while (question := questions.ask(parts)) is not None:
        parts += ((question.step, chance.choice(question.choices)),)
    return parts


async def predictable(table: Table, game_id: int, user_id: int) -> tuple[Choice, ...]:
    """What somebody who does not play can predict, in the form of moves."""
    return tuple(walked((await table.predictions.predictable(game_id, user_id)).questions))


def listed(questions: Questions) -> tuple[Choice, ...]:
    """All moves in the order of the rules, which list them faster than a walk through the
    questions."""
    moves = legal_moves(questions._state)
    return tuple(Choice(castle.move_text(move), castle.parts(move)) for move in moves)


def walked(questions: Questions) -> Iterator[Choice]:
    """All moves that the questions lead to."""
    yield from _walk_choices(questions, ())


def _walk_choices(questions: Questions, parts: tuple[Part, ...]) -> Iterator[Choice]:
    question = questions.ask(parts)
    if question is None:
        yield Choice(questions.text(parts), parts)
        return
    for token in question.choices:
        yield from _walk_choices(questions, (*parts, (question.step, token)))
