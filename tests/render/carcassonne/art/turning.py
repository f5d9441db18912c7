"""Pictures of tiles, rotated back."""

from PIL import Image

COUNTERCLOCKWISE = (
    None,
    Image.Transpose.ROTATE_90,
    Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_270,
)


def turn_back(picture: Image.Image, rotation: int) -> Image.Image:
    """Undo these quarter turns clockwise."""
    way = COUNTERCLOCKWISE[rotation]
    return picture if way is None else picture.transpose(way)
