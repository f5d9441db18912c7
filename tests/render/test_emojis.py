"""The emojis of every game: named by what they show and how they look, and legible."""

import re
from functools import partial
from io import BytesIO
from itertools import combinations
from types import ModuleType

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.carcassonne.catalogue import standard_catalogue as land
from engine.castellan.cards import standard_cards
from engine.castle.catalogue import standard_catalogue as town
from render.carcassonne import emojis as carcassonne
from render.carcassonne.art import drawing as carcassonne_drawing
from render.carcassonne.art import sprites as carcassonne_sprites
from render.carcassonne.pictures import CarcassonnePictures, carcassonne_painter
from render.castellan import emojis as castellan
from render.castellan.art import sprites as castellan_sprites
from render.castellan.pictures import CastellanPictures, castellan_painter
from render.castle import emojis as castle
from render.castle.art import drawing as castle_drawing
from render.castle.art import sprites as castle_sprites
from render.castle.pictures import CastlePictures, castle_painter
from render.picture.emojis import LONGEST_NAME, SIDE, EmojiName, digest
from render.picture.sprites import read_pages
from render.pictures import GamePictures

# Discord's limit, in bytes.
LARGEST = 256_000
GAMES: dict[str, tuple[ModuleType, ModuleType, GamePictures[object, object]]] = {
    "castle": (castle, castle_sprites, CastlePictures(castle_painter)),  # type: ignore[dict-item]
    "carcassonne": (
        carcassonne,
        carcassonne_sprites,
        CarcassonnePictures(carcassonne_painter),  # type: ignore[dict-item]
    ),
    "castellan": (
        castellan,
        castellan_sprites,
        CastellanPictures(castellan_painter),  # type: ignore[dict-item]
    ),
}
# The height of an emoji among words, in pixels.
SMALL = 22
# How far two emojis are apart at least, on average over their pixels and colours, out of 255.
APART = 3.5


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def drawn(game: str) -> dict[EmojiName, Image.Image]:
    emojis, sprites, _ = GAMES[game]
    return dict(
        zip(
            emojis.emoji_names(),
            map(partial(emojis.draw_emoji, sprites.load_sprites()), emojis.emoji_names()),
            strict=True,
        )
    )


def test_digests_are_those_of_the_drawings(game: str, drawn: dict[EmojiName, Image.Image]) -> None:
    """If this fails, emojis look different now: `python -m tools.art castle --emojis`."""
    digests = {name: digest(drawing) for name, drawing in drawn.items()}
    assert list(GAMES[game][2].emojis().items()) == list(digests.items())


def test_every_name_is_short_and_plain(drawn: dict[EmojiName, Image.Image]) -> None:
    assert [name for name in drawn if not re.fullmatch("[a-z0-9_]+", name)] == []
    assert max(map(len, drawn)) <= LONGEST_NAME


def test_every_emoji_is_as_large_as_discord_takes(
    game: str, drawn: dict[EmojiName, Image.Image]
) -> None:
    for name, drawing in drawn.items():
        assert drawing.size == (SIDE, SIDE)
        assert drawing.mode == "RGBA"
        assert drawing.getchannel("A").getextrema() == (0, 255), name
    painted = GAMES[game][2].draw_emoji(next(iter(drawn)))
    assert len(painted) < LARGEST
    with Image.open(BytesIO(painted)) as file:
        assert file.size == (SIDE, SIDE)


def test_no_two_emojis_look_alike_at_22_pixels(drawn: dict[EmojiName, Image.Image]) -> None:
    small = {
        name: drawing.convert("RGBa").resize((SMALL, SMALL), Image.Resampling.LANCZOS)
        for name, drawing in drawn.items()
    }
    sums = {name: ImageStat.Stat(drawing).sum for name, drawing in small.items()}
    far = APART * 4 * SMALL * SMALL
    same = alike(list(drawn))
    for first, second in combinations(small, 2):
        # Two whose averages are so far apart differ at least as much.
        averages = sum(abs(a - b) for a, b in zip(sums[first], sums[second], strict=True))
        if averages <= far and (first, second) not in same:
            apart = ImageChops.difference(small[first], small[second])
            assert sum(ImageStat.Stat(apart).sum) > far, (first, second)


def alike(names: list[EmojiName]) -> set[tuple[EmojiName, EmojiName]]:
    """Cards that show the same."""
    faces = {
        name: (card.deck, card.pieces, card.extra)
        for card in standard_cards().by_id.values()
        if (name := castellan.card_emoji(card)) in names
    }
    return {
        (name, other_name)
        for name, face in faces.items()
        for other_name, other_face in faces.items()
        if face == other_face
    }


def test_fine_pieces_ship_as_they_are_drawn() -> None:
    """If this fails, pieces look different now: run `python -m tools.art`. One in three is enough:
    at the usual size, all of them are compared."""
    for sprites, drawing in (
        (castle_sprites, castle_drawing),
        (carcassonne_sprites, carcassonne_drawing),
    ):
        shipped = read_pages(sprites.FOLDER, [sprites.FINE_PIECES])
        for name, picture in [*shipped.items()][::3]:
            redrawn = Image.new("RGBA", picture.size)
            redrawn.paste(drawing.draw_piece(name, sprites.FINE_PIECE), (0, 0))
            assert redrawn.tobytes() == picture.tobytes(), name


def test_there_is_one_for_every_tile_in_each_rotation() -> None:
    for catalogue, module in ((town(), castle), (land(), carcassonne)):
        names = {
            module.tile_emoji(tile.id, turns) for tile in catalogue.tiles for turns in range(4)
        }
        assert None not in names
        assert names <= set(module.emoji_names())
    assert castle.tile_emoji("no-such-tile") is None


def test_rotations_that_look_alike_have_the_same() -> None:
    assert carcassonne.tile_emoji("C", 3) == carcassonne.tile_emoji("C", 0) == "land_c_r0"
    assert carcassonne.tile_emoji("U", 2) == carcassonne.tile_emoji("U", 0)
    assert carcassonne.tile_emoji("U", 1) != carcassonne.tile_emoji("U", 0)


def test_there_is_one_for_every_card() -> None:
    names = {castellan.card_emoji(card) for card in standard_cards().by_id.values()}
    assert len(names) == len(standard_cards().by_id)
    assert names <= set(castellan.emoji_names())
