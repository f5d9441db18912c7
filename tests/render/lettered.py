"""Where the letters of a scene are, set with the real font."""

from collections.abc import Collection
from itertools import combinations

from render.picture.canvas.lettering import Lettering
from render.picture.scene import Badge, Rect, Scene, Text
from render.picture.type_case import typeface

LETTERING = Lettering(typeface)
LOW = 0.7
"""How high the letters of a text are."""


def box(item: Text | Badge) -> Rect:
    """Where the letters of an item are; what is wider than its room is shortened."""
    if isinstance(item, Badge):
        at, align, bold, fit = item.centre, "middle", True, None
    else:
        at, align, bold, fit = item.at, item.align, item.bold, item.fit
    width, height = LETTERING.width(item.text, item.size, bold), round(item.size * LOW)
    width = width if fit is None else min(width, fit)
    left = at[0] - {"left": 0, "middle": width // 2, "right": width}[align]
    return left, at[1] - height // 2, left + width, at[1] + height // 2


def lettered(scene: Scene) -> list[Text | Badge]:
    return [item for item in scene.items if isinstance(item, Text | Badge)]


def check_that_nothing_is_cut_off(scene: Scene, shortened: Collection[str] = ()) -> None:
    """Nothing but what may be shortened, such as a long name."""
    for item in lettered(scene):
        left, top, right, bottom = box(item)
        assert left >= 0, item.text
        assert top >= 0, item.text
        assert right <= scene.size[0], item.text
        assert bottom <= scene.size[1], item.text
        if isinstance(item, Text) and item.fit is not None and item.text not in shortened:
            assert LETTERING.width(item.text, item.size, item.bold) <= item.fit, item.text


def check_that_words_are_apart(scene: Scene) -> None:
    for one, other in combinations(lettered(scene), 2):
        first, second = box(one), box(other)
        apart = (
            first[2] <= second[0]
            or second[2] <= first[0]
            or first[3] <= second[1]
            or second[3] <= first[1]
        )
        assert apart, (one.text, other.text)
