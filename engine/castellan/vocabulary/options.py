"""The options of a game, chosen when the game is created and stored with it."""

from dataclasses import dataclass
from typing import Literal

from engine.texts.options import OptionSet


@dataclass(frozen=True, slots=True)
class Options:
    """Each option with its default first."""

    trial_building: Literal["on", "off"] = "on"
    """K13. It concerns only how a turn is chosen: the same turns are legal with both."""


OPTIONS = OptionSet({"classic": Options()})
