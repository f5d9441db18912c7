"""The commands by their English names alone, which is shorter in tests."""

from functools import cache

from bot.discord.features.context import COMMANDS
from bot.locale import ENGLISH, words_of


def in_group(command: str) -> str:
    """The command with its group in front."""
    return f"table {command}" if command in _names_at_the_table() else f"castle {command}"


@cache
def _names_at_the_table() -> set[str]:
    """Once all features are imported."""
    words = words_of(ENGLISH)
    names = [command.__name__.rstrip("_") for command in COMMANDS["table"]]
    return {words(f"commands.{name}.name") for name in names}
