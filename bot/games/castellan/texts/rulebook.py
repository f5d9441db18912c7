"""The rules by topic. Their text is in the locale; there are no options."""

from collections.abc import Mapping

from bot.locale import Words

TOPICS = (
    *("aim", "turn", "cards", "building", "courtyards", "keeps", "strategy"),
    *("end", "players", "notation"),
)


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    return words(f"castellan.topic.{topic}.text")


def named(words: Words, kind: str) -> str:
    """Nothing: there are no kinds to draw."""
    return ""
