"""The rules by topic. Their text is in the locale; the options are listed one by one."""

from collections.abc import Mapping

from bot.games.tiles.options import options_listed
from bot.locale import Words
from engine.castellan.vocabulary.options import OPTION_VALUES, PRESETS

TOPICS = (
    *("aim", "turn", "cards", "building", "courtyards", "keeps", "strategy"),
    *("end", "players", "options", "notation"),
)


def rules(words: Words, topic: str, options: Mapping[str, str] | None = None) -> str:
    """The rules of a topic; given a game's options, how a turn is built says what applies if it
    is not the usual."""
    text, held = words(f"castellan.topic.{topic}.text"), options or {}
    if topic == "options":
        return "\n".join([text, *options_listed(words, "castellan", OPTION_VALUES, PRESETS, held)])
    if topic == "turn" and held.get("trial_building") == "off":
        value = words("castellan.option.trial_building.value.off")
        return "\n".join([text, words("castellan.rules.in_this_game", value=value)])
    return text


def kind_name(words: Words, kind: str) -> str:
    """Nothing: there are no kinds to draw."""
    return ""
