"""Pictures of colour numbers as PNG files, written several times faster than Pillow writes them.

Where no `isal` is installed, the standard library's zlib compresses them, to about the same size.
"""

import zlib
from collections.abc import Callable
from struct import pack

from PIL import Image

from render.picture.canvas import numbers_in

try:
    from isal.isal_zlib import compress, crc32
except ImportError:
    from zlib import compress, crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The best of isal's levels for these pictures, and the best of zlib's where speed matters too.
LEVEL = 2
# Data larger than this many bytes is compressed once more with `SLOWER`: only boards at the end of
# large games are.
LARGE = 319_000
# A level of zlib that makes data an eighth smaller, and takes eight times as long.
SLOWER = 5
# The best filter for colour numbers.
UNFILTERED = 0
Compress = Callable[[bytes, int], bytes]


def png_file(rows: Image.Image, colours: bytes, compress: Compress = compress) -> bytes:
    """Encode a picture in mode L as a PNG in which its values are numbers of these colours, each
    three bytes. The first column is not part of the picture: the number of each row's filter is
    written there."""
    width, height = rows.size
    rows.paste(UNFILTERED, (0, 0, 1, height))
    header = pack(">IIBBBBB", width - 1, height, 8, 3, 0, 0, 0)
    plain = numbers_in(rows, (0, 0, width, height))
    data = compress(plain, LEVEL)
    if len(data) > LARGE:
        data = zlib.compress(plain, SLOWER)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    length = pack(">I", len(content))
    check = pack(">I", crc32(content, crc32(kind)))
    return b"".join((length, kind, content, check))
