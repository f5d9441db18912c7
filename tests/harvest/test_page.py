"""Harvest on the page of a seat: none of its choices lies in a picture, so all are buttons."""

# ruff: noqa: F401, F811  # fixtures are found by their names
from collections.abc import Mapping
from random import Random

from bot.games.face import AnyFace
from bot.match.actions import Join, NewGame
from bot.web.turns import Turns
from tests.bot.conftest import clock, database, migrated, seated, url
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, by
from tests.bot.web.conftest import Pages, pages
from tests.bot.web.player import enter
from tests.harvest.discord.conftest import faces


async def test_a_game_without_places_is_played_by_buttons(
    faces: Mapping[str, AnyFace], pages: Pages
) -> None:
    playing = pages.site.playing
    playing.faces = faces
    playing.turns = Turns(playing.table, faces)
    pages.site.watching._faces = faces
    table = pages.seated.table
    opened = await table.open(by(ANNA), NewGame("harvest", GUILD, CHANNEL, first=0, seats=2))
    await table.act(by(BEN), opened.game_id, Join())
    game = await table.games.get(opened.game_id)
    players = [await enter(pages, game, user) for user in (ANNA, BEN)]
    rng = Random("harvest")
    for _ in range(8):
        game = await table.games.get(game.id)
        assert game.to_act is not None
        player = players[game.to_act]
        await player.look()
        assert "data-place" not in player.html
        await player.turn(rng)
    assert (await table.games.get(game.id)).ply >= 8
