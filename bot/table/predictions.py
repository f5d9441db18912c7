"""Predicting the next move of a game that one does not play in: sealed until the move is played.

A prediction is stored while the game is locked, so none is made once the move is known. Nothing
happens when the move is played: what a prediction was worth is computed when somebody looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match import predictions
from bot.match.actions import Actor
from bot.match.errors import Refused, Why
from bot.match.game import Game
from bot.match.permissions import may_predict
from bot.match.rules import rules_of
from bot.process.clock import Clock
from bot.store import spectators
from bot.store.connection.database import AsyncConnection, Database
from bot.store.connection.faults import with_retries
from bot.store.games import lock_game
from bot.store.log import had_a_seat
from bot.table.choosing import Questions
from bot.table.games import Games
from engine.questions import Part, parts_from


@dataclass(frozen=True, slots=True)
class PredictionSheet:
    """Predictable part of the next move."""

    questions: Questions
    own: tuple[Part, ...]
    """This person's prediction; empty without one."""
    others: int
    """The number of others who have predicted it; who, and what, stays sealed."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """Predictions at one table."""

    database: Database
    games: Games
    clock: Clock

    async def predictable(
        self, game_id: int, user_id: int, ply: int | None = None, branch: int | None = None
    ) -> PredictionSheet:
        """Find the part of the next move that everybody may know. Refused to the players of the
        game, to those who once were, and when there is nothing to predict."""
        questions = await self.questions(game_id, user_id, ply, branch)
        game = questions.position.game
        async with self.database.reading() as connection:
            own_prediction = await spectators.prediction_of(connection, game, user_id)
            other_count = await spectators.count_other_predictions(connection, game, user_id)
        parts = None if own_prediction is None else parts_from(questions.ask, own_prediction.guess)
        return PredictionSheet(questions, parts or (), other_count)

    @with_retries
    async def predict(
        self, by: Actor, game_id: int, ply: int, branch: int, guessed: Sequence[Part]
    ) -> PredictionSheet:
        """Store a complete prediction, in the position this person saw; replaces what they
        predicted for it before."""
        parts = tuple(guessed)
        questions = await self.questions(game_id, by.user_id, ply, branch)
        game = questions.position.game
        walked = questions.after(parts).walk
        if walked.open is not None or walked.parts != parts:
            raise Refused(Why.NOTHING_TO_PREDICT)
        guess = predictions.guess_of(parts, _steps(game))
        async with self.database.writing() as connection:
            await lock_game(connection, game)
            other_count = await spectators.count_other_predictions(connection, game, by.user_id)
            if other_count >= predictions.MOST_PREDICTIONS:
                raise Refused(Why.TOO_MANY_PREDICTIONS, most=predictions.MOST_PREDICTIONS)
            prediction = predictions.Prediction(by.user_id, by.name, guess)
            await spectators.predict(connection, game, prediction, self.clock())
        return PredictionSheet(questions, parts, other_count)

    async def table(self, *games: Game) -> tuple[predictions.Forecaster, ...]:
        """Add up the results of everybody's predictions of the moves that stand in these games."""
        results = list[predictions.ScoredPrediction]()
        for game in games:
            results += await self.database.read(score_predictions, game)
        return predictions.rank_forecasters(results)

    async def questions(
        self, game_id: int, user_id: int, ply: int | None, branch: int | None
    ) -> Questions:
        position, state = await self.games.look(
            game_id, None, may_look=lambda game: may_predict(game, user_id, ply, branch)
        )
        if await self.database.read(had_a_seat, game_id, user_id):
            raise Refused(Why.HAD_A_SEAT)
        rules = rules_of(position.game.kind).predictions
        if rules is None:
            raise Refused(Why.NOTHING_TO_PREDICT)
        questions = Questions(position, state, predicting=rules)
        if questions.ask(()) is None:
            raise Refused(Why.NOTHING_TO_PREDICT)
        return questions


async def score_predictions(
    connection: AsyncConnection, game: Game, ply: int | None = None
) -> tuple[predictions.ScoredPrediction, ...]:
    """Score the predictions of the move that led to this ply, or of every move that stands."""
    predictions_with_moves = await spectators.predictions_with_moves(connection, game.id, ply)
    rules = rules_of(game.kind)
    parts = {text: rules.parts(rules.parse_move(text)) for _, text in predictions_with_moves}
    steps = _steps(game)
    return tuple(
        predictions.score_prediction(prediction, parts[text], steps)
        for prediction, text in predictions_with_moves
    )


def _steps(game: Game) -> Sequence[str]:
    """List the steps of a move that are predicted; none in a game without predictions."""
    rules = rules_of(game.kind).predictions
    return () if rules is None else rules.steps
