"""Playing on the page of a seat."""

import logging
import re
from asyncio import gather
from collections.abc import Mapping
from random import Random

import pytest
from sqlalchemy import select

from bot.locale import languages
from bot.match.actions import Join, NewGame, Play, Resign, Resume
from bot.match.errors import Why
from bot.match.game import Game
from bot.presentation.address import PublicAddress
from bot.presentation.studio import Studio
from bot.process.allowance import Allowance
from bot.store.schema import moves, outbox
from bot.table.seat_pages import SEEN_AFTER_END
from engine.games import GAMES
from tests.bot.kit import ANNA, BEN, CHANNEL, GUILD, OTHER_CHANNEL, by, pauses_of, refusal_of
from tests.bot.turns import to_act
from tests.bot.web.conftest import Pages
from tests.bot.web.player import Player, enter

PEOPLE = (ANNA, BEN)


async def begin(pages: Pages, kind: str = "carcassonne", channel: int = CHANNEL) -> Game:
    """Anna begins a game against Ben."""
    table = pages.seated.table
    opened = await table.open(by(ANNA), NewGame(kind, GUILD, channel, first=0))
    await table.act(by(BEN), opened.game_id, Join())
    return await table.games.get(opened.game_id)


async def present(pages: Pages, game: Game) -> Game:
    return await pages.seated.table.games.get(game.id)


async def test_looking_at_a_link_uses_nothing_up(pages: Pages) -> None:
    game = await begin(pages)
    token = await pages.seated.table.seat_pages.invite(game.id, ANNA)
    for _ in range(3):
        answer = await pages.get(f"/play/link/{token}")
        assert f"Play as Anna in game {game.id}" in await answer.text()
        assert "Set-Cookie" not in answer.headers
    url = pages.site.address.of_link(token)
    headers = {"Origin": pages.site.address.origin}
    statuses = []
    for _ in range(2):
        async with pages.session.post(url, headers=headers, allow_redirects=False) as answer:
            statuses.append(answer.status)
    assert statuses == [303, 404]
    assert (await pages.get(f"/play/link/{token}")).status == 404


@pytest.mark.parametrize("is_secure", [True, False])
async def test_a_cookie_is_for_one_page_and_no_script(pages: Pages, is_secure: bool) -> None:
    game = await begin(pages)
    token = await pages.seated.table.seat_pages.invite(game.id, ANNA)
    url = pages.site.address.of_link(token)
    address = pages.site.address
    if is_secure:
        address = PublicAddress.parse("https://games.example.org")
        pages.site.address = address
        pages.site.playing.address = address
    headers = {"Origin": address.origin, "Host": address.host}
    async with pages.session.post(url, headers=headers, allow_redirects=False) as answer:
        kept = answer.headers["Set-Cookie"]
    assert answer.headers["Location"] == f"/play/{game.id}/0"
    assert "HttpOnly" in kept
    assert "SameSite=Strict" in kept
    assert f"Path=/play/{game.id}/0" in kept
    assert ("Secure" in kept) == is_secure
    assert token not in kept


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ],
)
async def test_what_another_site_sends_is_refused(pages: Pages, headers: Mapping[str, str]) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    sent = {**player.form, "do": player.offers[0]}
    cookie = {"Cookie": player.cookie}
    assert (await player.send(sent, {**cookie, **headers})).status == 403
    token = await pages.seated.table.seat_pages.invite(game.id, ANNA)
    url = pages.site.address.of_link(token)
    async with pages.session.post(url, headers=headers, allow_redirects=False) as answer:
        assert answer.status == 403
    assert await pages.seated.table.seat_pages.look_at_link(token) is not None


async def test_a_form_without_a_referrer_is_taken(pages: Pages) -> None:
    """As browsers send it where something keeps referrers back."""
    player = await enter(pages, await begin(pages), ANNA)
    headers = {"Cookie": player.cookie, "Origin": "null", "Sec-Fetch-Site": "same-origin"}
    sent = {**player.form, "do": player.offers[0]}
    assert (await player.send(sent, headers)).status == 303


@pytest.mark.parametrize("changes", [{"form": ""}, {"form": "0" * 32}, {"form": "ä"}])
async def test_a_form_of_no_session_is_refused(pages: Pages, changes: Mapping[str, str]) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    answer = await player.send({**player.form, "do": player.offers[0], **changes})
    assert answer.status == 403


async def test_without_its_session_a_seat_has_no_page(pages: Pages) -> None:
    game = await begin(pages)
    anna = await enter(pages, game, ANNA)
    ben = await enter(pages, game, BEN)
    nothing = await (await pages.get("/nowhere")).text()
    for cookie in ("", "seat=x", f"seat={'x' * 500}", ben.cookie):
        headers = {"Cookie": cookie, "Origin": anna.origin}
        for part in ("", "/0.png", "/events"):
            answer = await pages.get(f"{anna.path}{part}", headers)
            assert (answer.status, await answer.text()) == (404, nothing)
        assert (await anna.send({**anna.form, "do": "start"}, headers)).status == 404


async def test_pages_of_seats_are_guarded(pages: Pages) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    headers = (await pages.get(player.path, player.headers)).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "form-action 'self'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "strict-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "<style" not in player.html
    assert "https://" not in player.html


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", GAMES)
async def test_two_people_play_by_forms_alone(pages: Pages, kind: str, language: str) -> None:
    game = await begin(pages, kind)
    players = [await enter(pages, game, user) for user in PEOPLE]
    rng = Random(f"{kind} {language}")
    for ply in range(6):
        game = await present(pages, game)
        assert game.ply >= ply
        player = players[game.to_act or 0]
        await player.look(f"?lang={language}")
        assert "**" not in player.html
        assert player.pictures
        for address in player.pictures:
            assert (await pages.get(address, player.headers)).status == 200
        await player.turn(rng)
    assert (await present(pages, game)).ply >= 6


@pytest.mark.parametrize("kind", GAMES)
async def test_choices_lie_in_the_pictures(pages: Pages, kind: str) -> None:
    game = await begin(pages, kind)
    player = await enter(pages, game, ANNA)
    places = re.findall(r'data-place="([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"', player.html)
    choices = [do for do in player.offers if do != "start"]
    assert len(places) == len(choices)
    for left, top, width, height in [map(float, place) for place in places]:
        assert 0 <= left < left + width <= 100.01
        assert 0 <= top < top + height <= 100.01


async def test_a_move_made_here_is_posted_like_any_other(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await player.turn(Random(1))
    async with pages.seated.database.reading() as connection:
        [mover] = await connection.scalars(select(moves.c.user_id).where(moves.c.ply == 1))
        boards = await connection.scalars(
            select(outbox.c.ply).where(outbox.c.game_id == game.id, outbox.c.kind == "board")
        )
        assert max(boards.all()) == 1
    assert mover == ANNA
    assert player.told == ["Ben to play"]
    assert player.offers == []


async def test_what_is_chosen_here_is_the_draft_of_the_panel(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await player.press(player.offers[0])
    questions = await pages.seated.table.drafts.questions(game.id, ANNA, with_draft=True)
    assert questions.draft is not None
    assert questions.after(questions.parts_begun).walk.open is None
    await player.press("start")
    assert await pages.seated.table.drafts.of(questions.position) == ((), 2)


async def test_what_was_chosen_on_the_panel_goes_on_here(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    questions = await pages.seated.table.drafts.questions(game.id, ANNA)
    first_question = questions.ask(())
    assert first_question is not None
    await pages.seated.table.drafts.keep(questions.position, first_question.choices[:1])
    assert "confirm" not in player.offers
    await player.look()
    await player.press("confirm")
    assert (await present(pages, game)).ply == 1


async def test_a_page_that_is_behind_says_so_and_plays_nothing(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    tab = Player(pages, player.path, player.cookie)
    await player.press(player.offers[0])
    await tab.look()
    turned = next(do for do in tab.offers if do not in ("confirm", "start"))
    await tab.press(turned)
    answer = await player.press("confirm")
    assert answer.status == 200
    assert "This page was behind" in player.told[0]
    assert (await present(pages, game)).ply == 0
    await player.press("confirm")
    assert (await present(pages, game)).ply == 1


async def test_a_move_is_confirmed_once(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await player.press(player.offers[0])
    form = {**player.form, "do": "confirm"}
    assert [(await player.send(form)).status for _ in range(2)] == [303, 200]
    assert (await present(pages, game)).ply == 1


@pytest.mark.parametrize(
    "do", ["", "nonsense", "9~x", "0~zz", "tap=0.0", "-5", "+0~zz", "999~M50", "0~", "~", "1~r9"]
)
async def test_a_forged_choice_chooses_nothing(pages: Pages, do: str) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    answer = await player.press(do)
    assert answer.status in (200, 303)
    assert "confirm" not in player.offers
    assert (await present(pages, game)).ply == 0


@pytest.mark.parametrize("at", ["", "1", "0.0", "0.0.0.0", "-1.0.0", "٣.0.0", "9" * 60 + ".0.0"])
async def test_a_forged_position_is_behind(pages: Pages, at: str) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    answer = await player.send({**player.form, "at": at, "do": player.offers[0]})
    assert answer.status == 200
    assert "This page was behind" in await answer.text()


async def test_the_page_ends_soon_after_the_game(pages: Pages) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    await pages.seated.in_another_process().act(BEN, game.id, Resign())
    await player.look()
    assert player.offers == []
    assert player.told == ["Anna wins"]
    pages.seated.clock.turn(SEEN_AFTER_END)
    assert (await pages.get(player.path, player.headers)).status == 404


async def test_the_last_move_shows_how_the_game_ended(pages: Pages) -> None:
    game = await begin(pages, "castle")
    table = pages.seated.table
    while (game := await present(pages, game)).to_act is not None:
        user = to_act(game)
        player = await enter(pages, game, user)
        move = await pages.seated.legal_move(game)
        questions = await table.drafts.questions(game.id, user, with_draft=True)
        await table.drafts.keep(
            questions.position, [token for _, token in questions.read(move)], questions.draft
        )
        await player.look()
        await player.press("confirm")
    assert "win" in player.told[0] or "share" in player.told[0]
    assert [(await pages.get(path, player.headers)).status for path in player.pictures] == [
        200,
        200,
    ]


async def test_a_lost_channel_closes_the_page_until_the_game_goes_on_elsewhere(
    pages: Pages,
) -> None:
    game = await begin(pages)
    player = await enter(pages, game, ANNA)
    table = pages.seated.table
    await pauses_of(table).pause(game.id, game.channel_id, "place_gone")
    assert (await pages.get(player.path, player.headers)).status == 404
    refusal = await refusal_of(table.seat_pages.invite(game.id, ANNA))
    assert refusal.why is Why.PAUSED
    await table.act(by(BEN), game.id, Resume(OTHER_CHANNEL))
    await player.turn(Random(1))
    assert (await present(pages, game)).ply == 1


async def test_large_bodies_and_files_are_refused(pages: Pages) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    assert (await player.send({**player.form, "do": "x" * 10_000})).status == 413
    url = f"{player.origin}{player.path}"
    for content_type in ("multipart/form-data; boundary=x", "application/json", "text/plain"):
        headers = {**player.headers, "Content-Type": content_type}
        async with pages.session.post(url, data=b"x", headers=headers) as answer:
            assert answer.status == 415


async def test_who_presses_too_fast_has_to_wait(pages: Pages) -> None:
    player = await enter(pages, await begin(pages), ANNA)
    allowance = Allowance(at_once=2, now=lambda: 0.0)
    pages.site.playing.allowance = allowance
    statuses = [(await pages.get(player.path, player.headers)).status for _ in range(3)]
    assert statuses == [200, 200, 429]


async def test_no_token_is_logged(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await begin(pages)
    caplog.set_level(logging.DEBUG)
    player = await enter(pages, game, ANNA)
    link = await pages.seated.table.seat_pages.invite(game.id, ANNA)
    await pages.get(f"/play/link/{link}")

    async def fail(*_: object) -> None:
        raise RuntimeError(player.cookie)

    monkeypatch.setattr(type(pages.site.watching), "log", fail)
    answer = await pages.get(player.path, player.headers)
    assert answer.status == 500
    token = player.cookie.removeprefix("seat=")
    assert token not in await answer.text()
    ours = [record for record in caplog.records if record.name.startswith(("bot", "aiohttp"))]
    logged = "\n".join(record.getMessage() for record in ours)
    assert ours
    assert token not in logged
    assert link not in logged


async def until_painted(pages: Pages) -> None:
    """Wait for what is painted before a browser asks for it."""
    await gather(*pages.site.playing.painting, return_exceptions=True)


async def everything(pages: Pages, player: Player) -> str:
    """All that a player gets to see, pictures included; and what becomes of every button."""
    await until_painted(pages)
    pages.sketches.painted.clear()
    studio = Studio(1, pages.sketches.paint)
    pages.site.studio = studio
    pages.site.playing.studio = studio
    seen = [await player.look()]
    for do in player.offers:
        await player.press(do)
        seen.append(player.html)
        for address in player.pictures:
            assert (await pages.get(address, player.headers)).status == 200
        if "start" in player.offers:
            await player.press("start")
        await player.look()
    await until_painted(pages)
    studio.close()
    seen += sorted({repr(drawing) for drawing in pages.sketches.painted})
    revisions = re.compile(r"\b(\d+\.\d+)\.\d+\b")
    return revisions.sub(r"\1", "\n".join(seen))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("user", PEOPLE)
async def test_nothing_hidden_from_a_player_is_on_their_page(
    pages: Pages, kind: str, user: int
) -> None:
    """What a player cannot see is reshuffled, and they see the same."""
    game = await begin(pages, kind)
    table = pages.seated.table
    for _ in range(2):
        game = await present(pages, game)
        await (await enter(pages, game, to_act(game))).turn(Random(kind))
    game = await present(pages, game)
    player = await enter(pages, game, user)
    state = table._positions.earlier(game, game.ply)
    before = await everything(pages, player)
    seat = game.seat_of(user)
    twin = GAMES[kind].resample(state, seat, "twin")
    assert twin != state
    table._positions.remember(game, twin)
    assert await everything(pages, player) == before


async def test_a_watched_page_of_a_game_has_no_cookie(pages: Pages) -> None:
    game, path = await pages.start(moves=1)
    player = await enter(pages, game, ANNA)
    answer = await pages.get(path, player.headers)
    assert "Set-Cookie" not in answer.headers
    assert "confirm" not in await answer.text()


async def test_moves_made_elsewhere_show_at_the_next_look(pages: Pages) -> None:
    game = await begin(pages, "castle")
    player = await enter(pages, game, BEN)
    assert player.told == ["Anna to play"]
    move = Play(await pages.seated.legal_move(game), 0)
    await pages.seated.in_another_process().act(ANNA, game.id, move)
    await player.look()
    assert player.offers
