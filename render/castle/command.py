"""The pictures of The Castle for the command line."""

from engine.castle.material.catalogue import Catalogue
from engine.castle.seen.view import View, view
from engine.castle.stored.record_reading import read_record
from engine.castle.vocabulary.moves import Turn
from engine.castle.vocabulary.notation import parse_move
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import load_sprites
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.replay import Moment, replay_gif
from render.castle.rotations import rotations_scene
from render.castle.sheet import sheet_scene
from render.castle.tables import course
from render.castle.text import alt_text
from render.castle.text.text_board import text_board
from render.command import Pictures
from render.picture.paint import Painter


def _painter(catalogue: Catalogue) -> Painter:
    return Painter(load_sprites(catalogue), shared_palette())


def _previewed(seen: View, text: str) -> Turn | None:
    move = parse_move(text)
    return move if isinstance(move, Turn) and move.placement in seen.placements else None


PICTURES = Pictures(
    read=read_record,
    view=view,
    previewed=_previewed,
    example="E5 r1 knight@N",
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
