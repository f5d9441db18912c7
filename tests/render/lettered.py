"""Where the letters of a scene are, measured with the real font."""

from collections.abc import Collection, Iterable
from itertools import combinations

from render.picture.lettering import Lettering, typeface
from render.picture.scene import Badge, Item, Rect, Scene, Text

LETTERING = Lettering(typeface)
# How high the letters of a text are.
LOW = 0.7


def digit_height(size: int) -> int:
    """How high the digits of a text are, without what is above and below them."""
    _, top, _, bottom = typeface(size, bold=True).getbbox("4", anchor="ls")
    return int(bottom - top)


def box(item: Text | Badge) -> Rect:
    """Where the letters of an item are; what is wider than its room is shortened."""
    if isinstance(item, Badge):
        at = item.centre
        align = "middle"
        bold = True
        fit = None
    else:
        at = item.at
        align = item.align
        bold = item.bold
        fit = item.fit
    width = LETTERING.width(item.text, item.size, bold)
    height = round(item.size * LOW)
    width = width if fit is None else min(width, fit)
    left = at[0] - {"left": 0, "middle": width // 2, "right": width}[align]
    return left, at[1] - height // 2, left + width, at[1] + height // 2


def plate(badge: Badge) -> Rect:
    """The area that a badge covers."""
    return badge.rect(LETTERING.width(badge.text, badge.size, True))


def apart(first: Rect, second: Rect) -> bool:
    return (
        first[2] <= second[0]
        or second[2] <= first[0]
        or first[3] <= second[1]
        or second[3] <= first[1]
    )


def check_that_no_badge_covers_another(items: Iterable[Item]) -> None:
    badges = [item for item in items if isinstance(item, Badge)]
    for badge, other in combinations(badges, 2):
        assert apart(plate(badge), plate(other)), (badge, other)


def letterings(scene: Scene) -> list[Text | Badge]:
    return [item for item in scene.items if isinstance(item, Text | Badge)]


def check_that_nothing_is_cut_off(scene: Scene, shortened: Collection[str] = ()) -> None:
    """Only what may be shortened, such as a long name, is shortened."""
    for item in letterings(scene):
        left, top, right, bottom = box(item)
        assert left >= 0, item.text
        assert top >= 0, item.text
        assert right <= scene.size[0], item.text
        assert bottom <= scene.size[1], item.text
        if isinstance(item, Text) and item.fit is not None and item.text not in shortened:
            assert LETTERING.width(item.text, item.size, item.bold) <= item.fit, item.text


def check_that_words_are_apart(scene: Scene) -> None:
    for item, other in combinations(letterings(scene), 2):
        assert apart(box(item), box(other)), (item.text, other.text)
