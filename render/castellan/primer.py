"""An introduction for people who do not know the game: what pieces are called, how they join, and
what a courtyard is worth."""

from functools import partial

from engine.castellan.moves import parse_piece
from render.castellan.art.sprites import CARD as CARD_WIDTH
from render.castellan.cards import draw_cards
from render.castellan.little_castle import LittleCastle, castle_of, number_towers
from render.locale import Words
from render.picture.palette import INK
from render.picture.scene import Box, Item, Point, Scene, ThemeName
from render.tables.primer import (
    CORNER,
    LARGE,
    SMALL,
    NamedThing,
    primer_card,
    primer_picture,
)

# The builder of the castle of the large picture, and its pieces: a courtyard, and two open wall
# ends.
CASTLE = (2, "t0,0 l0,0E t2,0 s2,0E t3,0 l3,0N t3,2 l1,2E t1,2 s0,2E t0,2 l0,0N s3,0E s2,-1N")
# The labelled things there, and their places on the plan.
NAMED = {
    "tower": (0.0, 2.0),
    "long": (0.0, 1.3),
    "courtyard": (0.5, 0.5),
    "keep": (1.0, 1.1),
    "short": (2.5, 0.0),
    "open_end": (4.0, 0.0),
}
# The pieces of a square courtyard.
SQUARE = "t0,0 l0,0E t2,0 l2,0N t2,2 l0,2E t0,2 l0,0N"
# The same square from short walls, which a long wall can divide.
HALVES = "t0,0 s0,0E t1,0 s1,0E t2,0 l2,0N t2,2 s1,2E t1,2 s0,2E t0,2 l0,0N"
# The builder of the castle on each of the small pictures, and its pieces.
EXAMPLES = {
    "joining": (0, "t0,0 l0,0E t2,0 s2,0N l0,0N"),
    "closing": (0, SQUARE),
    "worth": (1, "t0,0 l0,0E t2,0 l2,0N t2,2 l0,2E t0,2 s0,1N t0,1 s0,0N s0,1E t1,1"),
    "double": (3, SQUARE),
    "divided": (2, f"{HALVES} l1,0N"),
}
CARDS = ("cards", *EXAMPLES)
# The cards that are shown: one of each deck.
SHOWN = ("W1", "T1")
# The height of the numbers of towers.
NUMBER = 32
EDGE = 5


def primer_scene(words: Words, theme: ThemeName = "light") -> Scene:
    castle = LittleCastle(castle_of(CASTLE), (LARGE, LARGE))
    things = [
        NamedThing(words(f"castellan.primer.{name}"), (x / LARGE, y / LARGE))
        for name, point in NAMED.items()
        for x, y in [castle.spot(*point)]
    ]
    cards = [primer_card(words, "castellan", card, partial(_picture, card)) for card in CARDS]
    large: list[Item] = [_frame(CORNER, LARGE), castle.picture(CORNER)]
    return primer_picture(large, things, cards, theme)


def _frame(at: Point, size: int) -> Box:
    left, top = at
    return Box((left - EDGE, top - EDGE, left + size + EDGE, top + size + EDGE), INK, radius=6)


def _picture(card: str, at: Point) -> list[Item]:
    if card == "cards":
        (left, top) = at
        across = (SMALL - EDGE * len(SHOWN)) // len(SHOWN)
        high = round(across / CARD_WIDTH)
        return draw_cards(SHOWN, (left, top + (SMALL - high) // 2), across + 2 * EDGE, high)
    seat, pieces = EXAMPLES[card]
    plan = castle_of((seat, pieces))
    if card == "double":
        plan = plan.with_courtyards(
            courtyard._replace(double=True) for courtyard in plan.courtyards
        )
    last = parse_piece(pieces.split()[-1])
    rimmed = (last,) if card in {"closing", "divided"} else ()
    castle = LittleCastle(plan, (SMALL, SMALL), rimmed, seat)
    items: list[Item] = [_frame(at, SMALL), castle.picture(at)]
    return items + (number_towers(castle, at, NUMBER) if card == "worth" else [])
