"""What somebody typed, quoted."""

from render.picture.names import shortened

LONGEST_QUOTE = 40


def quoted(text: str) -> str:
    """The text, shortened and made unable to format or ping."""
    return shortened("".join(text.replace("`", "'").split()), LONGEST_QUOTE)
