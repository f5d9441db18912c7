"""What the id of a button or a menu contains, and what comes back with a click."""

import pytest

from bot.discord.pages.page import PageButton, PageMenu, Target, parse_id

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
