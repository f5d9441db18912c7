"""A second, deliberately naive implementation of The Castle, used only as a test oracle.

It has its own reading of the rulings (R1 to R29) and shares no code with the engine. Every question
is answered from scratch from the placed tiles by flood fill; nothing is clever.
"""

from .choices import Choice
from .features import Anchor
from .game import Oracle

__all__ = ["Anchor", "Choice", "Oracle"]
