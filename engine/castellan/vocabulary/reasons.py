"""Why a move is illegal: the closed list of reasons, each with the facts that go with it.

Points and cells are written as they are typed, `3,-1`; a wall as it is typed, `l3,-1E`.
"""

from enum import StrEnum


class Reason(StrEnum):
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    NO_CARD = "no_card"  # hand
    NOT_IN_HAND = "not_in_hand"  # card, hand
    CARD_TWICE = "card_twice"  # card
    NO_TOWER_SHOWN = "no_tower_shown"  # cards: on the very first turn
    NOT_TO_PLACE = "not_to_place"  # piece, left: how many of each kind are left to place
    NOT_THE_START = "not_the_start"  # piece: the first piece of the game begins at 0,0
    TOWER_STANDS = "tower_stands"  # at
    ON_A_MIDDLE = "on_a_middle"  # at, wall: a tower on the middle of a long wall
    NO_OPEN_END = "no_open_end"  # at: a tower that would join nothing
    NO_TOWER = "no_tower"  # piece, at, to: a wall that would join no tower
    WALL_STANDS = "wall_stands"  # piece, wall: the wall that occupies the stretch
    END_ON_MIDDLE = "end_on_middle"  # piece, at, wall: the long wall whose middle lies there
    MIDDLE_ON_TOWER = "middle_on_tower"  # piece, at
    MIDDLE_ON_END = "middle_on_end"  # piece, at, wall: the wall that ends there
    MIDDLE_ON_MIDDLE = "middle_on_middle"  # piece, at, wall
    COURTYARD_TAKEN = "courtyard_taken"  # piece, seat: whose courtyard it is
    PIECE_LEFT = "piece_left"  # kind, places: where it can go, left
    NO_DOUBLE_HERE = "no_double_here"  # cell, cells: one of each courtyard that may be chosen
    DOUBLE_USED = "double_used"  # cell
    DOUBLE_STAYS = "double_stays"  # cells: one of each part, one of which has to be chosen
    DRAW_COUNT = "draw_count"  # draws: how many decks were named, due: how many are due
    DECK_EMPTY = "deck_empty"  # deck, left: how many cards are left in each deck
