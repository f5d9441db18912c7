"""The ids of buttons: what they hold, and how it is read back."""

from collections.abc import Sequence

import pytest

from bot.discord.features.new_game_form import parse_request, request_target
from bot.discord.pages.page import PageButton, PageMenu, Target, parse_id
from bot.presentation.choice_links import (
    NUMERALS,
    Change,
    Link,
    follow_link,
    number_choices,
    parse_link,
    tokens_by_number,
    tokens_of,
)
from engine.questions import ChosenStep, Part, Question, walk

MARK = Target(12, 1, 34, "2E5 r1 knight@NNE")


@pytest.mark.parametrize("mark", [MARK, Target(), Target(rest="a:b\nc")])
@pytest.mark.parametrize("control", [PageButton, PageMenu])
async def test_what_a_button_means_is_read_from_its_id(
    control: type[PageButton] | type[PageMenu], mark: Target
) -> None:
    assert parse_id(control("try", mark).custom_id) == ("try", mark)


@pytest.mark.parametrize(
    "strange",
    ["", "try", "try:1:0:0", "TRY:1:0:0:", "try:-1:0:0:", "==try:1:0:0:", f"try:{10**18}:0:0:"],
)
def test_no_verb_stands_in_the_id_of_somebody_else(strange: str) -> None:
    assert parse_id(strange) == ("", Target())


async def test_a_button_and_a_menu_of_one_verb_have_different_ids() -> None:
    assert PageButton("page", MARK).custom_id != PageMenu("page", MARK).custom_id


@pytest.mark.parametrize(("revision", "number"), [(17, None), (17, 0), (999_999_999, 12)])
def test_a_request_is_read_as_it_was_written(revision: int, number: int | None) -> None:
    assert parse_request(request_target(revision, number).rest) == (revision, number or 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "request",
        "request=",
        "request=0",
        "request=x",
        "request=-1",
        "request=²",
        "request=1234567890",
        "123~request=1",
        "x~request=1",
        "request=1~0",
        "0request=1",
        "castle.0.-.00000000",
        "castle.097qS0b7N2m.-.00000000.u.t0M0M0M.x",
        "castle",
    ],
)
def test_what_no_page_of_a_request_writes_is_no_request(text: str) -> None:
    assert parse_request(text) == (0, 0)


CARDS = ("3", "7", "a card with a longer name")


def ask(chosen: Sequence[Part]) -> Question | None:
    """Cards on fields, as many as the player likes."""
    match len(chosen) % 3:
        case 0 if not chosen or chosen[-1] == ("more", "yes"):
            return Question("card", CARDS)
        case 1:
            return Question("field", ("north", "south"))
        case 2:
            return Question("more", ("no", "yes"), "no")
        case _:
            return None


def tokens_behind(text: str) -> tuple[str, ...] | None:
    """What a link leads to, including what goes without saying."""
    link = parse_link(text)
    parts = None if link is None else follow_link(ask, link)
    return None if parts is None else tuple(token for _, token in walk(ask, parts).parts)


@pytest.mark.parametrize(
    ("link", "text"),
    [
        (Link(), "+0"),
        (Link(("3", "north")), "+0~3~north"),
        (Link(("3",), Change(1, "south")), "1~south~3"),
        (Link(("3",), page=12), "+12~3"),
        (Link(("3", "north"), back=1), "-1~3~north"),
        (Link(change=Change(0, "7")), "0~7"),
        (Link(("3",), tap=(1, 20)), "tap=1.20~3"),
        (Link(change=Change(4, "7"), draft=17), "4~7~draft=17"),
        (Link(back=3, draft=123_456_789), "-3~draft=123456789"),
        (Link(page=2, draft=1), "+2~draft=1"),
        (Link(("yes", "7"), draft=17), "+0~yes~7~draft=17"),
        (Link(tap=(0, 3), draft=17), "tap=0.3~draft=17"),
        (Link(change=Change(4, "r2"), numbers="3aB"), "4~r2~by=3aB"),
        (Link(("yes",), page=2, numbers="0"), "+2~yes~by=0"),
        (Link(back=1, numbers="01"), "-1~by=01"),
        (Link(tap=(0, 3), numbers="01"), "tap=0.3~by=01"),
    ],
)
def test_a_link_is_read_as_it_was_written(link: Link, text: str) -> None:
    assert link.text == text
    assert parse_link(text) == link


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "3",
        "E5 r1",
        "-x~3",
        "x~3",
        "+x",
        "+-1",
        "1234~3",
        "²~3",
        "tap=1~3",
        "tap=0.x",
        "4~draft=1",
        "2!~3",
        "!~3~7",
        "2!~yes~7~3~north",
        "8~long~~01b05c3ef66f",
        "-2~~01b05c3ef66f",
        "+1~~01b05c3ef66f",
        "=AA=abcdef",
        "=kDu1Eg=01b05c",
        "=kDu1Eg=01b05c=01b05c3ef66f",
    ],
)
def test_what_no_panel_writes_is_no_link(text: str) -> None:
    """Such as the digests and numbers that were written before."""
    assert parse_link(text) is None


@pytest.mark.parametrize("text", ["4~7~draft=0", "4~7~draft=x", "4~7~draft=1234567890", "0~#3f09"])
def test_a_forged_link_leads_nowhere(text: str) -> None:
    assert tokens_behind(text) is None


def test_a_change_keeps_earlier_choices_and_later_ones_that_fit() -> None:
    base = ("3", "north", "yes", "7", "south")
    assert tokens_behind(Link(base).text) == (*base, "no")
    assert tokens_behind(Link(base, Change(1, "south")).text) == (
        "3",
        "south",
        "yes",
        "7",
        "south",
        "no",
    )
    assert tokens_behind(Link(base, Change(2, "no")).text) == ("3", "north", "no")
    assert tokens_behind(Link(base, Change(5, "yes")).text) == (*base, "yes")


def test_as_many_choices_are_taken_back_as_the_link_says() -> None:
    base = ("3", "north", "yes", "7", "south")
    assert tokens_behind(Link(base, back=1).text) == ("3", "north", "yes", "7")
    assert tokens_behind(Link(base, back=4).text) == ("3",)
    assert tokens_behind(Link(base, back=9).text) == ()


def test_what_cannot_be_chosen_leads_nowhere() -> None:
    assert tokens_behind(Link(("3", "west")).text) is None
    assert tokens_behind(Link(("3",), Change(1, "west")).text) is None
    assert tokens_behind(Link(("3",), Change(7, "south")).text) is None
    assert tokens_behind(Link(("3", "north", "no", "3")).text) is None


def test_choices_are_found_again_by_their_numbers() -> None:
    parts = [("card", "7"), ("field", "south"), ("more", "yes"), ("card", CARDS[2])]
    answered = walk(ask, parts).answered
    numbers = number_choices(answered)
    assert numbers == "1112"
    assert tokens_by_number(ask, numbers) == tuple(token for _, token in parts)


def test_more_choices_than_numerals_have_no_numbers() -> None:
    choices = tuple(map(str, range(len(NUMERALS) + 1)))
    question = Question("card", choices)
    last = tokens_by_number(lambda _: question, NUMERALS[-1])
    assert last == (choices[-2],)
    assert number_choices([ChosenStep(question, choices[-2])]) == NUMERALS[-1]
    assert number_choices([ChosenStep(question, choices[-1])]) == ""


@pytest.mark.parametrize("numbers", ["3", "02", "0000", "z"])
def test_numbers_of_no_choice_lead_nowhere(numbers: str) -> None:
    assert tokens_by_number(ask, numbers) is None


def test_links_omit_trailing_defaults() -> None:
    usual = walk(ask, [("card", "3"), ("field", "north")])
    further = walk(ask, [("card", "3"), ("field", "north"), ("more", "yes")])
    assert tokens_of(usual) == ("3", "north")
    assert tokens_of(further) == ("3", "north", "yes")
