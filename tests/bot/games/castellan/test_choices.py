"""The questions of a turn, and what the answers are called."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.games.castellan import CASTELLAN_FACE
from bot.games.castellan.choices import CastellanChoices
from bot.locale import Words, languages, words_of
from engine.castellan.rules import castellan
from engine.castellan.state import State
from engine.castellan.view import View
from engine.questions import Part, Question
from tests.bot.games.castellan.kit import Ply, plies, table
from tests.bot.games.kit import ENGLISH

kinds = CASTELLAN_FACE.choices.kinds
label = CASTELLAN_FACE.choices.label
question = CASTELLAN_FACE.choices.question
representative = CASTELLAN_FACE.choices.representative
split_typed = CastellanChoices().split_typed
spell_out = CASTELLAN_FACE.choices.spell_out

# O---. | | O---O
OPEN_SQUARE = "t0,0 s0,0E t1,0 s0,0N s1,0N t0,1 s0,1E"
SQUARE = f"{OPEN_SQUARE} t1,1"
# A courtyard with a tower in the middle of its north side.
#
# O---O---O | | . . | | O---.---O
HALL = "t0,0 l0,0E t2,0 l2,0N t2,2 l0,0N t0,2 s0,2E t1,2 s1,2E"


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


def own_view(state: State) -> View:
    return castellan.view(state, state.seat)


def steps(ply: Ply) -> Iterator[tuple[Sequence[Part], Question]]:
    """The questions on the way to a turn that was played."""
    for number in range(len(ply.parts)):
        asked = castellan.question(ply.before, ply.parts[:number])
        assert asked is not None
        yield ply.parts[:number], asked


def test_each_step_has_its_question() -> None:
    asked = [question(ENGLISH, step) for step in ("card", "card2", "kind", "place12", "double")]
    assert asked == [
        "Which card do you play?",
        "Another card, or build?",
        "Which piece is built first?",
        "Where does it go?",
        "Which courtyard gets the double keep?",
    ]


def test_a_step_of_no_turn_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no step 'rotation'"):
        label(ENGLISH, own_view(table()), [], "rotation", "r1")


def test_a_card_is_named_with_what_it_shows() -> None:
    view = own_view(table())
    labels = [label(ENGLISH, view, [], "card", card) for card in ("T1", "W1")]
    assert labels == [
        "T1: 2 towers and 1 extra card",
        "W1: 1 tower, 1 short wall and 2 long walls",
    ]
    assert label(ENGLISH, view, [("card", "T1")], "card2", "build") == "Build"


def test_a_kind_of_piece_and_a_deck_have_their_names() -> None:
    view = own_view(table())
    assert label(ENGLISH, view, [], "kind", "long") == "Long wall"
    assert label(ENGLISH, view, [], "draw", "wall") == "Draw from the wall deck"
    assert label(ENGLISH, view, [], "draw2", "tower") == "Card 2: tower deck"


def test_a_place_that_closes_a_courtyard_shows_its_points() -> None:
    view = own_view(table(OPEN_SQUARE))
    before = [("card", "T2"), ("card2", "build"), ("kind", "tower")]
    assert label(ENGLISH, view, before, "place", "1,1") == "N51 · closes, +4"


def test_what_was_built_before_in_the_turn_counts() -> None:
    """The tower on 2,1 is not there yet, so its wall would close nothing."""
    view = own_view(table(f"{SQUARE} s1,0E t2,0 s2,0N"))
    built = [("card", "T2"), ("card2", "build"), ("kind", "tower"), ("place", "2,1")]
    before = [*built, ("kind2", "short")]
    assert label(ENGLISH, view, before, "place2", "1,1E") == "N51E · closes, +4"
    assert label(ENGLISH, view, before[-1:], "place", "1,1E") == "N51E"


def test_a_tower_inside_an_own_courtyard_says_what_it_adds() -> None:
    inside = table(f"{HALL} s1,1N")
    assert label(ENGLISH, own_view(inside), [("kind", "tower")], "place", "1,1") == "N51 · +1"


def test_a_place_that_divides_a_courtyard_shows_its_points() -> None:
    """Six towers become two courtyards of four, which share those on 1,0 and 1,2.

    O---O---O
    |   |   |
    .   .   .
    |   |   |
    O---O---O
    """
    square = "t0,0 s0,0E t1,0 s1,0E t2,0 l2,0N t2,2 l0,0N t0,2 s0,2E t1,2 s1,2E"
    view = own_view(table(square))
    assert label(ENGLISH, view, [("kind", "long")], "place", "1,0N") == "N50N · divides, +2"


def test_a_tower_in_a_double_courtyard_shows_twice_its_points() -> None:
    state = table(f"{HALL} s1,2S")
    [hall] = state.plan.courtyards
    doubled = state._replace(plan=state.plan.with_courtyards([hall._replace(double=True)]))
    assert label(ENGLISH, own_view(doubled), [("kind", "tower")], "place", "1,1") == "N51 · +2"


def test_dividing_a_double_courtyard_shows_its_cost() -> None:
    """Twice 10 towers become 6 and twice 6.

    O---O---O---O---O
    |       |       |
    O---O---O---O---O
    """
    state = table(
        "t0,0 s0,0E t1,0 s1,0E t2,0 s2,0E t3,0 s3,0E t4,0 s4,0N "
        "t4,1 s3,1E t3,1 s2,1E t2,1 s1,1E t1,1 s0,1E t0,1 s0,0N"
    )
    [hall] = state.plan.courtyards
    doubled = state._replace(plan=state.plan.with_courtyards([hall._replace(double=True)]))
    before = [("kind", "short")]
    assert label(ENGLISH, own_view(state), before, "place", "2,0N") == "O50N · divides, +2"
    assert label(ENGLISH, own_view(doubled), before, "place", "2,0N") == "O50N · divides, -2"


def test_double_keep_choices_state_the_courtyards_points() -> None:
    state = table(OPEN_SQUARE)
    built = [("kind", "tower"), ("place", "1,1")]
    assert label(ENGLISH, own_view(state), built, "double", "no") == "No double keep"
    text = label(ENGLISH, own_view(state), built, "double", "0,0")
    assert text == "Double keep on M50: 8 points"


def test_spectators_predict_with_the_same_labels() -> None:
    state = table(OPEN_SQUARE)
    asked = castellan.predictions.question(state, [("kind", "tower")])
    assert asked is not None
    view = castellan.view(state, None)
    labels = [
        label(ENGLISH, view, [("kind", "tower")], asked.step, place) for place in asked.choices
    ]
    assert labels == ["N51 · closes, +4"]


def test_all_draws_of_a_turn_have_labels_of_their_own(words: Words) -> None:
    """All of them are on one page."""
    draws = [("draw", "wall"), ("draw", "tower"), ("draw2", "wall"), ("draw2", "tower")]
    view = own_view(table())
    assert len({label(words, view, [], step, deck) for step, deck in draws}) == len(draws)


def test_every_choice_stands_for_itself() -> None:
    assert representative(own_view(table()), "place", "3,1E") == "3,1E"


def test_nothing_is_listed_that_orders_could_be_left_for() -> None:
    assert list(kinds(ENGLISH, own_view(table()))) == []


def test_a_turn_is_spelled_as_far_as_it_goes() -> None:
    view = own_view(table(OPEN_SQUARE))
    parts = castellan.parts(castellan.parse_move("T1 W3: t1,1 s1,1E; 2x0,0; wt"))
    spelt = [spell_out(ENGLISH, view, parts[:count]) for count in range(len(parts) + 1)]
    assert spelt == [
        "",
        "T1",
        "T1 W3",
        "T1 W3:",
        "T1 W3: tower",
        "T1 W3: tower N51",
        "T1 W3: tower N51, short wall",
        "T1 W3: tower N51, short wall N51E",
        "T1 W3: tower N51, short wall N51E; double keep M50",
        "T1 W3: tower N51, short wall N51E; double keep M50; draws wall",
        "T1 W3: tower N51, short wall N51E; double keep M50; draws wall, tower",
    ]


def test_a_spelled_turn_is_read_like_its_notation(words: Words) -> None:
    for ply in plies():
        spelled = spell_out(words, ply.seen, ply.parts)
        assert split_typed(None, spelled) == split_typed(None, castellan.move_text(ply.move))


def test_labels_show_no_card_of_somebody_else() -> None:
    """Everything except the cards is named from what everybody can see."""
    for ply in list(plies())[::5]:
        blind = replace(ply.seen, seat=None, hand=None)
        for before, asked in steps(ply):
            if not asked.step.startswith("card"):
                labels = [
                    label(ENGLISH, blind, before, asked.step, token) for token in asked.choices
                ]
                own = [
                    label(ENGLISH, ply.seen, before, asked.step, token) for token in asked.choices
                ]
                assert labels == own
