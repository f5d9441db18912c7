"""The pictures of The Castle."""

from collections.abc import Sequence

from bot.games.moment import Names
from bot.games.tiles.pictures import TileArt, TilePictures
from engine.castle.catalogue import standard_catalogue
from engine.castle.moves import Turn, assemble, parse_cell
from engine.questions import Part
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.painter import castle_painter
from render.castle.primer import primer_alt, primer_scene
from render.castle.replay import replay_gif
from render.castle.rotations import rotations_scene, turnings
from render.castle.sheet import sheet_scene
from render.castle.tables import KINDS, LEADERBOARD, PLAYERS, course
from render.castle.text import alt_text
from render.tables.replay import Frame
from render.tiles.ending import at_rest

Pair = tuple[str, str]


def pair(names: Names) -> Pair:
    first, second = names
    return first, second


def previewed(parts: Sequence[Part]) -> Turn | None:
    """The answer to "another turn?" lays no tile: it leaves the board unchanged."""
    move = assemble(parts)
    return move if isinstance(move, Turn) else None


class CastlePictures(TilePictures):
    art = TileArt(
        painter=castle_painter,
        alt=alt_text,
        overlay=Overlay,
        for_a_move=(Overlay.LEGAL, Overlay.LANDING),
        look=Look,
        board=board_scene,
        at_rest=at_rest,
        frame=Frame,
        replay=replay_gif,
        course=course,
        leaderboard=LEADERBOARD,
        kinds=KINDS,
        players=PLAYERS,
        parse_cell=parse_cell,
        previewed=previewed,
        turnings=turnings,
        rotations=rotations_scene,
        sheet=sheet_scene,
        final=final_scene,
        catalogue=standard_catalogue,
        primer=primer_scene,
        primer_alt=primer_alt,
    )
