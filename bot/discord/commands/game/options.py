"""Rules options as people type them: `name=value, name=value`, and what is wrong with them."""

from collections.abc import Mapping

from discord.app_commands import Range

from bot.discord.answering.failures import Mistake
from bot.discord.pages.page import shortened
from bot.discord.pages.wording.escaping import in_code
from bot.match.rules import rules_of
from engine.game import GAMES

LONGEST_PART = 60
LONGEST_OPTIONS = max(
    sum(len(f"{name} = {max(values, key=len)}, ") for name, values in rules.option_values.items())
    for rules in GAMES.values()
)
"""The most characters in all options of a game."""
TypedOptions = Range[str, None, LONGEST_OPTIONS]


def checked_options(kind: str, preset: str | None, typed: str) -> Mapping[str, str]:
    """The options that were typed, checked against the options and presets of this game."""
    rules = rules_of(kind)
    if preset not in (None, *rules.presets):
        raise Mistake("new.no_preset", typed=_quoted(preset or ""), presets=_listed(rules.presets))
    given = _parsed(typed)
    for name, value in given.items():
        if name not in rules.option_values:
            names = _listed(rules.option_values)
            raise Mistake("new.no_option", typed=_quoted(name), names=names)
        if value not in rules.option_values[name]:
            values = _listed(dict.fromkeys(rules.option_values[name], ""))
            raise Mistake("new.no_value", name=name, typed=_quoted(value), values=values)
    return given


def _parsed(typed: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise Mistake("new.options", part=_quoted(part))
        given[name.strip()] = value.strip()
    return given


def _quoted(typed: str) -> str:
    """For use inside code formatting."""
    return in_code(shortened(typed, LONGEST_PART))


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(f"`{name}`" for name in names)
