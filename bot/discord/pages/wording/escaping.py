"""People's words as plain text, with no formatting, no pings, and no change of text direction."""

import re
import unicodedata

MEANT = re.compile(r"([\\*_~`|\[\]<>#\-+])")
"""Characters that begin or end a format, a link, a mention, a heading or a list."""
LINK = re.compile(r"(?<=:)(?=//)|(?<=\w\.)(?=\w{2})")
"""Where to break something that looks like a URL."""
NUMBERED = re.compile(r"^(\d+)\.")
UNSEEN = "\N{ZERO WIDTH SPACE}"
HIDDEN = {"Cc", "Zl", "Zp"}
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that set the direction of the surrounding text."""
APART, TOGETHER = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def escaped(text: str) -> str:
    """The text, safe anywhere in a message."""
    plain = NUMBERED.sub(r"\1\\.", MEANT.sub(r"\\\1", _in_line(text)))
    told = LINK.sub(UNSEEN, plain.replace("@", f"@{UNSEEN}"))
    return f"{APART}{told}{TOGETHER}" if _runs_left(told) else told


def unmarked(text: str) -> str:
    """The text for a title, in which nothing is formatted: without invisible characters, such as
    those that change the text direction."""
    return "".join(sign for sign in _in_line(text) if unicodedata.category(sign) != "Cf").strip()


def in_code(text: str) -> str:
    """The text for a code block, where nothing can be escaped and no name may close the block."""
    return _in_line(text).replace("`", "'").replace("@", f"@{UNSEEN}")


def _in_line(text: str) -> str:
    seen = TURNS.sub("", text)
    return "".join(" " if unicodedata.category(sign) in HIDDEN else sign for sign in seen)


def _runs_left(text: str) -> bool:
    """Whether it contains right-to-left letters."""
    return any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in text)
