"""The face of The Castle, including its art."""

from collections.abc import Callable
from pathlib import Path

from bot.games.castle import choices, texts
from bot.games.castle.pictures import CastlePictures
from bot.games.face import Face
from engine.castle.material.catalogue import standard_catalogue
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import load_sprites
from render.picture.paint import Painter
from render.processes import DrawingProcesses
from render.tiles.art.standing import find_places


def open_castle(
    cache: Path,
    progress: Callable[[int, int], None] | None = None,
    processes: DrawingProcesses | None = None,
) -> tuple[Face, Callable[[], None]]:
    """The face at once, and a function that loads its art, which is slow if it is not in the cache.
    A picture that needs the art earlier loads it, or waits for it."""
    catalogue = standard_catalogue()
    sprites = load_sprites(catalogue, cache=cache, progress=progress, processes=processes)

    def load_art() -> None:
        sprites.prepare()
        find_places(catalogue.tiles)

    return castle_face(Painter(sprites, shared_palette())), load_art


def castle_face(painter: Painter) -> Face:
    return Face(CastlePictures(painter), texts, choices)
