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
from render.locale import languages, words_of
from render.picture.palette import THEMES
from render.picture.scene import Scene, Text
from render.subject import Subject
from tests.render.carcassonne.games import frames as carcassonne_frames
from tests.render.castellan.games import seen as castellan_seen
from tests.render.castle.games import frames as castle_frames
from tests.render.lettered import check_that_nothing_is_cut_off

OVERLAYS = {
    "castle": castle_overlays.Overlay,
    "carcassonne": carcassonne_overlays.Overlay,
    "castellan": castellan_overlays.Overlay,
}
WIDTHS = (790, 1300, 1530)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", OVERLAYS)
def test_a_legend_is_legible_and_never_cut_off(game: str, language: str) -> None:
    words = words_of(language)
    theme = THEMES["light"]
    for overlay in OVERLAYS[game]:
        for width in WIDTHS:
            text = words(f"{game}.legend.{overlay}")
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
            legend_heights = [
                item.at[1]
                for item in explained.items
                if isinstance(item, Text)
                and item.text in wrap(words(f"{game}.legend.{overlay}"), MOST)
            ]
            higher = explained.size[1] - without.size[1]
            assert bool(legend_heights) == bool(higher)
            board_end = without.items[0].source[3] - without.items[0].source[1]
            assert all(board_end < y < board_end + higher for y in legend_heights)
            count += len(legend_heights)
    assert count > 10
