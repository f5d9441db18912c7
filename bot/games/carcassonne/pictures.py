"""The pictures of Carcassonne."""

from bot.games.carcassonne.texts.fields import fields_in_short
from bot.games.moment import Events, Names
from bot.games.tiles.pictures import TileArt, TilePictures
from bot.locale import Words
from engine.carcassonne.catalogue import standard_catalogue
from engine.carcassonne.moves import assemble, parse_cell
from engine.carcassonne.view import View
from engine.recorded import Ending
from render.carcassonne.board.board import Look, board_scene
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.final import final_scene
from render.carcassonne.painter import carcassonne_painter
from render.carcassonne.primer import primer_alt, primer_scene
from render.carcassonne.replay import replay_gif
from render.carcassonne.rotations import rotations_scene, turnings
from render.carcassonne.sheet import sheet_scene
from render.carcassonne.tables import KINDS, LEADERBOARD, PLAYERS, course
from render.carcassonne.text import alt_text
from render.tables.replay import Frame
from render.tiles.ending import at_rest


class CarcassonnePictures(TilePictures):
    art = TileArt(
        painter=carcassonne_painter,
        alt=alt_text,
        overlay=Overlay,
        for_a_move=(Overlay.LEGAL,),
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
        previewed=assemble,
        turnings=turnings,
        rotations=rotations_scene,
        sheet=sheet_scene,
        final=final_scene,
        catalogue=standard_catalogue,
        primer=primer_scene,
        primer_alt=primer_alt,
    )

    def overlay_note(
        self,
        words: Words,
        view: View,
        names: Names,
        events: Events,
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        """For the fields also what they are worth, as the picture has no room for it."""
        note = super().overlay_note(words, view, names, events, overlay, ending=ending)
        if overlay == Overlay.FIELDS:
            return f"{note}\n{fields_in_short(words, view, names)}"
        return note
