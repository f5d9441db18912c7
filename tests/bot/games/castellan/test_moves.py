"""What a turn did, in words."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.games.texts import LONGEST_TEXT
from engine.castellan.events import (
    CardDrawn,
    CourtyardMade,
    Event,
    GameEnded,
    LastTurnsBegan,
    LeadChanged,
    PiecesHandedOn,
    PiecesPassed,
    TurnScored,
)
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from render.castellan.words import point_alias
from tests.bot.games.castellan.kit import (
    describe_move,
    division_for_nothing,
    endless_turn,
    play,
    plies,
    table,
)
from tests.bot.games.castellan.test_choices import OPEN_SQUARE
from tests.bot.games.kit import ENGLISH, NAMES, WIDE_NAMES

# O---O---O | | . . | | O---O---O
WIDE_HALL = "t0,0 s0,0E t1,0 s1,0E t2,0 l2,0N t2,2 l0,0N t0,2 s0,2E t1,2 s1,2E"


def after(stands: str, move: str, **position: object) -> str:
    state = table(stands, **position)  # type: ignore[arg-type]  # as the test gives them
    return describe(castellan.events_for(play(state, move)[1], None))


def describe(events: Sequence[Event]) -> str:
    return describe_move(ENGLISH, NAMES, events)


def test_a_courtyard_is_told_with_its_towers_and_the_score() -> None:
    assert after(OPEN_SQUARE, "T2: t1,1 l1,1E t3,1; w") == (
        "**Anna** played T2 and built 2 towers and 1 long wall: **4 points**.\n"
        "**Anna** takes the lead.\n"
        "-# New courtyard M50: **4 points** (4 towers). Drawn: 1 wall card."
    )


def test_double_keep_is_given_as_the_reason_for_doubled_points() -> None:
    text = after(OPEN_SQUARE, "T2: t1,1 l1,1E t3,1; 2x0,0; w")
    assert "New courtyard M50: **8 points** (4 towers, double keep)." in text
    assert text.startswith("**Anna** played T2 and built 2 towers and 1 long wall: **8 points**.\n")


def test_a_turn_that_encloses_nothing_is_told_in_a_line() -> None:
    text = after("t0,0 s0,0E", "T2: t1,0 l1,0E t3,0; t")
    assert text == (
        "**Anna** played T2 and built 2 towers and 1 long wall.\n-# Drawn: 1 tower card."
    )


def test_divided_courtyards_are_reported_with_the_former_points() -> None:
    text = after(WIDE_HALL, "W7: l1,0N; tt", hand="W7 W1 T1 T2")
    assert text.splitlines() == [
        "**Anna** played W7 and built 1 long wall: **2 points**.",
        "**Anna** divides what was enclosed: 2 courtyards there now, worth 8 points in all "
        "instead of 6.",
        "-# Part M50 of a divided courtyard: **4 points** (4 towers). "
        "Part N50 of a divided courtyard: **4 points** (4 towers). Drawn: 2 tower cards.",
    ]


def test_a_division_that_gains_nothing_is_told_as_such() -> None:
    assert describe(division_for_nothing()).splitlines()[0] == (
        "**Anna** divides what was enclosed: 2 courtyards there now, worth 8 points in all, "
        "as before."
    )


def test_a_tower_inside_a_courtyard_is_told_as_one_more() -> None:
    text = after(f"{WIDE_HALL} s1,0N s2,0E", "T2: t1,1 t3,0 l3,0E; w")
    assert "Courtyard M50, with 1 tower more: **7 points** (7 towers)." in text
    assert text.startswith("**Anna** played T2 and built 2 towers and 1 long wall: **1 point**.\n")


def test_what_was_passed_on_is_told_at_both_ends() -> None:
    state = table("t0,0")._replace(received=Pieces(long=1))
    assert "Among these, passed on before: 1 long wall." in describe(
        play(state, "T2: l0,0E l0,0N t2,0 t0,2; w")[1]
    )
    passed = [PiecesPassed(0, 1, Pieces(tower=2))]
    assert describe(passed) == "-# No place for 2 towers: passed on to **Ben**."
    out = [PiecesPassed(0, None, Pieces(long=1))]
    assert describe(out) == "-# No place for 1 long wall: out of the game."


def test_drawn_cards_are_counted_for_all_and_named_to_the_drawer() -> None:
    _, events = play(table("t0,0 s0,0E s0,0N"), "T1: t1,0 t0,1; wt")
    own = describe(castellan.events_for(events, 0))
    theirs = describe(castellan.events_for(events, 1))
    assert theirs.endswith("Drawn: 1 wall card and 1 tower card.")
    wall, tower = (event.card for event in events if isinstance(event, CardDrawn))
    assert own.endswith(f"Drawn: 1 wall card and 1 tower card ({wall} and {tower}).")


def test_reports_to_others_do_not_depend_on_drawn_cards() -> None:
    """Secrecy: with any other card in its place, the text stays the same."""
    for ply in plies():
        others = [
            replace(event, card="X9") if isinstance(event, CardDrawn) else event
            for event in ply.events
        ]
        for seat in (None, *range(len(ply.names))):
            if seat != ply.before.seat:
                seen = castellan.events_for(ply.events, seat)
                other = castellan.events_for(others, seat)
                text = describe_move(ENGLISH, ply.names, seen)
                assert text == describe_move(ENGLISH, ply.names, other)


def test_a_lead_by_keeps_is_told_as_such() -> None:
    assert describe([LeadChanged((1,), (8, 8), by_keeps=True)]) == (
        "**Ben** takes the lead with more keeps."
    )
    assert describe([LeadChanged((1,), (4, 8), by_keeps=False)]) == "**Ben** takes the lead."


def test_the_last_turns_are_told_with_their_order() -> None:
    began: list[Event] = [LastTurnsBegan(0, (1, 2)), CardDrawn(1, "wall", None, 0)]
    assert describe(began) == (
        "**Anna** has no card left: **Ben** and **Carla** have one last turn each. "
        "**Ben** draws all cards left."
    )


def test_nobody_is_said_to_draw_from_empty_decks() -> None:
    assert describe([LastTurnsBegan(1, (0,))]) == (
        "**Ben** has no card left: **Anna** has one last turn."
    )


def test_the_begin_and_the_leaving_of_a_player_are_told() -> None:
    state, begun = castellan.begin("a", {}, 1, 3)
    assert describe(begun) == "**Ben** begins."
    _, left = castellan.leaving.continue_without(state, 2)
    assert describe(left) == "**Carla** has left the game; the others play on."
    assert describe([PiecesHandedOn(0, Pieces(tower=1))]) == (
        "**Anna** has to build what had been passed on: 1 tower."
    )


@pytest.mark.parametrize(
    ("ended", "result"),
    [
        (GameEnded((30, 24), (4, 5), (0,)), "Anna wins, 30 to 24.**"),
        (
            GameEnded((30, 30, 9), (4, 5, 1), (1,)),
            "Ben wins with 30 points.** Anna 30 and Carla 9. "
            "The points are equal, and keeps decide: Anna 4 and Ben 5.",
        ),
        (
            GameEnded((30, 30), (5, 5), (0, 1)),
            "Anna and Ben share the win with 30 points each.**",
        ),
    ],
)
def test_the_result_names_keeps_where_they_decide(ended: GameEnded, result: str) -> None:
    """K19."""
    assert describe([ended]) == f"**The game is over: {result}"


def test_the_points_of_a_turn_add_up() -> None:
    """What new courtyards and new towers score, minus what divided courtyards were worth."""
    for ply in plies():
        for event in ply.events:
            if isinstance(event, TurnScored):
                first, *_ = describe_move(ENGLISH, ply.names, ply.events).splitlines()
                points = ENGLISH("words.points", count=event.points)
                assert first.endswith(f": **{points}**.")


def test_every_courtyard_of_a_turn_is_told() -> None:
    for ply in plies():
        made = [event for event in ply.events if isinstance(event, CourtyardMade)]
        text = describe_move(ENGLISH, ply.names, ply.events)
        for event in made:
            assert f" {point_alias(min(event.cells))}" in text


@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_too_much_to_tell_is_summed_up(names: tuple[str, ...]) -> None:
    text = describe_move(ENGLISH, names, endless_turn())
    assert len(text) <= LONGEST_TEXT
    assert "15 more courtyards: 360 points." in text
    assert text.endswith("share the win with 444 points each.**")
