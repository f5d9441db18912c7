"""The golden pictures of The Castle, with few pixels per cell, and how they are remade:
`.venv/bin/python -m tests.render.castle.goldens`."""

from pathlib import Path

from engine.castle.moves import Turn, parts
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.pictures import castle_painter
from render.castle.tables import ADORNMENT, POINT_SOURCES, course
from render.castle.tiles import sheet_scene
from render.picture.scene import Scene
from render.subject import Subject
from render.tables.adornment import TableStyle
from render.tables.chart import chart_scene
from render.tables.leaderboard import leaderboard_scene
from render.tables.sources import sources_scene
from render.tables.standings import crosstable_scene, standings_scene
from tests.render.castle import games
from tests.render.castle.games import (
    ENGLISH,
    NAMES,
    all_events,
    frames,
    leaderboards,
    rotations_scene,
    seen,
    sources,
)
from tests.render.golden_pictures import Goldens

CELL = 24


def board() -> Scene:
    view, events = seen("goldens", 28)
    look = Look(cell=CELL, overlays=(Overlay.LEADS,), legend=True)
    return board_scene(Subject(view, NAMES, events), look)


def board_dark() -> Scene:
    view, events = seen("goldens", 57)
    look = Look("dark", (Overlay.LEGAL, Overlay.DEAD, Overlay.EMPTY), cell=CELL)
    return board_scene(Subject(view, NAMES, events), look)


def preview() -> Scene:
    view, events = seen("goldens", 6)
    looked_at = Turn(view.placements[0], None)
    look = Look(compact=True, cell=CELL)
    return board_scene(Subject(view, NAMES, events, parts=parts(looked_at)), look)


def rotations() -> Scene:
    return rotations_scene(ENGLISH, seen("goldens", 3)[0])


def sheet() -> Scene:
    return sheet_scene(ENGLISH, seen("goldens", 40)[0], "dark")


def final() -> Scene:
    return final_scene(ENGLISH, Subject(seen("goldens", -1)[0], NAMES, all_events("goldens")))


def chart() -> Scene:
    return chart_scene(
        TableStyle(ENGLISH, ADORNMENT), course(frame.events for frame in frames("goldens")), NAMES
    )


def leaderboard() -> Scene:
    return leaderboard_scene(TableStyle(ENGLISH, ADORNMENT), leaderboards()[0])


def standings() -> Scene:
    return standings_scene(TableStyle(ENGLISH, ADORNMENT), games.standings())


def crosstable_dark() -> Scene:
    return crosstable_scene(TableStyle(ENGLISH, ADORNMENT, "dark"), games.crosstable())


def compared() -> Scene:
    return sources_scene(TableStyle(ENGLISH, ADORNMENT), sources(), POINT_SOURCES)


GOLDENS = Goldens(
    Path(__file__).parent,
    lambda _: castle_painter(),
    {
        scene.__name__: scene
        for scene in (
            board,
            board_dark,
            preview,
            rotations,
            sheet,
            final,
            chart,
            leaderboard,
            standings,
            crosstable_dark,
            compared,
        )
    },
    widest=420,
)
