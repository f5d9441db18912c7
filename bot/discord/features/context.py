"""Common parts of features: handlers of buttons, the game a command means, and autocompletion."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, Literal, TypeVar, get_args

import discord
from discord.app_commands import Choice, Command, Range, Transformer, locale_str

from bot.discord.answering.desk import desk_of
from bot.discord.answering.error_messages import Mistake, log_incident
from bot.discord.answering.visit import Visit, group_kind, open_visit
from bot.discord.pages.forms import FormValues
from bot.discord.pages.page import PageButton, Target
from bot.locale import ENGLISH, Words, words_of
from bot.match.game import Game, Status
from bot.match.rules import rules_of
from bot.process.clock import SECOND, Millis
from engine.games import GAMES

# The commands whose names differ from game to game, after what the game is played with.
NAMED_BY_EACH_GAME = ("supply",)
# Discord shows no more.
MOST_CHOICES = 25
# In characters.
LONGEST_CHOICE = 100
# In digits, more than the number of any game or season has.
LONGEST_NUMBER = 18
# The text typed where choices are offered: never longer than a choice.
TypedText = Range[str, None, LONGEST_CHOICE]
# The target of a command that handles a button as well: the game in this channel.
HERE = Target()

HandleButton = Callable[[Visit, Target], Awaitable[None]]
HandleForm = Callable[[Visit, Target, FormValues], Awaitable[None]]
# Shows how things are now, in this game or, if that is 0, in what somebody is asking for.
ShowCurrent = Callable[[Visit, int], Awaitable[None]]
Handle = TypeVar("Handle", bound=HandleButton)
Submit = TypeVar("Submit", bound=HandleForm)
# Takes a visit, and the options of the command by name; on a person or a post, takes that.
HandleCommand = Callable[..., Coroutine[Any, Any, None]]
# Makes the command that a game has; None if it has none.
MakeCommand = Callable[[str], HandleCommand | None]
# The group of each game, three that belong to no game, and the menus of a person and of a post.
CommandGroup = Literal["game", "table", "league", "moderation", "person", "post"]


@dataclass(frozen=True, slots=True)
class ButtonHandler:
    handle: HandleButton
    in_place: bool = False
    """It changes the private page it is on, instead of opening a new one."""
    if_stale: ShowCurrent | None = None
    """What is done if the button's position, or what it follows, is no longer the present."""
    opens_form: bool = False
    """It opens a form, which has to be the first answer: it must not be acknowledged before."""


@dataclass(frozen=True, slots=True)
class FormHandler:
    handle: HandleForm
    in_place: bool = False
    """Its answer replaces the private page on which it was opened."""
    if_stale: ShowCurrent | None = None
    """As for a button."""


async def _refuse(visit: Visit, *_: object) -> None:
    raise Mistake("refused.unknown_button")


# The handling of what another version of the bot has made.
UNKNOWN_BUTTON = ButtonHandler(_refuse)
UNKNOWN_FORM = FormHandler(_refuse)
# Every verb that can occur in the id of a button.
VERBS: dict[str, ButtonHandler] = {}
# Every verb that can occur in the id of a form.
FORMS: dict[str, FormHandler] = {}
# Every command by the group it belongs to; those on a person or a post are in a menu instead.
COMMANDS: dict[CommandGroup, list[HandleCommand]] = {group: [] for group in get_args(CommandGroup)}
# Make a command as a game has it, where it differs from game to game.
MAKERS: dict[HandleCommand, MakeCommand] = {}
# The commands that open a form: those with True whatever options they are given, the others when
# they are given none.
OPENS_FORM: dict[HandleCommand, bool] = {}
# The commands whose answers can be shown to everybody, and the options that prevent it.
SHAREABLE: dict[HandleCommand, Mapping[str, str]] = {}


def button(
    verb: str,
    *,
    in_place: bool = False,
    if_stale: ShowCurrent | None = None,
    opens_form: bool = False,
) -> Callable[[Handle], Handle]:
    """Make a function the handler of a verb."""

    def register(handle: Handle) -> Handle:
        VERBS[verb] = ButtonHandler(handle, in_place, if_stale, opens_form)
        return handle

    return register


def form(
    verb: str, *, in_place: bool = False, if_stale: ShowCurrent | None = None
) -> Callable[[Submit], Submit]:
    def register(handle: Submit) -> Submit:
        FORMS[verb] = FormHandler(handle, in_place, if_stale)
        return handle

    return register


def command(
    group: CommandGroup, *, for_game: MakeCommand | None = None
) -> Callable[[HandleCommand], HandleCommand]:
    """Add a command to its group, with the function's name, by which its texts are looked up. What
    stands in a menu has a twin among the other commands."""

    def register(handle: HandleCommand) -> HandleCommand:
        COMMANDS[group].append(handle)
        if for_game is not None:
            MAKERS[handle] = for_game
        return handle

    return register


def opens_form(*, always: bool = False) -> Callable[[HandleCommand], HandleCommand]:
    """Have a command open a form when it is given no option; or `always`, when its options say what
    the form asks about."""

    def register(command: HandleCommand) -> HandleCommand:
        OPENS_FORM[command] = always
        return command

    return register


def turn_buttons(
    words: Words, verb: str, rest: str, keys: tuple[str, str], *, first: int, lines: range
) -> list[PageButton]:
    """Make buttons with these texts to the page before the one that begins with line `first`, and
    to the one after it. `lines` are those of all pages, in steps of a page."""
    (before, after) = keys
    buttons = []
    if first > lines.start:
        target = Target(ply=max(lines.start, first - lines.step), rest=rest)
        buttons.append(PageButton(verb, target, words(before)))
    if first + lines.step < lines.stop:
        buttons.append(PageButton(verb, Target(ply=first + lines.step, rest=rest), words(after)))
    return buttons


def utc_date(at: Millis) -> date:
    return datetime.fromtimestamp(at // SECOND, UTC).date()


def parse_number(text: str) -> int:
    """Read a number in the id of a button."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise Mistake("refused.unknown_button")
    return int(text)


def typed_text(values: FormValues, name: str, most: int) -> str:
    """Take the text typed into a field, refused if it is longer than the field takes."""
    typed = values.text(name)
    if len(typed) > most:
        raise Mistake("refused.too_long", most=most)
    return typed


def shareable(**private: str) -> Callable[[HandleCommand], HandleCommand]:
    """Give a command the option to show its answer to everybody; `private` names an option with the
    value for which the answer stays private all the same."""

    def register(command: HandleCommand) -> HandleCommand:
        SHAREABLE[command] = private
        return command

    return register


def with_options(command: HandleCommand, options: Iterable[Parameter]) -> HandleCommand:
    """Give a command these options for Discord to offer, instead of all it could take."""

    @wraps(command)
    async def answer(visit: Visit, **values: Any) -> None:
        await command(visit, **values)

    visit, *_ = signature(command).parameters.values()
    answer.__signature__ = Signature([visit, *options])  # type: ignore[attr-defined]
    return answer


def callback_of(command: HandleCommand) -> Callable[..., Coroutine[Any, Any, None]]:
    """Wrap a command as discord.py calls it, with an interaction, perhaps `on` a person or a post.
    Its answer is private unless somebody shares it. If it handles a button as well, its target is
    `HERE`."""
    private_values = SHAREABLE.get(command)

    @wraps(command)
    async def callback(interaction: discord.Interaction, *on: Any, **values: Any) -> None:
        share = private_values is not None and values.pop("share")
        stays_private = any(values[name] == value for name, value in (private_values or {}).items())
        always = OPENS_FORM.get(command)
        opens = always or (always is not None and not vars(interaction.namespace))
        private = stays_private or not share
        async with open_visit(interaction, private=private, opens_form=opens) as visit:
            await command(visit, *on, **values)

    visit, *options = signature(command).parameters.values()
    options = [option for option in options if option.annotation is not Target]
    if private_values is not None:
        options.append(Parameter("share", Parameter.KEYWORD_ONLY, annotation=bool, default=False))
    interaction_parameter = visit.replace(name="interaction", annotation=discord.Interaction)
    callback.__signature__ = Signature([interaction_parameter, *options])  # type: ignore[attr-defined]
    return callback


def text(key: str, **facts: str) -> locale_str:
    """Make a text for Discord to show: in English, with the key for the other languages. Its facts
    are keys of other texts."""
    words = words_of(ENGLISH)
    english = words(key, **{name: words(fact) for name, fact in facts.items()})
    return locale_str(english, key=key, facts=facts)


def command_key(name: str, kind: str) -> str:
    """Return the key of a command's name and description, which some commands have once for each
    game."""
    return f"{kind}.commands.{name}" if name in NAMED_BY_EACH_GAME else f"commands.{name}"


def kind_of(interaction: discord.Interaction) -> str:
    """Find the game whose command group this is."""
    kind = group_kind(interaction)
    assert kind is not None, "the command stands in the group of a game"
    return kind


async def last_game(visit: Visit) -> Game:
    """Find the game that is being played in this channel, or the last one played here."""
    game = await visit.table.games.last_in(visit.channel_id)
    if game is None:
        raise Mistake("refused.no_game")
    return check_kind(visit, game)


async def started_game(visit: Visit) -> Game:
    """Find the game to look at: like `last_game`, but where another kind of game is played now, the
    last one of the command's own kind. Refused while it still waits for players."""
    kind = group_kind(visit.interaction)
    own_game = None if kind is None else await visit.table.games.last_in(visit.channel_id, kind)
    return check_started(await last_game(visit) if own_game is None else visit.about(own_game))


def check_started(game: Game) -> Game:
    if game.status is Status.LOBBY:
        raise Mistake("refused.in_lobby")
    return game


async def open_game(visit: Visit) -> Game:
    """Like `last_game`, but refused when the game is over."""
    game = await last_game(visit)
    if game.status not in (Status.LOBBY, Status.RUNNING):
        raise Mistake("refused.over")
    return game


def check_kind(visit: Visit, game: Game) -> Game:
    """Return the same game; if the command is another game's, refused, with the right one."""
    visit.about(game)
    if group_kind(visit.interaction) not in (None, game.kind):
        command = visit.interaction.command
        assert isinstance(command, Command), "only a command is asked of a game"
        name_called = command.extras["called"]
        if name_called == "supply" and not rules_of(game.kind).has_supply:
            name_called = "board"
        name = visit.words(f"{command_key(name_called, game.kind)}.name")
        raise Mistake("refused.other_game", game=visit.words(f"{game.kind}.name"), command=name)
    return game


def fixed_choices(prefix: str, values: Sequence[str]) -> list[Choice[str]]:
    """Make choices that never change, named by `<prefix>.<value>`."""
    return [Choice(name=text(f"{prefix}.{value}"), value=value) for value in values]


class GameOption(Transformer):
    """A command option that picks one of the games."""

    @property
    def choices(self) -> list[Choice[int | float | str]]:
        return [Choice(name=text(f"{kind}.name"), value=kind) for kind in GAMES]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> str:
        return str(value)


Suggest = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def autocompletion(suggest: Suggest) -> Suggest:
    """Suggest nothing when the suggestions fail, as there is no way to report an error."""

    @wraps(suggest)
    async def suggest_safely(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        try:
            async with desk_of(interaction).concurrency.admit(interaction.user.id):
                return await suggest(interaction, typed)
        except Exception as error:
            log_incident(error)
            return []

    return suggest_safely


def choices(options: Sequence[tuple[str, str]], typed: str = "") -> list[Choice[str]]:
    """Offer the names and values that Discord accepts and that match what was typed."""
    fits = [
        (name, value)
        for name, value in options
        if typed.casefold() in f"{name} {value}".casefold() and len(value) <= LONGEST_CHOICE
    ]
    return [Choice(name=name[:LONGEST_CHOICE], value=value) for name, value in fits[:MOST_CHOICES]]
