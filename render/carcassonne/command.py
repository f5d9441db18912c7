"""The pictures of Carcassonne for the command line."""

from engine.carcassonne.material.catalogue import Catalogue
from engine.carcassonne.seen.view import View, view
from engine.carcassonne.stored.record_reading import read_record
from engine.carcassonne.vocabulary.moves import Turn
from engine.carcassonne.vocabulary.notation import parse_move
from render.carcassonne.art.colours.palette import shared_palette
from render.carcassonne.art.sprites import load_sprites
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.replay import Moment, replay_gif
from render.carcassonne.rotations import first_alike, rotations_scene
from render.carcassonne.sheet import sheet_scene
from render.carcassonne.tables import course
from render.carcassonne.text import alt_text
from render.carcassonne.text.text_board import text_board
from render.command import Pictures
from render.picture.paint import Painter


def _painter(catalogue: Catalogue) -> Painter:
    return Painter(load_sprites(catalogue), shared_palette())


def _previewed(seen: View, text: str) -> Turn | None:
    """Of rotations that look alike, any may be typed (C5)."""
    turn = parse_move(text)
    if seen.drawn is None:
        return None
    alike = first_alike(seen.catalogue, seen.drawn)[turn.placement.rotation]
    placement = turn.placement._replace(rotation=alike)
    return turn._replace(placement=placement) if placement in seen.placements else None


PICTURES = Pictures(
    read=read_record,
    view=view,
    previewed=_previewed,
    example="1,0 r1 knight@N",
    overlays=Overlay,
    painter=_painter,
    look=Look,
    board=board_scene,
    sheet=sheet_scene,
    rotations=rotations_scene,
    final=final_scene,
    course=course,
    moment=Moment,
    replay=replay_gif,
    text=text_board,
    alt=alt_text,
)
