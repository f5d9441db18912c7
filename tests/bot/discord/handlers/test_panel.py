"""The move panel as a player taps it, in positions where each of its steps has something to
choose."""

from collections.abc import Sequence
from typing import Any

import pytest
import simcord

from bot.discord.pages import panel
from bot.process.allowance import Allowance
from engine.castle.moves import parse_cell
from tests.bot.choices import Choice, legal_choices
from tests.bot.discord.kit.limits import beyond
from tests.bot.discord.kit.moves import eager_moves, random_moves
from tests.bot.discord.kit.seen import buttons, menus, move_to_confirm, primary, read
from tests.bot.discord.kit.tapping import first_choices, look_at, regions_on, tap_cell
from tests.bot.discord.kit.trouble import forge_post
from tests.bot.discord.kit.world import World, alts, labels, texts

pytestmark = pytest.mark.sketched

TURNINGS = {"r0": "As drawn", "r1": "↻ 90°", "r2": "↻ 180°", "r3": "↻ 270°"}


class Table:
    """A game in the position to be tapped, and the player to act."""

    def __init__(
        self, friends: World, player: simcord.MemberActor, legal: Sequence[Choice]
    ) -> None:
        self.friends = friends
        self.player = player
        self.legal = tuple(legal)

    async def open(self) -> Any:
        answer = await self.player.slash(self.friends.channel, "castle play")
        assert answer.ephemeral
        return answer.response

    async def tap(self, page: Any, label: str) -> Any:
        return (await self.player.click(page, label=label)).response

    async def tap_cell(self, page: Any, cell: str) -> Any:
        return (await tap_cell(self.player, page, cell)).response

    async def look_at(self, text: str) -> Any:
        """Tap to the page that shows a move."""
        [wanted] = [move for move in self.legal if move.text == text]
        return (await look_at(self.player, self.friends.last_post, wanted, self.legal)).last

    def tokens(self, number: int, *before: str) -> list[str]:
        """What can be chosen at a step after these choices."""
        fits = [m for m in self.legal if tuple(token for _, token in m.parts[:number]) == before]
        return list(dict.fromkeys(move.parts[number][1] for move in fits))


def in_reading_order(cells: Sequence[str]) -> list[str]:
    return sorted(cells, key=lambda cell: parse_cell(cell)[::-1])


async def after(friends: World, moves: Sequence[str]) -> Table:
    """Play these moves; the player to act may tap without limit."""
    friends.equip(allowance=Allowance(at_once=10_000))
    game = await friends.start()
    await friends.play_on(game, moves)
    player = await friends.to_act()
    choices = await legal_choices(friends.table, game.id, player.id)
    return Table(friends, player, choices)


async def test_it_opens_with_the_cells_that_fit(
    friends: World,
) -> None:
    """By the numbers in the picture, whose alt text says what they are."""
    table = await after(friends, eager_moves("0")[:8])
    page = await table.open()
    cells = in_reading_order(table.tokens(0))
    assert labels(page) == [*(str(number) for number in range(1, len(cells) + 1)), "Note"]
    [alt] = alts(page)
    numbered = "; ".join(f"{number} is {cell}" for number, cell in enumerate(cells, 1))
    assert alt.startswith(f"{numbered}. ")
    assert texts(page) == "Where does the tile go?"
    assert "is to play “" in alt


async def test_who_reads_in_words_is_told_what_the_tile_looks_like(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:8])
    await table.player.slash(friends.channel, "table me", reading="words")
    page = await table.open()
    cells = table.tokens(0)
    assert texts(page).startswith("Lay “")
    assert f"It fits on {len(cells)} cells.\nWhere does the tile go?" in texts(page)
    preview = await table.tap_cell(page, cells[0])
    assert f"-# `{move_to_confirm(preview)}`" in texts(preview)


async def test_many_cells_are_offered_by_regions(friends: World) -> None:
    table = await after(friends, random_moves(2)[:30])
    overview = await table.open()
    named = regions_on(overview)
    near = [*first_choices(overview)]
    regions = {name: cells for name, cells in named.items() if name.isalpha()}
    assert [*regions] == [*"ABC"[: len(regions)]]
    assert labels(overview)[: len(named)] == [*map(str, range(1, len(near) + 1)), *regions]
    cells_of_regions = [cell for cells in regions.values() for cell in cells]
    assert sorted([*near, *cells_of_regions]) == sorted(table.tokens(0))
    for name, cells in regions.items():
        page = await table.tap(overview, name)
        assert list(first_choices(page)) == cells
        assert not {*regions}.intersection(labels(page)), "the picture names none of them"
        assert len(cells) <= 15
        overview = await table.tap(page, "Back")
    page = await table.tap(overview, "B")
    chosen = await table.tap_cell(page, regions["B"][-1])
    assert texts(chosen).startswith(f"**{regions['B'][-1]}")
    back = await table.tap(chosen, "Back")
    assert list(first_choices(back)) == regions["B"], "where it was chosen"
    assert labels(await table.tap(back, "Back")) == labels(overview)
    assert beyond(friends.env.http_requests) == []


async def test_a_sixteenth_cell_is_a_cell_and_no_region(friends: World) -> None:
    table = await after(friends, random_moves(2)[:13])
    overview = await table.open()
    numbers = [label for label in labels(overview) if label.isdecimal()]
    assert numbers == [*map(str, range(1, 17))]
    assert not any(label.isalpha() and len(label) == 1 for label in labels(overview))


async def test_a_button_of_a_page_that_is_no_more_shows_regions(friends: World) -> None:
    """Such as that of the second page in earlier versions, where there are fewer regions now."""
    table = await after(friends, random_moves(2)[:30])
    overview = await table.open()
    old = await forge_post(friends, "page:1:0:30:9")
    assert labels((await table.player.click(old, label="Press")).response) == labels(overview)


async def test_only_turnings_that_fit_are_offered(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    page = await table.open()
    seen_counts = set()
    for cell in sorted(table.tokens(0))[:6]:
        turning_page = await table.tap_cell(page, cell)
        turns = table.tokens(1, cell)
        offered = [label for label in labels(turning_page) if label in TURNINGS.values()]
        assert offered == ([TURNINGS[turn] for turn in turns] if len(turns) > 1 else [])
        assert "Back" in labels(turning_page)
        page = await table.tap(turning_page, "Back")
        seen_counts.add(len(turns))
    assert len(seen_counts) > 1


async def test_followers_are_offered_by_role_and_number(friends: World) -> None:
    """The picture numbers their places, and its alt text names them."""
    table = await after(friends, eager_moves("0")[:12])
    page = await table.tap_cell(await table.open(), sorted(table.tokens(0))[0])
    followers = [label for label in labels(page) if label[0].isdecimal()]
    assert followers
    [alt] = alts(page)
    marks = alt.partition(". ")[0].split("; ")
    for number, (label, mark) in enumerate(zip(followers, marks, strict=True), 1):
        role = label.removeprefix(f"{number} ")
        assert role in {"Herald", "Knight", "Squire", "Merchant"}
        assert mark.startswith(f"{number} is {role} · ")
        assert mark.rsplit(" ", 1)[1] in {"path", "tower", "house", "court"}
    assert "No follower" in labels(page)
    assert read(page).files == ("board.png",)


async def test_what_is_chosen_is_marked_and_told(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    text = next(
        move.text
        for move in table.legal
        if "r1 knight" in move.text and len(table.tokens(1, move.parts[0][1])) > 1
    )
    page = await table.look_at(text)
    assert move_to_confirm(page) == text
    [turned, follower] = primary(page)
    assert turned == TURNINGS["r1"]
    assert follower.endswith(" Knight")
    assert f"is looking at {text}, not confirmed yet" in alts(page)[0]


async def test_a_change_keeps_what_still_fits(friends: World) -> None:
    """A follower stays where the rotated tile has that part, and the rotation is kept in any
    case."""
    table = await after(friends, eager_moves("0")[:12])
    kept = 0
    dropped = 0
    for move in table.legal:
        (_, cell), (_, turn), (_, follower) = move.parts[:3]
        if follower == "none" or kept * dropped:
            continue
        page = await table.look_at(move.text)
        for other in table.tokens(1, cell):
            if other == turn:
                continue
            changed = await table.tap(page, TURNINGS[other])
            fits = follower in table.tokens(2, cell, other)
            kept = kept + fits
            dropped = dropped + (not fits)
            assert move_to_confirm(changed).startswith(f"{cell} {other}")
            assert (follower in move_to_confirm(changed)) is fits
            page = await table.tap(changed, TURNINGS[turn])
    assert kept
    assert dropped


async def test_another_follower_keeps_the_turning(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    text = next(m.text for m in table.legal if "merchant" in m.text and " r2 " in m.text)
    page = await table.look_at(text)
    none = await table.tap(page, "No follower")
    assert move_to_confirm(none) == text.rsplit(" ", 1)[0]


async def test_nothing_is_played_before_confirm(
    friends: World,
) -> None:
    table = await after(friends, eager_moves("0")[:5])
    page = await table.open()
    *cells, _ = labels(page)
    cell_page = await table.tap(page, cells[-1])
    again = await table.tap(cell_page, "Back")
    assert labels(again) == labels(page)
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    assert game.ply == 5


async def test_confirm_plays_the_move_that_is_shown_and_says_so(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:5])
    page = await table.tap_cell(await table.open(), sorted(table.tokens(0))[0])
    move = move_to_confirm(page)
    done = await table.tap(page, "Confirm")
    assert texts(done) == "Played."
    assert labels(done) == ["Give an order"]
    assert read(done).files == ()
    story = await friends.table.games.story(1)
    assert story.moves[-1].notation == move


async def test_a_usual_turn_takes_three_taps(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:5])
    page = (await table.player.click(friends.last_post, label="Play")).response
    page = await table.tap(page, "1")
    await table.tap(page, "Confirm")
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    assert game.ply == 6


async def test_many_followers_are_in_a_menu(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "FEW", 8)
    table = await after(friends, eager_moves(0)[:19])
    page = await table.tap_cell(await table.open(), "J7")
    [menu] = menus(page).values()
    assert len(menu) == 9
    assert "No follower" in menu
    label, value = next((label, value) for label, value in menu.items() if "Merchant" in label)
    result = await table.player.select(page, [value])
    assert "merchant@" in move_to_confirm(result.response)
    assert label in menus(result.response).popitem()[1]
    await table.tap(result.response, "Confirm")
    assert beyond(friends.env.http_requests) == []


async def test_what_was_chosen_in_a_menu_is_seen_in_it(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "FEW", 8)
    table = await after(friends, eager_moves(0)[:19])
    page = await table.tap_cell(await table.open(), "J7")
    [(menu_id, menu)] = menus(page).items()
    await table.player.select(page, [list(menu.values())[2]], custom_id=menu_id)
    request = friends.env.http_requests[-1].json
    assert isinstance(request, dict)
    [select] = [
        row["components"][0]
        for row in request["components"][0]["components"]
        if row["type"] == 1 and row["components"][0]["type"] == 3
    ]
    assert [option["default"] for option in select["options"]].index(True) == 2


async def test_wall_tiles_are_asked_about_only_where_they_count(friends: World) -> None:
    table = await after(friends, eager_moves(4)[:44])
    with_tile = next(move for move in table.legal if " 3@" in move.text)
    page = await table.look_at(with_tile.text)
    assert "No wall tile" in labels(page)
    assert any(label.startswith("Wall tile 3: ") for label in labels(page))
    assert ", doubled by wall tile 3)." in texts(page)
    without = await table.tap(page, "No wall tile")
    assert "doubled" not in texts(without)
    elsewhere = next(
        move for move in table.legal if table.tokens(3, *(t for _, t in move.parts[:3])) == ["none"]
    )
    assert "No wall tile" not in labels(await table.look_at(elsewhere.text))


async def test_both_ways_to_play_a_wall_tile_can_be_chosen(friends: World) -> None:
    table = await after(friends, eager_moves(44)[:53])
    plain = next(move for move in table.legal if move.text.startswith("B7 r2"))
    page = await table.look_at(plain.text)
    offered = [label for label in labels(page) if label.startswith("Wall tile 3: ")]
    assert len(offered) == 2
    previews = {texts(await table.tap(page, label)) for label in offered}
    assert len(previews) == 2


async def test_the_order_is_asked_where_it_decides_and_previewed(friends: World) -> None:
    table = await after(friends, eager_moves(44)[:54])
    ordered = next(m for m in table.legal if m.text.startswith("B8 r1") and " order " in m.text)
    page = await table.look_at(ordered.text)
    orders = [label for label in labels(page) if ", then " in label]
    assert len(orders) == 6
    previews = [texts(await table.tap(page, label)) for label in orders]
    assert len({tuple(text.split("\n")[1:]) for text in previews}) > 1
    assert all("takes the wall tile there." in text or "takes" not in text for text in previews)


async def test_the_answer_to_another_turn_is_one_tap(friends: World) -> None:
    table = await after(friends, eager_moves(34)[:21])
    page = await table.open()
    assert "Take another turn with wall tile 1?" in texts(page)
    done = await table.tap(page, "Another turn")
    assert texts(done).startswith("Extra turn.")
    assert "Where does the tile go?" in texts(done)
    assert all(label.isdecimal() for label in labels(done) if label != "Note")


async def test_keeping_wall_tile_1_ends_the_turn(friends: World) -> None:
    table = await after(friends, eager_moves(34)[:21])
    other = friends.ben if table.player is friends.anna else friends.anna
    done = await table.tap(await table.open(), "No, save wall tile 1")
    assert texts(done) == "Played."
    assert (await friends.to_act()) is other
    await friends.deliver()
    assert "does not take another turn." in texts(friends.last_post)


@pytest.mark.parametrize("seed", ["0", "1"])
async def test_every_button_has_an_id_of_its_own(friends: World, seed: str) -> None:
    table = await after(friends, eager_moves(seed)[:51])
    ordered = max(table.legal, key=lambda move: len(move.text))
    page = await table.look_at(ordered.text)
    ids = list(buttons(page).values())
    assert len(set(ids)) == len(labels(page))
    assert max(map(len, ids)) <= 100


async def test_a_follower_that_comes_straight_back_is_suggested(friends: World) -> None:
    """Confirm plays what is shown."""
    table = await after(friends, eager_moves("0")[:12])
    page = await table.tap_cell(await table.open(), "B4")
    assert move_to_confirm(page) == "B4 r1 squire@SSW"
    assert [label.rpartition(" ")[2] for label in primary(page)] == ["90°", "Squire"]
    await table.tap(page, "Confirm")
    story = await friends.table.games.story(1)
    assert story.moves[-1].notation == "B4 r1 squire@SSW"


async def test_no_follower_is_suggested_to_those_who_want_none(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    await table.player.slash(friends.channel, "table me", follower="never")
    page = await table.tap_cell(await table.open(), "B4")
    assert move_to_confirm(page) == "B4 r1"
    assert "No follower" in primary(page)


async def test_a_follower_is_suggested_for_each_rotation_anew(friends: World) -> None:
    """Where it would not come straight back, it stays at home."""
    table = await after(friends, eager_moves("0")[:12])
    page = await table.tap_cell(await table.open(), "B4")
    [other] = [label for label in labels(page) if label in TURNINGS.values()][1:]
    turned = await table.tap(page, other)
    assert "No follower" in primary(turned)
    again = await table.tap(turned, TURNINGS["r1"])
    assert move_to_confirm(again) == "B4 r1 squire@SSW"
    refused = await table.tap(again, "No follower")
    assert move_to_confirm(refused) == "B4 r1"


async def test_what_is_typed_means_what_it_says(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    await table.player.slash(friends.channel, "castle move", now=True, move="B4 r1")
    story = await friends.table.games.story(1)
    assert story.moves[-1].notation == "B4 r1"


# Links as earlier versions wrote them, and the move that each shows.
OLD_BUTTONS = {
    "0~B4": "B4 r1 squire@SSW",
    "1~r2~B4": "B4 r2",
    "2~squire@SSW~B4~r1": "B4 r1 squire@SSW",
    "2~none~B4~r1~squire@SSW": "B4 r1",
    "+0~B4": "B4 r1",
}


async def test_buttons_of_earlier_versions_still_answer(friends: World) -> None:
    table = await after(friends, eager_moves("0")[:12])
    for link, move in OLD_BUTTONS.items():
        old = await forge_post(friends, f"try:1:0:12:{link}")
        page = (await table.player.click(old, label="Press")).response
        assert move_to_confirm(page) == move
