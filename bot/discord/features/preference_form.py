"""Form for everything that a person can set, and what is entered in it.

What was refused stands in the id of the button that opens the form again, so nobody has to fill it
in twice.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, get_args

from bot.discord.answering.error_messages import Mistake
from bot.discord.features.context import HERE, LONGEST_CHOICE
from bot.discord.pages.forms import ChecksField, Form, FormValues, MenuField, TextField
from bot.discord.pages.page import Target, shorten
from bot.discord.pages.wording import code_text
from bot.locale import Words
from bot.match.preferences import (
    QUIET_OFF,
    Cadence,
    PlayerPreferences,
    parse_quiet,
    parse_zone,
    quiet_text,
)
from engine.games import GAMES

# The checkbox for hearing of turns by direct message.
DIRECT = "direct"
# The checkbox for having followers suggested.
FOLLOWER = "follower"
# The checkbox for reading everything in words.
IN_WORDS = "words"
# The checkbox for appearing on web pages by one's colour.
BY_COLOUR = "colour"
# Their order is that of their numbers in the id of a button.
MORE = (DIRECT, FOLLOWER, IN_WORDS, BY_COLOUR)
# The characters of each typed text that the id of a button has.
MOST_KEPT = {"quiet": 20, "zone": 40}
# Of a typed text that is quoted, in characters.
LONGEST_PART = 40


class FormEntries(NamedTuple):
    """Values in the form. Those that were typed may mean nothing."""

    reminders: str
    quiet: str
    zone: str
    calls: tuple[str, ...]
    """The games to whose open seats this person wants to be called."""
    more: tuple[str, ...]
    """The checkboxes that are ticked."""

    @classmethod
    def of_settings(cls, preferences: PlayerPreferences, calls: Collection[str]) -> "FormEntries":
        ticked = {
            DIRECT: preferences.place == "direct",
            FOLLOWER: preferences.follower == "returning",
            IN_WORDS: preferences.in_words,
            BY_COLOUR: preferences.page_name == "colour",
        }
        return cls(
            reminders=preferences.reminders,
            quiet="" if preferences.quiet is None else quiet_text(preferences.quiet),
            zone=preferences.zone,
            calls=tuple(kind for kind in GAMES if kind in calls),
            more=tuple(name for name in MORE if ticked[name]),
        )

    def changed_by(self, values: FormValues) -> "FormEntries":
        """Take the values; missing or unknown ones, as of another version, stay as they are."""
        answers = values.answers
        reminders = values.text("reminders")
        return FormEntries(
            reminders=reminders if reminders in get_args(Cadence) else self.reminders,
            quiet=values.text("quiet") if "quiet" in answers else self.quiet,
            zone=values.text("zone") or self.zone,
            calls=_filter_known(values.chosen("calls"), GAMES)
            if "calls" in answers
            else self.calls,
            more=_filter_known(values.chosen("more"), MORE) if "more" in answers else self.more,
        )

    def changes(self) -> Mapping[str, str]:
        """List the preferences to be set. Raises Mistake."""
        return {
            "reminders": self.reminders,
            "quiet": parse_typed(read_quiet, self.quiet or QUIET_OFF, "me.bad_quiet"),
            "zone": parse_typed(parse_zone, self.zone, "me.bad_zone"),
            "place": "direct" if DIRECT in self.more else "channel",
            "follower": "returning" if FOLLOWER in self.more else "never",
            "reading": "words" if IN_WORDS in self.more else "pictures",
            "page_name": "colour" if BY_COLOUR in self.more else "name",
        }

    def target(self) -> Target:
        """Make a target such as `usual.01.0.22-8|Europe/Berlin`: the cadence, the numbers of what
        is ticked and of the games, and as much as fits of what was typed."""
        more = "".join(str(MORE.index(name)) for name in self.more)
        calls = "".join(str([*GAMES].index(kind)) for kind in self.calls)
        quiet = _cut_for_id("quiet", self.quiet)
        zone = _cut_for_id("zone", self.zone)
        return Target(rest=f"{self.reminders}.{more}.{calls}.{quiet}|{zone}")

    @classmethod
    def of_target(cls, target: Target) -> "FormEntries":
        try:
            reminders, more, calls, texts = target.rest.split(".", 3)
            quiet, _, zone = texts.partition("|")
            return cls(
                reminders, quiet, zone, _pick_names(calls, [*GAMES]), _pick_names(more, MORE)
            )
        except (ValueError, IndexError):  # of another version, or forged
            raise Mistake("refused.unknown_button") from None


def _filter_known(values: Collection[str], possible: Collection[str]) -> tuple[str, ...]:
    return tuple(value for value in possible if value in values)


def _cut_for_id(name: str, typed: str) -> str:
    visible = "".join(sign for sign in typed if sign.isprintable())
    return visible.replace("|", "/")[: MOST_KEPT[name]]


def _pick_names(numbers: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names[int(number)] for number in numbers))


def read_quiet(typed: str) -> str:
    return quiet_text(parse_quiet(typed))


def parse_typed(parse: Callable[[str], str], typed: str, otherwise: str) -> str:
    """Raises Mistake."""
    if len(typed) > LONGEST_CHOICE:
        raise Mistake("refused.too_long", most=LONGEST_CHOICE)
    try:
        return parse(typed)
    except ValueError:
        raise Mistake(otherwise, typed=shorten(code_text(typed), LONGEST_PART)) from None


def preference_form(words: Words, entries: FormEntries) -> Form:
    """Show everything that a person can set, as it is set or was entered."""
    fields = [
        MenuField(
            name="reminders",
            label=words("me.form.reminders"),
            options=[(words(f"cadence.{cadence}"), cadence) for cadence in get_args(Cadence)],
            chosen=[entries.reminders],
        ),
        TextField(
            name="quiet",
            label=words("me.form.quiet"),
            about=words("me.form.quiet_about"),
            value=entries.quiet,
            most=LONGEST_CHOICE,
        ),
        TextField(
            name="zone",
            label=words("me.form.zone"),
            about=words("me.form.zone_about"),
            value=entries.zone,
            most=LONGEST_CHOICE,
            required=True,
        ),
        MenuField(
            name="calls",
            label=words("me.form.calls"),
            about=words("me.form.calls_about"),
            options=[(words(f"{kind}.name"), kind) for kind in GAMES],
            chosen=entries.calls,
            least=0,
            most=len(GAMES),
        ),
        ChecksField(
            name="more",
            label=words("me.form.more"),
            options=[(words(f"me.form.{name}"), name) for name in MORE],
            chosen=entries.more,
        ),
    ]
    return Form("me", HERE, words("me.form.title"), fields)
