"""What Castellan looks like: a large castle."""

from render.castellan.little_castle import LittleCastle, castle_of
from render.picture.palette import THEMES
from render.picture.scene import Scene, Size, ThemeName

# The builders of the castle of the large picture, turn by turn, and their pieces.
TURNS = (
    (0, "t0,0 l0,0N t0,2"),
    (1, "l-2,2E"),
    (0, "l-2,0E t-2,2 s-2,1N t-2,0 s-2,0N t-2,1 l-4,1E"),
    (1, "t-4,1 l-4,-1N s-2,-1N t-4,-1 l-4,-1E t-2,-1 s-5,1E"),
    (0, "l-4,2E s-4,1N t-4,2 s-4,2N l-6,2E"),
    (1, "l-6,-1E t-6,2 l-6,0N t-6,-1 s-6,-1N t-6,0 l-2,-1E s0,-1N t0,-1"),
    (0, "t-4,3 l-4,3E s0,2N t-2,3 l-2,3E t0,3 s-2,2N s-7,0E"),
    (1, "s-6,2N s-5,3E t-6,3 s-6,3E t-5,3 l-8,2E l-6,3N"),
    (0, "s-7,3E s-5,3N l-2,3N l0,3E"),
    (1, "t-5,1 l0,0E t-7,3"),
    (0, "t2,0 l2,0N t2,3 s2,2N t2,2"),
)
# The cells in whose courtyards a double keep stands.
DOUBLE = ((-6, -1), (0, 0))
# The size of the large picture.
WHOLE: Size = (1360, 680)
# The size of the lower part in the middle of it that is shown.
SHOWN: Size = (1100, 550)


def showcase_scene(theme: ThemeName = "light") -> Scene:
    plan = castle_of(*TURNS)
    plan = plan.with_courtyards(
        courtyard._replace(double=any(cell in courtyard.cells for cell in DOUBLE))
        for courtyard in plan.courtyards
    )
    (across, down) = WHOLE
    (x, y) = SHOWN
    corner = (x - across) // 2, y - down
    return Scene(SHOWN, THEMES[theme].background, (LittleCastle(plan, WHOLE).picture(corner),))
