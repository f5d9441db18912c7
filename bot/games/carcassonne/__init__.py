"""The face of Carcassonne."""

from collections.abc import Sequence

from bot.games.carcassonne.choices import CarcassonneChoices
from bot.games.carcassonne.fields import short_fields
from bot.games.carcassonne.texts import CarcassonneTexts
from bot.games.face import Face
from bot.locale import Words
from engine.carcassonne.events import Event
from engine.carcassonne.view import View
from engine.recorded import Ending
from render.carcassonne.board.overlays import Overlay
from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter
from render.pictures import Names


class _Pictures(CarcassonnePictures):
    def overlay_note(
        self,
        words: Words,
        view: View,
        names: Names,
        events: Sequence[Event],
        overlay: str,
        *,
        ending: Ending | None = None,
    ) -> str:
        """For the fields also what they are worth, as the picture has no room for it."""
        note = super().overlay_note(words, view, names, events, overlay, ending=ending)
        if overlay == Overlay.FIELDS:
            return f"{note}\n{short_fields(words, view, names)}"
        return note


CARCASSONNE_FACE = Face(_Pictures(carcassonne_painter), CarcassonneTexts(), CarcassonneChoices())
