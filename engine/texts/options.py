"""Options of a game, chosen when the game is created and stored with it.

A game's options are a frozen dataclass of `Literal` fields, each with its default first. An option
that was added later is named only where it is not the default, so that a game without it is stored
and recorded as it was before there was such an option.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from engine.errors import DataError

O = TypeVar("O")  # noqa: E741


@cache
def option_values(options: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """List the values of each option, its default first."""
    hints = get_type_hints(options)
    return {field.name: get_args(hints[field.name]) for field in fields(options)}


class OptionSet(Generic[O]):
    """Options of one game, by their presets, the default first."""

    def __init__(self, presets: Mapping[str, O], later: Collection[str] = ()) -> None:
        """`later` are the names of those that were added later."""
        self.presets = presets
        self.later = later
        usual: Any = next(iter(presets.values()))
        self.values = option_values(type(usual))  # type: ignore[arg-type]  # classes are hashable

    def parse(self, changes: Mapping[str, str], preset: str | None = None) -> O:
        """Change some options of a preset; an unknown name or value is refused."""
        if preset is None:
            preset = next(iter(self.presets))
        if preset not in self.presets:
            presets = ", ".join(self.presets)
            raise DataError(f"preset {preset!r} is unknown; choose one of {presets}")
        for name, value in changes.items():
            if name not in self.values:
                names = ", ".join(self.values)
                raise DataError(f"option {name!r} is unknown; choose one of {names}")
            if value not in self.values[name]:
                values = ", ".join(self.values[name])
                raise DataError(f"option {name} cannot be {value!r}; choose one of {values}")
        changed: Any = self.presets[preset]
        return replace(changed, **changes)  # type: ignore[no-any-return]

    def to_dict(self, options: O) -> dict[str, str]:
        values = {name: getattr(options, name) for name in self.values}
        return {
            name: value
            for name, value in values.items()
            if name not in self.later or value != self.values[name][0]
        }
