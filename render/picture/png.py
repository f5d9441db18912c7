"""Pictures of colour numbers as PNG files, written several times faster than Pillow writes them.

Where no `isal` is installed, the standard library's zlib compresses them, to about the same size.
"""

from collections.abc import Callable
from struct import pack

from PIL import Image

try:
    from isal.isal_zlib import compress, crc32
except ImportError:
    from zlib import compress, crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 2
"""The best of isal's levels for these pictures, and of zlib's where speed matters too."""
Compress = Callable[[bytes, int], bytes]


def png_file(numbers: Image.Image, colours: bytes, compress: Compress = compress) -> bytes:
    """A picture in mode L as a PNG in which its values are numbers of these colours, each three
    bytes."""
    header = pack(">IIBBBBB", *numbers.size, 8, 3, 0, 0, 0)
    data = compress(_rows(numbers), LEVEL)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _rows(numbers: Image.Image) -> bytes:
    """The rows, each after a 0 that says it is unfiltered: for colour numbers the best filter."""
    width, height = numbers.size
    rows = Image.new("L", (width + 1, height))
    rows.paste(numbers, (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return b"".join(
        (pack(">I", len(content)), kind, content, pack(">I", crc32(content, crc32(kind))))
    )
