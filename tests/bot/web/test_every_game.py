"""Pages of every game, from its first position to its last, in every language."""

import json
import pickle
from dataclasses import replace
from random import Random

import pytest

from bot.locale import languages
from bot.match.actions import Join, NewGame, Play
from bot.presentation.studio import Studio
from engine.games import GAMES
from engine.selfplay.match import find_policy, play_game
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, by
from tests.bot.turns import to_act
from tests.bot.web.conftest import Pages


async def play_recorded(pages: Pages, kind: str, at_most: int = 1000) -> str:
    """A game between easy players, up to this move or to its end; the path of its page."""
    rng = Random(kind)
    seed = rng.randbytes(32).hex()
    policy = find_policy(kind, "easy")
    options = GAMES[kind].settle_options({}, None)
    names = ["Anna", "Ben"]
    played = play_game(kind, options, seed, names, lambda _, state: policy(state, rng), first=0)
    table = pages.seated.table
    table._decider = replace(table._decider, new_seed=lambda: seed)
    opened = await table.open(by(ANNA), NewGame(kind, GUILD, CHANNEL, first=0))
    await table.act(by(BEN), opened.game_id, Join())
    for ply, move in enumerate(played.moves[:at_most]):
        game = await table.games.get(opened.game_id)
        await table.act(by(to_act(game)), game.id, Play(move, ply))
    return await pages.open(await table.games.get(opened.game_id))


@pytest.mark.parametrize("kind", GAMES)
async def test_every_position_of_a_game_can_be_looked_at(pages: Pages, kind: str) -> None:
    path = await play_recorded(pages, kind)
    last = json.loads(await pages.text(f"{path}/position"))["last"]
    for ply in (0, 1, last // 2, last - 1, last):
        for language in languages():
            where = f"move={ply}&lang={language}"
            assert f'data-ply="{ply}"' in await pages.text(f"{path}?{where}")
            position = json.loads(await pages.text(f"{path}/position?{where}"))
            assert position["overlays"]
            for overlay in position["overlays"]:
                laid = json.loads(await pages.text(f"{path}/position?{where}&overlay={overlay}"))
                assert laid["overlay"] == overlay
                assert laid["boards"] != position["boards"]
                assert (await pages.get(laid["boards"]["dark"])).status == 200
    for figure in ("final", "chart"):
        assert (await pages.get(f"{path}/{figure}.png")).status == 200


@pytest.mark.parametrize("kind", GAMES)
async def test_the_page_has_no_formats_of_messages(pages: Pages, kind: str) -> None:
    path = await play_recorded(pages, kind)
    for language in languages():
        html = await pages.text(f"{path}?lang={language}")
        assert "**" not in html
        assert "-# " not in html


async def everything(pages: Pages, path: str) -> str:
    """All that a spectator gets to see of the present, pictures included."""
    pages.sketches.painted.clear()
    seen = [await pages.text(path), await pages.text(f"{path}/log")]
    seen.append(await pages.text(f"{path}/record.json"))
    position = json.loads(await pages.text(f"{path}/position"))
    for overlay in ("", *position["overlays"]):
        laid = await pages.text(f"{path}/position?overlay={overlay}")
        seen.append(laid)
        pages.site.studio = Studio(1, pages.sketches.paint)
        assert (await pages.get(json.loads(laid)["boards"]["dark"])).status == 200
        pages.site.studio.close()
    seen += [str(pickle.dumps(drawing)) for drawing in pages.sketches.painted]
    return "\n".join(seen)


@pytest.mark.parametrize("kind", GAMES)
async def test_nothing_hidden_is_on_a_page(pages: Pages, kind: str) -> None:
    """What a player cannot see is reshuffled, and spectators see the same."""
    path = await play_recorded(pages, kind, at_most=9)
    table = pages.seated.table
    game = await table.game_pages.find(path.removeprefix("/g/"))
    assert game is not None
    state = table._positions.earlier(game, game.ply)
    before = await everything(pages, path)
    rules = GAMES[kind]
    for seat in range(2):
        twin = rules.resample(state, seat, "twin")
        assert twin != state
        table._positions.remember(game, twin)
        assert await everything(pages, path) == before
