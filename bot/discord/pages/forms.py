"""Forms: windows with up to five controls, which Discord calls modals.

Like a button's, the id of a form says everything: a verb and a target. So a form that was opened
before a restart can be submitted after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import ui

from bot.discord.pages.page import LONGEST_OPTION, Target, forget_parents, shorten

LONGEST_TITLE = 45
LONGEST_ABOUT = 100
MOST_FIELDS = 5
MOST_CHECKS = 10
# The largest user id that Discord assigns and the database can store.
MOST_ID = 2**63 - 1
# In digits.
LONGEST_NUMBER = len(str(MOST_ID))
# In characters: nobody should have to type a longer text again.
WORTH_COPYING = 40
Option = TypeVar("Option", discord.SelectOption, discord.CheckboxGroupOption)
# A label, the value it stands for, and a description, if it needs one.
FormOption = tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    name: str
    """The name of its answer among the values submitted."""
    label: str
    about: str = ""
    """A line below the label."""

    def control(self) -> ui.Item[Any]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    most: int
    """The most characters it takes."""
    value: str = ""
    required: bool = False
    long: bool = False
    """It has several lines."""

    def control(self) -> ui.Item[Any]:
        return ui.TextInput[Any](
            custom_id=self.name,
            style=discord.TextStyle.paragraph if self.long else discord.TextStyle.short,
            default=self.value[: self.most] or None,
            required=self.required,
            max_length=self.most,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsField(Field):
    options: Sequence[FormOption]
    chosen: Sequence[str] = ()

    def show_options(self, option: type[Option]) -> list[Option]:
        return [
            option(
                label=shorten(label, LONGEST_OPTION),
                value=value,
                description=shorten(more[0], LONGEST_OPTION) if more else None,
                default=value in self.chosen,
            )
            for label, value, *more in self.options
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuField(OptionsField):
    """A menu of up to 25 options."""

    least: int = 1
    most: int = 1

    def control(self) -> ui.Item[Any]:
        return ui.Select[Any](
            custom_id=self.name,
            options=self.show_options(discord.SelectOption),
            min_values=self.least,
            max_values=self.most,
            required=self.least > 0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleField(Field):
    """A menu of the people in the server; its values are their ids."""

    chosen: Sequence[int] = ()
    least: int = 0
    most: int = 1

    def control(self) -> ui.Item[Any]:
        people = [
            discord.SelectDefaultValue(id=user_id, type=discord.SelectDefaultValueType.user)
            for user_id in self.chosen
        ]
        return ui.UserSelect[Any](
            custom_id=self.name,
            default_values=people,
            min_values=self.least,
            max_values=self.most,
            required=self.least > 0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksField(OptionsField):
    """A group of up to ten checkboxes, any of which can be ticked."""

    def control(self) -> ui.Item[Any]:
        return ui.CheckboxGroup[Any](
            custom_id=self.name,
            options=self.show_options(discord.CheckboxGroupOption),
            min_values=0,
            max_values=len(self.options),
            required=False,
        )


@dataclass(frozen=True, slots=True)
class Form:
    """A form to be opened. Its verb says who handles it when it is submitted."""

    verb: str
    target: Target
    title: str
    fields: Sequence[Field]

    def modal(self) -> ui.Modal:
        """Make the form for discord.py to send, and not to remember: it keeps no modal that has
        been stopped."""
        assert len(self.fields) <= MOST_FIELDS, "more controls than Discord takes"
        title = shorten(self.title, LONGEST_TITLE)
        custom_id = self.target.id(self.verb)
        modal = ui.Modal(title=title, custom_id=custom_id)
        for field in self.fields:
            modal.add_item(
                ui.Label(
                    text=shorten(field.label, LONGEST_TITLE),
                    description=shorten(field.about, LONGEST_ABOUT) or None,
                    component=field.control(),
                )
            )
        modal.stop()
        forget_parents(modal)
        return modal


@dataclass(frozen=True, slots=True)
class FormValues:
    """Values submitted, by the names of the fields. Nothing in it has been checked: it may come
    from a form of another version of the bot."""

    answers: Mapping[str, tuple[str, ...]]
    long_texts: tuple[str, ...] = ()
    """The longer texts that were typed, to be shown again if they cannot be taken."""

    @classmethod
    def of(cls, interaction: discord.Interaction) -> "FormValues":
        data: Mapping[str, Any] = interaction.data or {}
        labels = data.get("components", ())
        controls = [label["component"] for label in labels if "component" in label]
        text = discord.ComponentType.text_input.value
        return cls(
            {control["custom_id"]: _answers(control) for control in controls},
            tuple(
                _storable(str(control["value"]))
                for control in controls
                if control["type"] == text and len(control["value"]) > WORTH_COPYING
            ),
        )

    def text(self, name: str) -> str:
        """Take the text typed, without spaces around it."""
        return next(iter(self.answers.get(name, ())), "").strip()

    def chosen(self, name: str) -> tuple[str, ...]:
        return self.answers.get(name, ())

    def people(self, name: str) -> tuple[int, ...]:
        """Take the ids of the people chosen."""
        numbers = (number for number in self.answers.get(name, ()) if len(number) <= LONGEST_NUMBER)
        ids = (int(number) for number in numbers if number.isdecimal())
        return tuple(user_id for user_id in ids if user_id <= MOST_ID)


def _answers(control: Mapping[str, Any]) -> tuple[str, ...]:
    values = control["values"] if "values" in control else (control["value"],)
    return tuple(_storable(str(value)) for value in values)


def _storable(text: str) -> str:
    """Remove or replace what no database stores as text: nulls, and halves of signs."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
