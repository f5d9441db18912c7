"""What spectators find on the page of a game."""

import json
import re
from html import unescape

import pytest

from bot.locale import languages
from bot.match.actions import Resign
from bot.match.preferences import PageName
from bot.table.reviews import Progress
from bot.table.thinking import Thinking
from tests.bot.kit import ANNA, BEN
from tests.bot.thinking import Here
from tests.bot.web.conftest import Pages


async def test_a_page_works_without_its_script(pages: Pages) -> None:
    _, path = await pages.start(moves=3)
    html = await pages.text(path)
    assert "Anna – Ben" in html
    assert "Move 3 of 3" in html
    assert '<a href="?move=2">' in html
    assert "board.png?move=3&amp;" in html
    assert html.index('<li id="m3"') < html.index('<li id="m1"')


async def test_an_address_opens_exactly_that_position(pages: Pages) -> None:
    _, path = await pages.start(moves=5)
    html = await pages.text(f"{path}?move=2&overlay=open")
    assert "Move 2 of 5" in html
    assert "board.png?move=2&amp;overlay=open&amp;" in html
    assert 'data-overlay="open" aria-current="true"' in html
    present = json.loads(await pages.text(f"{path}/position"))
    earlier = json.loads(await pages.text(f"{path}/position?move=2&overlay=open"))
    assert (present["ply"], earlier["ply"], earlier["last"]) == (5, 2, 5)
    assert present["status"] == "Ben to play"
    assert earlier["status"] == ""


@pytest.mark.parametrize(
    "query", ["move=-1", "move=x", "move=99999999999", "overlay=nonsense", "move=٣", "theme=<b>"]
)
async def test_nonsense_shows_the_present(pages: Pages, query: str) -> None:
    _, path = await pages.start(moves=2)
    assert json.loads(await pages.text(f"{path}/position?{query}"))["ply"] == 2


async def test_what_is_shown_speaks_the_language_of_the_reader(pages: Pages) -> None:
    _, path = await pages.start(moves=2)
    preferred = {"Accept-Language": "fr;q=0.9, nl-BE;q=0.8, en;q=0.5"}
    assert "Zet 2 van 2" in await pages.text(path, preferred)
    assert "Zug 2 von 2" in await pages.text(f"{path}?lang=de", preferred)
    assert "Move 2 of 2" in await pages.text(path, {"Accept-Language": ";;q=,x;q=y,"})


async def test_a_language_that_an_address_names_is_kept(pages: Pages) -> None:
    _, path = await pages.start(moves=2)
    links = re.findall(r'href="(\?[^"]*)"', await pages.text(f"{path}?lang=de"))
    assert len(links) > 5
    assert all(link.endswith("lang=de") for link in links)


async def test_a_preview_says_how_the_game_stands(pages: Pages) -> None:
    _, path = await pages.start(moves=4)
    html = await pages.text(path)
    origin = pages.site.address.origin
    assert f'<meta property="og:image" content="{origin}{path}/board.png?move=4&amp;' in html
    assert '<meta name="twitter:card" content="summary_large_image">' in html
    assert "tiles left" in html.partition("og:description")[2].partition(">")[0]


async def test_the_log_can_be_had_from_a_move_on(pages: Pages) -> None:
    _, path = await pages.start(moves=4)
    entries = await pages.text(f"{path}/log?after=2")
    assert 'data-ply="2"' not in entries
    assert 'data-ply="3"' in entries
    assert 'data-ply="4"' in entries


async def test_an_ended_game_shows_how_it_ended(pages: Pages) -> None:
    game, path = await pages.start(moves=4)
    await pages.seated.act(ANNA, game.id, Resign())
    html = await pages.text(path)
    assert "Ben wins" in html
    assert 'data-over="yes"' in html


async def test_a_played_out_game_has_its_final_scoring(pages: Pages) -> None:
    game, path = await pages.start()
    assert (await pages.get(f"{path}/final.png")).status == 404
    await pages.seated.play_to_the_end(game.id)
    html = await pages.text(path)
    assert "/final.png" in html
    assert (await pages.get(f"{path}/final.png")).status == 200


async def test_the_record_of_a_running_game_keeps_its_secrets(pages: Pages) -> None:
    _, path = await pages.start(moves=4)
    record = json.loads(await pages.text(f"{path}/record.json"))
    assert record["players"] == ["Anna", "Ben"]
    assert {"seed", "deck", "wall_tiles"} & record.keys() == set()


async def test_names_are_no_markup(pages: Pages) -> None:
    game, path = await pages.start(moves=2)
    seated = pages.seated
    async with seated.database.writing() as connection:
        await connection.exec_driver_sql(
            "UPDATE seats SET name = '<script>x</script>\"&' WHERE seat = 0"
        )
    html = await pages.text(path) + await pages.text(f"{path}/log")
    assert "<script>x" not in html
    assert "&lt;script&gt;x&lt;/script&gt;&#34;&amp;" in html
    assert game.seats[0].name == "Anna"


async def test_whoever_wants_it_appears_by_their_colour_alone(pages: Pages) -> None:
    _, path = await pages.start(moves=4)
    colour: PageName = "colour"
    await pages.seated.table.people.prefer(ANNA, {"page_name": colour})
    for part in ("", "/position", "/log", "/record.json", "/position?overlay=leads"):
        text = await pages.text(f"{path}{part}")
        assert "Anna" not in text
        assert "Ben" in text
    html = await pages.text(path)
    assert "Yellow – Ben" in html
    await pages.seated.table.people.prefer(BEN, {"page_name": colour})
    assert "Yellow – Blue" in await pages.text(path)


async def test_many_readers_cost_one_painting(pages: Pages) -> None:
    _, path = await pages.start(moves=3)
    for _ in range(50):
        await pages.text(path)
        assert (await pages.get(f"{path}/board.png?move=3")).status == 200
    assert len(pages.sketches.painted) == 1


async def test_a_picture_that_is_known_is_not_sent_again(pages: Pages) -> None:
    _, path = await pages.start(moves=3)
    position = json.loads(await pages.text(f"{path}/position"))
    named = await pages.get(position["boards"]["dark"])
    assert "immutable" in named.headers["Cache-Control"]
    unnamed = await pages.get(f"{path}/board.png")
    assert "immutable" not in unnamed.headers["Cache-Control"]
    known = {"If-None-Match": named.headers["ETag"]}
    assert (await pages.get(f"{path}/board.png", known)).status == 304
    light = await pages.get(position["boards"]["light"])
    assert light.headers["ETag"] != named.headers["ETag"]


async def ignore_progress(_: Progress) -> None:
    pass


async def test_a_reviewed_game_tells_how_well_it_was_played(pages: Pages) -> None:
    game, path = await pages.start(moves=4)
    await pages.seated.act(ANNA, game.id, Resign())
    assert "accuracy" not in await pages.text(path)
    pool = Here()
    reviews = pages.seated.table.reviews
    thinking = Thinking(pool.count, pool.run)
    reviews.thinking = thinking
    await reviews.of_game(game.id, ANNA, ignore_progress)
    thinking.close()
    told = unescape(await pages.text(f"{path}?lang=en"))
    assert re.search(r"<p>Anna: (\d+% accuracy|nothing to choose)", told)
    assert "The seal holds: the shuffle was not changed." in told
    for language in languages():
        assert "**" not in await pages.text(f"{path}?lang={language}")
