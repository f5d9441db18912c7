"""Painting: the same everywhere, thread-safe, and true to the colours of the art."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from engine.castle.catalogue import standard_catalogue
from render.castle.art.sprites import CastleSprites, shared_palette
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.picture.paint import Painter
from render.picture.palette import LIGHT, SEATS
from render.picture.scene import Badge, Box, Disc, Inset, Item, Line, Scene, ShapePicture, Text
from render.picture.shared_palette import COLOURS, SharedPalette
from render.subject import Subject
from render.tiles.sprites import BorderShape
from tests.render.castle.games import NAMES, frames

WHITE = (255, 255, 255)
RED = SEATS[0].main
BLACK = (44, 36, 32)


def test_the_file_is_a_png_in_the_shared_palette(painter: Painter) -> None:
    scene = board_scene(Subject(frames("goldens")[20].view, NAMES), Look(cell=24))
    with Image.open(BytesIO(painter.png(scene))) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", scene.size)


def test_threads_paint_what_one_alone_paints(painter: Painter, sprites: CastleSprites) -> None:
    look = Look("dark", tuple(Overlay), cell=24)
    scenes = [
        board_scene(Subject(frame.view, NAMES, frame.events), look)
        for frame in frames("goldens")[::3]
    ]
    alone = [painter.png(scene) for scene in scenes]
    fresh = Painter(sprites, shared_palette())
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.png, scenes)) == alone


def test_colours_of_texts_and_plates_are_exact_in_the_palette() -> None:
    palette = shared_palette()
    wanted = [LIGHT.background, LIGHT.text, LIGHT.card, *(seat.main for seat in SEATS[:2])]
    for colour in wanted:
        assert palette.colours[palette.number(colour)] == colour


def test_a_palette_holds_a_colour_for_each_number() -> None:
    assert len(SharedPalette([(1, 2, 3)]).colours) == COLOURS + 1


def pixels(painter: Painter, *items: Item) -> Image.Image:
    return painter.picture(Scene((200, 200), WHITE, items)).convert("RGB")


def test_a_box_has_its_colour_its_rim_and_round_corners(painter: Painter) -> None:
    for left in (10, 20):
        box = Box((left, 10, 190, 190), RED, BLACK, width=6, radius=30)
        small = Box((10, 10, 90, 90), RED, BLACK, width=6, radius=30)
        for shape, right in ((box, 190), (small, 90)):
            picture = pixels(painter, shape)
            middle = (shape.rect[0] + right) // 2
            assert picture.getpixel((middle, 50)) == RED
            assert picture.getpixel((middle, 12)) == BLACK
            assert picture.getpixel((shape.rect[0] + 1, 11)) == WHITE


def test_a_translucent_box_mixes(painter: Painter) -> None:
    red, green, blue = pixels(painter, Box((0, 0, 200, 200), BLACK, opacity=0.5)).getpixel((9, 9))  # type: ignore[misc]
    assert all(100 < part < 200 for part in (red, green, blue))


def test_a_long_text_is_shortened_to_fit(painter: Painter) -> None:
    text = Text("A name that is far too long", (10, 100), 40, BLACK, fit=150)
    drawn = ImageChops.difference(pixels(painter, text), Image.new("RGB", (200, 200), WHITE))
    box = drawn.getbbox()
    assert box is not None
    assert box[2] - box[0] <= 154


def test_things_may_reach_over_the_edge_of_a_picture(painter: Painter) -> None:
    picture = pixels(
        painter,
        Text("over", (195, 195), 40, BLACK),
        Badge("out", (2, 2), 50, BLACK, RED, BLACK),
        Disc((199, 0), 40, RED),
        Line(((-20, 50), (300, 60)), RED, 9, dash=12),
        Box((-30, -30, 20, 400), RED, BLACK, width=3, radius=8),
    )
    assert picture.size == (200, 200)
    assert picture.getpixel((5, 100)) == RED


def test_a_part_of_a_scene_is_what_is_cut_from_the_whole(painter: Painter) -> None:
    frame = frames("goldens")[30]
    look = Look(overlays=tuple(Overlay), cell=24, footer=False)
    whole = board_scene(Subject(frame.view, NAMES, frame.events), look)
    for window in ((100, 60, 260, 200), (37, 41, 90, 220)):
        part = Scene(
            (window[2] - window[0], window[3] - window[1]), WHITE, (Inset((0, 0), window, whole),)
        )
        cut = painter.numbers(whole).crop(window)
        assert painter.numbers(part).tobytes() == cut.tobytes()


def test_boards_larger_than_the_art_align_with_smaller_ones(painter: Painter) -> None:
    view = frames("goldens")[0].view
    scenes = [board_scene(Subject(view, NAMES), Look(cell=cell, footer=False)) for cell in (24, 72)]
    small, large = (painter.picture(scene).convert("RGB") for scene in scenes)
    reduced = large.resize(small.size, Image.Resampling.BOX)
    assert max(ImageStat.Stat(ImageChops.difference(small, reduced)).mean) < 6


def test_an_outline_has_no_line_where_a_feature_goes_on(painter: Painter) -> None:
    tile = standard_catalogue().turned["town-block"][0]
    ports = tile.segments[0].ports
    north = tuple(port for port in ports if port < 3)
    for joined in ((), north):
        outline = ShapePicture(BorderShape(("town-block", 0), (0,), joined, 10), (50, 50), 100, RED)
        picture = pixels(painter, outline)
        assert (picture.getpixel((100, 52)) == RED) is (not joined)
        assert picture.getpixel((100, 147)) == RED
        assert picture.getpixel((52, 100)) == RED
        assert picture.getpixel((100, 100)) == WHITE


def test_letters_that_the_font_lacks_are_left_out(painter: Painter) -> None:
    def draw(text: str) -> Image.Image:
        return pixels(painter, Text(text, (5, 100), 40, BLACK, instead="Ben"))

    assert draw("A\u65e5nna \U0001f3b2").tobytes() == draw("Anna").tobytes()
    assert draw("\u65e5\u672c").tobytes() == draw("Ben").tobytes()


def test_letters_of_other_alphabets_use_the_fallback_font(painter: Painter) -> None:
    def draw(text: str) -> bytes:
        return pixels(painter, Text(text, (5, 100), 40, BLACK, instead="Ben")).tobytes()

    names = ("Łukasz", "ukasz", "Дмитрий", "Д мит", "Дмит", "Ελένη", "Ben")
    assert len({draw(name) for name in names}) == len(names)
