"""Names of places on a board without edges as people read and say them: `M50` for `0,0`.

The letter grows to the east, the number to the north, and neither ever changes as the board grows.
An alias is for people alone: what is stored, and what engine and bot tell each other, is notation.

    ... AY AZ  A B ... L M N ... Y Z  ZA ZB ...     0 is M; beyond A and Z the letters go on after
                                                    another A or Z
    ... 002 001  00 01 ... 49 50 51 ... 99 100 ...  0 is 50; south of 00 a 0 stands for the minus

Every place has one alias, and every alias names one place. A number has two digits at least, so
that no alias is a rotation (`r1`) or a card (`T1`).
"""

import re
from functools import lru_cache
from string import ascii_uppercase

# The column of 0,0.
MIDDLE_COLUMN = ascii_uppercase.index("M")
# The row of 0,0.
MIDDLE_ROW = 50

# A place in the notation.
_PLACE_IN_TEXT = re.compile(r"(?<![\d,-])(-?\d{1,3}),(-?\d{1,3})(?!,?\d)", re.ASCII)
# An alias, with what the notation of Castellan writes around it: a piece before it, and a direction
# after it.
_ALIAS_IN_TEXT = re.compile(
    r"(?<![\w@])(2x|[tsl](?=[a-z]))?([a-z]{1,41}\d{2,4})([nesw]?)(?!\w| ?, ?-?\d)",
    re.ASCII | re.IGNORECASE,
)
# A text that is an alias as a whole.
_ALIAS = re.compile(
    r"(A{0,40}|Z{0,40})([A-Z])(\d\d|[1-9]\d{2,3}|0(?!00)\d\d|0[1-9]\d\d)",
    re.ASCII | re.IGNORECASE,
)


def column_alias(east: int) -> str:
    rounds, letter = divmod(east + MIDDLE_COLUMN, len(ascii_uppercase))
    return ("A" * -rounds if rounds < 0 else "Z" * rounds) + ascii_uppercase[letter]


def row_alias(north: int) -> str:
    row = north + MIDDLE_ROW
    return f"{row:02}" if row >= 0 else f"0{-row:02}"


@lru_cache(maxsize=2048)
def alias(notation: str) -> str:
    """Replace each place of the notation by its alias: `tM50 sM50E` for `t0,0 s0,0E`."""

    def alias_of(match: re.Match[str]) -> str:
        return f"{column_alias(int(match[1]))}{row_alias(int(match[2]))}"

    return _PLACE_IN_TEXT.sub(alias_of, notation)


def notation(text: str) -> str:
    """Replace each alias by its place in the notation: `t0,0 s0,0E` for `tM50 sM50E`."""

    def place_for(match: re.Match[str]) -> str:
        prefix, name, direction = match.groups(default="")
        place = place_of(name)
        return match[0] if place is None else f"{prefix}{place}{direction}"

    return _ALIAS_IN_TEXT.sub(place_for, text)


def place_of(text: str) -> str | None:
    """Find the place in notation of which a text is the alias, in capitals or not, if it is one."""
    match = _ALIAS.fullmatch(text)
    if match is None:
        return None
    prefix = match[1].upper()
    letter = match[2].upper()
    row = match[3]
    rounds = -len(prefix) if prefix.startswith("A") else len(prefix)
    east = rounds * len(ascii_uppercase) + ascii_uppercase.index(letter) - MIDDLE_COLUMN
    south = len(row) > 2 and row.startswith("0")
    return f"{east},{(-int(row[1:]) if south else int(row)) - MIDDLE_ROW}"
