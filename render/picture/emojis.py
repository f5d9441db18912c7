"""Emojis: small pictures of single things, for buttons, menus and texts."""

from typing import NewType

EmojiName = NewType("EmojiName", str)
"""What an emoji shows, such as `castle_tile_12_r1`: lower-case letters, digits and underscores."""
