"""The options of a game and their presets, resolved the same way for every game. Knows no game.

A game's options are a frozen dataclass of `Literal` fields, each with its default first.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from engine.errors import DataError

O = TypeVar("O")  # noqa: E741


@cache
def option_values(options: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """The values of each option, its default first."""
    hints = get_type_hints(options)
    return {field.name: get_args(hints[field.name]) for field in fields(options)}


def settled(presets: Mapping[str, O], values: Mapping[str, str], preset: str) -> O:
    """The preset with some options changed; an unknown name or value is refused."""
    if preset not in presets:
        raise DataError(f"preset {preset!r} is unknown; choose one of {', '.join(presets)}")
    known = option_values(type(presets[preset]))  # type: ignore[arg-type]  # classes are hashable
    for name, value in values.items():
        if name not in known:
            raise DataError(f"option {name!r} is unknown; choose one of {', '.join(known)}")
        if value not in known[name]:
            raise DataError(
                f"option {name} cannot be {value!r}; choose one of {', '.join(known[name])}"
            )
    changed: Any = presets[preset]
    return replace(changed, **values)  # type: ignore[no-any-return]
