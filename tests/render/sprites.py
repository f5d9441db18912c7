"""The things in a scene, and its sprites and shapes by name."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from render.picture.scene import Inset, Item, Scene, ShapePicture, SpritePicture

T = TypeVar("T")


def items_of(scene: Scene) -> Iterator[Item]:
    """All but the board, with those that are painted once and cached."""
    for item in scene.items:
        if isinstance(item, Inset) and item.cached:
            yield from items_of(item.scene)
        else:
            yield item


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
