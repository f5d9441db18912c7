"""What a follower looks like and how large it is, by its role."""

from engine.carcassonne.vocabulary.moves import Role
from render.carcassonne.art.sprite_names import FollowerSprite

STANDING, LYING = 0.5, 0.44
"""How high followers are, in cells; a farmer lies down."""


def follower_of(seat: int, role: Role) -> FollowerSprite:
    return FollowerSprite(seat, role == "farmer")


def height_of(role: Role) -> float:
    return LYING if role == "farmer" else STANDING
