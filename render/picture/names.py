"""Names and numbers as they are shown in pictures, alt texts and blocks of monospace text.

The name of a player is untrusted input. It may contain line breaks, marks that reverse the text
direction, stacks of accents, or nothing visible.
"""

import unicodedata
from collections.abc import Sequence

from render.locale import Words

# The Unicode categories of characters that are not shown.
HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
# The Unicode categories of accents.
MARKS = {"Mn", "Me"}
# The most accents on one letter.
MOST_MARKS = 2
# The most letters of a name.
LONGEST = 32
# The longest file description that Discord accepts.
LONGEST_ALT = 1024
ELLIPSIS = "…"


def shown_names(words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """Clean the names; one with nothing left is replaced by that of its seat."""
    return tuple(clean_name(name) or seat_name(words, seat) for seat, name in enumerate(names))


def seat_name(words: Words, seat: int) -> str:
    return words("words.seat", number=seat + 1)


def clean_name(name: str) -> str:
    visible: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        marks = marks + 1 if category in MARKS else 0
        if marks <= MOST_MARKS and (category not in HIDDEN or char.isspace()):
            visible.append(char)
    return shorten(" ".join("".join(visible).split()), LONGEST)


def shorten(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1].rstrip() + ELLIPSIS


def in_monospace(name: str, length: int) -> str:
    """Free a name of anything that would end a code block or ping somebody."""
    return shorten(name.replace("`", "'").replace("@", "(at)"), length)


def format_whole(words: Words, number: int) -> str:
    """`50,000` of 50000."""
    return f"{number:,}".replace(",", words("words.thousands"))


def format_decimal(words: Words, tenths: int) -> str:
    """`24.1` of 241."""
    whole, tenth = divmod(abs(tenths), 10)
    return ("−" if tenths < 0 else "") + words("words.decimal", whole=whole, tenth=tenth)


def format_finely(words: Words, hundredths: int) -> str:
    """`0.07` of 7."""
    whole, fraction = divmod(hundredths, 100)
    return words("words.decimal", whole=whole, tenth=f"{fraction:02}")


def format_with_sign(words: Words, tenths: int) -> str:
    """`+24.1` of 241, and `−24.1` of -241."""
    return ("+" if tenths > 0 else "") + format_decimal(words, tenths)
