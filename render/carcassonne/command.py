"""The pictures of Carcassonne for the command line."""

from collections.abc import Mapping

from engine.carcassonne.moves import Turn, parse_move
from engine.carcassonne.record import RECORDS
from engine.carcassonne.state import Setup
from engine.carcassonne.view import View, view
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.painter import painter_for
from render.carcassonne.replay import replay_gif
from render.carcassonne.rotations import first_alike, rotations_scene
from render.carcassonne.sheet import sheet_scene
from render.carcassonne.tables import course
from render.carcassonne.text import alt_text
from render.carcassonne.text.text_board import text_board
from render.command import NotThere, Pictures, Position
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.replay import Frame


def _painter(setup: Setup) -> Painter:
    return painter_for(setup.catalogue)


def _previewed(seen: View, text: str) -> Mapping[str, Turn]:
    """Of rotations that look alike, any may be typed (C5)."""
    turn = parse_move(text)
    if seen.drawn is not None:
        alike = first_alike(seen.catalogue, seen.drawn)[turn.placement.rotation]
        turn = turn._replace(placement=turn.placement._replace(rotation=alike))
    if turn.placement not in seen.placements:
        raise NotThere("the drawn tile cannot be laid there")
    return {"preview": turn}


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
    example="1,0 r1 knight@N",
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
