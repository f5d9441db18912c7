"""Predicting the next move of a game in which one does not play: sealed until it is played.

A prediction is stored while the game is locked, so none is made when the move is known already.
Nothing happens when the move is played: what a prediction was worth is worked out when somebody
looks. Knows no rule of a game, no SQL and nothing of Discord.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.match.actions import Interaction
from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.results.predictions import (
    MOST_PREDICTIONS,
    Forecaster,
    Prediction,
    Scored,
    forecasters,
    guess_of,
    scored,
)
from bot.match.rules import rules_of
from bot.process.clock import Clock
from bot.store.connection.database import Database
from bot.store.connection.faults import retried
from bot.store.games import predictions
from bot.store.games.games import lock_game
from bot.table.reading.games import Choice, Choices, Games


@dataclass(frozen=True, slots=True)
class Predictable:
    """What can be predicted of the next move."""

    choices: Choices
    own: Choice | None
    """What the person who looks has predicted."""
    others: int
    """How many others have predicted it; who, and what, stays sealed."""


class Predictions:
    """The predictions at one table."""

    def __init__(self, database: Database, games: Games, clock: Clock) -> None:
        self._database = database
        self._games = games
        self._clock = clock

    async def choices(
        self, game_id: int, user_id: int, ply: int | None = None, branch: int | None = None
    ) -> Predictable:
        """Refused to the players of the game, and where no placement is waited for."""
        choices = await self._games.predictable(game_id, user_id, ply, branch)
        game = choices.position.game
        async with self._database.reading() as connection:
            own = await predictions.prediction_of(connection, game, user_id)
            others = await predictions.count_others(connection, game, user_id)
        return Predictable(choices, None if own is None else _said(choices, own), others)

    async def predict(
        self, by: Interaction, game_id: int, ply: int, branch: int, move: str
    ) -> Predictable:
        """One of the choices, in the position that this person saw; in place of what they
        predicted of it before."""
        return await retried(lambda: self._predict(by, game_id, ply, branch, move))

    async def table(self, game: Game) -> tuple[Forecaster, ...]:
        """How everybody's predictions of the moves that stand have done."""
        return forecasters(await self._scored(game, None))

    async def of_move(self, game: Game, ply: int) -> tuple[Scored, ...]:
        """The predictions of the move that led to this ply."""
        return tuple(await self._scored(game, ply))

    async def _predict(
        self, by: Interaction, game_id: int, ply: int, branch: int, move: str
    ) -> Predictable:
        choices = await self._games.predictable(game_id, by.user_id, ply, branch)
        game = choices.position.game
        own = next((choice for choice in choices.moves if choice.text == move), None)
        if own is None:
            raise Refused(Why.NOTHING_TO_PREDICT)
        said = Prediction(by.user_id, by.name, guess_of(own.parts, _steps(choices)))
        async with self._database.writing() as connection:
            await lock_game(connection, game)
            others = await predictions.count_others(connection, game, by.user_id)
            if others >= MOST_PREDICTIONS:
                raise Refused(Why.TOO_MANY_PREDICTIONS, most=MOST_PREDICTIONS)
            await predictions.predict(connection, game, said, self._clock())
        return Predictable(choices, own, others)

    async def _scored(self, game: Game, ply: int | None) -> Iterable[Scored]:
        async with self._database.reading() as connection:
            found = await predictions.played_predictions(connection, game.id, ply)
        rules = rules_of(game.kind)
        parts = {text: rules.parts(rules.parse_move(text)) for _, text in found}
        steps = rules.predictable_steps
        return [scored(prediction, parts[text], steps) for prediction, text in found]


def _said(choices: Choices, own: Prediction) -> Choice | None:
    steps = _steps(choices)
    return next((one for one in choices.moves if guess_of(one.parts, steps) == own.guess), None)


def _steps(choices: Choices) -> Sequence[str]:
    return rules_of(choices.position.game.kind).predictable_steps
