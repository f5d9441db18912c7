"""The faces of all games by name, with the art of their pictures. Knows no Discord."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from bot.games.castle import open_castle
from bot.games.face import Face
from render.processes import DrawingProcesses, ProcessEnded

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]


def load_faces(cache: Path, progress: Progress | None = None) -> Mapping[str, Face]:
    """A face for every game in `engine.game.GAMES`. Slow when the cache holds no art yet."""
    castle, load_art = open_castle(cache, progress)
    load_art()
    return {"castle": castle}


@contextmanager
def opened_faces(cache: Path, progress: Progress | None = None) -> Iterator[Mapping[str, Face]]:
    """The same at once. The art of the game that is played where nobody names one, the first, is
    loaded meanwhile; that of another one when a picture needs it. Art that is still being drawn at
    the end is given up."""
    processes = DrawingProcesses()
    castle, load_art = open_castle(cache, progress, processes)
    ahead = Thread(target=_load_ahead, args=(load_art, processes), name="art", daemon=True)
    ahead.start()
    try:
        yield {"castle": castle}
    finally:
        processes.close()
        ahead.join()


def _load_ahead(load_art: Callable[[], None], processes: DrawingProcesses) -> None:
    """What cannot be loaded now, the first picture tries again."""
    try:
        load_art()
    except Exception as error:
        given_up = processes.closed and isinstance(error, ProcessEnded)
        if not given_up:
            log.exception("the art cannot be loaded")
    else:
        log.info("the art is ready")
