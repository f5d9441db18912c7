"""Two moves of one position side by side: the one that was played, and a better one."""

from collections.abc import Callable

from render.locale import Words
from render.picture.names import LONGEST_ALT, shorten
from render.picture.palette import THEMES
from render.picture.scene import Inset, Item, Scene, Text, ThemeName

# The distance between the two pictures.
BETWEEN = 36
# The height of the line above each picture.
CAPTION = 104
# The height of its letters: 14 pixels on a phone.
LETTERS = 64


def comparison_scene(
    words: Words,
    played: Callable[[], Scene],
    better: Callable[[], Scene],
    theme: ThemeName = "light",
) -> Scene:
    captions = (words("compared.played"), words("compared.better"))
    items: list[Item] = []
    left = 0
    height = 0
    for caption, make in zip(captions, (played, better), strict=True):
        scene = make()
        (wide, high) = scene.size
        ink = THEMES[theme].text
        at = (left + wide // 2, CAPTION // 2)
        items.append(Inset((left, CAPTION), (0, 0, wide, high), scene))
        items.append(Text(caption, at, LETTERS, ink, bold=True, align="middle", fit=wide))
        left = left + wide + BETWEEN
        height = max(height, high)
    size = (left - BETWEEN, CAPTION + height)
    return Scene(size, THEMES[theme].background, tuple(items))


def comparison_alt(words: Words, played: str, better: str) -> str:
    """Join both descriptions, each with half of the room."""
    room = LONGEST_ALT // 2 - 1
    return "\n".join(
        shorten(words(f"compared.alt.{move}", what=alt), room)
        for move, alt in (("played", played), ("better", better))
    )
