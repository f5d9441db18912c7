"""The position in sentences, for a screen reader."""

from bot.games.carcassonne import CARCASSONNE_FACE
from bot.games.carcassonne.texts import CarcassonneTexts
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from render.board.aliases import place_of
from tests.bot.games.carcassonne.kit import plies
from tests.bot.games.kit import ENGLISH, NAMES
from tests.engine.carcassonne.kit.boards import table
from tests.engine.carcassonne.test_fields import FIELDS

board = CarcassonneTexts().read_board
for_screen_reader = CARCASSONNE_FACE.texts.for_screen_reader


def test_rows_are_read_from_north_to_south_with_their_followers() -> None:
    lines = board(ENGLISH, carcassonne.view(table(FIELDS), None), NAMES[:2]).splitlines()
    rows = [line for line in lines if line.startswith("Row ")]
    assert rows == ["Row 52", "Row 51", "Row 50"]
    first = lines[lines.index("Row 52") + 1]
    assert first.startswith("O52: ")
    assert first.endswith("; farmer of Anna (field).")


def test_the_fields_come_after_the_rows() -> None:
    seen = carcassonne.view(table(FIELDS), None)
    read = board(ENGLISH, seen, NAMES[:2])
    rows, fields = read.split("\n\nEach completed city gives ")
    assert "Row 50" in rows
    assert fields.count("\n- ") == len(seen.fields)


def test_every_tile_and_follower_is_read() -> None:
    for ply in list(plies())[::40]:
        read = board(ENGLISH, ply.seen, ply.names)
        tiles = [line for line in read.splitlines() if place_of(line.partition(": ")[0])]
        assert len(tiles) == len(ply.seen.laid)
        assert read.count(" of ") >= len(ply.seen.followers)


def test_the_turns_that_fit_are_read_with_their_cells() -> None:
    stands, _ = for_screen_reader(ENGLISH, carcassonne.view(table(FIELDS), 0), NAMES[:2])
    assert "Turned so: " in stands
    assert "M49 90°" in stands


def test_the_spring_and_large_followers_are_read_as_such() -> None:
    state, _ = carcassonne.begin("reader", carcassonne.presets["big"], 0)
    turn = next(move for move in legal_moves(state) if move.follower and move.follower.large)
    state, _ = carcassonne.apply(state, 0, turn)
    read = board(ENGLISH, carcassonne.view(state, None), NAMES[:2])
    assert "The spring lies on M50." in read
    assert "; large " in read
    assert " of Anna (" in read
