"""A studio that paints in this process: it opens quickly, and whatever a test patches is patched
for its painters too."""

from collections.abc import Callable

from bot.presentation.studio import CACHE_SIZE, Studio
from bot.process.metrics import Metrics

PAINTERS = 2


def paint_here(paint: Callable[[], bytes]) -> bytes:
    return paint()


def studio_here(kept: int = CACHE_SIZE, metrics: Metrics | None = None) -> Studio:
    return Studio(PAINTERS, paint_here, cache_size=kept, metrics=metrics)
