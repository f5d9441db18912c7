"""Why a move is illegal: the closed list of reasons, each with the facts that go with it."""

from enum import StrEnum


class Reason(StrEnum):
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    ANSWER_FIRST = "answer_first"  # the question "another turn?" is open
    NOTHING_TO_ANSWER = "nothing_to_answer"
    TILE_UNKNOWN = "tile_unknown"  # the game is known from a record that ends here
    OUTSIDE = "outside"  # cell
    NO_SUCH_ROTATION = "no_such_rotation"  # rotation
    OCCUPIED = "occupied"  # cell, tile
    NOTHING_BESIDE = "nothing_beside"  # cell
    PATH_MEETS = "path_meets"  # cell, side, kinds: the tile's path meets what has no path
    PATH_MISSING = "path_missing"  # cell, side, kinds: a path runs into a side without one
    NO_FOLLOWER_LEFT = "no_follower_left"
    NO_SUCH_SEGMENT = "no_such_segment"  # port, ports: those that can be named
    WRONG_ROLE = "wrong_role"  # role, kind, expected
    FEATURE_TAKEN = "feature_taken"  # kind, seats
    WALL_TILE_NOT_HELD = "wall_tile_not_held"  # kind, played, held
    WALL_TILE_FITS_NOTHING = "wall_tile_fits_nothing"  # kind
    WALL_TILE_WRONG_TARGET = "wall_tile_wrong_target"  # kind, target, targets
    WALL_TILES_UNSORTED = "wall_tiles_unsorted"
    ORDER_NEEDED = "order_needed"  # own, theirs: the spots to be put in order
    ORDER_NOT_NEEDED = "order_not_needed"
    WRONG_ORDER = "wrong_order"  # own, theirs
