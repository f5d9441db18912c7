"""Lines below a board say how the overlay on it is read, in every game and every language."""

from textwrap import wrap
from typing import Any

import pytest

from render.board.scene import MOST, legend_height, legend_items
from render.carcassonne.board import board as carcassonne_board
from render.carcassonne.board import overlays as carcassonne_overlays
from render.castellan.board import board as castellan_board
from render.castellan.board import overlays as castellan_overlays
from render.castle.board import board as castle_board
from render.castle.board import overlays as castle_overlays
from render.locale import ENGLISH, Words, languages, texts_of, words_of
from render.picture.palette import THEMES
from render.picture.scene import Scene, Text
from render.subject import Subject
from tests.render.carcassonne.games import frames as carcassonne_frames
from tests.render.castellan.games import seen as castellan_seen
from tests.render.castle.games import frames as castle_frames
from tests.render.lettered import check_that_nothing_is_cut_off

NAMED: dict[str, Any] = {
    "castle": castle_overlays,
    "carcassonne": carcassonne_overlays,
    "castellan": castellan_overlays,
}
OVERLAYS = {game: overlays.Overlay for game, overlays in NAMED.items()}
WIDTHS = (790, 1300, 1530)


def whole_legend(words: Words, game: str, overlay: str) -> str:
    """Everything that a legend of this overlay can explain."""
    start = f"{game}.legend.{overlay}"
    return "; ".join(
        words(key) for key in texts_of(ENGLISH) if key == start or key.startswith(f"{start}_")
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", OVERLAYS)
def test_a_legend_is_legible_and_never_cut_off(game: str, language: str) -> None:
    words = words_of(language)
    theme = THEMES["light"]
    for overlay in OVERLAYS[game]:
        for width in WIDTHS:
            text = whole_legend(words, game, overlay)
            wrapped = wrap(text, MOST)
            lines = [*legend_items(wrapped, theme, width, 500)]
            height = legend_height(wrapped, width)
            assert " ".join(line.text for line in lines) == text
            assert len(lines) <= 2
            assert all(line.size * 400 >= 12 * width for line in lines)
            check_that_nothing_is_cut_off(
                Scene((width, 500 + height), theme.background, tuple(lines))
            )


def boards() -> list[tuple[str, Any, Any, Any]]:
    """A position of each game in which most overlays show something."""
    castle = castle_frames("goldens")[28]
    carcassonne = carcassonne_frames("goldens")[40]
    return [
        ("castle", castle_board, castle.view, castle.events),
        ("carcassonne", carcassonne_board, carcassonne.view, carcassonne.events),
        ("castellan", castellan_board, *castellan_seen("goldens", 16)),
    ]


@pytest.mark.parametrize("language", languages())
def test_boards_with_an_overlay_have_a_legend_above_the_footer(language: str) -> None:
    words = words_of(language)
    count = 0
    for game, board, view, events in boards():
        for overlay in OVERLAYS[game]:
            looks = [
                board.Look(overlays=(overlay,), words=words, legend=legend)
                for legend in (False, True)
            ]
            without, explained = (
                board.board_scene(Subject(view, ("Anna", "Ben"), events), look) for look in looks
            )
            overlays = NAMED[game].OVERLAYS
            legend_lines = [
                line
                for text in overlays.legend(looks[1], view, events)
                for line in wrap(text, MOST)
            ]
            legend_heights = [
                item.at[1]
                for item in explained.items
                if isinstance(item, Text) and item.text in legend_lines
            ]
            higher = explained.size[1] - without.size[1]
            assert bool(legend_heights) == bool(higher)
            board_end = without.items[0].source[3] - without.items[0].source[1]
            assert all(board_end < y < board_end + higher for y in legend_heights)
            count += len(legend_heights)
    assert count > 10
