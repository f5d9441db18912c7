"""Predicting the next move: sealed, changeable until it is played, and scored from the log."""

from random import Random
from typing import Any

import pytest
from sqlalchemy import delete

from bot.match.actions import Accept, Actor, Done, HandOver, Join, Play, Undo
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.match.predictions import (
    MOST_PREDICTIONS,
    Prediction,
    ScoredPrediction,
    guess_of,
)
from bot.store import spectators
from bot.store.connection.database import Database
from bot.store.schema import audit
from bot.table.delivery import Delivery
from bot.table.positions import replay_to
from bot.table.predictions import Predictions, PredictionSheet
from bot.table.table import Table
from engine.castle.rules import castle
from tests.bot.choices import Choice, legal_choices, predictable
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    NAMES,
    OTHER_CHANNEL,
    Seated,
    TurnedClock,
    by,
    refusal_of,
    statements,
)
from tests.bot.turns import to_act
from tests.engine.conformance.adapters import ADAPTERS

DORA = 104


@pytest.fixture(autouse=True)
def dora(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, DORA, "Dora")


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    """The same tiles each time."""
    return Seated(Table(database, clock=clock, seeds=lambda: "5" * 64), database, clock)


async def predict(seated: Seated, game: Game, user_id: int, move: Choice) -> PredictionSheet:
    return await seated.table.predictions.predict(
        by(user_id), game.id, game.ply, game.branch, move.parts
    )


async def choices(seated: Seated, game: Game, user_id: int = CARLA) -> tuple[Choice, ...]:
    return await predictable(seated.table, game.id, user_id)


async def play(seated: Seated, game: Game, move: Choice) -> None:
    """Play the move that a choice stands for."""
    await seated.act(to_act(game), game.id, Play(move.text, game.ply))


async def table(seated: Seated, game: Game) -> list[tuple[Any, ...]]:
    forecasters = await seated.table.predictions.table(game)
    return [
        (forecaster.name, forecaster.predicted, forecaster.right, forecaster.points)
        for forecaster in forecasters
    ]


async def predictions_of(seated: Seated, game: Game, ply: int) -> tuple[ScoredPrediction, ...]:
    """Scored predictions of the move that led to this ply."""
    return (
        await seated.table.boards.read_superseded(BoardPost(game.id, ply, game.branch))
    ).predictions


async def test_every_placement_of_the_drawn_tile_can_be_predicted(seated: Seated) -> None:
    game = await seated.start()
    moves = await legal_choices(seated.table, game.id, ANNA)
    guesses = {guess_of(move.parts, castle.predictions.steps) for move in moves}
    offered = await choices(seated, game)
    assert {tuple(token for _, token in choice.parts) for choice in offered} == guesses
    assert {choice.text for choice in offered} <= {move.text for move in moves}


async def test_a_right_prediction_scores_when_its_move_is_played(seated: Seated) -> None:
    game = await seated.start()
    first, *_, last = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    await predict(seated, game, DORA, last)
    assert await table(seated, game) == []
    await play(seated, game, first)
    assert await table(seated, game) == [("Carla", 1, 1, 5), ("Dora", 1, 0, 0)]
    seen = await predictions_of(seated, game, 1)
    assert [(scored.prediction.name, scored.right) for scored in seen] == [
        ("Carla", True),
        ("Dora", False),
    ]
    assert await predictions_of(seated, game, 2) == ()


async def test_predictions_show_to_their_author_and_count_for_others(
    seated: Seated,
) -> None:
    game = await seated.start()
    first, *_ = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    carla = await seated.table.predictions.predictable(game.id, CARLA)
    dora = await seated.table.predictions.predictable(game.id, DORA)
    assert (carla.own, carla.others) == (first.parts, 0)
    assert (dora.own, dora.others) == ((), 1)


async def test_predictions_can_be_changed_until_the_move_is_played(seated: Seated) -> None:
    game = await seated.start()
    first, *_, last = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    assert (await predict(seated, game, CARLA, last)).own == last.parts
    await play(seated, game, last)
    assert await table(seated, game) == [("Carla", 1, 1, 5)]
    with pytest.raises(StaleMove):
        await predict(seated, game, CARLA, first)
    assert await table(seated, game) == [("Carla", 1, 1, 5)]


async def test_a_move_played_during_a_prediction_makes_it_stale(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    first, *_ = await choices(seated, game)
    look = seated.table.predictions.questions

    async def while_anna_plays(_: Predictions, *asked: Any) -> Any:
        monkeypatch.undo()
        questions = await look(*asked)
        await seated.in_another_process().table.act(by(ANNA), game.id, Play(first.text, 0))
        return questions

    monkeypatch.setattr(Predictions, "questions", while_anna_plays)
    with pytest.raises(StaleMove):
        await predict(seated, game, CARLA, first)
    assert await table(seated, game) == []


async def test_the_players_cannot_predict_their_own_game(seated: Seated) -> None:
    game = await seated.start()
    first, *_ = await choices(seated, game)
    for player in (ANNA, BEN):
        assert (
            await refusal_of(seated.table.predictions.predictable(game.id, player))
        ).why is Why.YOUR_GAME
        with pytest.raises(Refused):
            await predict(seated, game, player, first)


async def hand_over(seated: Seated, game: Game, former: int, new: int) -> None:
    moderator = Actor(f"seat {new}", 999, "Mona", frozenset({"end"}))
    await seated.table.act(moderator, game.id, HandOver(former, new, NAMES[new]))


async def refused_to(seated: Seated, game: Game, user: int, move: Choice) -> Why:
    with pytest.raises(Refused) as looked:
        await seated.table.predictions.predictable(game.id, user)
    with pytest.raises(Refused) as refused:
        await predict(seated, game, user, move)
    assert looked.value.why is refused.value.why
    return refused.value.why


async def test_replaced_players_cannot_predict_in_that_game(seated: Seated) -> None:
    """Whether they moved or not, as they may have seen their hand."""
    game = await seated.start()
    first, *_ = await choices(seated, game)
    await hand_over(seated, game, ANNA, CARLA)
    assert await refused_to(seated, game, ANNA, first) is Why.HAD_A_SEAT
    await hand_over(seated, game, CARLA, DORA)
    assert await refused_to(seated, game, CARLA, first) is Why.HAD_A_SEAT
    assert await refused_to(seated, game, DORA, first) is Why.YOUR_GAME
    other = await seated.start(OTHER_CHANNEL)
    assert (await predict(seated, other, CARLA, first)).own == first.parts


async def test_unlogged_replaced_players_who_moved_cannot_predict(
    seated: Seated,
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await hand_over(seated, game, ANNA, CARLA)
    async with seated.database.writing() as connection:
        await connection.execute(delete(audit).where(audit.c.done == str(Done.REPLACED)))
    game = await seated.table.games.get(game.id)
    [first, *_] = await choices(seated, game, DORA)
    assert await refused_to(seated, game, ANNA, first) is Why.HAD_A_SEAT


async def test_whose_invitation_was_handed_over_may_predict(seated: Seated) -> None:
    game_id = await seated.open(first=0, opponents=((BEN, "Ben"),))
    await hand_over(seated, await seated.table.games.get(game_id), BEN, CARLA)
    await seated.act(CARLA, game_id, Join())
    game = await seated.table.games.get(game_id)
    first, *_ = await choices(seated, game, BEN)
    assert (await predict(seated, game, BEN, first)).own == first.parts


async def test_a_seat_that_is_handed_over_meanwhile_is_known(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carla gets Anna's seat and loses it again while her prediction is being stored."""
    game = await seated.start()
    first, *_ = await choices(seated, game)
    look = seated.table.predictions.questions

    async def meanwhile(_: Predictions, *asked: Any) -> Any:
        monkeypatch.undo()
        answer = await look(*asked)
        await hand_over(seated, game, ANNA, CARLA)
        await hand_over(seated, game, CARLA, DORA)
        return answer

    monkeypatch.setattr(Predictions, "questions", meanwhile)
    monkeypatch.setitem(NAMES, DORA, "Dora")
    assert (await refusal_of(predict(seated, game, CARLA, first))).why is Why.HAD_A_SEAT


async def test_what_is_no_placement_there_is_refused(seated: Seated) -> None:
    game = await seated.start()
    assert (
        await refusal_of(predict(seated, game, CARLA, Choice("A1 r0", ())))
    ).why is Why.NOTHING_TO_PREDICT


async def test_lobbies_and_finished_games_have_nothing_to_predict(seated: Seated) -> None:
    lobby = await seated.open()
    assert (
        await refusal_of(seated.table.predictions.predictable(lobby, CARLA))
    ).why is Why.WRONG_STATUS


async def test_predictions_of_an_undone_move_do_not_count(
    seated: Seated,
) -> None:
    game = await seated.start()
    first, *_, last = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    await play(seated, game, first)
    await seated.act(ANNA, game.id, Undo())
    assert await table(seated, game) == []
    again = await seated.table.games.get(game.id)
    assert (again.ply, again.branch) == (0, 1)
    assert (await seated.table.predictions.predictable(game.id, CARLA)).own == ()
    await predict(seated, again, CARLA, last)
    await play(seated, again, first)
    assert await table(seated, game) == [("Carla", 1, 0, 0)]


async def test_undo_keeps_the_predictions_of_earlier_moves(
    seated: Seated, outbox: Delivery
) -> None:
    game = await seated.start()
    first, *_ = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    await play(seated, game, first)
    await seated.play(game.id, 2)
    await outbox.drain()
    await seated.act(BEN, game.id, Undo())
    await seated.act(ANNA, game.id, Accept("undo", 3))
    assert await table(seated, game) == [("Carla", 1, 1, 5)]


async def test_predictions_per_move_are_limited_but_can_be_changed(
    seated: Seated,
) -> None:
    game = await seated.start()
    first, *_, last = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    async with seated.database.writing() as connection:
        for user in range(1000, 1000 + MOST_PREDICTIONS - 1):
            said = Prediction(user, "Somebody", ("E5",))
            await spectators.predict(connection, game, said, seated.clock())
    assert (await refusal_of(predict(seated, game, DORA, first))).facts == {
        "most": MOST_PREDICTIONS
    }
    assert (await predict(seated, game, CARLA, last)).own == last.parts


async def test_viewing_the_predictable_choices_reveals_the_new_tile(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await choices(seated, game)
    assert (await seated.act(ANNA, game.id, Undo())).done == "undo_asked"


async def test_predictable_choices_do_not_depend_on_hidden_tiles(seated: Seated) -> None:
    """Other tiles to come and other wall tiles face down: the same choices, in the same order."""
    game = await seated.start()
    for ply in range(24):
        game = await seated.table.games.get(game.id)
        async with seated.database.viewing() as connection:
            state, _ = await replay_to(connection, game, ply)
        other = seated.in_another_process().table
        hidden = ADAPTERS[game.kind].reshuffle(state, None, Random(ply))
        other._positions.remember(game, hidden)
        offered = await choices(seated, game)
        assert await predictable(other, game.id, CARLA) == offered
        assert hidden != state
        await play(seated, game, offered[ply % len(offered)])


async def test_a_move_pays_nothing_for_predictions(seated: Seated) -> None:
    game = await seated.start()
    first, *_ = await choices(seated, game)
    await predict(seated, game, CARLA, first)
    with statements(seated.database) as seen:
        await play(seated, game, first)
    assert not any("predictions" in statement for statement, _ in seen)


async def test_predictors_who_end_up_playing_the_move_do_not_score(seated: Seated) -> None:
    """A seat can be handed over to somebody who has a sealed prediction."""
    game = await seated.start()
    move = (await choices(seated, game))[0]
    for user in (CARLA, DORA):
        await predict(seated, game, user, move)
    moderator = by(BEN, rights=("end",))
    await seated.table.act(moderator, game.id, HandOver(ANNA, CARLA, "Carla"))
    await play(seated, await seated.table.games.get(game.id), move)
    assert await table(seated, game) == [("Dora", 1, 1, 5)]
    [seen] = await predictions_of(seated, game, 1)
    assert seen.prediction.user_id == DORA
