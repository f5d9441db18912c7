"""Two moves of one position: the one that was played above a better one."""

from collections.abc import Callable

from render.locale import Words
from render.picture.names import LONGEST_ALT, shorten
from render.picture.palette import THEMES
from render.picture.scene import Inset, Item, Scene, Text, ThemeName

# The height of the line above each picture, as a share of its width.
CAPTION = 0.07
# The height of its letters, likewise: 16 pixels on a phone.
LETTERS = 0.04


def comparison_scene(
    words: Words,
    played: Callable[[], Scene],
    better: Callable[[], Scene],
    theme: ThemeName = "light",
) -> Scene:
    scenes = (played(), better())
    width = max(scene.size[0] for scene in scenes)
    caption = round(CAPTION * width)
    ink = THEMES[theme].text
    items: list[Item] = []
    top = 0
    for key, scene in zip(("compared.played", "compared.better"), scenes, strict=True):
        (wide, high) = scene.size
        middle = (width // 2, top + caption // 2)
        size = round(LETTERS * width)
        items.append(Text(words(key), middle, size, ink, bold=True, align="middle", fit=width))
        items.append(Inset(((width - wide) // 2, top + caption), (0, 0, wide, high), scene))
        top += caption + high
    return Scene((width, top), THEMES[theme].background, tuple(items))


def comparison_alt(words: Words, played: str, better: str) -> str:
    """Join both descriptions, each with half of the room."""
    room = LONGEST_ALT // 2 - 1
    return "\n".join(
        shorten(words(f"compared.alt.{move}", what=alt), room)
        for move, alt in (("played", played), ("better", better))
    )
