"""Looking at games: the last move's events, every choice, what a move would do, the whole story."""

import asyncio
import threading
from typing import Any

import pytest

from bot.match.actions import Done, Play, Resign, Undo
from bot.match.errors import Refused, StaleMove, Why
from bot.match.game import Game
from bot.match.rules import rules_of
from bot.table.table import Table
from engine.castle.vocabulary.events import TileDrawn, TilePlaced
from engine.errors import IllegalMove, NotationError
from tests.bot.kit import ANNA, BEN, CARLA, CHANNEL, Seated

PEOPLE = {ANNA: 0, BEN: 1, CARLA: None, None: None}


async def refusal(asked: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await asked
    return caught.value


async def foreseen(seated: Seated, user: int, game: Game, move: str = "") -> Any:
    move = move or await seated.legal_move(game)
    return await seated.table.games.foresee(game.id, user, game.ply, game.branch, move)


# Positions.


async def test_a_position_tells_what_happened_in_the_move_that_led_to_it(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    position = await seated.table.games.position(game.id, None)
    placed, *_, drawn = position.events
    assert position.last is not None
    assert (placed.seat, type(placed)) == (1, TilePlaced)
    assert drawn == TileDrawn(0, position.view.drawn, position.view.tiles_left)
    assert rules_of("castle").events_text(position.events) == position.last.events
    past = await seated.table.games.position(game.id, None, ply=1)
    assert past.events[0].seat == 0


async def test_nothing_led_to_the_first_position(seated: Seated) -> None:
    game = await seated.start()
    assert (await seated.table.games.position(game.id, None)).events == ()


@pytest.mark.parametrize(("user", "seat"), PEOPLE.items())
async def test_a_position_says_which_seat_looked(
    seated: Seated, user: int | None, seat: int | None
) -> None:
    game = await seated.start()
    position = await seated.table.games.position(game.id, user)
    assert (position.seat, position.view.seat) == (seat, seat)


# Choices.


async def test_the_choices_are_the_legal_moves_in_the_order_of_the_rules(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 3)
    game = await seated.table.games.get(game.id)
    choices = await seated.table.games.choices(game.id, BEN)
    assert [choice.text for choice in choices.moves] == await seated.legal_moves(game)
    rules = rules_of(game.kind)
    assert all(
        choice.parts == rules.parts(rules.parse_move(choice.text)) for choice in choices.moves
    )
    assert choices.position == await seated.table.games.position(game.id, BEN)


async def test_only_the_player_to_act_has_choices(seated: Seated) -> None:
    game = await seated.start()
    told = await refusal(seated.table.games.choices(game.id, BEN))
    assert (told.why, told.facts) == (Why.NOT_YOUR_TURN, {"seat": 0})
    assert (await refusal(seated.table.games.choices(game.id, CARLA))).why is Why.NOT_A_PLAYER


async def test_a_lobby_a_paused_game_and_one_that_is_over_give_no_choices(seated: Seated) -> None:
    game_id = await seated.open(99)
    assert (await refusal(seated.table.games.choices(game_id, ANNA))).why is Why.WRONG_STATUS
    game = await seated.start()
    await seated.table.pause(game.id, CHANNEL, "place_gone")
    assert (await refusal(seated.table.games.choices(game.id, ANNA))).why is Why.PAUSED
    await seated.act(ANNA, game.id, Resign())
    told = await refusal(seated.table.games.choices(game.id, ANNA))
    assert (told.why, told.facts) == (Why.WRONG_STATUS, {"status": "resigned"})


async def test_choices_show_the_tile_so_undo_is_not_free_any_more(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.choices(game.id, BEN)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


# What a move would do.


async def test_a_move_is_foreseen_up_to_the_draw_and_not_played(seated: Seated) -> None:
    game = await seated.start()
    move = await seated.legal_move(game)
    told = await foreseen(seated, ANNA, game, move)
    assert type(told.events[0]) is TilePlaced
    assert not any(isinstance(event, TileDrawn) for event in told.events)
    assert told.choices.position == await seated.table.games.position(game.id, ANNA)
    assert await seated.table.games.get(game.id) == game
    await seated.act(ANNA, game.id, Play(move, 0))
    happened = (await seated.table.games.position(game.id, None)).events
    assert told.events == rules_of(game.kind).foreseen(happened)


async def test_what_happens_is_what_was_foreseen_and_what_nobody_could_know(
    seated: Seated,
) -> None:
    game = await seated.start()
    while (game := await seated.table.games.get(game.id)).to_act is not None:
        user = game.seats[game.to_act].user_id
        assert user is not None
        told = await foreseen(seated, user, game)
        await seated.play(game.id)
        happened = (await seated.table.games.position(game.id, None)).events
        assert told.events == rules_of(game.kind).foreseen(happened)
        assert not rules_of(game.kind).reveals(told.events)


async def test_a_move_is_foreseen_only_in_the_position_that_is_there_now(seated: Seated) -> None:
    game = await seated.start()
    move = await seated.legal_move(game)
    await seated.play(game.id)
    with pytest.raises(StaleMove):
        await foreseen(seated, ANNA, game, move)
    await seated.act(ANNA, game.id, Undo())
    with pytest.raises(StaleMove):
        await foreseen(seated, ANNA, game, move)


async def test_what_is_no_move_or_not_legal_is_not_foreseen(seated: Seated) -> None:
    game = await seated.start()
    for text, error in (("nonsense", NotationError), ("A1 r0", IllegalMove)):
        with pytest.raises(error):
            await foreseen(seated, ANNA, game, text)


async def test_only_the_player_to_act_foresees_and_only_in_a_running_game(seated: Seated) -> None:
    game = await seated.start()
    assert (await refusal(foreseen(seated, BEN, game))).why is Why.NOT_YOUR_TURN
    assert (await refusal(foreseen(seated, CARLA, game))).why is Why.NOT_A_PLAYER
    await seated.table.pause(game.id, CHANNEL, "place_gone")
    assert (await refusal(foreseen(seated, ANNA, game))).why is Why.PAUSED


# The story.


async def test_a_story_has_every_position_with_the_move_and_the_events_that_led_to_it(
    seated: Seated,
) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    story = await seated.table.games.story(game.id)
    assert story.game == await seated.table.games.get(game.id)
    assert [move.ply for move in story.moves] == [1, 2, 3, 4]
    assert [move.seat for move in story.moves] == [0, 1, 0, 1]
    for ply, (view, events, *_) in enumerate(story.moments):
        position = await seated.table.games.position(game.id, None, ply=ply)
        assert (view, events) == (position.view, position.events)
        assert position.last == (story.moves[ply - 1] if ply else None)


async def test_a_move_that_was_taken_back_is_no_part_of_the_story(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.act(ANNA, game.id, Undo())
    story = await seated.table.games.story(game.id)
    assert (len(story.moments), story.moves) == (1, ())


async def test_a_story_is_replayed_in_a_thread_so_that_nobody_waits_for_it(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    rules, threads = rules_of(game.kind), set()
    apply = rules.apply

    def noted(*asked: Any) -> Any:
        threads.add(threading.current_thread())
        return apply(*asked)

    monkeypatch.setattr(rules, "apply", noted)
    other = Table(seated.database, clock=seated.clock)
    await asyncio.gather(*(other.games.story(game.id) for _ in range(3)))
    assert threads
    assert threading.current_thread() not in threads


async def test_a_story_shows_the_last_tile(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.story(game.id)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_record_shows_what_the_last_move_turned_up(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.table.games.record(game.id)
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_game_that_never_started_has_no_story(seated: Seated) -> None:
    game_id = await seated.open()
    told = await refusal(seated.table.games.story(game_id))
    assert (told.why, told.facts) == (Why.WRONG_STATUS, {"status": "lobby"})
