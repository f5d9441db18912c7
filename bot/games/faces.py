"""The faces of all games by name, including the art of their pictures. Knows no Discord."""

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


Open = Callable[[Path, Progress | None, DrawingProcesses | None], tuple[Face, Callable[[], None]]]
OPENERS: Mapping[str, Open] = {"castle": open_castle}
"""For each game in `engine.game.GAMES`, in the same order, a function that opens its face and also
returns the function that loads its art."""


def load_faces(cache: Path, progress: Progress | None = None) -> Mapping[str, Face]:
    """Every face, with its art. Slow when the cache holds no art yet."""
    faces = {}
    for kind, open_face in OPENERS.items():
        faces[kind], load_art = open_face(cache, progress, None)
        load_art()
    return faces


@contextmanager
def opened_faces(cache: Path, progress: Progress | None = None) -> Iterator[Mapping[str, Face]]:
    """Every face at once. The art of the first game, the usual one, is loaded in the background;
    that of another one when a picture needs it. Art still being drawn at the end is abandoned."""
    processes = DrawingProcesses()
    opened = {kind: open_face(cache, progress, processes) for kind, open_face in OPENERS.items()}
    _, load_art = next(iter(opened.values()))
    ahead = Thread(target=_load_ahead, args=(load_art, processes), name="art", daemon=True)
    ahead.start()
    try:
        yield {kind: face for kind, (face, _) in opened.items()}
    finally:
        processes.close()
        ahead.join()


def _load_ahead(load_art: Callable[[], None], processes: DrawingProcesses) -> None:
    """If loading fails now, the first picture retries it."""
    try:
        load_art()
    except Exception as error:
        given_up = processes.closed and isinstance(error, ProcessEnded)
        if not given_up:
            log.exception("the art cannot be loaded")
    else:
        log.info("the art is ready")
