"""Numbers as people write them, with one decimal and with a sign. Knows no game."""

from render.locale import Words


def decimal(words: Words, tenths: int) -> str:
    """`24.1` of 241."""
    whole, tenth = divmod(abs(tenths), 10)
    return ("−" if tenths < 0 else "") + words("words.decimal", whole=whole, tenth=tenth)


def signed(words: Words, tenths: int) -> str:
    """The same with a plus if it is positive."""
    return ("+" if tenths > 0 else "") + decimal(words, tenths)
