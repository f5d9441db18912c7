"""What the bot needs from a game besides its rules: its pictures, its texts and its choices.

One face per game, in `bot.games.faces`. A face is given views, events and notation, never a
state, so it cannot reveal anything hidden.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.choices import Choices
from bot.games.pictures import Pictures
from bot.games.texts import Texts


@dataclass(frozen=True, slots=True)
class Face:
    """What people see of a game."""

    pictures: Pictures
    texts: Texts
    choices: Choices
    prepare: Callable[[], None]
    """Load what painting needs into this process. Otherwise the first picture loads it."""
