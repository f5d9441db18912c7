"""What people type as a move: it is suggested in the words of the panel, and read in them too."""

from bot.discord.features.typed_moves import TypedMoves
from bot.games.face import AnyFace
from engine.castle.choices import legal_moves
from engine.castle.moves import Turn
from engine.castle.rules import castle
from engine.castle.state import State
from tests.bot.games.castle.kit import around, plies
from tests.bot.games.typing import first_choices, typed_moves

TURRETS = """
    tt.h.
    tcccc
    .ccc.
    ccctt
    .c.tt
"""


def at(face: AnyFace, state: State, language: str = "en") -> TypedMoves:
    return typed_moves("castle", face.choices, state, language)


def meant(moves: TypedMoves, text: str) -> list[str]:
    return moves.matches(text)


def test_typed_moves_show_panel_wording_and_stand_for_notation(
    face: AnyFace,
) -> None:
    completions = dict(at(face, around(draw=TURRETS)).completions("E5 r0"))
    assert completions == {
        "E5 ↻ 0°": "E5 r0",
        "E5 ↻ 0° · knight, north-west tower": "E5 r0 knight@NNW",
        "E5 ↻ 0° · squire, north-east house": "E5 r0 squire@NNE",
        "E5 ↻ 0° · merchant, south-west court": "E5 r0 merchant@ENE",
        "E5 ↻ 0° · knight, south-east tower": "E5 r0 knight@ESE",
    }


def test_each_reader_is_offered_moves_in_their_language(face: AnyFace) -> None:
    state = around(draw=TURRETS)
    dutch = [name for name, _ in at(face, state, "nl").completions("E5 r0 squire")]
    german = [name for name, _ in at(face, state, "de").completions("E5 r0 squire")]
    assert dutch == ["E5 ↻ 0° · schildknaap, huis noordoost"]
    assert german == ["E5 ↻ 0° · Knappe, Haus Nordost"]


def test_a_bare_role_suffices_where_only_one_segment_takes_it(face: AnyFace) -> None:
    moves = at(face, around(draw=TURRETS))
    assert meant(moves, "e5 r0 squire") == ["E5 r0 squire@NNE"]
    assert meant(moves, "E5 ↻0, Merchant") == ["E5 r0 merchant@ENE"]
    assert meant(moves, "E5 r0 knight") == ["E5 r0 knight@NNW", "E5 r0 knight@ESE"]
    assert meant(moves, "E5 r0 knight, south-east") == ["E5 r0 knight@ESE"]
    assert meant(moves, "E5 r0 herald") == []
    assert meant(moves, "E5 r0 squi") == []


def test_a_bare_wall_tile_suffices_where_it_fits_one_feature(face: AnyFace) -> None:
    state = around("0 knight F5.W", held=([2], []))
    moves = at(face, state)
    legal = {castle.move_text(move) for move in legal_moves(state)}
    assert "E5 r0 2@F5.WNW" in legal
    assert meant(moves, "E5 r0 2") == [move for move in legal if move.startswith("E5 r0 2")]


def test_alternatives_are_listed_from_where_the_text_goes_wrong(face: AnyFace) -> None:
    moves = at(face, around(draw=TURRETS))
    assert list(moves.instead("E5 r0 herald@N")) == [
        "E5 r0",
        "E5 r0 knight@NNW",
        "E5 r0 squire@NNE",
        "E5 r0 merchant@ENE",
        "E5 r0 knight@ESE",
    ]
    assert list(moves.instead("E5 r7")) == [f"E5 r{turns}" for turns in range(4)]
    cells = set(first_choices(moves))
    assert {text.split()[0] for text in moves.instead("A1 r0")} == cells


def test_the_answers_to_another_turn_can_be_typed_in_words(face: AnyFace) -> None:
    asked = next(ply for ply in plies() if not isinstance(ply.legal[0], Turn))
    moves = at(face, asked.before)
    assert {text for _, text in moves.completions("")} == {"again", "end"}
    assert meant(moves, "Another turn") == ["again"]
    assert meant(moves, "no") == ["end"]
