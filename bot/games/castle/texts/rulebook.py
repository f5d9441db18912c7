"""The rules by topic. Their text is in the locale; the options are listed one by one."""

from collections.abc import Mapping

from bot.games.tiles.options import options_listed
from bot.locale import Words
from engine.castle.moves import OPTION_VALUES, PRESETS

TOPICS = (
    *("aim", "turn", "tile", "follower", "path", "tower", "house", "court", "keep"),
    *("wall", "wall-tiles", "end", "options", "notation"),
)


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    text = words(f"castle.topic.{topic}.text")
    if topic != "options":
        return text
    listed = options_listed(words, "castle", OPTION_VALUES, PRESETS, options or {})
    return "\n".join([text, *listed])
