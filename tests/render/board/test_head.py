"""The scores stand at the head of a tall picture, so that they are seen without scrolling."""

import pytest

from render.board.coordinates import Coordinates
from render.board.footer import HEAD, WIDTH, Footer, FooterStrip, Head
from render.board.scene import BoardLook, scene_of
from render.carcassonne.board.overlays import Overlay
from render.locale import english
from render.picture.palette import LIGHT, SEATS
from render.picture.scene import Box, Inset, Item, Scene, Size, SpritePicture, Text
from tests.render.lettered import check_that_words_are_apart

NAMES = ("Anna", "W" * 32, "Cleo", "Dora", "Emil")
LOOK: BoardLook[Overlay] = BoardLook()


def picture(size: Size, look: BoardLook[Overlay] = LOOK) -> Scene:
    """A board of this size with coordinates, and below it a footer as wide as high."""
    board = Inset((0, 0), (0, 0, *size), Scene(size, LIGHT.background, ()))
    coordinates = Coordinates([(500, "A")], [(500, "1")], 40)

    def footer(strip: FooterStrip) -> list[Item]:
        return [Text("footer", strip.origin, 30, LIGHT.text)]

    head = Head(NAMES[:2], ("anna", "ben"), (62, 66), [1])
    return scene_of(board, coordinates, look, (), Footer(300, footer), head=head)


def test_a_tall_picture_has_its_scores_at_the_head() -> None:
    scene = picture((1400, 2000))
    assert scene.size == (1400, HEAD + 2000 + 300)
    assert isinstance(board := scene.items[0], Inset)
    assert board.at == (0, HEAD)
    texts = {item.text: item for item in scene.items if isinstance(item, Text)}
    assert {"62", "66", "Anna"} <= texts.keys()
    assert all(texts[score].at[1] < HEAD for score in ("62", "66"))
    assert HEAD < texts["A"].at[1] < HEAD + 40
    assert texts["1"].at[1] == HEAD + 500
    assert texts["footer"].at == (0, HEAD + 2000)


def test_a_wide_picture_has_them_below_only() -> None:
    scene = picture((1400, 1400))
    assert scene.size == (1400, 1700)
    assert "62" not in [item.text for item in scene.items if isinstance(item, Text)]


def test_a_picture_without_a_footer_has_no_head() -> None:
    assert picture((1400, 3000), BoardLook(footer=False)).size == (1400, 3000)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_head_has_room_for_everybody(seats: int) -> None:
    figures = [f"figure {seat}" for seat in range(seats)]
    scores = (188,) * seats
    head = Head(NAMES[:seats], figures, scores, [seats - 1])
    items = head.items(FooterStrip(english(), LIGHT, WIDTH))
    check_that_words_are_apart(Scene((WIDTH, HEAD), LIGHT.background, tuple(items)))
    assert [item.name for item in items if isinstance(item, SpritePicture)] == figures
    framed = [item for item in items if isinstance(item, Box) and item.outline != LIGHT.card_edge]
    assert [item.outline for item in framed] == [SEATS[seats - 1].main]
