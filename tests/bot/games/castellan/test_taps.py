"""What can be tapped while a turn is built: every place, and what pieces close together."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random

import pytest

from bot.discord.pages.page import MOST_COMPONENTS, MOST_IN_A_ROW
from bot.games.castellan.taps import ON_A_PAGE, building_taps
from bot.games.choices import TapMenu, TapPage
from bot.locale import words_of
from engine.castellan.building import question
from engine.castellan.moves import assemble, parse_piece, piece_text
from engine.castellan.pieces import Kind, Piece, Pieces
from engine.castellan.places import Site
from engine.castellan.plan import closes, gain
from engine.castellan.rules import castellan
from engine.castellan.state import State, hand
from engine.questions import Part, walk
from tests.bot.games.castellan.kit import Ply, games
from tests.engine.castellan.kit.tables import table

ENGLISH = words_of("en")
# The components of a page without its choices, of its last buttons, and of a menu.
FRAME = 4
BACK = 2
A_MENU = 2
# At most this many places are offered besides those of a page: closings, and the next in a row.
BESIDES = 6
PIECES = 6
OPEN_SQUARE = """
    O---O
    |   |
    O---.
"""
CORNER = """
    O   .
    |
    O---O
"""
ROW = """
    O---O
"""

LONG_ROW = f"""
    {"O---" * 16}O
"""


def taps_after(state: State, parts: Sequence[Part], number: int = 0) -> TapPage | None:
    walked = walk(partial(question, state), parts)
    if walked.open is None:
        return None
    seen = castellan.view(state, state.seat)
    return building_taps(ENGLISH, seen, walked.parts, walked.open, number)


def parts_of(cards: str, pieces: str) -> tuple[Part, ...]:
    """The parts of a turn, up to these pieces."""
    parts = castellan.parts(castellan.parse_move(f"{cards}: {pieces}"))
    return tuple(part for part in parts if part[0] != "double")


def builds_of(taps: TapPage) -> list[tuple[Piece, ...]]:
    return [assemble(tap.parts).build for row in taps.rows for tap in row]


def labels(taps: TapPage) -> dict[tuple[Piece, ...], str]:
    named = [tap.label for row in taps.rows for tap in row]
    return dict(zip(builds_of(taps), named, strict=True))


def site_of(state: State, *cards: str) -> Site:
    seen = castellan.view(state, state.seat)
    return Site(state.plan, state.seat, seen.cards.pieces(cards).plus(state.received))


def first_pages(played: Sequence[Ply]) -> Iterator[tuple[Ply, TapPage]]:
    """The first page after the cards of each turn."""
    for ply in played[1:]:
        taps = taps_after(ply.before, ply.parts[: len(ply.move.cards)])
        assert taps is not None
        yield ply, taps


def legal_places(ply: Ply) -> set[tuple[Piece, ...]]:
    site = site_of(ply.before, *ply.move.cards)
    return {(piece,) for kind in site.kinds for piece in site.places(kind)}


def builds_in(menu: TapMenu) -> list[tuple[Piece, ...]]:
    return [assemble(tap.parts).build for tap in menu.taps]


@pytest.mark.parametrize("played", games())
def test_every_legal_place_is_one_tap_of_the_first_page(played: Sequence[Ply]) -> None:
    in_menus = 0
    for ply, taps in first_pages(played):
        marked = builds_of(taps)
        named = [built for menu in taps.menus for built in builds_in(menu)]
        single = [built for built in marked + named if len(built) == 1]
        assert sorted(single) == sorted(legal_places(ply))
        in_menus += bool(named)
    assert in_menus


@pytest.mark.parametrize("played", games())
def test_all_menus_have_room_below_the_buttons(played: Sequence[Ply]) -> None:
    menus = 0
    for _, taps in first_pages(played):
        rows = sum(len(row) + -(-len(row) // MOST_IN_A_ROW) for row in taps.rows)
        others = len(taps.menus) + bool(taps.more)
        assert FRAME + BACK + rows + A_MENU * others <= MOST_COMPONENTS
        menus = max(menus, len(taps.menus))
    assert menus >= 2


@pytest.mark.parametrize("played", games())
def test_two_cards_with_six_pieces_take_at_most_a_tap_each(played: Sequence[Ply]) -> None:
    """With Play and Confirm ten taps, wherever the pieces go."""
    counted = list[int]()
    for ply in played[1:]:
        for pair in combinations(hand(ply.before, ply.before.seat), 2):
            if sum(site_of(ply.before, *pair).left) == PIECES:
                counted.append(places_tapped(ply.before, pair, Random(len(counted))))
    assert max(counted, default=0) <= PIECES


def places_tapped(state: State, cards: Sequence[str], rng: Random) -> int:
    """The taps that build all that these cards show, each at one of all the places there are."""
    count = 0
    parts = tuple(zip(("card", "card2"), cards, strict=True))
    while (taps := taps_after(state, parts)) is not None:
        walked = walk(partial(question, state), parts)
        every = [
            tap.parts for row in (*taps.rows, *(menu.taps for menu in taps.menus)) for tap in row
        ]
        count = count + 1
        parts = (*walked.parts, *rng.choice(every))
    return count


@pytest.mark.parametrize("played", games())
def test_each_menu_leads_to_the_picture_that_marks_its_places(played: Sequence[Ply]) -> None:
    for ply, taps in first_pages(played):
        for menu in taps.menus:
            pictured = set[tuple[Piece, ...]]()
            for _, number in menu.pages:
                further = taps_after(ply.before, ply.parts[: len(ply.move.cards)], number)
                assert further is not None
                pictured.update(builds_of(further))
                assert len({*builds_of(further)}) == len(builds_of(further))
                assert len(further.marks) <= ON_A_PAGE + BESIDES
                names = [mark.name for mark in further.marks]
                assert len({*names}) == len(names)
                assert "Nearby" in dict(further.pages)
            assert {*builds_in(menu)} <= pictured


def test_an_arrow_says_where_a_further_place_lies() -> None:
    state = table(LONG_ROW, ("T1 W3", "W1"), passed=Pieces(0, 3, 0))
    taps = taps_after(state, [("card", "W3")])
    assert taps is not None
    arrows = {
        piece_text(*assemble(tap.parts).build): tap.emoji
        for menu in taps.menus
        for tap in menu.taps
    }
    assert {"s-1,0E": "to_w", "s16,0E": "to_e", "s4,-1N": "to_se"}.items() <= arrows.items()


@pytest.mark.parametrize("played", games())
def test_pieces_that_are_one_tap_close_something_for_these_points(played: Sequence[Ply]) -> None:
    together = 0
    for ply, taps in first_pages(played):
        for pieces, label in labels(taps).items():
            if len(pieces) <= 1:
                continue
            site = site_of(ply.before, *ply.move.cards)
            points = 0
            for piece in pieces:
                points += gain(site.plan, piece)
                last = site.plan
                site = site.after(piece)
            assert closes(last, pieces[-1])
            assert label == f"{points:+}"
            together += 1
    assert together or len(played) < 3


def test_two_pieces_that_are_offered_together_close() -> None:
    """Against every pair of pieces tried out."""
    state = table(OPEN_SQUARE, ("T1 T2 W1 W2 W5", "W3"), passed=Pieces(1, 1, 0))
    site = Site(state.plan, 0, Pieces(1, 1, 0))
    pairs = set()
    orders: list[tuple[Kind, Kind]] = [("tower", "short"), ("short", "tower")]
    for kinds in orders:
        for first in site.places(kinds[0]):
            for second in site.with_piece(first).places(kinds[1]):
                after = site.with_piece(first)
                if closes(after.plan, second) and not closes(site.plan, first):
                    pairs.add(frozenset((first, second)))
    taps = taps_after(state, [("card", "T1")])
    assert taps is not None
    assert {frozenset(built) for built in builds_of(taps) if len(built) == 2} <= pairs
    assert labels(taps)[(parse_piece("t1,0"),)] == "+4", "the corner alone closes the square"


def test_a_tap_that_closes_something_or_goes_on_in_a_row_keeps_its_place() -> None:
    """Places are numbered one after the other, and what closes several at once comes last."""
    state = table(OPEN_SQUARE, ("T1 T2 W1 W2 W5", "W3"), passed=Pieces(1, 1, 0))
    taps = taps_after(state, [("card", "T1")])
    assert taps is not None
    [row] = taps.rows
    numbers = [tap.name for tap in row if tap.name.isdecimal()]
    assert numbers == [*map(str, range(1, len(numbers) + 1))]
    assert all(name.isalpha() for name in [tap.name for tap in row][len(numbers) :])


def test_the_next_wall_of_a_row_has_a_sign_that_is_explained() -> None:
    state = table(ROW, ("W1 T1", "W3"), passed=Pieces(0, 2, 1))
    built = parts_of("T1", "s1,0E t2,0")
    taps = taps_after(state, built)
    assert taps is not None
    assert labels(taps)[(parse_piece("s2,0E"),)] == "»"
    assert "» goes straight on" in taps.text


def test_walls_that_would_cross_are_numbered_by_heading() -> None:
    """Their middles are the same, and places come from a set: its order must not show."""
    state = table(CORNER, ("T1 W1", "W3"), passed=Pieces(0, 0, 1))
    taps = taps_after(state, [("card", "W1")])
    assert taps is not None
    crossing = [(parse_piece("l0,1E"),), (parse_piece("l1,0N"),)]
    assert [built for built in builds_of(taps) if built in crossing] == crossing


def test_more_cards_are_offered_until_the_first_piece() -> None:
    state = table(ROW, ("W1 W2 T1", "W3"))
    taps = taps_after(state, [("card", "W1")])
    assert taps is not None
    assert [tap.label for tap in taps.more] == ["+ W2", "+ T1"]
    built = taps_after(state, parts_of("W1 W2", "s1,0E"))
    assert built is not None
    assert built.more == ()
