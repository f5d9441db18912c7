"""The golden pictures of Castellan, and how they are remade: `.venv/bin/python -m
tests.render.castellan.goldens`.
"""

from pathlib import Path

from engine.castellan.building import question
from engine.castellan.view import view
from engine.questions import Part
from render.castellan.board.board import Look, board_scene
from render.castellan.board.layout import PlanLayout, whole_layout
from render.castellan.board.overlays import Overlay
from render.castellan.cards import hand_scene
from render.castellan.pictures import castellan_painter
from render.picture.scene import Scene
from render.subject import Subject
from tests.render.castellan.games import ENGLISH, NAMES, seen, states
from tests.render.golden_pictures import Goldens

STRETCH = 28


def board() -> Scene:
    position, events = seen("goldens", 16, 3)
    look = Look(layout=PlanLayout(whole_layout(position.plan, ()).span, STRETCH))
    return board_scene(Subject(position, NAMES[:3], events), look)


def board_dark() -> Scene:
    position, events = seen("goldens", 24, 4)
    look = Look("dark", (Overlay.CLOSING, Overlay.VALUES, Overlay.SCORED))
    return board_scene(Subject(position, NAMES, events), look)


def preview() -> Scene:
    state, _ = states("goldens", 2)[10]
    parts: list[Part] = []
    while (asked := question(state, parts)) is not None and asked.step != "place2":
        parts.append((asked.step, asked.choices[0]))
    look = Look(compact=True, footer=False)
    return board_scene(Subject(view(state, state.seat), NAMES[:2], parts=parts), look)


def final() -> Scene:
    position, events = seen("goldens", -1, 4)
    return board_scene(Subject(position, NAMES, events), Look(overlays=[Overlay.FINAL]))


def hand() -> Scene:
    position, _ = seen("goldens", 8, 2, seat=0)
    assert position.hand is not None
    return hand_scene(ENGLISH, position, position.hand[1:2], "dark")


GOLDENS = Goldens(
    Path(__file__).parent,
    lambda _: castellan_painter(),
    {scene.__name__: scene for scene in (board, board_dark, preview, final, hand)},
    widest=400,
)
