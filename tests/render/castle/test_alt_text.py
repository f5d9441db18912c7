"""Every picture has a text that says what it shows, short enough for Discord."""

from engine.castle.moves import Turn, parts
from render.castle import alt_text
from render.castle.board.overlays import Overlay
from render.castle.tiles import tile_name
from render.picture.names import LONGEST_ALT
from render.subject import Subject, subjects_of
from tests.render.castle.games import ENGLISH, NAMES, PICTURES, all_events, frames, seen

STRANGE = ("x" * 400, "\u202e\n\t ")


def test_a_board_is_told_in_every_position() -> None:
    for frame in frames("goldens"):
        position = frame.view
        text = alt_text.board_alt(
            ENGLISH, Subject(position, NAMES, frame.events), overlays=tuple(Overlay)
        )
        assert 0 < len(text) <= LONGEST_ALT
        for seat, name in enumerate(NAMES):
            assert name in text
            assert str(position.scores[seat]) in text
        if position.drawn is not None:
            assert tile_name(ENGLISH, position.drawn) in text


def test_strange_names_do_no_harm() -> None:
    position, events = seen("goldens", 30)
    text = alt_text.board_alt(ENGLISH, Subject(position, STRANGE, events), overlays=tuple(Overlay))
    assert len(text) <= LONGEST_ALT
    assert "Player 2: " in text
    assert text.isprintable()


def test_a_preview_names_the_move() -> None:
    position, _ = seen("goldens", 30)
    turn = Turn(position.placements[0])
    assert "not confirmed" in alt_text.board_alt(
        ENGLISH, Subject(position, NAMES, parts=parts(turn))
    )


def test_the_rotations_say_where_the_tile_fits() -> None:
    position, _ = seen("goldens", 0)
    text = PICTURES.rotations_alt(ENGLISH, position)
    assert position.drawn is not None
    assert tile_name(ENGLISH, position.drawn) in text
    assert "It fits: as drawn: " in text


def test_the_sheet_counts_the_tiles_not_seen() -> None:
    position, _ = seen("goldens", 12)
    assert alt_text.sheet_alt(ENGLISH, position).startswith(
        f"{len(position.unseen)} tiles not seen"
    )


def test_the_final_scoring_adds_up_in_words() -> None:
    position, _ = seen("goldens", -1)
    text = alt_text.final_alt(ENGLISH, Subject(position, NAMES, all_events("goldens")))
    for seat in (0, 1):
        assert f"{NAMES[seat]}: {position.scores[seat]} points (" in text


def test_the_chart_and_the_replay_say_how_it_ended() -> None:
    game = frames("goldens")
    last = frames("goldens")[-1].view
    high = max(last.scores)
    low = min(last.scores)
    chart = alt_text.chart_alt(ENGLISH, [frame.events for frame in game], NAMES)
    assert f"{high} to {low}" in chart
    assert f"{NAMES[0]} {last.scores[0]} and {NAMES[1]} {last.scores[1]}" in alt_text.replay_alt(
        ENGLISH, subjects_of(game, NAMES)
    )
