"""Drafts: the beginning of a player's move."""

from dataclasses import replace

import pytest

from bot.match.actions import HandOver, Undo
from bot.match.errors import StaleMove
from bot.table.positions import Position
from tests.bot.kit import ANNA, BEN, CARLA, Seated, by

CHOSEN = ("E5", "r1")


async def position(seated: Seated, game_id: int, user: int = ANNA) -> Position:
    return await seated.table.games.position(game_id, user)


async def test_a_draft_is_found_by_its_player_alone(seated: Seated) -> None:
    game = await seated.start()
    here = await position(seated, game.id)
    assert await seated.table.drafts.of(here) == ()
    await seated.table.drafts.keep(here, CHOSEN)
    assert await seated.table.drafts.of(here) == CHOSEN
    for other in (BEN, CARLA):
        assert await seated.table.drafts.of(await position(seated, game.id, other)) == ()


async def test_a_later_draft_takes_the_place_of_the_one_before(seated: Seated) -> None:
    game = await seated.start()
    here = await position(seated, game.id, BEN)
    await seated.table.drafts.keep(here, CHOSEN)
    supposing = replace(here, supposed="bend-1")
    await seated.table.drafts.keep(supposing, ("E6",))
    assert await seated.table.drafts.of(here) == ()
    assert await seated.table.drafts.of(supposing) == ("E6",)


async def test_whoever_begins_anew_has_no_draft(seated: Seated) -> None:
    game = await seated.start()
    here = await position(seated, game.id)
    await seated.table.drafts.forget(here)
    await seated.table.drafts.keep(here, CHOSEN)
    await seated.table.drafts.forget(here)
    assert await seated.table.drafts.of(here) == ()


async def test_a_draft_is_of_one_position(seated: Seated) -> None:
    """The same ply on another branch is a different position."""
    game = await seated.start()
    here = await position(seated, game.id)
    await seated.table.drafts.keep(here, CHOSEN)
    await seated.play(game.id)
    assert await seated.table.drafts.of(await position(seated, game.id)) == ()
    await seated.act(ANNA, game.id, Undo())
    assert await seated.table.drafts.of(await position(seated, game.id)) == ()


async def test_nothing_is_kept_of_a_position_that_is_gone(seated: Seated) -> None:
    game = await seated.start()
    here = await position(seated, game.id)
    await seated.play(game.id)
    with pytest.raises(StaleMove):
        await seated.table.drafts.keep(here, CHOSEN)


async def test_nothing_is_kept_for_a_seat_that_was_handed_over(seated: Seated) -> None:
    game = await seated.start()
    here = await position(seated, game.id)
    moderator = by(BEN, rights=("end",))
    await seated.table.act(moderator, game.id, HandOver(ANNA, CARLA, "Carla"))
    with pytest.raises(StaleMove):
        await seated.table.drafts.keep(here, CHOSEN)
    assert await seated.table.drafts.of(await position(seated, game.id, CARLA)) == ()
