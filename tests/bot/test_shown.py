"""What counts as shown: undo stays free only while nobody can have seen what a move turned up."""

from typing import Any

import pytest

from bot.actions import Accept, Done, Play, Refuse, Resume, Undo
from bot.outbox import Outbox
from tests.bot.kit import ANNA, BEN, CHANNEL, OTHER_CHANNEL, FakePoster, Seated


@pytest.mark.parametrize("channel", [CHANNEL, OTHER_CHANNEL])
async def test_a_tile_that_was_shown_stays_shown_after_a_pause(
    seated: Seated, outbox: Outbox, channel: int
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await seated.table.pause(game.id, CHANNEL, "place_gone")
    await seated.act(BEN, game.id, Resume(channel))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_tile_that_was_not_shown_before_a_pause_can_be_taken_back_after_it(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    await outbox.drain()
    await seated.play(game.id)
    await seated.table.pause(game.id, CHANNEL, "place_gone")
    await seated.act(BEN, game.id, Resume(OTHER_CHANNEL))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert poster.kinds(OTHER_CHANNEL) == ["taken_back", "board 0"]


async def test_a_tile_that_was_shown_stays_shown_after_a_free_undo_of_the_next_move(
    seated: Seated, outbox: Outbox
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await seated.play(game.id)
    assert (await seated.act(BEN, game.id, Undo())).done is Done.TAKEN_BACK
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


async def test_two_moves_that_nobody_saw_can_be_taken_back_one_after_the_other(
    seated: Seated, outbox: Outbox, poster: FakePoster
) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    for user in (BEN, ANNA):
        assert (await seated.act(user, game.id, Undo())).done is Done.TAKEN_BACK
    await outbox.drain()
    assert [told for told in poster.kinds(CHANNEL) if told.startswith("board")] == ["board 0"] * 2


async def test_another_move_after_an_undo_has_not_been_shown(
    seated: Seated, outbox: Outbox
) -> None:
    """What was shown of the line before it tells nothing of this one."""
    game = await seated.start()
    first, *_, second = await seated.legal_moves(game)
    await seated.act(ANNA, game.id, Play(first, 0))
    await outbox.drain()
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Accept("undo", 1))
    await seated.act(ANNA, game.id, Play(second, 0))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK


async def test_looking_at_a_past_position_does_not_show_the_new_tile(seated: Seated) -> None:
    game = await seated.start()
    await seated.play(game.id, 2)
    await seated.table.position(game.id, ANNA, ply=1)
    assert (await seated.act(BEN, game.id, Undo())).done is Done.TAKEN_BACK
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED


@pytest.mark.parametrize("moved", ["before", "after"])
async def test_a_position_that_changes_while_it_is_drawn_is_marked_as_it_was_drawn(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, moved: str
) -> None:
    game = await seated.start()
    await seated.play(game.id)
    draw = seated.table._position

    async def while_ben_plays(*asked: Any) -> Any:
        monkeypatch.undo()
        if moved == "before":
            await seated.play(game.id)
        drawn = await draw(*asked)
        if moved == "after":
            await seated.play(game.id)
        return drawn

    monkeypatch.setattr(seated.table, "_position", while_ben_plays)
    assert (await seated.table.position(game.id, ANNA)).ply == 2
    assert (await seated.act(BEN, game.id, Undo())).done is Done.UNDO_ASKED


async def test_a_refused_undo_does_not_become_free(seated: Seated, outbox: Outbox) -> None:
    game = await seated.start()
    await seated.play(game.id)
    await outbox.drain()
    await seated.act(ANNA, game.id, Undo())
    await seated.act(BEN, game.id, Refuse("undo"))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
