"""Why a move is illegal: the closed list of reasons, each with the facts that go with it."""

from enum import StrEnum


class Reason(StrEnum):
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    TILE_UNKNOWN = "tile_unknown"  # the game is known from a record that ends here
    NO_SUCH_ROTATION = "no_such_rotation"  # rotation
    OCCUPIED = "occupied"  # cell, tile
    NOTHING_BESIDE = "nothing_beside"  # cell
    SIDES_DIFFER = "sides_differ"  # cell, side, kind: of the drawn tile, beside: what it meets
    NO_FOLLOWER_LEFT = "no_follower_left"
    NO_SUCH_SEGMENT = "no_such_segment"  # follower, followers: those that can be named
    WRONG_ROLE = "wrong_role"  # role, kind, expected
    FEATURE_TAKEN = "feature_taken"  # kind, seats
