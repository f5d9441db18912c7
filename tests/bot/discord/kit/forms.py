"""Forms as people see them, filled in and submitted."""

from typing import Any

import simcord

TEXT = 4
PEOPLE = 5


def fields(opened: simcord.InteractionResult) -> dict[str, dict[str, Any]]:
    """The controls of a form that was opened, by their names."""
    assert opened.modal is not None, "no form was opened"
    labels = opened.modal["components"]
    return {label["component"]["custom_id"]: label["component"] for label in labels}


def initial_values(opened: simcord.InteractionResult) -> dict[str, Any]:
    """What a form holds when it opens: texts, and the values that are chosen or ticked."""
    return {name: _initial_value(control) for name, control in fields(opened).items()}


def _initial_value(control: dict[str, Any]) -> Any:
    if control["type"] == TEXT:
        return control.get("value") or ""
    if control["type"] == PEOPLE:
        return [int(person["id"]) for person in control.get("default_values") or ()]
    return [option["value"] for option in control["options"] if option.get("default")]


def options(opened: simcord.InteractionResult, name: str) -> dict[str, str]:
    """The labels of a menu or of checkboxes, by their values."""
    return {option["value"]: option["label"] for option in fields(opened)[name]["options"]}


async def submit(
    person: simcord.MemberActor, opened: simcord.InteractionResult, **changes: Any
) -> simcord.InteractionResult:
    """Submit a form with these changes."""
    people = {name for name, control in fields(opened).items() if control["type"] == PEOPLE}
    values = {name: value for name, value in initial_values(opened).items() if name not in people}
    return await person.submit_modal(opened, {**values, **changes})
