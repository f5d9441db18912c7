"""Choosing a move step by step: what is asked, and what a whole move would do."""

import pytest

from bot.match.actions import Done, Play, Resign, Undo
from bot.match.errors import StaleMove, Why
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.table.choosing import ChoiceProgress
from engine.castle.events import TilePlaced
from engine.questions import Part
from engine.tiles.draws import TileDrawn
from tests.bot.choices import legal_choices, listed, walked
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, Seated, pauses_of, refusal_of
from tests.bot.turns import to_act


async def choose(seated: Seated, user: int, game: Game, *wanted: Part) -> ChoiceProgress:
    """What these choices lead to in the position that was seen; without any, those of some whole
    move."""
    questions = await seated.table.drafts.questions(game.id, user, game.ply, game.branch)
    return questions.after(wanted or listed(questions)[0].parts)


# What is asked.


async def test_table_questions_lead_to_exactly_the_legal_moves(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    questions = await seated.table.drafts.questions(game.id, BEN)
    moves = list(walked(questions))
    assert len(moves) == len(listed(questions))
    assert set(moves) == set(listed(questions))
    assert questions.position == await seated.table.games.position(game.id, BEN)


async def test_a_choice_comes_as_far_as_goes_without_saying(seated: Seated) -> None:
    game = await seated.start()
    questions = await seated.table.drafts.questions(game.id, ANNA)
    begun = questions.after()
    assert (begun.walk.answered, begun.text) == ((), "")
    assert begun.walk.open is not None
    cell = begun.walk.open.choices[0]
    whole = questions.after([("cell", cell)])
    assert whole.walk.open is None
    assert whole.walk.parts[0] == ("cell", cell)
    assert whole.text.startswith(f"{cell} r")


async def test_only_the_player_to_act_is_asked(seated: Seated) -> None:
    game = await seated.start()
    refused = await refusal_of(seated.table.drafts.questions(game.id, BEN))
    assert (refused.why, refused.facts) == (Why.NOT_YOUR_TURN, {"seat": 0})
    assert (await refusal_of(seated.table.drafts.questions(game.id, CARLA))).why is Why.NOT_A_PLAYER


async def test_lobbies_and_paused_or_finished_games_ask_nothing(seated: Seated) -> None:
    game_id = await seated.open(99)
    assert (await refusal_of(seated.table.drafts.questions(game_id, ANNA))).why is Why.WRONG_STATUS
    game = await seated.start()
    await pauses_of(seated.table).pause(game.id, CHANNEL, "place_gone")
    assert (await refusal_of(seated.table.drafts.questions(game.id, ANNA))).why is Why.PAUSED
    await seated.act(ANNA, game.id, Resign())
    refused = await refusal_of(seated.table.drafts.questions(game.id, ANNA))
    assert (refused.why, refused.facts) == (Why.WRONG_STATUS, {"status": "resigned"})


async def test_table_questions_reveal_the_tile_so_undo_needs_consent(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.drafts.questions(game.id, BEN)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_whoever_saw_another_position_is_told_so(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    with pytest.raises(StaleMove):
        await choose(seated, ANNA, game)
    await seated.act(ANNA, game.id, Undo())
    with pytest.raises(StaleMove):
        await choose(seated, ANNA, game)


# What a move would do.


async def test_a_move_is_foreseen_up_to_the_draw_and_not_played(seated: Seated) -> None:
    game = await seated.start()
    choice = await choose(seated, ANNA, game)
    assert type(choice.events[0]) is TilePlaced
    assert not any(isinstance(event, TileDrawn) for event in choice.events)
    assert choice.position == await seated.table.games.position(game.id, ANNA)
    assert await seated.table.games.get(game.id) == game
    await seated.act(ANNA, game.id, Play(choice.text, 0))
    happened = (await seated.table.games.position(game.id, None)).events
    assert choice.events == rules_of(game.kind).known_in_advance(happened)


async def test_previewed_events_come_true_besides_the_unforeseeable(
    seated: Seated,
) -> None:
    game = await seated.start()
    while (game := await seated.table.games.get(game.id)).to_act is not None:
        user = to_act(game)
        choice = await choose(seated, user, game)
        await seated.act(user, game.id, Play(choice.text, game.ply))
        happened = (await seated.table.games.position(game.id, None)).events
        assert choice.events == rules_of(game.kind).known_in_advance(happened)
        assert not rules_of(game.kind).reveals(choice.events)


async def test_every_legal_move_is_chosen_by_its_parts(seated: Seated) -> None:
    game = await seated.start()
    for move in (await legal_choices(seated.table, game.id, ANNA))[::7]:
        assert (await choose(seated, ANNA, game, *move.parts)).text == move.text
