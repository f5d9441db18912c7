"""The sprites and shapes of a scene by name."""

from collections.abc import Iterable
from typing import TypeVar

from render.picture.scene import Item, ShapePicture, SpritePicture

T = TypeVar("T")


def sprites_of(kind: type[T], items: Iterable[Item]) -> list[tuple[SpritePicture, T]]:
    """Those whose name is of a kind, each with its name."""
    return [
        (item, item.name)
        for item in items
        if isinstance(item, SpritePicture) and isinstance(item.name, kind)
    ]


def shapes_of(kind: type[T], items: Iterable[Item]) -> list[tuple[ShapePicture, T]]:
    """The same for shapes."""
    return [
        (item, item.name)
        for item in items
        if isinstance(item, ShapePicture) and isinstance(item.name, kind)
    ]
