"""PNG files are valid for strict readers, and contain the exact picture, whatever compressed
them."""

import runpy
import struct
import sys
import zlib
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render.picture import png
from render.picture.png import LARGE, LEVEL, SLOWER, Compress, png_file

COLOURS = bytes(range(256)) * 3
PICTURES = {
    "one pixel": Image.new("L", (1, 1), 255),
    "one row": Image.frombytes("L", (256, 1), bytes(range(256))),
    "one column": Image.frombytes("L", (1, 256), bytes(range(256))),
    "one colour": Image.new("L", (300, 200), 7),
    "noise": Image.effect_noise((301, 203), 90),
    "much noise": Image.effect_noise((701, 603), 90),
}


@pytest.fixture(params=["installed", "without isal"])
def compress(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Compress:
    """What compresses on this machine, and what does without a wheel of isal."""
    if request.param == "without isal":
        monkeypatch.setitem(sys.modules, "isal", None)
        monkeypatch.delitem(sys.modules, "isal.isal_zlib", raising=False)
    compressor: Compress = runpy.run_path(png.__file__)["compress"]
    assert (compressor is zlib.compress) == ("isal.isal_zlib" not in sys.modules)
    return compressor


@pytest.mark.parametrize("name", PICTURES)
def test_a_reader_finds_every_pixel(name: str, compress: Compress) -> None:
    numbers = PICTURES[name]
    with Image.open(BytesIO(png_file(rows(numbers), COLOURS, compress))) as read:
        read.load()
        assert (read.mode, read.size) == ("P", numbers.size)
        assert read.tobytes() == numbers.tobytes()
        assert bytes(read.getpalette() or ()) == COLOURS


def test_the_file_has_its_four_chunks_with_their_checksums(compress: Compress) -> None:
    by_kind = dict(chunks(png_file(rows(PICTURES["noise"]), COLOURS, compress)))
    assert list(by_kind) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert by_kind[b"PLTE"] == COLOURS
    assert len(zlib.decompress(by_kind[b"IDAT"])) == (301 + 1) * 203


def test_a_large_file_is_compressed_more(compress: Compress) -> None:
    words = [bytes([number % 251, number % 17]) * (number % 5 + 1) for number in range(100_000)]
    noise = b"".join(Random(1).choices(words, k=200_000))
    for height, level in ((1000, SLOWER), (100, LEVEL)):
        numbers = Image.frombytes("L", (1000, height), noise)
        file = png_file(rows(numbers), COLOURS, compress)
        plain = zlib.decompress(dict(chunks(file))[b"IDAT"])
        assert (len(compress(plain, LEVEL)) > LARGE) == (level == SLOWER)
        used = zlib.compress if level == SLOWER else compress
        assert dict(chunks(file))[b"IDAT"] == used(plain, level)


def rows(numbers: Image.Image) -> Image.Image:
    """With a column in front of it that may contain anything."""
    rows = Image.new("L", (numbers.width + 1, numbers.height), 99)
    rows.paste(numbers, (1, 0))
    return rows


def chunks(file: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a file, with nothing between or after them."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    parts = []
    at = 8
    while at < len(file):
        length, kind = struct.unpack_from(">I4s", file, at)
        content = file[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", file, at + 8 + length)
        assert checksum == zlib.crc32(kind + content)
        parts.append((kind, content))
        at += 12 + length
    return parts
