"""The golden pictures of Carcassonne, and how they are remade: `.venv/bin/python -m
tests.render.carcassonne.goldens`.
"""

from pathlib import Path

from engine.carcassonne.moves import Turn, parts
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.tiles import sheet_scene
from render.picture.scene import Scene
from render.subject import Subject
from tests.render.carcassonne.games import (
    ENGLISH,
    NAMES,
    PICTURES,
    SIX,
    all_events,
    frames,
    rotations_scene,
    seen,
)
from tests.render.golden_pictures import Goldens


def early() -> Scene:
    view, events = seen("goldens", 12)
    return board_scene(Subject(view, NAMES[:2], events), Look(overlays=(Overlay.LEGAL,)))


def middle_dark() -> Scene:
    view, events = seen("goldens", 38, 3)
    look = Look("dark", (Overlay.OPEN, Overlay.SCORED, Overlay.DEAD))
    return board_scene(Subject(view, NAMES[:3], events), look)


def late() -> Scene:
    view, events = seen("goldens", 68)
    return board_scene(
        Subject(view, NAMES[:2], events), Look(overlays=(Overlay.FIELDS,), legend=True)
    )


def five_players() -> Scene:
    view, events = seen("goldens", 58, 5)
    return board_scene(Subject(view, NAMES, events), Look(overlays=(Overlay.LEADS,)))


def preview() -> Scene:
    view, events = seen("goldens", 20, 4)
    looked_at = Turn(view.placements[0], None)
    look = Look(compact=True)
    return board_scene(Subject(view, NAMES[:4], events, parts=parts(looked_at)), look)


def rotations() -> Scene:
    return rotations_scene(ENGLISH, seen("goldens", 3)[0])


def sheet() -> Scene:
    return sheet_scene(ENGLISH, seen("goldens", 40)[0], "dark")


def final() -> Scene:
    last = frames("goldens", 3)[-1].view
    return final_scene(ENGLISH, Subject(last, NAMES[:3], all_events("goldens", 3)))


def river() -> Scene:
    view, events = seen("goldens", 9, 2, "big")
    return board_scene(Subject(view, NAMES[:2], events), Look("dark", (Overlay.LEGAL,)))


def six_players() -> Scene:
    view, events = seen("goldens", 66, 6, "big")
    look = Look(overlays=(Overlay.LEADS,), legend=True)
    return board_scene(Subject(view, SIX, events), look)


def final_of_six() -> Scene:
    last = frames("goldens", 6, "big")[-1].view
    return final_scene(ENGLISH, Subject(last, SIX, all_events("goldens", 6, "big")))


def sheet_with_expansions() -> Scene:
    return sheet_scene(ENGLISH, seen("goldens", 0, 2, "big")[0])


GOLDENS = Goldens(
    Path(__file__).parent,
    PICTURES.painter_of,
    {
        scene.__name__: scene
        for scene in (
            early,
            middle_dark,
            late,
            five_players,
            preview,
            rotations,
            sheet,
            final,
            river,
            six_players,
            final_of_six,
            sheet_with_expansions,
        )
    },
    widest=300,
)
