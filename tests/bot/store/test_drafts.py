"""Drafts: a seat has one, for the current position."""

import pytest

from bot.match.actions import Accept, HandOver, Propose, Undo
from bot.match.game import Game
from bot.store.orders import load_draft, save_draft
from tests.bot.kit import ANNA, BEN, CARLA, NOON, Seated, by

BEGUN = ("E5", "r2")


async def keep(seated: Seated, game: Game, seat: int, *chosen: str, kind: str = "") -> None:
    async with seated.database.writing() as connection:
        await save_draft(connection, game, seat, kind, chosen, now=NOON)


async def chosen_in(seated: Seated, game: Game, seat: int, kind: str = "") -> tuple[str, ...]:
    async with seated.database.reading() as connection:
        return (await load_draft(connection, game, seat, kind)).chosen


@pytest.fixture
async def game(seated: Seated) -> Game:
    """Anna has begun a move, and Ben an order."""
    game = await seated.start()
    await keep(seated, game, 0, *BEGUN)
    await keep(seated, game, 1, "F5", kind="lane")
    return game


async def test_a_draft_is_of_its_seat_and_kind_alone(seated: Seated, game: Game) -> None:
    assert await chosen_in(seated, game, 0) == BEGUN
    assert await chosen_in(seated, game, 1, "lane") == ("F5",)
    assert await chosen_in(seated, game, 1) == ()


async def test_a_seat_has_one_draft(seated: Seated, game: Game) -> None:
    await keep(seated, game, 0, "E6")
    assert await chosen_in(seated, game, 0) == ("E6",)
    await keep(seated, game, 0, "D4", kind="lane")
    assert await chosen_in(seated, game, 0) == ()


async def test_a_move_ends_every_draft(seated: Seated, game: Game) -> None:
    await seated.play(game.id)
    assert [await chosen_in(seated, game, seat, kind) for seat, kind in ((0, ""), (1, "lane"))] == [
        (),
        (),
    ]


async def test_what_is_only_asked_for_leaves_drafts_as_they_are(seated: Seated, game: Game) -> None:
    await seated.act(BEN, game.id, Propose("end"))
    assert await chosen_in(seated, game, 0) == BEGUN
    await seated.act(ANNA, game.id, Accept("end", 0))
    assert await chosen_in(seated, game, 0) == ()


async def test_a_move_that_is_taken_back_ends_every_draft(seated: Seated, game: Game) -> None:
    await seated.play(game.id)
    played = await seated.table.games.get(game.id)
    await keep(seated, played, 0, *BEGUN)
    await seated.act(ANNA, game.id, Undo())
    for position in (game, played, await seated.table.games.get(game.id)):
        assert await chosen_in(seated, position, 0) == ()


async def test_whoever_takes_a_seat_over_gets_no_draft_with_it(seated: Seated, game: Game) -> None:
    moderator = by(BEN, rights=("end",))
    await seated.table.act(moderator, game.id, HandOver(ANNA, CARLA, "Carla"))
    assert await chosen_in(seated, game, 0) == ()
    assert await chosen_in(seated, game, 1, "lane") == ("F5",)
