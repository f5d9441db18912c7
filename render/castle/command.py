"""The pictures of The Castle for the command line."""

from collections.abc import Mapping

from engine.castle.moves import Turn, parse_move
from engine.castle.record import RECORDS
from engine.castle.state import Setup
from engine.castle.view import View, view
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.painter import painter_for
from render.castle.replay import replay_gif
from render.castle.rotations import rotations_scene
from render.castle.sheet import sheet_scene
from render.castle.tables import course
from render.castle.text import alt_text
from render.castle.text.text_board import text_board
from render.command import NotThere, Pictures, Position
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.replay import Frame


def _painter(setup: Setup) -> Painter:
    return painter_for(setup.catalogue)


def _previewed(seen: View, text: str) -> Mapping[str, Turn]:
    move = parse_move(text)
    if not isinstance(move, Turn) or move.placement not in seen.placements:
        raise NotThere("the drawn tile cannot be laid there")
    return {"preview": move}


def _sheet(at: Position) -> tuple[Scene, str]:
    return sheet_scene(at.words, at.view, at.theme), alt_text.sheet_alt(at.words, at.view)


def _rotations(at: Position) -> tuple[Scene, str]:
    scene = rotations_scene(at.words, at.view, at.theme)
    if scene is None:
        raise NotThere("no tile is drawn")
    return scene, alt_text.rotations_alt(at.words, at.view)


def _final(at: Position) -> tuple[Scene, str]:
    scene = final_scene(at.words, at.view, at.names, at.told, at.theme)
    return scene, alt_text.final_alt(at.words, at.view, at.names, at.told)


PICTURES = Pictures(
    read=RECORDS.read,
    view=view,
    previewed=_previewed,
    example="E5 r1 knight@N",
    overlays=Overlay,
    painter=_painter,
    look=Look,
    board=board_scene,
    others={"sheet": _sheet, "rotations": _rotations, "final": _final},
    course=course,
    frame=Frame,
    replay=replay_gif,
    text=text_board,
    alt=alt_text,
)
