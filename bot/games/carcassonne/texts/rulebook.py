"""The rules by topic. Their text is in the locale; the options are listed one by one."""

from collections.abc import Mapping

from bot.games.tiles.options import options_listed
from bot.locale import Words
from engine.carcassonne.moves import OPTION_VALUES, PRESETS

TOPICS = (
    *("aim", "turn", "tile", "follower", "road", "city", "cloister", "field"),
    *("end", "options", "notation"),
)
DEPENDING = {"city": "small_city", "field": "farms"}
"""The topics whose rules differ between the editions, each with the option that decides."""


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    """The rules of a topic; given a game's options, a topic that depends on one says what
    applies."""
    text, held = words(f"carcassonne.topic.{topic}.text"), options or {}
    if topic == "options":
        listed = options_listed(words, "carcassonne", OPTION_VALUES, PRESETS, held)
        return "\n".join([text, *listed])
    option = DEPENDING.get(topic, "")
    if option in held:
        value = words(f"carcassonne.option.{option}.value.{held[option]}")
        return "\n".join([text, words("carcassonne.rules.in_this_game", value=value)])
    return text
