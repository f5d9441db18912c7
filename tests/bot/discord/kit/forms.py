"""Forms as people see them, filled in and submitted."""

from typing import Any

import simcord

TEXT = 4
PEOPLE = 5


def fields(shown: simcord.InteractionResult) -> dict[str, dict[str, Any]]:
    """The controls of a form that was opened, by their names."""
    assert shown.modal is not None, "no form was opened"
    labels = shown.modal["components"]
    return {one["component"]["custom_id"]: one["component"] for one in labels}


def filled(shown: simcord.InteractionResult) -> dict[str, Any]:
    """What a form holds when it opens: texts, and the values that are chosen or ticked."""
    return {
        name: one.get("value") or ""
        if one["type"] == TEXT
        else [int(person["id"]) for person in one.get("default_values") or ()]
        if one["type"] == PEOPLE
        else [option["value"] for option in one["options"] if option.get("default")]
        for name, one in fields(shown).items()
    }


def options(shown: simcord.InteractionResult, name: str) -> dict[str, str]:
    """The labels of a menu or of checkboxes, by their values."""
    return {option["value"]: option["label"] for option in fields(shown)[name]["options"]}


async def submit(
    person: simcord.MemberActor, shown: simcord.InteractionResult, **changes: Any
) -> simcord.InteractionResult:
    """Submit a form with these changes."""
    people = {name for name, one in fields(shown).items() if one["type"] == PEOPLE}
    values = {name: value for name, value in filled(shown).items() if name not in people}
    return await person.submit_modal(shown, {**values, **changes})
