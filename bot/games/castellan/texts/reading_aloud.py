"""The position in sentences, for a screen reader: no letters to learn, no columns to see."""

from collections.abc import Iterator

from bot.games.moment import Names
from bot.games.texts import LONGEST_TEXT
from bot.locale import Words
from engine.castellan.seen.view import View
from engine.recorded import Ending
from render.castellan.text.alt_text import board_alt, hand_alt
from render.castellan.text.plan_text import plan_told
from render.picture.names import shortened, shown_names


def for_screen_reader(
    words: Words, view: View, names: Names, ending: Ending | None = None
) -> tuple[str, str]:
    """How things stand, with the viewer's own cards, and the plan."""
    stands = "\n".join(_stands(words, view, tuple(names), ending))
    plan = plan_told(words, view, shown_names(words, tuple(names)))
    return shortened(stands, LONGEST_TEXT), "\n".join(plan)


def _stands(
    words: Words, view: View, names: tuple[str, ...], ending: Ending | None
) -> Iterator[str]:
    yield board_alt(words, view, names, ending=ending)
    if view.hand is not None:
        yield hand_alt(words, view)
