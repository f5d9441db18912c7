"""The commands by their English names alone, which is shorter in tests."""

from bot.discord.features.registry import AT_THE_TABLE
from bot.locale import ENGLISH, words_of

OF_NO_GAME = {
    words_of(ENGLISH)(f"commands.{command.__name__.rstrip('_')}.name") for command in AT_THE_TABLE
}


def in_group(command: str) -> str:
    """The command with its group in front."""
    return f"table {command}" if command in OF_NO_GAME else f"castle {command}"
