"""The follower that a panel suggests unasked, on tables drawn in ASCII."""

from dataclasses import replace

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.presentation.choice_links import Change, Link, follow_link, tokens_of
from bot.presentation.unasked import with_follower
from bot.table.choosing import Questions
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from tests.bot.discord.pages.test_panel_pages import questions_of, telling_plies
from tests.engine.carcassonne.kit.boards import table

START = """
    fcccf
    fffff
    rrrrr
    fffff
    fffff
"""
FACING = """
    fffff fffff
    fffff fffff
    fffff ffrrr
    fffff ffrff
    fcccf ffrff

    ..... ffrff
    ..... ffrff
    ..... ffrff
    ..... ffrff
    ..... ffrff

    fcccf ffrff
    fffff ffrff
    rrrrr rrrff
    fffff fffff
    fffff fffff
"""
CHOICES = CARCASSONNE_FACE.choices


def questions(state: State) -> Questions:
    position = questions_of(telling_plies()[0]).position
    game = replace(position.game, kind="carcassonne")
    view = carcassonne.view(state, state.seat)
    return Questions(replace(position, game=game, view=view, seat=state.seat), state)


def suggestion(state: State, *tokens: str) -> str:
    """The move that the panel shows once these choices are made."""
    asked = questions(state)
    base = tuple[str, ...]()
    choosing = None
    for number, token in enumerate(tokens):
        link = Link(base, Change(number, token))
        parts = follow_link(asked.ask, link)
        assert parts is not None
        choosing = with_follower(CHOICES, asked, asked.after(parts), link)
        base = tokens_of(choosing.walk)
    assert choosing is not None
    return choosing.text


def test_a_follower_that_comes_straight_back_is_suggested() -> None:
    assert suggestion(table(START, "E"), "0,1") == "0,1 r2 knight@S"


def test_no_follower_is_suggested_where_it_would_stay() -> None:
    assert suggestion(table(START, "V"), "1,0") == "1,0 r0"


def test_no_follower_is_suggested_where_several_gain_as_much() -> None:
    assert suggestion(table(FACING, "H"), "0,1") == "0,1 r1"


def test_a_refused_follower_is_not_suggested_again() -> None:
    state = table(START, "E")
    assert suggestion(state, "0,1", "r2", "none") == "0,1 r2"


def test_a_follower_chosen_by_hand_stays_where_it_is() -> None:
    state = table(START, "U")
    assert suggestion(state, "1,0", "r1", "farmer@N") == "1,0 r1 farmer@N"


def test_links_that_leave_the_cell_as_it_is_suggest_nothing() -> None:
    """Such as those to another page, or Confirm of an earlier version."""
    asked = questions(table(START, "E"))
    choosing = asked.after([("cell", "0,1")])
    for link in (Link(("0,1",)), Link(("0,1",), page=1), Link(("0,1",), back=1)):
        assert with_follower(CHOICES, asked, choosing, link).text == "0,1 r2"
