"""Who can see the page of a game: everybody with its address, as long as its channel agrees."""

import pytest

from bot.match.actions import Resign
from bot.match.game import Game
from bot.process.clock import DAY
from tests.bot.kit import ANNA, CHANNEL, GUILD, OTHER_CHANNEL, pauses_of
from tests.bot.web.conftest import Pages

NOWHERE = "/g/AAAAAAAAAAAAAAAAAAAAAA"
PARTS = ("", "/position", "/log", "/events", "/board.png", "/chart.png", "/record.json")


async def refusals(pages: Pages, path: str) -> set[tuple[int, str]]:
    """What is answered to everything under this path."""
    answers = [await pages.get(f"{path}{part}") for part in PARTS]
    return {(answer.status, await answer.text()) for answer in answers}


async def close_setting(pages: Pages, game: Game) -> None:
    await pages.seated.table.channels.set(GUILD, game.set_in, {"page": "off"})


async def renew(pages: Pages, game: Game) -> None:
    await pages.seated.table.game_pages.close_in(game.channel_id)


async def leave_server(pages: Pages, game: Game) -> None:
    await pages.seated.table.game_pages.close_server(game.guild_id)


async def lose_channel(pages: Pages, game: Game) -> None:
    await pauses_of(pages.seated.table).pause(game.id, game.channel_id, "place_gone")


CLOSING = [close_setting, renew, leave_server, lose_channel]


@pytest.mark.parametrize("close", CLOSING)
async def test_a_closed_page_is_like_one_that_never_was(pages: Pages, close) -> None:  # type: ignore[no-untyped-def]
    game, path = await pages.start(moves=2)
    assert (await pages.get(path)).status == 200
    await close(pages, game)
    refused = await refusals(pages, path)
    assert refused == await refusals(pages, NOWHERE)
    assert {status for status, _ in refused} == {404}


async def test_a_channel_has_no_pages_unless_it_agrees(pages: Pages) -> None:
    game = await pages.seated.start()
    table = pages.seated.table
    assert await table.game_pages.key_of(game, pages.is_seen_by_all) is None


async def test_a_renewed_page_has_another_address(pages: Pages) -> None:
    game, path = await pages.start()
    await renew(pages, game)
    new_path = await pages.open(game)
    assert new_path != path
    assert (await pages.get(new_path)).status == 200


async def test_other_channels_keep_their_pages(pages: Pages) -> None:
    game, _ = await pages.start()
    _, other_path = await pages.start(channel=OTHER_CHANNEL)
    await close_setting(pages, game)
    assert (await pages.get(other_path)).status == 200


async def test_a_hidden_channel_needs_a_second_yes(pages: Pages) -> None:
    async def is_seen_by_all() -> bool:
        return False

    game, path = await pages.start()
    table = pages.seated.table
    assert await table.game_pages.key_of(game, is_seen_by_all) is None
    assert (await pages.get(path)).status == 404
    await table.channels.set(GUILD, CHANNEL, {"page_of_hidden": "on"})
    assert await table.game_pages.key_of(game, is_seen_by_all) is not None


@pytest.mark.parametrize(("setting", "status"), [("month", 404), ("always", 200)])
async def test_ended_games_stay_as_long_as_the_channel_says(
    pages: Pages, setting: str, status: int
) -> None:
    game, path = await pages.start(moves=2)
    await pages.open(game, setting)
    await pages.seated.act(ANNA, game.id, Resign())
    pages.seated.clock.turn(30 * DAY - 1)
    assert (await pages.get(path)).status == 200
    pages.seated.clock.turn(2)
    assert (await pages.get(path)).status == status
