"""What has to be decided, and what an unconfirmed turn will do."""

from dataclasses import replace

from bot.games.castellan.moves import describe_preview, prompt
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import Drawn, State
from tests.bot.games.castellan.kit import ends, play, plies, table
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES


def preview_text(state: State, move: str) -> str:
    events = castellan.known_in_advance(play(state, move)[1])
    return describe_preview(ENGLISH, castellan.view(state, state.seat), NAMES, events)


def prompt_text(state: State) -> str:
    return prompt(ENGLISH, castellan.view(state, state.seat))


def test_cards_are_to_be_played_and_built() -> None:
    assert prompt_text(table("t0,0")) == (
        "Play one or more cards, and build all the pieces they show. 4 cards in hand."
    )


def test_the_first_cards_must_show_a_tower() -> None:
    """K8."""
    assert "The first cards must show a tower." in prompt_text(table(turn=0))


def test_what_was_passed_on_is_to_be_built_too() -> None:
    """K14."""
    state = table("t0,0")._replace(received=Pieces(tower=1, long=1))
    assert "Passed on, to be built as well: 1 tower and 1 long wall." in prompt_text(state)


def test_a_last_turn_is_said_to_be_one() -> None:
    """K17."""
    state = table("t0,0")._replace(phase="last")
    assert prompt_text(state).startswith(
        "Your last turn: play one or more cards, and build all the pieces they show."
    )


def test_nothing_is_to_be_decided_when_the_game_is_over() -> None:
    assert prompt(ENGLISH, castellan.view(ends()[0], None)) == ""


def test_of_a_turn_that_encloses_nothing_there_is_nothing_to_tell() -> None:
    assert preview_text(table("t0,0 s0,0E"), "T2: t1,0 l1,0E t3,0; t") == ""


def test_a_courtyard_is_foretold() -> None:
    assert preview_text(table(OPEN_SQUARE), "T2: t1,1 l1,1E t3,1; 2x0,0; t") == (
        "New courtyard M50: **8 points** (4 towers, double keep)."
    )


def test_previews_name_the_recipient_of_unplaceable_pieces() -> None:
    """K14: of two towers only one finds an open wall end."""
    state = table("t0,0 s0,0E", seats=3)._replace(gone=(1,))
    assert preview_text(state, "T1: t1,0; wt") == ("No place for 1 tower: passed on to **Carla**.")


def test_in_the_last_turn_of_all_it_leaves_the_game() -> None:
    """K17."""
    state = table("t0,0 s0,0E")._replace(phase="last")
    assert preview_text(state, "T1: t1,0") == "No place for 1 tower: out of the game."
    waiting = table("t0,0 s0,0E")._replace(phase="last", waiting=(1,))
    assert preview_text(waiting, "T1: t1,0").endswith("passed on to **Ben**.")


def test_the_last_card_is_known_to_end_the_usual_turns() -> None:
    """K17."""
    state = table("t0,0 s0,0E", hand="W1 W2 T2 T1")
    cards = [card for card in state.setup.cards.by_id if card != "T2"]
    last = state._replace(
        drawn=(Drawn(7, 7), *state.drawn[1:]), played=(tuple(cards), *state.played[1:])
    )
    assert preview_text(last, "T2: t1,0 l1,0E t3,0") == (
        "This is your last card: all others then have one last turn."
    )


def test_what_is_foretold_uses_nothing_of_the_hand() -> None:
    for ply in list(plies())[::5]:
        expected = castellan.known_in_advance(ply.events)
        blind = replace(ply.seen, seat=None, hand=None)
        preview = describe_preview(ENGLISH, ply.seen, ply.names, expected)
        assert describe_preview(ENGLISH, blind, ply.names, expected) == preview
