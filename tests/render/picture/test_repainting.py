"""Repainting gives the same result as painting from scratch, and leaves alone what did not
change."""

from dataclasses import replace

import pytest
from PIL import Image

from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.animation import Repainting, merge_overlapping
from render.picture.paint import Painter
from render.picture.palette import CREAM, GOLD, INK, LIGHT
from render.picture.scene import Badge, Box, Disc, Inset, Item, Line, Rect, Scene, Shield, Text
from render.subject import Subject
from tests.render.castle.games import NAMES, frames

BACK = Box((0, 0, 120, 80), CREAM)
WORD = Text("Anna", (10, 30), 14, INK)
DISC = Disc((60, 40), 12, GOLD, INK, 2)
STROKE = Line(((0, 0), (60, 50)), INK, 3)
ARMS = Shield((90, 50), 20, GOLD, INK, 2)


def scene(*items: Item) -> Scene:
    return Scene((120, 80), LIGHT.background, items)


FOLLOWING = {
    "nothing": (scene(BACK, WORD), scene(BACK, WORD)),
    "something new": (scene(BACK), scene(BACK, WORD, Badge("7", (90, 20), 14, INK, GOLD))),
    "something gone": (scene(BACK, DISC, WORD), scene(BACK, WORD)),
    "something moved": (scene(BACK, DISC), scene(BACK, replace(DISC, centre=(70, 44)))),
    "another order": (scene(BACK, DISC, WORD), scene(DISC, BACK, WORD)),
    "the same twice": (
        scene(Box((5, 5, 50, 50), INK, opacity=0.4)),
        scene(*[Box((5, 5, 50, 50), INK, opacity=0.4)] * 2),
    ),
    "another paper": (scene(WORD), replace(scene(WORD), paper=GOLD)),
    "within an inset": (
        scene(BACK, Inset((20, 10), (5, 5, 65, 55), scene(DISC)), WORD),
        scene(
            BACK,
            Inset((20, 10), (5, 5, 65, 55), scene(DISC, STROKE)),
            WORD,
        ),
    ),
    "out of sight in an inset": (
        scene(BACK, Inset((20, 10), (5, 5, 30, 30), scene(DISC))),
        scene(BACK, Inset((20, 10), (5, 5, 30, 30), scene(DISC, ARMS))),
    ),
    "an inset moved": (
        scene(BACK, Inset((20, 10), (0, 0, 60, 60), scene(DISC))),
        scene(BACK, Inset((40, 15), (0, 0, 60, 60), scene(DISC))),
    ),
}


@pytest.mark.parametrize("change", FOLLOWING)
def test_what_follows_comes_out_as_if_painted_alone(painter: Painter, change: str) -> None:
    first, second = FOLLOWING[change]
    repainting = Repainting(painter)
    for board in (first, second, first):
        assert repainting.numbers(board)[0].tobytes() == painter.numbers(board).tobytes()


def test_a_whole_game_comes_out_as_if_painted_alone(painter: Painter) -> None:
    repainting = Repainting(painter)
    look = Look("dark", (Overlay.SCORED, Overlay.LEADS), cell=24)
    for frame in frames("goldens"):
        board = board_scene(Subject(frame.view, NAMES, frame.events), look)
        assert repainting.numbers(board)[0].tobytes() == painter.numbers(board).tobytes()


def test_only_what_changed_is_painted(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    repainting = Repainting(painter)
    repainting.numbers(scene(BACK, WORD))
    windows: list[Rect] = []
    paint = painter.part

    def part(whole: Scene, window: Rect) -> Image.Image:
        windows.append(window)
        return paint(whole, window)

    monkeypatch.setattr(painter, "part", part)
    repainting.numbers(scene(BACK, WORD, Box((90, 60, 110, 70), GOLD)))
    assert windows == [(90, 60, 110, 70)]


def test_windows_do_not_overlap() -> None:
    assert merge_overlapping([(0, 0, 5, 5), (20, 0, 25, 5), (4, 4, 21, 6)]) == [(0, 0, 25, 6)]
    assert merge_overlapping([(0, 0, 5, 5), (5, 0, 9, 5), (7, 7, 7, 9)]) == [
        (0, 0, 5, 5),
        (5, 0, 9, 5),
    ]
