"""Golden pictures: how scenes of a game look, stored next to the code that makes them, for
comparison."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render.picture.paint import Painter
from render.picture.scene import Scene


@dataclass(frozen=True, slots=True)
class Goldens:
    """The golden pictures of a game. They are kept small: wide ones are scaled down."""

    folder: Path
    painter: Callable[[Scene], Painter]
    scenes: Mapping[str, Callable[[], Scene]]
    widest: int

    def paint(self, name: str) -> Image.Image:
        """A golden picture as it is painted now."""
        scene = self.scenes[name]()
        picture = self.painter(scene).picture(scene).convert("RGB")
        if picture.width > self.widest:
            size = (self.widest, round(picture.height * self.widest / picture.width))
            picture = picture.resize(size, Image.Resampling.BOX)
        return picture

    def load(self, name: str) -> Image.Image:
        with Image.open(self.folder / f"{name}.png") as picture:
            return picture.convert("RGB")

    def names_stored(self) -> set[str]:
        return {path.stem for path in self.folder.glob("*.png")}

    def make_anew(self) -> None:
        for name in self.scenes:
            self.paint(name).save(self.folder / f"{name}.png", optimize=True)
