"""No picture of any game enlarges a sprite: everything ships as large as it is shown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from PIL import Image

from bot.games.faces import FACES
from engine.games import GAMES
from render.carcassonne.art import sprites as carcassonne
from render.castle.art import sprites as castle
from render.locale import english
from render.picture import sprites
from render.picture.scene import Inset, Name, Scene, Size, SpritePicture
from render.tiles.sprites import TileSprite
from tests.bot.games.mixed import drawings_of

# An extent is rounded to whole pixels.
ROUNDING = 2


@pytest.mark.parametrize("kind", FACES)
def test_no_sprite_is_enlarged(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = FACES[kind].pictures
    enlarged = list[tuple[Name, Size, Size]]()
    widths = dict[Name, int]()
    presets = GAMES[kind].presets.values()
    primers = [pictures.illustration(english(), "aim", options) for options in presets]
    for drawing in [*drawings_of(kind, "sharp"), *primers]:
        for name, size in sprites_in(drawing.paint) if drawing else ():
            widths[name] = max(size, widths.get(name, 0))

    def resize(picture: Image.Image, size: Size) -> Image.Image:
        if any(long > drawn + ROUNDING for long, drawn in zip(size, picture.size, strict=True)):
            enlarged.append((name, picture.size, size))
        return picture

    for module in (sprites, castle, carcassonne):
        monkeypatch.setattr(module, "resize", resize)
    source = pictures.painter().source
    for name, size in widths.items():
        source.image(name, size)
    assert len(widths) > 50
    assert enlarged == []


def sprites_in(paint: Any) -> Iterator[tuple[Name, int]]:
    """Those of a drawing that is one scene; how tiles join does not matter."""
    if isinstance(paint.args[0], partial):
        yield from _sprites_of(paint.args[0]())


def _sprites_of(scene: Scene) -> Iterator[tuple[Name, int]]:
    for item in scene.items:
        if isinstance(item, Inset):
            yield from _sprites_of(item.scene)
        elif isinstance(item, SpritePicture):
            bare = TileSprite(item.name.tile) if isinstance(item.name, TileSprite) else item.name
            yield bare, item.size
