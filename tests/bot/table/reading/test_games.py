"""Looking at games: what happened in the last move, and the whole story."""

import asyncio
import threading
from typing import Any

import pytest

from bot.match.actions import Done, Undo
from bot.match.errors import Why
from bot.match.rules import rules_of
from engine.castle.events import TilePlaced
from engine.tiles.draws import TileDrawn
from tests.bot.kit import ANNA, BEN, CARLA, Seated, refusal_of

PEOPLE = {ANNA: 0, BEN: 1, CARLA: None, None: None}


# Positions.


async def test_a_position_includes_the_events_of_its_last_move(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    position = await seated.table.games.position(game.id, None)
    placed, *_, drawn = position.events
    assert position.last_move is not None
    assert (placed.seat, type(placed)) == (1, TilePlaced)
    assert drawn == TileDrawn(0, position.view.drawn, position.view.tiles_left)
    assert rules_of("castle").event_log.text(position.events) == position.last_move.events
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


# The story.


async def test_a_story_has_every_position_with_its_move_and_events(
    seated: Seated,
) -> None:
    game = await seated.start()
    await seated.play(game.id, 4)
    story = await seated.table.games.story(game.id)
    assert story.game == await seated.table.games.get(game.id)
    assert [move.ply for move in story.moves] == [1, 2, 3, 4]
    assert [move.seat for move in story.moves] == [0, 1, 0, 1]
    for ply, frame in enumerate(story.frames):
        position = await seated.table.games.position(game.id, None, ply=ply)
        assert (frame.view, frame.events) == (position.view, position.events)
        assert position.last_move == (story.moves[ply - 1] if ply else None)


async def test_a_move_that_was_taken_back_is_no_part_of_the_story(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await seated.act(ANNA, game.id, Undo())
    story = await seated.table.games.story(game.id)
    assert (len(story.frames), story.moves) == (1, ())


async def test_stories_are_replayed_in_a_thread_without_blocking(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    rules = rules_of(game.kind)
    threads = set()
    apply = rules.apply

    def note(*asked: Any) -> Any:
        threads.add(threading.current_thread())
        return apply(*asked)

    monkeypatch.setattr(rules, "apply", note)
    other = seated.in_another_process().table
    await asyncio.gather(*(other.games.story(game.id) for _ in range(3)))
    assert threads
    assert threading.current_thread() not in threads


async def test_every_move_is_told_with_its_points(seated: Seated) -> None:
    game = await seated.play_to_the_end((await seated.start()).id)
    moves = await seated.table.games.public_moves(game)
    story = await seated.table.games.story(game.id)
    assert [move.ply for move in moves] == [*range(1, game.ply + 1)]
    assert [move.events for move in moves] == [frame.events for frame in story.frames[1:]]
    sums = tuple(map(sum, zip(*(move.points for move in moves), strict=True)))
    assert sums == story.frames[-1].scores


@pytest.mark.parametrize(
    ("user", "moves", "since"),
    [
        (ANNA, 3, 1),
        (BEN, 3, 2),
        (CARLA, 3, 1),
        (ANNA, 4, 3),
        (BEN, 4, 2),
        (ANNA, 1, 0),
        (BEN, 1, 0),
        (CARLA, 0, 0),
    ],
)
async def test_the_last_turn_of_somebody_is_the_one_before_now(
    seated: Seated, user: int, moves: int, since: int
) -> None:
    """Anna and Ben play in turns. Spectators are told of a move by everybody."""
    game = await seated.start()
    if moves:
        await seated.play(game.id, moves)
    story = await seated.table.games.since_last_turn(game.id, user)
    assert [move.ply for move in story.moves] == [*range(since + 1, moves + 1)]
    for ply, frame in enumerate(story.frames, since):
        position = await seated.table.games.position(game.id, user, ply=ply)
        assert (frame.view, frame.events) == (position.view, position.events)


async def test_of_many_moves_since_then_the_last_are_told(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.games.MOST_SINCE", 1)
    game = await seated.start()
    await seated.play(game.id, 5)
    story = await seated.table.games.since_last_turn(game.id, CARLA)
    assert [move.ply for move in story.moves] == [5]


async def test_what_was_taken_back_no_longer_stands(seated: Seated) -> None:
    game = await seated.start()
    stands = seated.table.games.stands
    await seated.play(game.id)
    assert await stands(game.id, 0, 1)
    await seated.act(ANNA, game.id, Undo())
    assert not await stands(game.id, 0, 1)
    assert await stands(game.id, 0, 0)
    await seated.play(game.id)
    assert not await stands(game.id, 0, 1)
    assert await stands(game.id, 1, 1)


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
    refused = await refusal_of(seated.table.games.story(game_id))
    assert (refused.why, refused.facts) == (Why.WRONG_STATUS, {"status": "lobby"})
