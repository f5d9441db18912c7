"""Every command and every button, and the way from a click to its handler.

There is a group of commands for each game, with the game's name, and two for commands that belong
to no game. The name and description of a command, and those of its parameters, are texts of
`bot.locale`, looked up by the function's name.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from inspect import signature
from typing import Any

import discord
from discord import Permissions, app_commands
from discord.app_commands import Command, ContextMenu, Group

from bot.discord.answering.error_messages import Mistake, MovedOn
from bot.discord.answering.visit import Answered, Visit, open_visit
from bot.discord.features import (
    agreements,
    context,
    digests,
    exports,
    first_game,
    guide,
    history,
    leaderboards,
    league_moderation,
    leagues,
    learning,
    lobby,
    looks,
    moderation,
    new_game,
    opening,
    orders,
    own_notes,
    playing,
    predictions,
    preferences,
    profiles,
    puzzles,
    reminders,
    reviews,
    rulebook,
    seasons,
    stepping,
)
from bot.discord.pages.command_mentions import CommandMentions
from bot.discord.pages.forms import FormValues
from bot.discord.pages.page import page, parse_id
from bot.locale import ENGLISH, Words, languages, words_of
from bot.match.errors import StaleMove
from engine.errors import NotationError
from engine.games import GAMES

# The topics. Their import registers their commands and buttons.
FEATURES = (
    agreements,
    digests,
    exports,
    first_game,
    guide,
    history,
    leaderboards,
    league_moderation,
    leagues,
    learning,
    lobby,
    looks,
    moderation,
    new_game,
    opening,
    orders,
    own_notes,
    playing,
    predictions,
    preferences,
    profiles,
    puzzles,
    reminders,
    reviews,
    rulebook,
    seasons,
    stepping,
)


async def handle_click(
    interaction: discord.Interaction, custom_id: str, values: Sequence[str] | None
) -> None:
    """Handle a click on a button, or on a menu with the values chosen."""
    async with _answering_errors(interaction):
        verb, target = parse_id(custom_id)
        button = context.VERBS.get(verb, context.UNKNOWN_BUTTON)
        async with open_visit(
            interaction,
            in_place=button.in_place,
            opens_form=button.opens_form,
            verb=verb if verb in context.VERBS else None,
        ) as visit:
            if visit.desk.stopping.is_requested:
                raise Mistake("refused.restarting")
            if values is not None and not values:
                raise Mistake("refused.nothing_chosen")
            if values:
                target = replace(target, rest=values[0])
            if target.game:
                await visit.reach(target.game)
            async with _showing_the_present(visit, target.game, button.if_stale):
                await button.handle(visit, target)


async def handle_form(interaction: discord.Interaction) -> None:
    async with _answering_errors(interaction):
        data: Mapping[str, Any] = interaction.data or {}
        verb, target = parse_id(str(data.get("custom_id", "")))
        form = context.FORMS.get(verb, context.UNKNOWN_FORM)
        post = interaction.message
        in_place = form.in_place and post is not None and post.flags.ephemeral
        known_verb = verb if verb in context.FORMS else None
        async with open_visit(interaction, in_place=in_place, verb=known_verb) as visit:
            visit.submitted = FormValues.of(interaction)
            if visit.desk.stopping.is_requested:
                raise Mistake("refused.restarting")
            if target.game:
                await visit.reach(target.game)
            async with _showing_the_present(visit, target.game, form.if_stale):
                await form.handle(visit, target, visit.submitted)


@asynccontextmanager
async def _showing_the_present(
    visit: Visit, game_id: int, if_stale: context.ShowCurrent | None
) -> AsyncIterator[None]:
    """Show how it is now, and say so, if the body finds that something has changed since."""
    try:
        yield
    except (StaleMove, NotationError, MovedOn) as error:  # notation of another version of the bot
        if if_stale is None:
            raise
        await if_stale(visit, game_id)
        key = error.key if isinstance(error, MovedOn) else "refused.stale"
        await visit.add(page(visit.refusal(key)))


@asynccontextmanager
async def _answering_errors(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Answer every error in the body, as discord.py would only log it."""
    with suppress(Answered):
        try:
            yield
        except Answered:
            raise
        except Exception as error:
            async with open_visit(interaction):
                raise error


def groups() -> Iterator[Group]:
    """Make the command groups to register with Discord."""
    for kind in GAMES:
        about = context.text("commands.group.game.description", game=f"{kind}.name")
        group = Group(name=kind, description=about, guild_only=True, extras={"kind": kind})
        yield _fill(group, commands_of_game(kind), kind)
    table = _fill(_group("commands.group.table"), context.COMMANDS["table"])
    table.add_command(_fill(_group("commands.group.league"), context.COMMANDS["league"]))
    yield table
    moderation_group = _group("commands.group.moderation", manage_channels=True)
    yield _fill(moderation_group, context.COMMANDS["moderation"])


def menus() -> Iterator[ContextMenu]:
    """Make the commands on people and on posts to register with Discord."""
    for command in (*context.COMMANDS["person"], *context.COMMANDS["post"]):
        menu = ContextMenu(
            name=context.text(f"commands.on.{command.__name__}"),
            callback=context.callback_of(command),
        )
        menu.guild_only = True
        yield menu


def command_mentions(ids: Mapping[str, int]) -> CommandMentions:
    """Find the mention of each command whose group has one of these ids, by what the command is
    called in any language."""
    english_names = list(_full_names(words_of(ENGLISH)))
    return {
        name: f"<{english_name}:{ids[group]}>"
        for language in languages()
        for name, english_name in zip(_full_names(words_of(language)), english_names, strict=True)
        if (group := english_name[1:].partition(" ")[0]) in ids
    }


def _full_names(words: Words) -> Iterator[str]:
    """Name every command with its groups, as it is typed, in an order of its own."""
    table = f"/{words('commands.group.table.name')}"
    for kind in GAMES:
        yield from _names_in(words, f"/{kind}", commands_of_game(kind), kind)
    yield from _names_in(words, table, context.COMMANDS["table"])
    league = f"{table} {words('commands.group.league.name')}"
    yield from _names_in(words, league, context.COMMANDS["league"])
    moderation = f"/{words('commands.group.moderation.name')}"
    yield from _names_in(words, moderation, context.COMMANDS["moderation"])


def _names_in(
    words: Words, group: str, commands: Iterable[context.HandleCommand], kind: str = ""
) -> Iterator[str]:
    for handle in commands:
        key = context.command_key(handle.__name__.rstrip("_"), kind)
        yield f"{group} {words(f'{key}.name')}"


def commands_of_game(kind: str) -> Iterator[context.HandleCommand]:
    """List the commands that a game has."""
    for command in context.COMMANDS["game"]:
        make = context.MAKERS.get(command)
        made = command if make is None else make(kind)
        if made is not None:
            yield made


def _group(key: str, **permissions: bool) -> Group:
    """Make a group that belongs to no game."""
    return Group(
        name=context.text(f"{key}.name"),
        description=context.text(f"{key}.description"),
        guild_only=True,
        default_permissions=Permissions(**permissions) if permissions else None,
    )


def _fill(group: Group, commands: Iterable[context.HandleCommand], kind: str = "") -> Group:
    for handle in commands:
        name = handle.__name__.rstrip("_")
        callback = context.callback_of(handle)
        key = f"commands.{name}.options"
        own_key = context.command_key(name, kind)
        _, *options = signature(callback).parameters
        about = {option: context.text(f"{key}.{option}.description") for option in options}
        app_commands.describe(**about)(callback)
        names = {option: context.text(f"{key}.{option}.name") for option in options}
        app_commands.rename(**names)(callback)
        command: Command[Any, ..., Any] = Command(
            name=context.text(f"{own_key}.name"),
            description=context.text(f"{own_key}.description"),
            callback=callback,
            extras={"called": name},
        )
        group.add_command(command)
    return group
