"""The hand of the viewer, which nobody else ever sees: each card with its pieces, the chosen ones
raised, and the pieces passed on that also have to be built."""

from collections.abc import Collection

from engine.castellan.seen.view import View
from render.castellan.art.sprites import CARD
from render.castellan.cards.card import card_items, counted
from render.locale import Words
from render.picture.palette import SEATS, THEMES, Theme
from render.picture.scene import Box, Item, Scene, Text, ThemeName

WIDTH, EDGE, GAP = 1000, 24, 22
FEWEST, MOST = 4, 5
"""For how many cards a row has room."""
RAISED = 26
"""How far a chosen card is raised."""
FRAME = 9
STRIP, LETTERS = 84, 40
"""The line for pieces that were passed on."""


def hand_scene(
    words: Words, view: View, chosen: Collection[str] = (), theme: ThemeName = "light"
) -> Scene:
    """The viewer's cards, some of them chosen for the turn. Empty for a viewer without cards."""
    colours, hand = THEMES[theme], view.hand or ()
    if view.seat is None or not hand:
        return Scene((WIDTH, 2 * EDGE), colours.background, ())
    rows = -(-len(hand) // MOST)
    columns = max(FEWEST, -(-len(hand) // rows))
    across = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    high = round(across / CARD)
    items: list[Item] = []
    for number, card in enumerate(hand):
        row, column = divmod(number, columns)
        left, top = EDGE + column * (across + GAP), EDGE + RAISED + row * (high + GAP + RAISED)
        if card in chosen:
            top -= RAISED
            frame = (left - FRAME, top - FRAME, left + across + FRAME, top + high + FRAME)
            items.append(Box(frame, SEATS[view.seat].main, radius=FRAME + high // 18))
        items += card_items(view.cards.by_id[card], (left, top), high)
    height = EDGE + rows * (high + GAP + RAISED) - GAP + EDGE
    if view.to_act == view.seat and any(view.received):
        items += _received(words, view, colours, height)
        height += STRIP
    return Scene((WIDTH, height), colours.background, tuple(items))


def _received(words: Words, view: View, theme: Theme, top: int) -> list[Item]:
    """K14: what has to be built in addition to the pieces of the cards."""
    y, told = top + (STRIP - EDGE) // 2, words("castellan.board.received")
    return [
        Text(told, (EDGE, y), LETTERS, theme.text, bold=True, fit=WIDTH // 2 - EDGE),
        *counted(view.received, (WIDTH // 2 + EDGE, y), LETTERS, theme.text),
    ]
