"""Hints, orders and notes on the page of a seat."""

import asyncio
import re
from collections.abc import Iterator
from random import Random

import pytest

from bot.locale import languages
from bot.match.actions import Join, NewGame, Play, Resign
from bot.match.game import Game
from bot.match.own_notes import LONGEST_NOTE
from bot.match.rules import rules_of
from bot.process.allowance import HINT, Allowance
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players.players import EXPERTS
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, by
from tests.bot.thinking import Here
from tests.bot.turns import to_act
from tests.bot.web.conftest import Pages
from tests.bot.web.player import Player, enter

ORDERED = [kind for kind in GAMES if rules_of(kind).orders is not None]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that look at few positions."""
    for expert in EXPERTS.values():
        monkeypatch.setattr(expert, "speed", 40)


@pytest.fixture
def thinkers(pages: Pages) -> Iterator[Here]:
    pool = Here()
    thinking = pages.seated.table.hints.thinking = Thinking(pool.count, pool.run)
    yield pool
    thinking.close()


async def begin(pages: Pages, kind: str = "castle", *, hints: bool = True) -> Game:
    """Anna begins a game against Ben."""
    table = pages.seated.table
    new_game = NewGame(kind, GUILD, CHANNEL, first=0, rated=False, hints=hints)
    opened = await table.open(by(ANNA), new_game)
    await table.act(by(BEN), opened.game_id, Join())
    return await table.games.get(opened.game_id)


async def present(pages: Pages, game: Game) -> Game:
    return await pages.seated.table.games.get(game.id)


async def check_pictures(pages: Pages, player: Player) -> None:
    assert player.pictures
    for address in player.pictures:
        assert (await pages.get(address, player.headers)).status == 200


# Hints.


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", GAMES)
async def test_a_move_of_a_hint_is_tried_and_played(pages: Pages, kind: str, language: str) -> None:
    game = await begin(pages, kind)
    player = await enter(pages, game, ANNA)
    await player.look(f"?lang={language}")
    await player.press("hint")
    ideas = [do for do in player.offers if do.startswith("idea:")]
    assert 1 < len(ideas) <= 3
    for mark in ("**", "-# ", "###"):
        assert mark not in player.html
    await check_pictures(pages, player)
    await player.press(ideas[0])
    assert "confirm" in player.offers
    await player.press("confirm")
    assert (await present(pages, game)).ply == 1


@pytest.mark.usefixtures("thinkers")
async def test_a_hint_is_counted_once_for_a_position(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    for _ in range(2):
        await player.press("hint")
    assert [seat.hints for seat in (await present(pages, game)).seats] == [1, 0]


@pytest.mark.usefixtures("thinkers")
async def test_hints_are_paid_for_as_in_discord(pages: Pages) -> None:
    pages.site.playing.people = Allowance(at_once=2 * HINT + 1, now=lambda: 0.0)
    player = await enter(pages, await begin(pages), ANNA)
    told = []
    for _ in range(3):
        await player.press("hint")
        told.append(player.told[0])
    assert told[0] == told[1] == "A hint, only for you"
    assert "9 seconds" in told[2]


async def test_a_hint_waits_until_two_others_of_its_player_are_answered(
    pages: Pages, thinkers: Here
) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    concurrency = pages.site.playing.concurrency
    async with concurrency.admit(ANNA):
        async with concurrency.admit(ANNA):
            asked = asyncio.create_task(player.press("hint"))
            for _ in range(5):
                assert (await pages.get(player.path, player.headers)).status == 200
            assert not asked.done()
            assert thinkers.turns == []
        await asked
    assert len(thinkers.turns) == 1


@pytest.mark.usefixtures("thinkers")
async def test_a_game_without_hints_offers_none(pages: Pages) -> None:
    player = await enter(pages, await begin(pages, hints=False), ANNA)
    assert "hint" not in player.buttons
    await player.press("hint")
    assert player.told[0].startswith("This game was opened without hints.")


@pytest.mark.usefixtures("thinkers")
async def test_a_hint_of_a_page_that_is_behind_is_none(pages: Pages, thinkers: Here) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    move = Play(await pages.seated.legal_move(game), 0)
    await pages.seated.in_another_process().act(ANNA, game.id, move)
    await player.press("hint")
    assert "This page was behind" in player.told[0]
    assert thinkers.turns == []


async def test_whoever_waits_is_given_no_hint(pages: Pages, thinkers: Here) -> None:
    player = await enter(pages, await begin(pages), BEN)
    assert "hint" not in player.buttons
    await player.press("hint")
    assert thinkers.turns == []


@pytest.mark.parametrize("move", ["", "nonsense", "M50", "0,0", "🙂", "E5/r1" * 40])
async def test_a_forged_idea_chooses_nothing(pages: Pages, move: str) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await player.press(f"idea:{move}")
    assert "confirm" not in player.offers
    assert (await present(pages, game)).ply == 0
    answer = await pages.get(f"{player.path}/0.png?idea={move}", player.headers)
    assert answer.status == 404


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_hint_tells_nothing_hidden(pages: Pages, kind: str) -> None:
    """Of what a player cannot see reshuffled, they are told the same."""
    game = await begin(pages, kind)
    table = pages.seated.table
    player = await enter(pages, game, ANNA)
    await player.press("hint")
    before = player.html
    async with pages.seated.database.viewing() as connection:
        state = await table._positions.current(connection, game)
    twin = GAMES[kind].resample(state, 0, "twin")
    assert twin != state
    table._positions.remember(game, twin)
    await player.look()
    await player.press("hint")
    assert player.html == before


# Orders.


async def to_kinds(player: Player) -> list[str]:
    """The ways to an order for each kind."""
    await player.look("?orders=yes")
    return [way for way in player.ways if way.startswith("?order=")]


async def give_order(player: Player, way: str) -> None:
    await player.look(way)
    await player.press(player.offers[0])
    await player.press("confirm")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ORDERED)
async def test_an_order_is_given_and_deleted(pages: Pages, kind: str, language: str) -> None:
    game = await begin(pages, kind)
    player = await enter(pages, game, BEN)
    assert "?orders=yes" in player.ways
    ways = await to_kinds(player)
    await player.look(f"{ways[0]}&lang={language}")
    assert "**" not in player.html
    await check_pictures(pages, player)
    await player.press(player.offers[0])
    await check_pictures(pages, player)
    await player.press("confirm")
    orders = await pages.seated.table.orders.of(game.id, BEN)
    assert [checked.order.kind for checked in orders.orders] == [ways[0].removeprefix("?order=")]
    await player.look(f"?orders=yes&lang={language}")
    assert "**" not in player.html
    await check_pictures(pages, player)
    [drop] = [do for do in player.offers if do.startswith("drop:")]
    await player.press(drop)
    assert (await pages.seated.table.orders.of(game.id, BEN)).orders == ()


@pytest.mark.parametrize("kind", ORDERED)
async def test_the_same_order_can_be_given_again(pages: Pages, kind: str) -> None:
    game = await begin(pages, kind)
    player = await enter(pages, game, BEN)
    [way, *_] = await to_kinds(player)
    for _ in range(2):
        await player.look(way)
        if "confirm" not in player.offers:
            await player.press(player.offers[0])
        await player.press("confirm")
        assert len((await pages.seated.table.orders.of(game.id, BEN)).orders) == 1
        await player.look("?orders=yes")
        await player.press(next(do for do in player.offers if do.startswith("drop:")))
        assert (await pages.seated.table.orders.of(game.id, BEN)).orders == ()


async def test_an_order_begun_here_is_the_draft_of_the_panel(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, BEN)
    [way, *_] = await to_kinds(player)
    await player.look(way)
    await player.press(player.offers[0])
    questions = await pages.seated.table.orders.suppose(
        game.id, BEN, 0, 0, way.removeprefix("?order="), with_draft=True
    )
    assert questions.after(questions.parts_begun).walk.open is None


async def test_whose_turn_comes_chooses_a_move_instead_of_an_order(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, BEN)
    [way, *_] = await to_kinds(player)
    await player.look(way)
    move = Play(await pages.seated.legal_move(game), 0)
    await pages.seated.in_another_process().act(ANNA, game.id, move)
    await player.press(player.offers[0])
    assert "This page was behind" in player.told[0]
    assert "?orders=yes" not in player.ways
    assert player.offers
    for query in (way, "?orders=yes"):
        await player.look(query)
        assert f'action="{player.path}"' in player.html


@pytest.mark.parametrize("kind", ["", "nonsense", "🙂", "x" * 500, "../../1"])
async def test_an_order_for_nothing_is_none(pages: Pages, kind: str) -> None:
    game = await begin(pages)
    player = await enter(pages, game, BEN)
    await player.look(f"?order={kind}")
    assert "confirm" not in player.offers
    await player.press(f"drop:{kind}")
    assert player.told[0].startswith("You no longer have that order.")


async def test_orders_are_for_their_player_alone(pages: Pages) -> None:
    game = await begin(pages)
    ben = await enter(pages, game, BEN)
    [way, *_] = await to_kinds(ben)
    anna = await enter(pages, game, ANNA)
    before = [await anna.look(query) for query in ("", "?orders=yes", way)]
    await give_order(ben, way)
    after = [await anna.look(query) for query in ("", "?orders=yes", way)]
    assert after == before


async def test_a_game_without_orders_leads_to_none(pages: Pages) -> None:
    player = await enter(pages, await begin(pages, "castellan"), BEN)
    assert player.ways == []
    for query in ("?orders=yes", "?order=x"):
        await player.look(query)
        assert player.told == ["Anna to play"]


@pytest.mark.parametrize("kind", ORDERED)
async def test_orders_tell_nothing_hidden(pages: Pages, kind: str) -> None:
    """Of what a player cannot see reshuffled, they are offered the same."""
    game = await begin(pages, kind)
    table = pages.seated.table
    player = await enter(pages, game, BEN)
    [way, *_] = await to_kinds(player)

    async def everything() -> list[str]:
        seen = [await player.look(query) for query in ("?orders=yes", way)]
        await player.press(player.offers[0])
        seen.append(re.sub(r"\b(\d+\.\d+)\.\d+\b", r"\1", player.html))
        await player.press("start")
        return seen[:1] + seen[2:]

    before = await everything()
    async with pages.seated.database.viewing() as connection:
        state = await table._positions.current(connection, game)
    twin = GAMES[kind].resample(state, 1, "twin")
    assert twin != state
    table._positions.remember(game, twin)
    assert await everything() == before


# Notes.


async def notes_of(pages: Pages, game: Game, user: int) -> list[tuple[int, str]]:
    game = await present(pages, game)
    notes = await pages.seated.table.own_notes.of(game, user)
    return [(note.ply, note.text) for note in notes if note.user_id == user]


async def test_a_note_is_kept_and_shown_to_its_owner_alone(pages: Pages) -> None:
    game = await begin(pages)
    anna = await enter(pages, game, ANNA)
    await anna.press("note", text="the <b>river</b>\r\nfirst")
    assert await notes_of(pages, game, ANNA) == [(0, "the <b>river</b>\nfirst")]
    assert "&lt;b&gt;river" in anna.html
    assert "<b>river" not in anna.html
    ben = await enter(pages, game, BEN)
    assert "river" not in ben.html
    await anna.turn(Random(1))
    assert "river" in anna.html
    await anna.press("note", text="second")
    assert await notes_of(pages, game, ANNA) == [(0, "the <b>river</b>\nfirst"), (1, "second")]
    await anna.press("note", text="")
    assert len(await notes_of(pages, game, ANNA)) == 1


@pytest.mark.parametrize("sign", ["x", "ü", "🏰"])
async def test_a_note_may_be_as_long_as_in_discord(pages: Pages, sign: str) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await player.press("note", text=sign * LONGEST_NOTE)
    assert await notes_of(pages, game, ANNA) == [(0, sign * LONGEST_NOTE)]
    await player.press("note", text="y" * (LONGEST_NOTE + 1))
    assert player.told[0].startswith("That is too long: at most 600 characters")
    assert await notes_of(pages, game, ANNA) == [(0, sign * LONGEST_NOTE)]


async def test_notes_are_opened_to_all_when_the_game_is_over(pages: Pages) -> None:
    game = await begin(pages)
    anna = await enter(pages, game, ANNA)
    ben = await enter(pages, game, BEN)
    await anna.turn(Random(1))
    await anna.press("note", text="well played")
    await pages.seated.act(BEN, game.id, Resign())
    assert "well played" not in await ben.look()
    await anna.look()
    await anna.press("open_notes")
    assert "Everybody who can see the game can read your notes" in anna.html
    assert "well played" in await ben.look()
    await anna.press("close_notes")
    assert "well played" not in await ben.look()


async def test_notes_stay_closed_while_the_game_runs(pages: Pages) -> None:
    game = await begin(pages)
    anna = await enter(pages, game, ANNA)
    await anna.press("note", text="hm")
    assert "open_notes" not in anna.buttons
    await anna.press("open_notes")
    assert anna.told[0].startswith("That is not possible now")


@pytest.mark.parametrize("kind", GAMES)
async def test_a_note_written_while_the_game_went_on_is_kept(pages: Pages, kind: str) -> None:
    game = await begin(pages, kind)
    ben = await enter(pages, game, BEN)
    anna = await enter(pages, game, to_act(await present(pages, game)))
    await anna.turn(Random(1))
    await ben.press("note", text="late")
    assert await notes_of(pages, game, BEN) == [(0, "late")]
    assert re.search(r"late.*move 0", ben.html, re.DOTALL)
