"""Words of people as plain text: they format nothing, ping nobody, and turn no line around."""

import re
import unicodedata

MEANT = re.compile(r"([\\*_~`|\[\]<>#\-+])")
"""What begins or ends a format, a link, a mention, a heading or a list."""
LINK = re.compile(r"(?<=:)(?=//)|(?<=\w\.)(?=\w{2})")
"""Where something that looks like an address is to be broken."""
NUMBERED = re.compile(r"^(\d+)\.")
UNSEEN = "\N{ZERO WIDTH SPACE}"
HIDDEN = {"Cc", "Zl", "Zp"}
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What sets the direction of the text around it."""
APART, TOGETHER = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def escaped(text: str) -> str:
    """For a message, anywhere in it."""
    plain = NUMBERED.sub(r"\1\\.", MEANT.sub(r"\\\1", _in_line(text)))
    told = LINK.sub(UNSEEN, plain.replace("@", f"@{UNSEEN}"))
    return f"{APART}{told}{TOGETHER}" if _runs_left(told) else told


def unmarked(text: str) -> str:
    """For a title, in which nothing is formatted: without signs that are not seen, such as those
    that turn the text around them."""
    return "".join(sign for sign in _in_line(text) if unicodedata.category(sign) != "Cf").strip()


def in_code(text: str) -> str:
    """For a block of code, where nothing is escaped; only its end must not come from a name."""
    return _in_line(text).replace("`", "'").replace("@", f"@{UNSEEN}")


def _in_line(text: str) -> str:
    seen = TURNS.sub("", text)
    return "".join(" " if unicodedata.category(sign) in HIDDEN else sign for sign in seen)


def _runs_left(text: str) -> bool:
    """Whether it holds letters that are written from right to left."""
    return any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in text)
