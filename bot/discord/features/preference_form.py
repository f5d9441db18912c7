"""The form for everything that a person can set, and what is entered in it.

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

# The checkboxes: to hear of turns by direct message, and to have followers suggested.
MORE = DIRECT, FOLLOWER = "direct", "follower"
# The characters of a typed text that a button keeps.
MOST_KEPT = {"quiet": 20, "zone": 40}
LONGEST_PART = 40


class Entered(NamedTuple):
    """The values in the form. Those that were typed may mean nothing."""

    reminders: str
    quiet: str
    zone: str
    calls: tuple[str, ...]
    """The games to whose open seats this person wants to be called."""
    more: tuple[str, ...]
    """The checkboxes that are ticked."""

    @classmethod
    def of_settings(cls, preferences: PlayerPreferences, calls: Collection[str]) -> "Entered":
        direct = preferences.place == "direct"
        follower = preferences.follower == "returning"
        return cls(
            reminders=preferences.reminders,
            quiet="" if preferences.quiet is None else quiet_text(preferences.quiet),
            zone=preferences.zone,
            calls=tuple(kind for kind in GAMES if kind in calls),
            more=(DIRECT,) * direct + (FOLLOWER,) * follower,
        )

    def changed_by(self, values: FormValues) -> "Entered":
        """Values that are missing or unknown, as in a form of another version, stay as they are."""
        given = values.given
        reminders = values.text("reminders")
        return Entered(
            reminders=reminders if reminders in get_args(Cadence) else self.reminders,
            quiet=values.text("quiet") if "quiet" in given else self.quiet,
            zone=values.text("zone") or self.zone,
            calls=_known(values.chosen("calls"), GAMES) if "calls" in given else self.calls,
            more=_known(values.chosen("more"), MORE) if "more" in given else self.more,
        )

    def changes(self) -> Mapping[str, str]:
        """The preferences to be set. Raises Mistake."""
        return {
            "reminders": self.reminders,
            "quiet": parse_typed(read_quiet, self.quiet or QUIET_OFF, "me.bad_quiet"),
            "zone": parse_typed(parse_zone, self.zone, "me.bad_zone"),
            "place": "direct" if DIRECT in self.more else "channel",
            "follower": "returning" if FOLLOWER in self.more else "never",
        }

    def target(self) -> Target:
        """For example `usual.01.0.22-8|Europe/Berlin`: the cadence, the numbers of what is ticked
        and of the games, and as much as fits of what was typed."""
        more = "".join(str(MORE.index(one)) for one in self.more)
        calls = "".join(str([*GAMES].index(kind)) for kind in self.calls)
        quiet = _kept("quiet", self.quiet)
        zone = _kept("zone", self.zone)
        return Target(rest=f"{self.reminders}.{more}.{calls}.{quiet}|{zone}")

    @classmethod
    def of_target(cls, target: Target) -> "Entered":
        try:
            reminders, more, calls, typed = target.rest.split(".", 3)
            quiet, _, zone = typed.partition("|")
            return cls(
                reminders, quiet, zone, _pick_names(calls, [*GAMES]), _pick_names(more, MORE)
            )
        except (ValueError, IndexError):  # of another version, or forged
            raise Mistake("refused.unknown_button") from None


def _known(values: Collection[str], possible: Collection[str]) -> tuple[str, ...]:
    return tuple(one for one in possible if one in values)


def _kept(name: str, typed: str) -> str:
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


def preference_form(words: Words, entered: Entered) -> Form:
    """Everything that a person can set, as it is set or was entered."""
    fields = [
        MenuField(
            name="reminders",
            label=words("me.form.reminders"),
            options=[(words(f"cadence.{one}"), one) for one in get_args(Cadence)],
            chosen=[entered.reminders],
        ),
        TextField(
            name="quiet",
            label=words("me.form.quiet"),
            about=words("me.form.quiet_about"),
            value=entered.quiet,
            most=LONGEST_CHOICE,
        ),
        TextField(
            name="zone",
            label=words("me.form.zone"),
            about=words("me.form.zone_about"),
            value=entered.zone,
            most=LONGEST_CHOICE,
            required=True,
        ),
        MenuField(
            name="calls",
            label=words("me.form.calls"),
            about=words("me.form.calls_about"),
            options=[(words(f"{kind}.name"), kind) for kind in GAMES],
            chosen=entered.calls,
            least=0,
            most=len(GAMES),
        ),
        ChecksField(
            name="more",
            label=words("me.form.more"),
            options=[(words("me.form.direct"), DIRECT), (words("me.form.follower"), FOLLOWER)],
            chosen=entered.more,
        ),
    ]
    return Form("me", HERE, words("me.form.title"), fields)
