"""The questions of a move, and the labels of the choices."""

from bot.games.castle import CASTLE_FACE
from bot.games.castle.choices import LONGEST
from engine.castle.moves import Turn
from engine.castle.rules import castle
from engine.castle.state import State
from tests.bot.games.castle.kit import around, plies, steps
from tests.bot.games.kit import ENGLISH

label = CASTLE_FACE.choices.label
question = CASTLE_FACE.choices.question

TURRETS = """
    tt.h.
    tcccc
    .ccc.
    ccctt
    .c.tt
"""
ENDS = """
    .cpc.
    ccpcc
    pp+pp
    ccccc
    .ccc.
"""
LAID = {"cell": "E5", "rotation": "r0"}


def labels(state: State, chosen: dict[str, str], step: str, *tokens: str) -> list[str]:
    view = castle.view(state, 0)
    return [label(ENGLISH, view, tuple(chosen.items()), step, token) for token in tokens]


def test_a_cell_is_called_by_its_name() -> None:
    assert labels(around(), {}, "cell", "E5") == ["E5"]


def test_a_rotation_is_told_by_an_arrow_and_degrees() -> None:
    assert labels(around(), {"cell": "A4"}, "rotation", "r0", "r1", "r2", "r3") == [
        "As drawn",
        "↻ 90°",
        "↻ 180°",
        "↻ 270°",
    ]


def test_the_answers_to_another_turn() -> None:
    assert labels(around(), {}, "again", "again", "end") == ["Another turn", "No, save wall tile 1"]


def test_followers_are_labelled_by_role_and_segment_location() -> None:
    assert labels(around(draw=ENDS), LAID, "follower", "none", "herald@N", "herald@W") == [
        "No follower",
        "Herald · north path",
        "Herald · west path",
    ]


def test_a_part_lies_elsewhere_on_a_turned_tile() -> None:
    """A quarter turn clockwise brings the path in the west to the north."""
    turned = LAID | {"rotation": "r1"}
    assert labels(around(draw=ENDS), turned, "follower", "herald@N", "herald@E", "herald@S") == [
        "Herald · north path",
        "Herald · east path",
        "Herald · south path",
    ]


def test_parts_of_a_kind_lie_apart() -> None:
    tokens = ("knight@NNW", "knight@ESE", "squire@NNE", "merchant@ENE")
    assert labels(around(draw=TURRETS), LAID, "follower", *tokens) == [
        "Knight · north-west tower",
        "Knight · south-east tower",
        "Squire · north-east house",
        "Merchant · south-west court",
    ]


def test_wall_tiles_are_told_with_their_feature() -> None:
    state = around("0 knight F5.W, 0 knight D5.E", held=([2, 2, 3], []))
    tokens = ("none", "2@F5.WNW", "2@F5.WNW 2@F5.WNW", "2@D5.ESE 2@F5.WNW", "2@D5.ESE 3@E6.SSW")
    assert labels(state, LAID, "wall_tiles", *tokens) == [
        "No wall tile",
        "Wall tile 2: tower F5",
        "Both wall tiles 2: tower F5",
        "Wall tile 2: tower D5; wall tile 2: tower F5",
        "Wall tile 2: tower D5; wall tile 3: house E6",
    ]


def test_wall_tiles_spent_for_nothing() -> None:
    tokens = ("2@none", "2@none 2@none", "2@none 3@none")
    assert labels(around(), LAID, "wall_tiles", *tokens) == [
        "Wall tile 2 for nothing",
        "Both wall tiles 2 for nothing",
        "Wall tile 2 for nothing; wall tile 3 for nothing",
    ]


def test_an_order_is_told_feature_by_feature() -> None:
    assert labels(around(), LAID, "order", "none", "F5.WNW>D5.ESE", "D5.ESE>F5.WNW>E4.NNE") == [
        "Order does not matter",
        "tower F5, then tower D5",
        "tower D5, then tower F5, then house E4",
    ]


def test_labels_too_long_for_a_button_use_the_notation() -> None:
    order = "F5.WNW>D5.ESE>E4.NNE>E6.SSW"
    long = "tower F5, then tower D5, then house E4, then house E6"
    assert labels(around(), LAID, "order", order, f"{order}>{order}") == [long, f"{order}>{order}"]
    plays = " ".join(f"{kind}@{spot}" for kind in (2, 3, 4) for spot in order.split(">"))
    assert labels(around(), LAID, "wall_tiles", plays) == [plays]


def test_every_step_has_its_question() -> None:
    moves = [ply.legal[0] for ply in plies()]
    asked = {step for move in moves for step, _ in castle.parts(move)}
    assert {step: question(ENGLISH, step) for step in sorted(asked)} == {
        "again": "Take another turn?",
        "cell": "Where does the tile go?",
        "follower": "Place a follower?",
        "order": "What is scored first?",
        "rotation": "How is it turned?",
        "wall_tiles": "Play wall tiles?",
    }


def test_choices_of_a_step_have_distinct_labels_that_fit_buttons() -> None:
    labels = 0
    for number, ply in enumerate(plies()):
        ordered = any(isinstance(move, Turn) and move.order for move in ply.legal)
        if number % 4 and not ordered:
            continue
        view = ply.seen
        for before, choices in steps(ply.legal).items():
            for step, tokens in choices.items():
                named = [label(ENGLISH, view, before, step, token) for token in tokens]
                assert len(set(named)) == len(tokens), (before, sorted(tokens), sorted(named))
                assert all(0 < len(text) <= LONGEST for text in named)
                labels += len(tokens)
    assert labels > 20_000
